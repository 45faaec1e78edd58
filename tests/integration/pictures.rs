//! A card looks the same in our PNG, in external renderers of our SVG and PDF, and after an editor saves
//! the template.

use std::collections::BTreeMap;
use std::path::Path;

use actiondeck::deck::{CardNumber, CardNumbers, Deck};
use actiondeck::face::{Theme, check};
use actiondeck::render::pdf::{Conformance, OutputProfile};
use actiondeck::render::png::{self, Dpi};
use actiondeck::render::sheet::Sheet;
use actiondeck::render::{Job, only};

use crate::foreign;
use crate::press::images;

/// The colours of a picture, row by row.
struct Pixels {
    width: usize,
    height: usize,
    colours: Vec<[u8; 3]>,
}

fn deck() -> Deck {
    Deck::read("Sample.csv", include_str!("../data/deck.csv")).unwrap()
}

/// Folders with card 10 and its back in every file format, one for each theme.
///
/// Large print is resized to a card whose edges are between pixels.
fn printed() -> impl Iterator<Item = (&'static str, tempfile::TempDir)> {
    Theme::built_in_names().map(|name| {
        let theme = Theme::built_in(name).unwrap();
        let theme = match name {
            "large-print" => theme.sized("us-tarot".parse().unwrap()).unwrap(),
            _ => theme,
        };
        (name, printed_on(&theme, Sheet::built_in("single").unwrap()))
    })
}

/// The faces of [`printed`], each with its page of the PDF.
const FACES: [(&str, &str); 2] = [("card-10", "1"), ("back", "2")];

/// A folder with card 10 of a theme and its back in every file format, with the PDF of a sheet.
fn printed_on(theme: &Theme, sheet: Sheet) -> tempfile::TempDir {
    let deck = deck();
    let mut job = Job::new(&deck, theme).with_sheets(vec![sheet]);
    job.cards = only("10", CardNumbers::POKER).unwrap();
    let folder = tempfile::tempdir().unwrap();
    for file in job.run(|_| ()).unwrap() {
        let path = folder.path().join(&file.path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, &file.bytes).unwrap();
    }
    folder
}

