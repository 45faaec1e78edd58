//! A card looks the same whoever draws it: our PNG, other people's programs on our SVG and PDF, and
//! the template saved again by an editor.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use actiondeck::deck::{CardNumber, Deck};
use actiondeck::diagnostic::Source;
use actiondeck::face::{Theme, check};
use actiondeck::render::png::{self, Dpi};
use actiondeck::render::sheet::Sheet;
use actiondeck::render::{Job, only};

use crate::foreign;

/// Width and height of a card with bleed at 300 dpi.
const SIZE: (usize, usize) = (825, 1125);

type Pixels = Vec<[u8; 3]>;

fn deck() -> Deck {
    Deck::read("Sample.csv", include_str!("../data/deck.csv")).unwrap()
}

/// Card 10 with its back in every form, in a folder.
fn printed(theme: &str) -> tempfile::TempDir {
    let (deck, theme) = (deck(), Theme::built_in(theme).unwrap());
    let mut job = Job::new(&deck, &theme, vec![Sheet::built_in("single").unwrap()]);
    job.cards = only("10").unwrap();
    let folder = tempfile::tempdir().unwrap();
    for file in job.run(|_| ()).unwrap() {
        let path = folder.path().join(&file.path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, &file.bytes).unwrap();
    }
    folder
}

#[test]
fn rsvg_draws_the_svg_as_the_png_is() {
    for theme in ["future-imperfect", "west", "high-contrast"] {
        let folder = printed(theme);
        for face in ["card-10", "back"] {
            let svg = folder.path().join(format!("cards/svg/{face}.svg"));
            let made = folder.path().join("rsvg.png");
            let arguments = ["-w", "825", "-h", "1125", "-o"].map(std::ffi::OsString::from);
            let files = [made.clone().into_os_string(), svg.into_os_string()];
            let Some(_) = foreign::stdout("rsvg-convert", arguments.into_iter().chain(files))
            else {
                return;
            };
            same(&folder, face, &made, Colours::Same, &format!("{theme}-{face}-rsvg"));
        }
    }
}

#[test]
fn a_browser_draws_the_svg_as_the_png_is() {
    let folder = printed("future-imperfect");
    let page = folder.path().join("page.html");
    let html = "<!doctype html><style>body{margin:0}img{display:block}</style>\
        <img src=\"cards/svg/card-10.svg\" width=\"825\" height=\"1125\">";
    std::fs::write(&page, html).unwrap();
    let made = folder.path().join("browser.png");
    let arguments = [
        "--headless".to_owned(),
        "--no-sandbox".to_owned(),
        "--disable-gpu".to_owned(),
        "--disable-background-networking".to_owned(),
        "--hide-scrollbars".to_owned(),
        "--force-device-scale-factor=1".to_owned(),
        "--window-size=825,1125".to_owned(),
        format!("--user-data-dir={}", folder.path().join("profile").display()),
        format!("--screenshot={}", made.display()),
        format!("file://{}", page.display()),
    ];
    let Some(_) = foreign::run("chromium", arguments) else { return };
    same(&folder, "card-10", &made, Colours::Same, "browser");
}

#[test]
fn poppler_and_mupdf_draw_the_pdf_as_the_png_is() {
    let folder = printed("future-imperfect");
    let pdf = folder.path().join("sheets/single.pdf").display().to_string();
    let stem = folder.path().join("poppler").display().to_string();
    let arguments = ["-r", "300", "-png", "-singlefile", "-f", "1", "-l", "1", &pdf, &stem];
    if foreign::stdout("pdftoppm", arguments).is_some() {
        let made = folder.path().join("poppler.png");
        same(&folder, "card-10", &made, Colours::ByInk, "poppler");
    }
    let made = folder.path().join("mupdf.png");
    let path = made.display().to_string();
    if foreign::stdout("mutool", ["draw", "-q", "-r", "300", "-o", &path, &pdf, "1"]).is_some() {
        same(&folder, "card-10", &made, Colours::ByInk, "mupdf");
    }
}

/// Opens the template in Inkscape and saves it; `plain` without its own labels.
fn saved_by_inkscape(folder: &Path, plain: bool) -> Option<String> {
    let (name, text) = Theme::built_in_files("west").unwrap().nth(1).unwrap();
    let template = folder.join(name);
    std::fs::write(&template, text).unwrap();
    let saved = folder.join("saved.svg");
    let mut arguments =
        vec!["--export-type=svg".to_owned(), format!("--export-filename={}", saved.display())];
    if plain {
        arguments.push("--export-plain-svg".to_owned());
    }
    arguments.push(template.display().to_string());
    foreign::run("inkscape", arguments)?;
    Some(std::fs::read_to_string(saved).unwrap())
}

fn west_with(card: &str) -> Theme {
    let mut files = Theme::built_in_files("west").unwrap();
    let mut next = || files.next().map(|(name, text)| Source::new(name, text)).unwrap();
    let (theme, _, back) = (next(), next(), next());
    Theme::from_sources([theme, Source::new("saved.svg", card), back]).unwrap()
}

