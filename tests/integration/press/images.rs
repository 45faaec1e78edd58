//! Pictures in a theme: faults with their place, exact inks, and one copy per file.

use actiondeck::deck::CardNumbers;
use std::path::Path;

use actiondeck::face;

use super::plates::{Plate, calculated, plate};
use super::*;
use crate::foreign;
use crate::pdf_file::{Document, Stream};

/// A PNG of a colour type, whose samples `part` returns by pixel and channel.
pub(super) fn png_of(
    [width, height]: [u32; 2],
    kind: png::ColorType,
    part: impl Fn(u32, u32, usize) -> u8,
) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(kind);
    encoder.set_depth(png::BitDepth::Eight);
    let mut parts = Vec::new();
    for y in 0..height {
        for x in 0..width {
            parts.extend((0..kind.samples()).map(|channel| part(x, y, channel)));
        }
    }
    encoder.write_header().unwrap().write_image_data(&parts).unwrap();
    bytes
}

/// Blocks of 75 pixels, a quarter of an inch at 300 dpi, in 16 greys.
fn block(x: u32, y: u32) -> u8 {
    u8::try_from((x / 75 + y / 75 * 3) % 16 * 17).unwrap()
}

/// The whole of a poker card with bleed at 300 dpi.
pub fn greys() -> Vec<u8> {
    png_of([825, 1125], png::ColorType::Grayscale, |x, y, _| block(x, y))
}

pub fn colours() -> Vec<u8> {
    png_of([825, 1125], png::ColorType::Rgb, |x, y, channel| {
        block(x, y).rotate_left(channel as u32)
    })
}

fn seen_through() -> Vec<u8> {
    png_of([825, 1125], png::ColorType::Rgba, |x, y, channel| block(x + 75 * channel as u32, y))
}

/// A picture over the whole card, for [`folder_with`].
pub const WHOLE: &str = "<image id=\"wood\" inkscape:label=\"LABEL\" x=\"-3.175\" y=\"-3.175\" \
    width=\"69.85\" height=\"95.25\" href=\"pictures/wood%201.png\"/>";

pub fn whole(label: &str) -> String {
    WHOLE.replace("LABEL", label)
}

/// The theme `west` with `element` over its back, and over its front if `fronts` is set.
///
/// The file is below the theme's folder.
pub fn folder_with(element: &str, file: &[u8], fronts: bool) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in Theme::built_in_files("west").unwrap() {
        let text = match name {
            "back.svg" => text.replace("</svg>", &format!("{element}</svg>")),
            "card.svg" if fronts => text.replace("</svg>", &format!("{element}</svg>")),
            _ => text.to_owned(),
        };
        std::fs::write(folder.path().join(name), text).unwrap();
    }
    std::fs::create_dir(folder.path().join("pictures")).unwrap();
    std::fs::write(folder.path().join("pictures/wood 1.png"), file).unwrap();
    folder
}

pub(super) fn theme(folder: &Path) -> Theme {
    Theme::read(folder).unwrap_or_else(|problems| panic!("{problems}"))
}

/// The upload of cards 10 and 34 in this theme to a house.
pub(super) fn sent(house: &str, theme: &Theme) -> Result<NamedFile, String> {
    let deck = deck();
    let mut job = Job::new(&deck, theme);
    super::house(house).set_up(&mut job).unwrap_or_else(|problems| panic!("{problems}"));
    job.cards = only("10,34", CardNumbers::POKER).unwrap();
    job.run(|_| ()).map(|mut files| files.remove(0)).map_err(|problems| problems.to_string())
}

pub(super) fn findings(element: &str, file: &[u8]) -> String {
    let folder = folder_with(element, file, false);
    face::check(&theme(folder.path()), &deck()).to_string()
}

pub(super) fn pictures_in(file: &NamedFile) -> Vec<Stream> {
    let pdf = Document::load_mem(&file.bytes).unwrap();
    let streams = pdf.objects.into_values().filter_map(|object| object.as_stream().cloned().ok());
    let is_picture = |stream: &Stream| {
        stream
            .dict
            .get(b"Subtype")
            .and_then(|kind| kind.as_name())
            .is_ok_and(|kind| kind == b"Image")
    };
    streams.filter(is_picture).collect()
}