/// The theme `west` with a picture over the whole back: in one ink as PDF/X-1a, in colour as PDF/X-4.
fn with_pictures() -> [(&'static str, tempfile::TempDir); 2] {
    let single = Sheet::built_in("single").unwrap();
    let x4 = Conformance::X4(OutputProfile::CGATS_TR_006);
    let press = [single.press.clone(), x4].map(|press| {
        let mut sheet = single.clone();
        sheet.press = press;
        sheet
    });
    let labels = [("ink leather on ledger", images::greys()), ("a painting", images::colours())];
    let mut made = labels.into_iter().zip(press).map(|((label, file), sheet)| {
        let folder = images::folder_with(&images::whole(label), &file, false);
        let theme = Theme::read(folder.path()).unwrap_or_else(|problems| panic!("{problems}"));
        printed_on(&theme, sheet)
    });
    ["grey", "colour"].map(|name| (name, made.next().unwrap()))
}

#[test]
fn all_programs_draw_pictures_of_pixels_as_the_png_does() {
    for (name, folder) in with_pictures() {
        let file = |name: &str| folder.path().join(name).display().to_string();
        let (svg, pdf) = (file("cards/svg/back.svg"), file("sheets/single.pdf"));
        let same = |made: &str, colours: Colours| {
            same(
                &folder,
                "back",
                Path::new(&file(made)),
                colours,
                &format!("pixels-{name}-{made}"),
            );
        };
        let rsvg = file("rsvg.png");
        let arguments = ["-w", "825", "-h", "1125", "-o", &rsvg, &svg];
        if foreign::stdout("rsvg-convert", arguments).is_some() {
            same("rsvg.png", Colours::Same);
        }
        if browsed(&folder, "cards/svg/back.svg", [825, 1125]).is_some() {
            same("browser.png", Colours::Same);
        }
        let stem = file("poppler");
        let arguments = ["-r", "300", "-png", "-singlefile", "-f", "2", "-l", "2", &pdf, &stem];
        if foreign::stdout("pdftoppm", arguments).is_some() {
            same("poppler.png", Colours::ByInk);
        }
        let mupdf = file("mupdf.png");
        let arguments = ["draw", "-q", "-r", "300", "-o", &mupdf, &pdf, "2"];
        if foreign::stdout("mutool", arguments).is_some() {
            same("mupdf.png", Colours::ByInk);
        }
    }
}

#[test]
fn rsvg_draws_every_theme_as_the_png_is() {
    for (theme, folder) in printed() {
        for (face, _) in FACES {
            let file = |name: &str| folder.path().join(name).display().to_string();
            let [width, height] = size_of(&folder, face).map(|side| side.to_string());
            let (svg, made) = (file(&format!("cards/svg/{face}.svg")), file("rsvg.png"));
            let arguments = ["-w", &width, "-h", &height, "-o", &made, &svg];
            let Some(_) = foreign::stdout("rsvg-convert", arguments) else { return };
            let name = format!("{theme}-{face}-rsvg");
            same(&folder, face, Path::new(&made), Colours::Same, &name);
        }
    }
}

#[test]
fn inkscape_draws_every_theme_as_the_png_is() {
    for (theme, folder) in printed() {
        let path = |name: String| folder.path().join(name);
        let mut actions = String::new();
        for (face, _) in FACES {
            let [width, height] = size_of(&folder, face);
            actions += &format!(
                "file-open:{}; export-width:{width}; export-height:{height}; \
                 export-filename:{}; export-do; file-close; ",
                path(format!("cards/svg/{face}.svg")).display(),
                path(format!("inkscape-{face}.png")).display()
            );
        }
        let Some(_) = foreign::run("inkscape", [format!("--actions={actions}")]) else { return };
        for (face, _) in FACES {
            let made = path(format!("inkscape-{face}.png"));
            same(&folder, face, &made, Colours::Same, &format!("{theme}-{face}-inkscape"));
        }
    }
}

#[test]
fn a_browser_draws_every_theme_as_the_png_is() {
    for (theme, folder) in printed() {
        for (face, _) in FACES {
            let size = size_of(&folder, face);
            let Some(_) = browsed(&folder, &format!("cards/svg/{face}.svg"), size) else { return };
            let made = folder.path().join("browser.png");
            same(&folder, face, &made, Colours::Same, &format!("{theme}-{face}-browser"));
        }
    }
}

/// Draws an SVG of a card in a browser into `browser.png`.
fn browsed(
    folder: &tempfile::TempDir,
    svg: &str,
    [width, height]: [usize; 2],
) -> Option<std::process::Output> {
    let page = folder.path().join("page.html");
    let html = format!(
        "<!doctype html><style>body{{margin:0}}img{{display:block}}</style>\
         <img src=\"{svg}\" width=\"{width}\" height=\"{height}\">"
    );
    std::fs::write(&page, html).unwrap();
    let made = folder.path().join("browser.png");
    let arguments = [
        "--headless".to_owned(),
        "--no-sandbox".to_owned(),
        "--disable-gpu".to_owned(),
        "--disable-background-networking".to_owned(),
        "--hide-scrollbars".to_owned(),
        "--force-device-scale-factor=1".to_owned(),
        format!("--window-size={width},{height}"),
        format!("--user-data-dir={}", folder.path().join("profile").display()),
        format!("--screenshot={}", made.display()),
        format!("file://{}", page.display()),
    ];
    foreign::run("chromium", arguments)
}

#[test]
fn poppler_and_mupdf_draw_the_pdf_of_every_theme_as_the_png_is() {
    for (theme, folder) in printed() {
        for (face, page) in FACES {
            let file = |name: &str| folder.path().join(name).display().to_string();
            let (pdf, stem) = (file("sheets/single.pdf"), file("poppler"));
            let arguments =
                ["-r", "300", "-png", "-singlefile", "-f", page, "-l", page, &pdf, &stem];
            let same = |made: &str| {
                let name = format!("{theme}-{face}-{made}");
                same(&folder, face, &folder.path().join(made), Colours::ByInk, &name);
            };
            if foreign::stdout("pdftoppm", arguments).is_some() {
                same("poppler.png");
            }
            let made = file("mupdf.png");
            let arguments = ["draw", "-q", "-r", "300", "-o", &made, &pdf, page];
            if foreign::stdout("mutool", arguments).is_some() {
                same("mupdf.png");
            }
        }
    }
}

/// The files of a theme after Inkscape opened them, moved every text away and back, cleaned up and saved them.
///
/// All files are processed in one run, because Inkscape starts slowly.
fn saved_by_inkscape(folder: &Path, theme: &str) -> Option<Vec<(&'static str, String)>> {
    let mut actions = String::new();
    for (name, text) in Theme::built_in_files(theme).unwrap() {
        let file = folder.join(name);
        std::fs::write(&file, text).unwrap();
        if name.ends_with(".svg") {
            actions += &format!(
                "file-open:{}; select-by-selector:text; transform-translate:3,2; \
                 transform-translate:-3,-2; vacuum-defs; export-filename:{}; export-do; file-close; ",
                file.display(),
                folder.join(format!("saved-{name}")).display()
            );
        }
    }
    foreign::run("inkscape", [format!("--actions={actions}")])?;
    let read = |(name, text): (&'static str, &str)| {
        let saved = folder.join(format!("saved-{name}"));
        let text = match name.ends_with(".svg") {
            true => std::fs::read_to_string(saved).unwrap(),
            false => text.to_owned(),
        };
        (name, text)
    };
    Some(Theme::built_in_files(theme).unwrap().map(read).collect())
}

/// A theme of changed files, read from a folder.
fn theme_of(files: &[(&str, String)]) -> Theme {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        std::fs::write(folder.path().join(name), text).unwrap();
    }
    Theme::read(folder.path()).unwrap_or_else(|problems| panic!("{problems}"))
}

