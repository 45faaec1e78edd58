//! No false alarms: files of this program, also saved by other programs, pass for every theme and script.

use std::fs;
use std::path::Path;

use actiondeck::deck::{CardNumbers, Deck};
use actiondeck::face::{Faces, Lettering, Theme};
use actiondeck::preflight::{Checked, Expectation, PrintedDeck, check_against};
use actiondeck::render::sheet::Sheet;
use actiondeck::render::{Job, NamedFile, only};

use crate::foreign;
use crate::pdf_file::{self, Content, Document, Object, Operation};

const CARDS: &str = "3,34";

fn deck(name: &str) -> Deck {
    let text = include_str!("../../data/deck.csv");
    Deck::read(&format!("{name}.csv"), text).unwrap()
}

/// The theme `ink-saver` with changed files, and an optional font.
fn theme(change: impl Fn(&str) -> String, font: Option<&[u8]>) -> Theme {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in Theme::built_in_files("ink-saver").unwrap() {
        fs::write(folder.path().join(name), change(text)).unwrap();
    }
    if let Some(font) = font {
        fs::create_dir(folder.path().join("fonts")).unwrap();
        fs::write(folder.path().join("fonts/own.ttf"), font).unwrap();
    }
    Theme::read(folder.path()).unwrap_or_else(|problems| panic!("{problems}"))
}

/// Pages of one card, sheets, and single cards, as PDF and SVG.
fn files(deck: &Deck, theme: &Theme, lettering: Lettering) -> Vec<NamedFile> {
    let sheets = ["single", "a4-3x3"].map(|name| Sheet::built_in(name).unwrap());
    let mut job = Job::new(deck, theme).with_sheets(sheets.to_vec());
    (job.png, job.lettering, job.pdf_lettering) = (None, lettering, lettering);
    job.cards = only(CARDS, CardNumbers::POKER).unwrap();
    job.run(|_| ()).unwrap_or_else(|problems| panic!("{problems}"))
}

fn printed(deck: &Deck, theme: &Theme) -> PrintedDeck {
    PrintedDeck::from_cards(
        &Faces::new(theme, deck).unwrap(),
        &only(CARDS, CardNumbers::POKER).unwrap(),
    )
    .unwrap()
}

fn checked(path: &str, bytes: &[u8], printed: &PrintedDeck) -> Checked {
    check_against(path, bytes, &Expectation::default().with_drawing(), printed)
}

/// The differences from the deck, as text.
fn describe(checked: &Checked) -> Vec<String> {
    let seen = checked.seen.iter().flat_map(|seen| &seen.differences);
    let read = checked.read_back.iter().flat_map(|read| &read.differences);
    seen.map(ToString::to_string).chain(read.map(|fault| fault.reason.clone())).collect()
}

/// Checks that all files of a theme look and read as expected.
fn assert_no_differences(what: &str, deck: &Deck, theme: &Theme) {
    let printed = printed(deck, theme);
    for lettering in [Lettering::Live, Lettering::Outlined] {
        for file in files(deck, theme, lettering) {
            let found = checked(&file.path, &file.bytes, &printed);
            assert_eq!(Vec::<String>::new(), describe(&found), "{what}: {}", file.path);
            assert!(found.seen.unwrap().faces > 0, "{what}: {}", file.path);
        }
    }
}

#[test]
fn card_numbers_read_back_repeated_rotated_or_on_a_path() {
    let number = "<text inkscape:label=\"part number.short\" x=\"3.4\" y=\"13.05\" font-size=\"10.4\">{{number}}</text>";
    let own = "<text id=\"index\" x=\"3.4\" y=\"12.8\" font-size=\"6\">{{number}}</text>";
    let deck = deck("Sample");
    for second in [
        "<text x=\"18\" y=\"8.5\" font-size=\"6\" transform=\"rotate(180 18 8.5)\">{{number}}</text>",
        "<text x=\"11.5\" y=\"12.3\" font-size=\"6\" transform=\"rotate(6 11.5 12.3)\">{{number}}</text>",
        "<text transform=\"translate(11.2 12.8) skewX(-8)\" font-size=\"6\">{{number}}</text>",
        "<text x=\"11.2\" y=\"12.8\" font-size=\"6\">{{number}}</text>",
        "<use href=\"#index\" x=\"8\"/>",
        "<defs><text id=\"own\" x=\"11.2\" y=\"12.8\" font-size=\"6\">{{number}}</text></defs>\
         <use href=\"#own\"/>",
        "<path id=\"line\" d=\"M 11.2 12.8 h 14\" fill=\"none\"/>\
         <text font-size=\"6\"><textPath href=\"#line\">{{number}}</textPath></text>",
    ] {
        let with = |text: &str| text.replace(number, &format!("{own}{second}"));
        let theme = theme(with, None);
        let changed =
            Theme::built_in_files("ink-saver").unwrap().any(|(_, text)| with(text) != *text);
        assert!(changed, "the number of the card is elsewhere");
        assert_no_differences(second, &deck, &theme);
    }
}