#[test]
fn grey_pictures_labelled_with_an_ink_pass_both_press_houses() {
    assert_eq!("", findings(&whole("ink leather"), &greys()));
    let folder = folder_with(&whole("ink leather on ledger"), &greys(), true);
    for name in ["drivethrucards", "press-x4"] {
        let file = sent(name, &theme(folder.path())).unwrap();
        let report = judge(&file, &house(name));
        assert!(report.passes(), "{report}");
        // Two fronts and a back share one picture, packed with Flate.
        let pictures = pictures_in(&file);
        assert_eq!(1, pictures.len(), "{name}");
        let filter = pictures[0].dict.get(b"Filter").unwrap();
        assert_eq!(b"FlateDecode"[..], *filter.as_name().unwrap());
        assert!(file.bytes.len() < 400_000, "{name}: {} bytes", file.bytes.len());
    }
}

/// The inks of a swatch of `west` in percent.
fn inks(swatch: &str) -> [f64; 4] {
    let west = Theme::built_in("west").unwrap();
    west.palette().by_id(swatch).unwrap().ink.process().percent()
}

/// The plates of a press file's first page by ink, if Ghostscript is installed.
pub(super) fn first_page<'f>(
    folder: &'f Path,
    file: &NamedFile,
) -> Option<impl Fn(&str) -> Plate + 'f> {
    let pdf = folder.join("deck.pdf");
    std::fs::write(&pdf, &file.bytes).unwrap();
    let out = format!("-sOutputFile={}", folder.join("p%d.tif").display());
    let options = ["-q", "-dNOPAUSE", "-dBATCH", "-dSAFER", "-dLastPage=1", "-sDEVICE=tiffsep"];
    let options = options.into_iter().chain(["-sCompression=none", "-r300", &out]);
    let arguments = options.map(std::ffi::OsString::from).chain([pdf.into()]);
    foreign::stdout("gs", arguments)?;
    Some(|ink: &str| plate(&std::fs::read(folder.join(format!("p1({ink}).tif"))).unwrap()))
}

#[test]
fn the_plates_of_a_grey_picture_have_inks_between_swatches() {
    for (label, white) in [("ink leather", [0.0; 4]), ("ink leather on ledger", inks("ledger"))] {
        let folder = folder_with(&whole(label), &greys(), false);
        let file = sent("drivethrucards", &theme(folder.path())).unwrap();
        let Some(plate) = first_page(folder.path(), &file) else { return };
        let plates = ["Cyan", "Magenta", "Yellow", "Black"].map(plate);
        let black = inks("leather");
        for (row, column) in (0..15).flat_map(|row| (0..11).map(move |column| (row, column))) {
            let (x, y) = (column * 75 + 37, row * 75 + 37);
            let share = f64::from(block(x, y)) / 255.0;
            for (part, plate) in plates.iter().enumerate() {
                let asked = black[part] * (1.0 - share) + white[part] * share;
                let at = y as usize * plate.width + x as usize;
                let printed = f64::from(255 - plate.pixels[at]) / 2.55;
                assert!(
                    (asked - printed).abs() < 1.0,
                    "{label}, plate {part} at {x}, {y}: {printed:.1} % for {asked:.1} %"
                );
            }
        }
    }
}

/// Adds a swatch, given as TOML, to the theme in a folder.
fn add_swatch(folder: &Path, swatch: &str) {
    let file = folder.join("theme.toml");
    let text = std::fs::read_to_string(&file).unwrap();
    std::fs::write(&file, format!("{text}\n{swatch}")).unwrap();
}

#[test]
fn the_ink_sum_of_a_picture_is_checked_against_the_limit() {
    let folder = folder_with(&whole("ink tar"), &greys(), false);
    add_swatch(folder.path(), "[swatches.tar]\nrgb = \"#010203\"\ncmyk = [75, 68, 67, 90]\n");
    let theme = theme(folder.path());
    assert_eq!(300.0, theme.palette().max_ink_sum());
    let sent = sent("drivethrucards", &theme).unwrap();
    assert!((calculated(&sent) - 300.0).abs() < 1.0);
    let report = judge(&sent, &house("drivethrucards"));
    assert_eq!(["pdf.ink"], *broken(&report));
    assert!(
        report.to_string().contains("a picture with a colour of 300.0 % ink, limit 240 %"),
        "{report}"
    );
}

#[test]
fn a_picture_in_a_spot_ink_is_on_the_plate_of_that_ink_alone() {
    let folder = folder_with(&whole("ink branding"), &greys(), false);
    let spot = "[swatches.branding]\nrgb = \"#c8102e\"\ncmyk = [0, 100, 80, 5]\n\
        spot = \"PANTONE 186 C\"\n";
    add_swatch(folder.path(), spot);
    let file = sent("drivethrucards", &theme(folder.path())).unwrap();
    // The house prints in four inks, so the fifth is reported; the plates are correct.
    assert_eq!(["pdf.spot-inks"], *broken(&judge(&file, &house("drivethrucards"))));
    let Some(plate) = first_page(folder.path(), &file) else { return };
    let (spot, black) = (plate("PANTONE 186 C"), plate("Black"));
    for (x, y) in [(37, 37), (112, 37), (400, 560), (787, 1087)] {
        let at = y as usize * spot.width + x as usize;
        assert!(spot.pixels[at].abs_diff(block(x, y)) < 3, "{} at {x}, {y}", spot.pixels[at]);
        assert_eq!(255, black.pixels[at]);
    }
}

