//! The tuck box: lines measured on their plates, and files opened by external programs.

use std::path::Path;

use actiondeck::deck::CardNumber;
use actiondeck::face::{Faces, Words};
use actiondeck::geometry::{Mm, Size};
use actiondeck::render::TuckBox;
use actiondeck::render::pdf::Timestamp;

use super::plates::{Plate, plate};
use super::*;
use crate::drawn_lines::{PIXELS_PER_MM, crossings};
use crate::foreign;

const A4: [f64; 2] = [210.0, 297.0];
const LETTER: [f64; 2] = [215.9, 279.4];

pub(super) fn tuck_box(cards: u8, stock_um: u16, [width, height]: [f64; 2]) -> TuckBox {
    let paper = Size { width: Mm(width), height: Mm(height) };
    TuckBox { cards, stock_um, paper, date: Timestamp::FIXED }
}

fn made(tuck_box: TuckBox, theme: &Theme) -> Vec<NamedFile> {
    made_of(&deck(), tuck_box, theme)
}

pub(super) fn made_of(deck: &Deck, tuck_box: TuckBox, theme: &Theme) -> Vec<NamedFile> {
    let none: [CardNumber; 0] = [];
    let faces = Faces::fitting_on(theme, deck, &none).unwrap();
    tuck_box.files(&faces).unwrap_or_else(|problems| panic!("{problems}"))
}

fn built_in(theme: &str) -> Theme {
    Theme::built_in(theme).unwrap()
}

/// The plates of a page at 254 dots per inch, by ink.
pub(super) fn plates(pdf: &[u8], folder: &Path) -> Option<impl Fn(&str) -> Plate + use<>> {
    let file = folder.join("box.pdf");
    std::fs::write(&file, pdf).unwrap();
    let out = format!("-sOutputFile={}", folder.join("p%d.tif").display());
    let options =
        ["-q", "-dNOPAUSE", "-dBATCH", "-dSAFER", "-sDEVICE=tiffsep", "-sCompression=none"];
    let options = options.into_iter().chain(["-r254", "-dOverprint=/enable", &out]);
    let arguments = options.map(std::ffi::OsString::from).chain([file.into()]);
    foreign::stdout("gs", arguments)?;
    let folder = folder.to_owned();
    Some(move |ink: &str| plate(&std::fs::read(folder.join(format!("p1({ink}).tif"))).unwrap()))
}

fn across(plate: &Plate, y_mm: f64) -> Vec<f64> {
    let y = (y_mm * PIXELS_PER_MM) as usize;
    crossings((0..plate.width).map(|x| plate.pixels[y * plate.width + x] < 200).chain([false]))
}

fn down(plate: &Plate, x_mm: f64) -> Vec<f64> {
    let x = (x_mm * PIXELS_PER_MM) as usize;
    crossings((0..plate.height).map(|y| plate.pixels[y * plate.width + x] < 200).chain([false]))
}

fn assert_near(expected: &[f64], found: &[f64]) {
    let near = |(a, b): (&f64, &f64)| (a - b).abs() < 0.1;
    let same = expected.len() == found.len() && expected.iter().zip(found).all(near);
    assert!(same, "expected {expected:?}, found {found:?}");
}