#[test]
fn a_theme_saved_again_by_inkscape_gives_the_same_cards() {
    let deck = deck();
    let cards = [3, 10, 34, 53].map(|number| CardNumber::new(number).unwrap());
    for name in ["west", "future-imperfect", "high-contrast"] {
        let folder = tempfile::tempdir().unwrap();
        let Some(mut files) = saved_by_inkscape(folder.path(), name) else { return };
        let card = &mut files.iter_mut().find(|(file, _)| *file == "card.svg").unwrap().1;
        assert!(card.contains("sodipodi:namedview"), "Inkscape saved it");
        // A text as the text tool saves it after edits: in lines, with a part in its own style.
        let split = "<tspan sodipodi:role=\"line\" id=\"tspan-a\">{{num<tspan \
            style=\"fill-opacity:1\" id=\"tspan-b\">ber}}</tspan></tspan></text>";
        let whole = "{{number}}</text>";
        assert!(card.contains(whole), "{name}");
        *card = card.replacen(whole, split, 1);
        let (before, after) = (Theme::built_in(name).unwrap(), theme_of(&files));
        let found = check(&after, &deck);
        assert!(found.is_empty(), "{found}");
        let drawn = |theme: &Theme| -> Vec<Pixels> {
            let fronts = png::fronts(theme, &deck, &cards, Dpi::PRINT).unwrap();
            let files = fronts.into_iter().map(|(_, file)| file);
            let back = png::back(theme, &deck, Dpi::PRINT).unwrap();
            files.chain([back]).map(|file| pixels(&mut std::io::Cursor::new(file))).collect()
        };
        for (place, (before, after)) in drawn(&before).iter().zip(drawn(&after)).enumerate() {
            compare(before, &after, Colours::Same, &format!("inkscape-{name}-{place}"));
        }
    }
}