#[test]
fn colour_pictures_go_into_x_4_and_are_refused_in_x_1a() {
    for (file, what, objects) in
        [(colours(), "a picture in sRGB", 1), (seen_through(), "a picture in sRGB with alpha", 2)]
    {
        let folder = folder_with(&whole("a painting"), &file, false);
        let theme = theme(folder.path());
        let sent_x4 = sent("press-x4", &theme).unwrap();
        let report = judge(&sent_x4, &house("press-x4"));
        assert!(report.passes(), "{report}");
        let ink = report.rules.iter().find(|result| result.rule == "pdf.ink").unwrap();
        let ink = format!("{:?}", ink.verdict);
        assert!(ink.contains("in colours whose inks the press chooses"), "{ink}");
        // The picture and its alpha channel.
        assert_eq!(objects, pictures_in(&sent_x4).len());
        let path = folder.path().join("deck.pdf");
        std::fs::write(&path, &sent_x4.bytes).unwrap();
        foreign::stdout("qpdf", [std::ffi::OsString::from("--check"), path.into()]);
        let refused = sent("drivethrucards", &theme).unwrap_err();
        let expected =
            format!(": {what} on <image> \"a painting\" cannot be printed in PDF/X-1a; ");
        assert!(refused.contains("back.svg:") && refused.contains(&expected), "{refused}");
        assert!(refused.contains("an empty table [pictures] in theme.toml"), "{refused}");
        assert_eq!("", face::check(&theme, &deck()).to_string());
        // PNG uploads and home sheets accept every colour.
        sent("thegamecrafter", &theme).unwrap();
        sent("home", &theme).unwrap();
    }
}

#[test]
fn faults_of_pictures_are_reported_with_place_and_remedy() {
    let linked = |link: &str| whole("ink leather").replace("pictures/wood%201.png", link);
    let good = greys();
    let mut cases = vec![
        (whole("ink leather"), good[..good.len() / 2].to_vec(), "is a broken PNG file"),
        (
            whole("ink leather"),
            b"GIF89a....".to_vec(),
            "is a GIF file; accepted: a PNG or JPEG file",
        ),
        (whole("ink rast"), good.clone(), "the ink \"rast\", which is not a swatch"),
        (whole("ink leather on mud"), good.clone(), "the ink \"mud\", which is not a swatch"),
        (whole("ink leather"), colours(), "is in colour at pixel"),
        (
            whole("ink leather"),
            png_of([9, 9], png::ColorType::GrayscaleAlpha, |_, _, _| 99),
            "lets what is below show through",
        ),
        (
            whole("ink leather"),
            {
                let mut bytes = Vec::new();
                let encoder = png::Encoder::new(&mut bytes, 60_000, 60_000);
                drop(encoder.write_header().unwrap());
                bytes
            },
            "has 60000 × 60000 pixels; accepted: no more than 8 million pixels",
        ),
    ];
    for link in ["../wood.png", "/etc/hostname", "https://example.org/wood.png", "C:/wood.png"] {
        cases.push((linked(link), good.clone(), "leads out of the theme's folder"));
    }
    cases.push((linked("pictures/tin.png"), good.clone(), "tin.png\" is not readable"));
    cases.push((linked("pictures"), good.clone(), "is not a file"));
    cases.push((
        linked(""),
        good.clone(),
        "names no picture; accepted: a link to a PNG, JPEG or TIFF file",
    ));
    cases.push((linked("data:image/png;base64,*"), good.clone(), "cannot be unpacked; accepted"));
    cases.push((linked("data:image/png;base64,AAAA"), good, "the embedded file is not a picture"));
    for (element, file, expected) in cases {
        let found = findings(&element, &file);
        assert_eq!(1, found.lines().count(), "{found}");
        let label = element.split('"').nth(3).unwrap();
        assert!(found.contains("back.svg:"), "{found}");
        assert!(found.contains(&format!("<image> {label:?} ")), "{found}");
        assert!(found.contains(expected), "{expected}\n{found}");
        assert!(found.contains("; accepted: "), "{found}");
    }
}