#[test]
fn cuts_and_folds_of_the_box_fit_cards_and_thickness() {
    for (size, cards, stock_um) in [("poker", 54, 310), ("tarot", 60, 350), ("50x75", 57, 250)] {
        let theme = built_in("future-imperfect");
        let theme = theme.sized(size.parse().unwrap()).unwrap();
        let format = theme.format();
        let files = made(tuck_box(cards, stock_um, [400.0, 400.0]), &theme);
        let folder = tempfile::tempdir().unwrap();
        let Some(plates) = plates(&files[1].bytes, folder.path()) else { return };
        let [die, crease] = ["Die", "Crease"].map(plates);
        // A card and 1.5 mm of play, the pile and 1.2 mm, a flap of 11 mm; 10 mm of paper on all sides.
        let width = format.trim_width_mm() + 1.5;
        let height = format.trim_height_mm() + 1.5;
        let depth = f64::from(cards) * f64::from(stock_um) / 1000.0 + 1.2;
        let edge = 10.0;
        let columns = [
            edge + 11.0,
            edge + 11.0 + width,
            edge + 11.0 + width + depth,
            edge + 11.0 + 2.0 * width + depth,
        ];
        let top = edge + 14.0 + depth;
        let right = columns[3] + depth - 0.3;
        // Across the middle of the walls: cut at both ends, folded four times. The dashes start at
        // the top of the walls and are two millimetres long and one apart.
        let dash = top + 3.0 * ((height / 6.0).floor()) + 1.0;
        assert_near(&[edge, right], &across(&die, dash));
        assert_near(&columns, &across(&crease, dash));
        // Down the back: end of the lid, hinge, top, foot, hinge and end.
        let back = columns[0] + 1.0 + 3.0 * ((width / 6.0).floor()) + 1.0;
        let hinges = [top - depth, top, top + height, top + height + depth];
        let found = down(&crease, back);
        assert!(
            hinges.iter().all(|hinge| found.iter().any(|at| (at - hinge).abs() < 0.1)),
            "{found:?}"
        );
        let ends = [edge, top + height + depth + 14.0];
        assert_near(&ends, &down(&die, back));
        // Down the front beside the notch: cut at top and foot.
        let front = columns[2] + 5.0;
        assert_near(&[top, top + height], &down(&die, front));
        // Down through the notch, 2.8 mm deep.
        assert_near(&[top + 2.8, top + height], &down(&die, columns[2] + width / 2.0));
    }
}

#[test]
fn the_lines_leave_the_art_whole_on_the_four_plates() {
    let [folder, bare_folder] = [(); 2].map(|()| tempfile::tempdir().unwrap());
    let pdf = made(tuck_box(54, 310, A4), &built_in("west")).swap_remove(1).bytes;
    let Some(with_lines) = plates(&pdf, folder.path()) else { return };
    // The same page with lines that paint on no plate.
    let bare = bare_folder.path().join("bare.pdf");
    let script = "import pikepdf,sys\n\
        pdf=pikepdf.open(sys.argv[1])\n\
        page=pdf.pages[0]\n\
        ops=pikepdf.parse_content_stream(page)\n\
        ops=[op for op in ops if str(op.operator) not in ('S',)]\n\
        page.Contents=pdf.make_stream(pikepdf.unparse_content_stream(ops))\n\
        pdf.save(sys.argv[2])";
    let lined = folder.path().join("box.pdf");
    if !foreign::has_python_module("pikepdf") {
        return;
    }
    let arguments = ["-c".into(), script.into(), lined.into_os_string(), bare.clone().into()];
    foreign::stdout("python3", arguments);
    let bare = plates(&std::fs::read(&bare).unwrap(), bare_folder.path()).unwrap();
    for ink in ["Cyan", "Magenta", "Yellow", "Black"] {
        let [with, without] = [with_lines(ink), bare(ink)];
        let same = with.pixels.iter().zip(&without.pixels).all(|(a, b)| a.abs_diff(*b) <= 2);
        assert!(same, "{ink}");
    }
    assert!(with_lines("Die").pixels.iter().any(|ink| *ink < 50));
}

#[test]
fn the_box_of_every_theme_passes_preflight_and_has_bleed() {
    for name in Theme::built_in_names() {
        let files = made(tuck_box(56, 310, LETTER), &built_in(name));
        for file in &files {
            let report = check(&file.path, &file.bytes, &Expectation::default());
            assert!(report.passes(), "{name}: {report}");
        }
        let limit = Expectation::default().with_ink_limit(240.0);
        let report = check("box-press.pdf", &files[1].bytes, &limit);
        assert!(report.passes(), "{name}: {report}");
    }
}