#[test]
fn decks_with_names_of_any_script_pass_on_every_kind_of_sheet() {
    let path = Path::new("/usr/share/fonts/truetype/dejavu/DejaVuSans-Bold.ttf");
    let Ok(font) = fs::read(path) else {
        assert!(std::env::var_os("CI").is_none(), "fonts-dejavu-core is not installed");
        return;
    };
    let theme = theme(str::to_owned, Some(&font));
    for name in ["Меч", "Ξίφος", "שלום (חזקה)", "מים 12 (+3)"] {
        assert_no_differences(name, &deck(name), &theme);
    }
}

/// A file of the theme `future-imperfect`, which has colours, and its deck.
fn coloured(sheet: &str) -> (Vec<u8>, PrintedDeck) {
    let (deck, theme) = (deck("Sample"), Theme::built_in("future-imperfect").unwrap());
    let mut job = Job::new(&deck, &theme).with_sheets(vec![Sheet::built_in(sheet).unwrap()]);
    (job.png, job.svg, job.cards) = (None, false, only(CARDS, CardNumbers::POKER).unwrap());
    let file = job.run(|_| ()).unwrap().remove(0);
    (file.bytes, printed(&deck, &theme))
}

/// The file saved again by Ghostscript, if installed.
fn by_ghostscript(bytes: &[u8], options: &[&str]) -> Option<Vec<u8>> {
    let folder = tempfile::tempdir().unwrap();
    let [own, saved] = ["own.pdf", "saved.pdf"].map(|name| folder.path().join(name));
    fs::write(&own, bytes).unwrap();
    let out = format!("-o{}", saved.display());
    let common = ["-q", "-dBATCH", "-dNOPAUSE", "-sDEVICE=pdfwrite"];
    let file = own.display().to_string();
    let arguments = common.iter().chain(options).copied().chain([out.as_str(), file.as_str()]);
    foreign::stdout("gs", arguments)?;
    Some(fs::read(saved).unwrap())
}

#[test]
fn rounded_outlines_are_the_same_faces() {
    let leave = ["-dColorConversionStrategy=/LeaveColorUnchanged", "-dNoOutputFonts"];
    for (sheet, faces) in [("single", 4), ("a4-3x3", 4)] {
        let (bytes, printed) = coloured(sheet);
        for resolution in ["-r720", "-r2400"] {
            let options = [leave[0], leave[1], resolution];
            let Some(saved) = by_ghostscript(&bytes, &options) else { return };
            let found = checked("saved.pdf", &saved, &printed);
            assert_eq!(Vec::<String>::new(), describe(&found), "{sheet} {resolution}");
            assert_eq!(faces, found.seen.unwrap().faces);
        }
    }
}

#[test]
fn a_file_fitted_to_other_paper_is_reported_with_its_scale() {
    for (sheet, paper, percent) in [("a4-3x3", "letter", "94.1"), ("letter-3x3", "a4", "97.2")] {
        let (bytes, printed) = coloured(sheet);
        let paper = format!("-sPAPERSIZE={paper}");
        let options = ["-dPDFFitPage", &paper, "-dFIXEDMEDIA"];
        let Some(saved) = by_ghostscript(&bytes, &options) else { return };
        let [one] = &describe(&checked("saved.pdf", &saved, &printed))[..] else {
            panic!("{:?}", describe(&checked("saved.pdf", &saved, &printed)))
        };
        assert!(one.starts_with(&format!("all pages are at {percent} % of ")), "{one}");
    }
    // Its own paper in whole points: 595 instead of 595.28.
    let (bytes, printed) = coloured("a4-3x3");
    let options = ["-dPDFFitPage", "-sPAPERSIZE=a4", "-dFIXEDMEDIA"];
    let Some(saved) = by_ghostscript(&bytes, &options) else { return };
    assert_eq!(Vec::<String>::new(), describe(&checked("saved.pdf", &saved, &printed)));
}

/// Converts the colours of a stream to lighter RGB.
fn in_other_colours(content: &mut Content<Vec<Operation>>) -> bool {
    let mut is_changed = false;
    for operation in &mut content.operations {
        let operator = match operation.operator.as_str() {
            "k" => "rg",
            "K" => "RG",
            _ => continue,
        };
        let inks: Vec<f32> = operation.operands.iter().map(|ink| ink.as_float().unwrap()).collect();
        let [cyan, magenta, yellow, black] = inks[..] else { continue };
        let light = |ink: f32| Object::Real((1.0 - 0.75 * (ink + black).min(1.0)).max(0.0));
        operation.operands = [cyan, magenta, yellow].map(light).to_vec();
        operation.operator = operator.to_owned();
        is_changed = true;
    }
    is_changed
}

#[test]
fn converted_colours_are_reported_in_one_line() {
    let (bytes, printed) = coloured("single");
    let mut file = Document::load_mem(&bytes).unwrap();
    let mut is_changed = false;
    for object in file.objects.values_mut() {
        let Ok(stream) = object.as_stream_mut() else { continue };
        let Ok(plain) = stream.get_plain_content() else { continue };
        let Ok(mut content) = Content::decode_strict(&plain) else { continue };
        if in_other_colours(&mut content) {
            stream.set_plain_content(content.encode().unwrap());
            is_changed = true;
        }
    }
    assert!(is_changed);
    let found = checked("rgb.pdf", &pdf_file::bytes(&file), &printed);
    let [one] = &describe(&found)[..] else { panic!("{:?}", describe(&found)) };
    assert_eq!("4 faces differ from the deck in their colours alone: the file was converted", one);
}
