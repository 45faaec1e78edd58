//! Sheets whose backs are rotated and scaled for a printer: they pass, and faults in them are reported.

use actiondeck::deck::{CardNumbers, Deck};
use actiondeck::diagnostic::Source;
use actiondeck::face::{Faces, Theme};
use actiondeck::preflight::{Expectation, PrintedDeck, check_against};
use actiondeck::render::sheet::Sheet;
use actiondeck::render::{Job, Printer, only};

use super::{deck, theme};

/// The sheet of nine backs for a printer, as an SVG.
fn backs(deck: &Deck, printer: &str) -> String {
    let theme = theme();
    let mut job = Job::new(deck, &theme).with_sheets(vec![Sheet::built_in("letter-3x3").unwrap()]);
    job.cards = only("0-8", CardNumbers::POKER).unwrap();
    job.printer = Some(Printer::read("half", &Source::new("printers.toml", printer)).unwrap());
    let files = job.run(|_| ()).unwrap();
    let back = files.into_iter().find(|file| file.path.ends_with("letter-3x3-01-back.svg"));
    String::from_utf8(back.unwrap().bytes).unwrap()
}

/// The text with one occurrence of a piece replaced.
fn exchanged(text: &str, number: usize, piece: &str, other: &str) -> String {
    let (at, _) = text.match_indices(piece).nth(number).unwrap();
    [&text[..at], other, &text[at + piece.len()..]].concat()
}

/// The differences of a file, whose number of faces is checked.
fn describe(path: &str, bytes: &[u8], printed: &PrintedDeck, faces: usize) -> Vec<String> {
    let expectation = Expectation::default().with_drawing();
    let seen = check_against(path, bytes, &expectation, printed).seen.unwrap();
    assert_eq!(faces, seen.faces);
    seen.differences.iter().map(ToString::to_string).collect()
}

#[test]
fn defects_in_backs_corrected_for_a_printer_are_reported() {
    let (deck, theme) = (deck(), theme());
    let faces = Faces::new(&theme, &deck).unwrap();
    let printed =
        PrintedDeck::from_cards(&faces, &only("0-8", CardNumbers::POKER).unwrap()).unwrap();
    let describe = |svg: &str| describe("letter-3x3-01-back.svg", svg.as_bytes(), &printed, 9);
    let printer = |turn: f64, stretch: [f64; 2]| {
        format!(
            "[half]\nback_offset_mm = [0.5, -0.3]\nback_rotation_deg = {turn}\nback_scale = {stretch:?}\n"
        )
    };
    let none = Vec::<String>::new();
    for (turn, stretch) in [(0.08, [1.003, 0.997]), (-0.17, [0.998, 1.002])] {
        assert_eq!(none, describe(&backs(&deck, &printer(turn, stretch))), "{turn} {stretch:?}");
    }
    let svg = backs(&deck, &printer(0.25, [1.002, 0.998]));
    assert_eq!(none, describe(&svg));
    // Another colour, a missing ring, and a bar over the middle.
    let ring = "<path inkscape:label=\"bright ring\"";
    for planted in [
        exchanged(&svg, 4, ring, "<path opacity=\"0.4\""),
        exchanged(&svg, 8, ring, "<path display=\"none\""),
        exchanged(&svg, 0, ring, &format!("<path d=\"M20 40h6v0.6h-6z\" fill=\"#ffffff\"/>{ring}")),
    ] {
        assert!(!describe(&planted).is_empty());
    }
}

#[test]
fn large_abutting_backs_pass_when_corrected_for_a_printer() {
    let deck = deck();
    let theme = Theme::built_in("high-contrast").unwrap().sized("jumbo".parse().unwrap()).unwrap();
    let printer = "[office]\nback_offset_mm = [0.6, -0.4]\nback_rotation_deg = 0.25\n\
                   back_scale = [1.003, 0.998]\n";
    let printer = Printer::read("office", &Source::new("printers.toml", printer)).unwrap();
    let job = Job::new(&deck, &theme)
        .with_sheets(vec![Sheet::built_in("a4-3x3").unwrap()])
        .with_cards(only("0-4", CardNumbers::POKER).unwrap())
        .with_printer(Some(printer))
        .with_svg(false)
        .with_png(None);
    let files = job.run(|_| ()).unwrap();
    let faces = Faces::new(&theme, &deck).unwrap();
    let printed = PrintedDeck::from_cards(&faces, &job.cards).unwrap();
    let [file] = &files[..] else { panic!("{} files", files.len()) };
    assert_eq!(Vec::<String>::new(), describe(&file.path, &file.bytes, &printed, 10));
}