#[test]
fn a_template_saved_again_by_inkscape_gives_the_same_card() {
    let folder = tempfile::tempdir().unwrap();
    let Some(saved) = saved_by_inkscape(folder.path(), false) else { return };
    let deck = deck();
    let theme = west_with(&saved);
    let found = check(&theme, &deck);
    assert!(found.is_empty(), "{found}");
    let card = [CardNumber::new(10).unwrap()];
    let drawn = |theme: &Theme| {
        let file = &png::fronts(theme, &deck, &card, Dpi::PRINT).unwrap()[0].1;
        pixels(&mut std::io::Cursor::new(file))
    };
    compare(&drawn(&Theme::built_in("west").unwrap()), &drawn(&theme), Colours::Same, "inkscape");
}

#[test]
fn a_template_saved_as_plain_svg_has_lost_its_labels_and_the_check_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let Some(saved) = saved_by_inkscape(folder.path(), true) else { return };
    let found = check(&west_with(&saved), &deck()).to_string();
    assert!(found.contains("cause.d10.2 is shown twice"), "{found}");
}

/// What a colour may become.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Colours {
    /// Itself, within two levels of 255.
    Same,
    /// Any other, but the same one all over the card: a press's inks look different on a screen.
    ByInk,
}

fn same(folder: &tempfile::TempDir, face: &str, made: &Path, colours: Colours, name: &str) {
    let open = |path: PathBuf| {
        let file = std::fs::File::open(&path);
        pixels(&mut std::io::BufReader::new(file.unwrap_or_else(|_| panic!("{path:?}"))))
    };
    let ours = open(folder.path().join(format!("cards/png/{face}.png")));
    compare(&ours, &open(made.to_owned()), colours, name);
}

/// One pixel in so many may differ.
const ONE_IN: usize = 1000;

/// Panics if the pictures differ by more than the smoothing of edges, and leaves ours, theirs and
/// the difference side by side in a file. Smoothing is set aside by looking only at pixels whose
/// eight neighbours have their colour.
fn compare(ours: &[[u8; 3]], theirs: &[[u8; 3]], colours: Colours, name: &str) {
    let (width, height) = SIZE;
    let around = |x: usize, y: usize| {
        (0..9)
            .map(move |step| (x + step % 3 - 1, y + step / 3 - 1))
            .map(move |(x, y)| ours[y * width + x])
    };
    let inside: Vec<usize> = (1..height - 1)
        .flat_map(|y| (1..width - 1).map(move |x| (x, y)))
        .filter(|&(x, y)| around(x, y).all(|colour| colour == ours[y * width + x]))
        .map(|(x, y)| y * width + x)
        .collect();
    assert!(inside.len() * 3 > ours.len(), "{name}: too little to compare");
    let mut seen: BTreeMap<[u8; 3], BTreeMap<[u8; 3], usize>> = BTreeMap::new();
    for &at in &inside {
        *seen.entry(ours[at]).or_default().entry(theirs[at]).or_default() += 1;
    }
    let expected = |colour: [u8; 3]| match colours {
        Colours::Same => colour,
        Colours::ByInk => *seen[&colour].iter().max_by_key(|(_, count)| **count).unwrap().0,
    };
    let differs = |at: usize| {
        expected(ours[at]).iter().zip(theirs[at]).any(|(one, other)| one.abs_diff(other) > 2)
    };
    let far: Vec<usize> = inside.iter().copied().filter(|&at| differs(at)).collect();
    if far.len() * ONE_IN <= inside.len() {
        return;
    }
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.png"));
    let mut difference = vec![[255; 3]; ours.len()];
    far.iter().for_each(|&at| difference[at] = [255, 0, 0]);
    side_by_side(&path, &[ours, theirs, &difference]);
    panic!("{name}: {} of {} pixels differ, see {}", far.len(), inside.len(), path.display());
}

fn side_by_side(path: &Path, pictures: &[&[[u8; 3]]]) {
    let (width, height) = SIZE;
    let rows = (0..height).flat_map(|row| {
        pictures.iter().flat_map(move |picture| &picture[row * width..(row + 1) * width])
    });
    let bytes: Vec<u8> = rows.flatten().copied().collect();
    let file = std::fs::File::create(path).unwrap();
    let mut encoder = ::png::Encoder::new(file, (width * pictures.len()) as u32, height as u32);
    encoder.set_color(::png::ColorType::Rgb);
    encoder.write_header().unwrap().write_image_data(&bytes).unwrap();
}

/// The pixels of a PNG of the card's size, whatever kind it is.
fn pixels(file: &mut (impl std::io::BufRead + std::io::Seek)) -> Pixels {
    let mut decoder = ::png::Decoder::new(file);
    decoder.set_transformations(::png::Transformations::normalize_to_color8());
    let mut reader = decoder.read_info().unwrap();
    assert_eq!(SIZE, (reader.info().width as usize, reader.info().height as usize));
    let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
    reader.next_frame(&mut bytes).unwrap();
    let channels = reader.output_color_type().0.samples();
    let at = |pixel: &[u8], channel: usize| pixel[if channels < 3 { 0 } else { channel }];
    bytes.chunks_exact(channels).map(|pixel| [0, 1, 2].map(|channel| at(pixel, channel))).collect()
}