#[test]
fn other_programs_open_the_box_and_read_what_is_on_it() {
    let files = made(tuck_box(54, 310, LETTER), &built_in("future-imperfect"));
    let folder = tempfile::tempdir().unwrap();
    for file in &files {
        std::fs::write(folder.path().join(&file.path), &file.bytes).unwrap();
    }
    let path = |name: &str| folder.path().join(name).display().to_string();
    for pdf in ["box.pdf", "box-press.pdf"] {
        foreign::stdout("qpdf", ["--check", &path(pdf)]);
        foreign::stdout("mutool", ["draw", "-o", "/dev/null", &path(pdf)]);
        let Some(text) = foreign::stdout("pdftotext", [&path(pdf), "-"]) else { return };
        // Front, back and three panels of the box, then the metadata.
        assert!(text.to_lowercase().matches("sample").count() >= 5, "{text}");
        assert!(text.contains("54 cards of 310 µm"), "{text}");
    }
    let Some(size) = foreign::stdout("pdfinfo", ["-box", &path("box-press.pdf")]) else { return };
    let trim = size.lines().find(|line| line.starts_with("TrimBox")).unwrap();
    let sides: Vec<f64> = trim.split_whitespace().filter_map(|word| word.parse().ok()).collect();
    let in_mm = |points: f64| points * 25.4 / 72.0;
    // 11 + 2 × 65 + 2 × 17.94 - 0.3 across, 90.4 + 2 × (17.94 + 14) down.
    assert_near(&[176.58, 154.28], &[in_mm(sides[2] - sides[0]), in_mm(sides[3] - sides[1])]);
    let drawn = folder.path().join("box.png").display().to_string();
    foreign::stdout("rsvg-convert", ["-o", &drawn, &path("box.svg")]);
    let svg = String::from_utf8(files[2].bytes.clone()).unwrap();
    assert!(svg.contains("inkscape:label=\"die\"") && svg.contains("inkscape:label=\"crease\""));
}