#[test]
fn coarse_pictures_are_reported_by_render_and_preflight() {
    let coarse = png_of([550, 750], png::ColorType::Grayscale, |x, y, _| block(x, y));
    let found = |element: &str| {
        let folder = folder_with(element, &coarse, false);
        face::shortfalls(&theme(folder.path()), &deck()).unwrap().to_string()
    };
    let whole_card = found(&whole("ink leather"));
    let expected =
        "<image> \"ink leather\" is printed at 200 dots per inch, where print houses ask for 300";
    assert!(whole_card.contains(expected) && whole_card.contains("back.svg:"), "{whole_card}");
    let folder = folder_with(&whole("ink leather"), &coarse, false);
    let theme = theme(folder.path());
    let refused = sent("drivethrucards", &theme).unwrap_err();
    let expected = "is printed at 200 dots per inch, where DriveThruCards asks for 300";
    assert!(refused.contains(expected) && refused.contains("back.svg:"), "{refused}");
    // Preflight reports the same about a file that is made anyway.
    let deck = deck();
    let mut job = Job::new(&deck, &theme);
    house("drivethrucards").set_up(&mut job).unwrap();
    (job.image_dpi, job.cards) = (None, only("10,34", CardNumbers::POKER).unwrap());
    let file = job.run(|_| ()).unwrap().remove(0);
    assert_eq!(["pdf.resolution"], *broken(&judge(&file, &house("drivethrucards"))));
    // At half the size the resolution is sufficient.
    let half = whole("ink leather").replace("69.85", "46").replace("95.25", "62.7");
    assert!(!found(&half).contains("dots per inch"), "{}", found(&half));
}

#[test]
fn a_picture_shared_by_nine_cards_is_embedded_once() {
    let folder = folder_with(&whole("ink leather"), &greys(), true);
    let (deck, theme) = (deck(), theme(folder.path()));
    let sheet = actiondeck::render::sheet::Sheet::built_in("a4-3x3").unwrap();
    let mut job = Job::new(&deck, &theme).with_sheets(vec![sheet]);
    job.cards = only("0-8", CardNumbers::POKER).unwrap();
    let files = job.run(|_| ()).unwrap();
    let text = |path: &str| {
        let file = files.iter().find(|file| file.path == path).unwrap();
        std::str::from_utf8(&file.bytes).unwrap().to_owned()
    };
    let page = text("sheets/svg/a4-3x3-01-front.svg");
    assert_eq!(1, page.matches("data:image/png").count());
    assert_eq!(9, page.matches("href=\"#shared-picture-0\"").count());
    assert_eq!(1, text("cards/svg/card-05.svg").matches("data:image/png").count());
    // Nine copies would exceed the size limit of one.
    let tree = face::usvg::Tree::from_str(&page, &face::usvg::Options::default()).unwrap();
    let mut pixmap = resvg::tiny_skia::Pixmap::new(2480, 3508).unwrap();
    let scale = resvg::tiny_skia::Transform::from_scale(300.0 / 96.0, 300.0 / 96.0);
    resvg::render(&tree, scale, &mut pixmap.as_mut());
    // The middle of the second block from the left and the top of the card in the middle, whose
    // upper left corner is at 73.25, 104.05 mm.
    let at = |mm: f64, block: f64| ((mm - 3.175) / 25.4 * 300.0 + block * 75.0 + 37.0) as u32;
    let pixel = pixmap.pixel(at(73.25, 1.0), at(104.05, 1.0)).unwrap();
    let card = files.iter().find(|file| file.path == "cards/png/card-04.png").unwrap();
    let mut reader = png::Decoder::new(std::io::Cursor::new(&card.bytes)).read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    reader.next_frame(&mut pixels).unwrap();
    let own = &pixels[(112 * 825 + 112) * 3..][..3];
    for (one, other) in own.iter().zip([pixel.red(), pixel.green(), pixel.blue()]) {
        assert!(one.abs_diff(other) <= 2, "{own:?} {pixel:?}");
    }
}

#[test]
fn pictures_give_the_same_bytes_on_one_thread_and_on_two() {
    let folder = folder_with(&whole("ink leather on ledger"), &greys(), true);
    std::fs::write(folder.path().join("deck.csv"), include_str!("../../data/deck.csv")).unwrap();
    let sums = ["1", "2"].map(|threads| {
        let mut command = actiondeck();
        command.current_dir(folder.path()).env("RAYON_NUM_THREADS", threads);
        command.args(["render", "deck.csv", "--theme", ".", "--only", "10,34"]);
        // Cards with only a picture have too little contrast, which is reported with exit code 1.
        command.args(["--sheet", "single", "--dpi", "100", "-o", threads]).assert().code(1);
        std::fs::read(folder.path().join(threads).join("SHA256SUMS")).unwrap()
    });
    assert_eq!(sums[0], sums[1]);
}