#[test]
fn a_template_saved_as_plain_svg_is_reported_without_labels() {
    let folder = tempfile::tempdir().unwrap();
    let mut files: Vec<(&str, String)> = Theme::built_in_files("west")
        .unwrap()
        .map(|(name, text)| (name, text.to_owned()))
        .collect();
    let (template, saved) = (folder.path().join("card.svg"), folder.path().join("saved.svg"));
    std::fs::write(&template, &files[1].1).unwrap();
    let arguments = [
        "--export-type=svg".into(),
        format!("--export-filename={}", saved.display()),
        "--export-plain-svg".into(),
        template.display().to_string(),
    ];
    let Some(_) = foreign::run("inkscape", arguments) else { return };
    files[1].1 = std::fs::read_to_string(saved).unwrap();
    let found = check(&theme_of(&files), &deck()).to_string();
    assert!(found.contains("the deck has no cell"), "{found}");
}

/// Accepted differences of colours.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Colours {
    /// Equal within two levels of 255.
    Same,
    /// Any other colour, the same everywhere on the card, because inks look different on a screen.
    ByInk,
}

fn same(folder: &tempfile::TempDir, face: &str, made: &Path, colours: Colours, name: &str) {
    compare(&ours(folder, face), &open(made), colours, name);
}

/// The program's own picture of a face.
fn ours(folder: &tempfile::TempDir, face: &str) -> Pixels {
    open(&folder.path().join(format!("cards/png/{face}.png")))
}

fn size_of(folder: &tempfile::TempDir, face: &str) -> [usize; 2] {
    let Pixels { width, height, .. } = ours(folder, face);
    [width, height]
}

fn open(path: &Path) -> Pixels {
    let file = std::fs::File::open(path);
    pixels(&mut std::io::BufReader::new(file.unwrap_or_else(|_| panic!("{path:?}"))))
}

/// One pixel in this number may differ.
const ONE_IN: usize = 1000;

/// Panics if the pictures differ by more than antialiasing.
///
/// Writes both pictures and the difference side by side into a file. Only pixels whose eight neighbours
/// have the same colour are compared, which excludes antialiased edges.
fn compare(ours: &Pixels, theirs: &Pixels, colours: Colours, name: &str) {
    let (width, height) = (ours.width, ours.height);
    assert_eq!([width, height], [theirs.width, theirs.height], "{name}");
    let (ours, theirs) = (&ours.colours, &theirs.colours);
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
    side_by_side(&path, [width, height], &[ours, theirs, &difference]);
    panic!("{name}: {} of {} pixels differ, see {}", far.len(), inside.len(), path.display());
}

fn side_by_side(path: &Path, [width, height]: [usize; 2], pictures: &[&[[u8; 3]]]) {
    let rows = (0..height).flat_map(|row| {
        pictures.iter().flat_map(move |picture| &picture[row * width..(row + 1) * width])
    });
    let bytes: Vec<u8> = rows.flatten().copied().collect();
    let file = std::fs::File::create(path).unwrap();
    let mut encoder = ::png::Encoder::new(file, (width * pictures.len()) as u32, height as u32);
    encoder.set_color(::png::ColorType::Rgb);
    encoder.write_header().unwrap().write_image_data(&bytes).unwrap();
}

/// The pixels of a PNG of any colour type.
fn pixels(file: &mut (impl std::io::BufRead + std::io::Seek)) -> Pixels {
    let mut decoder = ::png::Decoder::new(file);
    decoder.set_transformations(::png::Transformations::normalize_to_color8());
    let mut reader = decoder.read_info().unwrap();
    let (width, height) = (reader.info().width as usize, reader.info().height as usize);
    let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
    reader.next_frame(&mut bytes).unwrap();
    let channels = reader.output_color_type().0.samples();
    let at = |pixel: &[u8], channel: usize| pixel[if channels < 3 { 0 } else { channel }];
    let colours = bytes.chunks_exact(channels).map(|pixel| [0, 1, 2].map(|c| at(pixel, c)));
    Pixels { width, height, colours: colours.collect() }
}