#[test]
fn boxes_out_of_range_or_larger_than_the_paper_are_refused() {
    let folder = folder_with_deck();
    let run = |arguments: &[&str]| {
        let mut command = actiondeck();
        command.current_dir(folder.path()).args(["box", "deck.csv", "-q"]).args(arguments);
        let output = command.output().unwrap();
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let (code, stderr) = run(&["--cards", "40", "--stock", "5", "--paper", "a9"]);
    assert_eq!(Some(2), code, "{stderr}");
    for accepted in ["54 to 60", "100 to 700", "a4, letter"] {
        assert!(stderr.contains(accepted), "{stderr}");
    }
    let (code, stderr) = run(&["--size", "jumbo"]);
    assert_eq!(Some(2), code, "{stderr}");
    assert!(stderr.contains("does not fit 210 × 297 mm; accepted: a paper of"), "{stderr}");
    assert!(!folder.path().join("output/box.pdf").exists());
    // A box too wide for upright paper is placed in landscape.
    let (code, stderr) = run(&["--size", "tarot", "--cards", "60", "--stock", "400"]);
    assert_eq!(Some(0), code, "{stderr}");
    assert!(folder.path().join("output/box-press.pdf").is_file());
}

#[test]
fn a_box_has_the_language_and_the_count_of_the_cards() {
    let said = |file: &NamedFile| {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("box.pdf");
        std::fs::write(&path, &file.bytes).unwrap();
        foreign::stdout("pdftotext", ["-layout", path.to_str().unwrap(), "-"])
    };
    for (language, floor, ways) in [
        ("en", "54 cards · edition", ["glue the flap", "tuck box for 60 cards"]),
        ("de", "54 Karten · Ausgabe", ["die Lasche kleben", "Faltschachtel für 60 Karten"]),
        ("es", "54 cartas · edición", ["pegar la solapa", "estuche para 60 cartas"]),
        ("fr", "54 cartes · édition", ["coller la patte", "étui pour 60 cartes"]),
    ] {
        let theme = built_in("west").in_words(Words::built_in(language).unwrap());
        let files = made(tuck_box(60, 310, A4), &theme);
        let svg = std::str::from_utf8(&files[2].bytes).unwrap();
        assert!(svg.contains(floor) && svg.contains(ways[1]), "{language}");
        let Some(text) = said(&files[0]) else { return };
        assert!(ways.iter().all(|way| text.contains(way)), "{language}: {text}");
        let english = ["cards", "edition", "print at", "inside"].iter().any(|it| text.contains(it));
        assert_eq!(language == "en", english, "{language}: {text}");
    }
}

#[test]
fn preflight_recognises_box_and_leaf_and_their_edition() {
    let folder = super::folder_with_deck();
    let run = |arguments: &[&str]| {
        crate::program::actiondeck().current_dir(folder.path()).args(arguments).assert()
    };
    run(&["box", "deck.csv", "-o", "pieces"]).code(0);
    let files = ["pieces/box.pdf", "pieces/box-press.pdf", "pieces/box.svg"];
    let check = ["preflight", "--deck", "deck.csv"];
    let found = run(&[&check[..], &files].concat()).code(0);
    found.says("the tuck box of this edition; it has no cards");
    // The built-in deck has a leaf.
    let ready = actiondeck::deck::Deck::built_in().to_files().unwrap().json;
    std::fs::write(folder.path().join("ready.json"), ready).unwrap();
    run(&["leaf", "ready.json", "-o", "leaf"]).code(0);
    let leaf = ["leaf/leaf.pdf", "leaf/leaf-back.svg"];
    let found = run(&[&["preflight", "--deck", "ready.json"], &leaf[..]].concat()).code(0);
    found.says("the folded leaf of this edition");
    let front = run(&["preflight", "--deck", "ready.json", "leaf/leaf-front.svg"]);
    let said = String::from_utf8(front.get_output().stdout.clone()).unwrap();
    assert!(
        said.contains("the folded leaf of this edition") && !said.contains("svg.ids"),
        "{said}"
    );
    let other = run(&["preflight", "--quick", "--deck", "ready.json", "pieces/box-press.pdf"]);
    other.code(1).says("the tuck box is of edition");
}

#[test]
fn a_box_edited_in_inkscape_is_printed_in_every_size() {
    let folder = folder_with_deck();
    let run = |arguments: &[&str]| actiondeck().current_dir(folder.path()).args(arguments).assert();
    run(&["template", "new", "mine", "--theme", "west"]).code(0);
    let own = folder.path().join("mine/tuck-box.svg");
    // Saved by Inkscape: a plate with text on the back panel, and stitches along the spines.
    std::fs::write(&own, include_str!("../../data/tuck-box-inkscape.svg")).unwrap();
    run(&["template", "check", "mine", "--deck", "deck.csv"]).says("nothing found");
    for (size, cards) in [("poker", "54"), ("tarot", "60")] {
        let arguments = ["box", "deck.csv", "--theme", "mine", "--size", size, "--cards", cards];
        run(&[&arguments[..], &["-o", size]].concat()).code(0);
        let files = ["box.pdf", "box-press.pdf", "box.svg"].map(|file| format!("{size}/{file}"));
        let files = files.iter().map(String::as_str);
        run(&["preflight"].into_iter().chain(files).collect::<Vec<_>>()).code(0);
        let svg = std::fs::read_to_string(folder.path().join(size).join("box.svg")).unwrap();
        assert!(svg.contains("aria-label=\"One draw is every die\""), "{size}");
        assert!(!svg.contains("inkscape:label=\"back\""), "{size}");
    }
    let template = std::fs::read_to_string(&own).unwrap();
    std::fs::write(&own, template.replace("at left", "at top").replace("{{about}}", "{{rank}}"))
        .unwrap();
    let found = run(&["template", "check", "mine/tuck-box.svg", "--deck", "deck.csv"]);
    let found = found.code(1).says("unknown region top").says("{{rank}}");
    found.says("tuck-box.svg:");
}
