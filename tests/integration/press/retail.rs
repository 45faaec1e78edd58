//! Bar code, age and origin on the tuck box, as scanners, presses and preflight read them.

use std::path::Path;

use actiondeck::deck::Imprint;
use actiondeck::preflight::{Checked, PrintedDeck, check_against};

use super::tuck_box::{made_of, plates, tuck_box};
use super::*;
use crate::foreign;
use crate::pdf_file::{self, Document, Object, Stream, dictionary};

const EAN: &str = "4006381333931";
const UPC: &str = "036000291452";
const A4: [f64; 2] = [210.0, 297.0];
/// The place of the bars on a page: left, top, width and height in millimetres.
type Bars = [f64; 4];

fn imprint(barcode: &str) -> Imprint {
    Imprint {
        barcode: Some(barcode.parse().unwrap()),
        age: Some("14+".to_owned()),
        origin: Some("Made in Germany".to_owned()),
        ..Imprint::default()
    }
}

fn retail_deck(barcode: &str) -> Deck {
    deck().with_imprint(imprint(barcode))
}

fn sized(size: &str) -> Theme {
    Theme::built_in("west").unwrap().sized(size.parse().unwrap()).unwrap()
}

/// The box of a deck with this bar code.
fn retail_box(barcode: &str, theme: &Theme) -> Vec<NamedFile> {
    made_of(&retail_deck(barcode), tuck_box(54, 310, A4), theme)
}

/// What zbarimg reads from a file at 300 dots per inch.
fn scanned(file: &NamedFile, folder: &Path) -> Option<String> {
    let [path, page] = [&*file.path, "page"].map(|name| folder.join(name).display().to_string());
    std::fs::write(&path, &file.bytes).unwrap();
    let picture = format!("{page}.png");
    match file.path.ends_with(".svg") {
        true => foreign::stdout("rsvg-convert", ["-d", "300", "-p", "300", "-o", &picture, &path])?,
        false => foreign::stdout("pdftoppm", ["-r", "300", "-png", "-singlefile", &path, &page])?,
    };
    let options = ["--quiet", "-Supca.enable", &picture];
    foreign::stdout("zbarimg", options).map(|text| text.trim().to_owned())
}

fn checked(file: &NamedFile, deck: &Deck) -> Checked {
    let theme = Theme::built_in("west").unwrap();
    let faces = actiondeck::face::Faces::new(&theme, deck).unwrap();
    let printed = PrintedDeck::from_cards(&faces, &[]).unwrap();
    let expectation = Expectation::default().with_drawing();
    check_against(&file.path, &file.bytes, &expectation, &printed)
}

/// The faults of a file by itself.
fn faults(file: &NamedFile) -> Vec<(&'static str, String)> {
    let report = check(&file.path, &file.bytes, &Expectation::default().with_drawing());
    let faults = report.failures().flat_map(|(result, faults)| {
        faults.iter().map(|fault| (result.rule, fault.reason.clone()))
    });
    faults.collect()
}

/// The place of the bars in the record of an SVG.
fn bars(svg: &NamedFile) -> Bars {
    let text = std::str::from_utf8(&svg.bytes).unwrap();
    let (_, record) = text.split_once("{\"format\":\"actiondeck-placement/1\"").unwrap();
    let record = format!("{{\"format\":\"\"{}", record.split_once("</metadata>").unwrap().0);
    let record: serde_json::Value = serde_json::from_str(&record).unwrap();
    let of = |key: &str, at: usize| record["barcode"][key][at].as_f64().unwrap();
    [of("at_mm", 0), of("at_mm", 1), of("size_mm", 0), of("size_mm", 1)]
}

#[test]
fn zbarimg_reads_the_digits_from_every_file() {
    let folder = tempfile::tempdir().unwrap();
    let poker = (EAN, "EAN-13", "poker", 95.0 * 0.33);
    let narrow = (UPC, "UPC-A", "40x60", 95.0 * 0.264);
    for (barcode, kind, size, width_mm) in [poker, narrow] {
        let files = retail_box(barcode, &sized(size));
        let [_, _, width, height] = bars(&files[2]);
        assert!((width - width_mm).abs() < 0.01, "{size}: {width}");
        assert!((height / width - 74.0 / 95.0).abs() < 1e-3, "{size}: {height}");
        for file in &files {
            assert_eq!(Vec::<(&str, String)>::new(), faults(file), "{} {size}", file.path);
            let Some(text) = scanned(file, folder.path()) else { return };
            assert_eq!(format!("{kind}:{barcode}"), text, "{} {size}", file.path);
        }
    }
}

#[test]
fn bars_are_black_ink_alone_on_bare_paper() {
    let files = retail_box(EAN, &Theme::built_in("west").unwrap());
    let folder = tempfile::tempdir().unwrap();
    let Some(plates) = plates(&files[1].bytes, folder.path()) else { return };
    let [left, top, width, height] = bars(&files[2]);
    // Ten pixels a millimetre; the quiet zones, and the digits below the bars.
    let [from, to] =
        [left - 11.0 * 0.33 + 0.2, left + width + 7.0 * 0.33 - 0.2].map(|mm| mm * 10.0);
    let rows = (top * 10.0) as usize..((top + height + 1.0) * 10.0) as usize;
    let inked = |ink: &str| {
        let plate = plates(ink);
        let row = |y: usize| &plate.pixels[y * plate.width..][from as usize..to as usize];
        rows.clone().flat_map(row).map(|pixel| 255 - pixel).collect::<Vec<u8>>()
    };
    for ink in ["Cyan", "Magenta", "Yellow"] {
        assert_eq!(Some(0), inked(ink).into_iter().max(), "{ink}");
    }
    let black = inked("Black");
    let full = black.iter().filter(|ink| **ink == 255).count() as f64 / black.len() as f64;
    assert!((0.2..0.5).contains(&full), "{full}");
}

#[test]
fn a_missing_bar_is_reported_and_nothing_else() {
    let [_, press, svg] = retail_box(EAN, &Theme::built_in("west").unwrap()).try_into().unwrap();
    // The third bar is not drawn.
    let text = std::str::from_utf8(&svg.bytes).unwrap();
    let (head, path) = text.split_once("-bars\"").unwrap();
    let third = path.match_indices('M').nth(2).unwrap().0;
    let end = third + path[third..].find('Z').unwrap() + 1;
    let path = format!("{}{}", &path[..third], &path[end..]);
    let defect = NamedFile { bytes: format!("{head}-bars\"{path}").into_bytes(), ..svg.clone() };
    let [(rule, reason)] = faults(&defect).try_into().unwrap();
    assert_eq!("svg.barcode", rule);
    assert!(reason.starts_with("the bar code 4006381333931 cannot be read: "), "{reason}");
    // The same in the press file: paper over a part of the third bar, then ink in the quiet zone.
    let [left, top, ..] = bars(&svg);
    for (x, y, ink, expected) in [
        (left + 4.0 * 0.33, top + 5.0, "0 0 0 0 k", "neither a whole bar nor white"),
        (left - 5.0 * 0.33, top + 5.0, "0 0 0 1 k", "the quiet zone beside its bars"),
    ] {
        let mut pdf = Document::load_mem(&press.bytes).unwrap();
        let page = *pdf.get_pages().values().next().unwrap();
        let points = |mm: f64| mm * 72.0 / 25.4;
        let media = pdf.get_dictionary(page).unwrap().get(b"MediaBox").unwrap().as_array().unwrap();
        let paper = f64::from(media[3].as_float().unwrap());
        let [x, y] = [points(x), paper - points(y + 12.0)];
        let [width, height] = [points(1.5), points(12.0)];
        // After the page, with the graphics state of its start.
        let drawn = format!("Q {ink} {x:.3} {y:.3} {width:.3} {height:.3} re f");
        let [before, after] = ["q", &drawn].map(|operators| {
            pdf.add_object(Stream::new(dictionary! {}, operators.as_bytes().to_vec()))
        });
        let page = pdf.get_dictionary_mut(page).unwrap();
        let own = page.get(b"Contents").unwrap().clone();
        page.set("Contents", Object::Array(vec![before.into(), own, after.into()]));
        let defect = NamedFile { bytes: pdf_file::bytes(&pdf), ..press.clone() };
        let [(rule, reason)] = faults(&defect).try_into().unwrap();
        assert_eq!("pdf.barcode", rule);
        assert!(reason.contains(expected), "{reason}");
    }
    // Other digits in the record.
    let other = text.replace("\"digits\":\"4006381333931\"", "\"digits\":\"9783161484100\"");
    let defect = NamedFile { bytes: other.into_bytes(), ..svg };
    let expected = "the bar code reads 4006381333931, expected 9783161484100".to_owned();
    assert_eq!([("svg.barcode", expected)], *faults(&defect));
}

#[test]
fn preflight_compares_the_bar_code_with_the_deck() {
    let theme = Theme::built_in("west").unwrap();
    let plain = made_of(&deck(), tuck_box(54, 310, A4), &theme);
    for (place, file) in retail_box(EAN, &theme).iter().enumerate() {
        let differences = |file: &NamedFile, deck: &Deck| {
            let checked = checked(file, deck);
            assert!(checked.report.passes(), "{}", checked.report);
            let read = checked.read_back.unwrap();
            read.differences.iter().map(|fault| fault.reason.clone()).collect::<Vec<_>>()
        };
        assert_eq!(Vec::<String>::new(), differences(file, &retail_deck(EAN)));
        let other = differences(file, &retail_deck(UPC));
        assert_eq!(["the bar code is 4006381333931, that of the deck is 036000291452"], *other);
        assert_eq!(
            ["the bar code is 4006381333931, the deck has none"],
            *differences(file, &deck())
        );
        let missing = differences(&plain[place], &retail_deck(EAN));
        assert_eq!(["no placement record has the bar code of the deck, 4006381333931"], *missing);
    }
}

#[test]
fn the_spec_names_the_panel_and_a_wrong_check_digit_is_reported() {
    let folder = folder_with_deck();
    let run = |arguments: &[&str]| actiondeck().current_dir(folder.path()).args(arguments).assert();
    run(&["new", "mine"]).code(0);
    let spec = folder.path().join("mine/deck.toml");
    let text = std::fs::read_to_string(&spec).unwrap();
    let with = |keys: &str| {
        std::fs::write(&spec, text.replacen("seed =", &format!("{keys}\nseed ="), 1)).unwrap()
    };
    with("barcode = \"4006381333932\"");
    let refused = run(&["generate", "mine/deck.toml", "-o", "deck.json"]).code(2);
    refused.complains("check digit of the EAN-13 \"4006381333932\" is wrong; expected 1");
    with("barcode = \"4006381-33393 1\"\nage = \"14+\"");
    run(&["generate", "mine/deck.toml", "-o", "mine/deck.json", "--effort", "quick"]).code(0);
    let json = std::fs::read_to_string(folder.path().join("mine/deck.json")).unwrap();
    assert!(json.contains("\"barcode\": \"4006381333931\""), "{json}");
    run(&["box", "mine/deck.json", "-o", "box"]).code(0);
    run(&["preflight", "--deck", "mine/deck.json", "box/box.pdf", "box/box-press.pdf"]).code(0);
    let wrong = json.replace("4006381333931", "4006381333930");
    std::fs::write(folder.path().join("mine/deck.json"), wrong).unwrap();
    let refused = run(&["box", "mine/deck.json"]).code(2);
    refused.complains("deck.json").complains("\"4006381333931\"");
}

#[test]
fn a_box_without_room_or_place_for_the_code_is_refused() {
    let folder = folder_with_deck();
    let run = |arguments: &[&str]| actiondeck().current_dir(folder.path()).args(arguments).assert();
    let deck = retail_deck(EAN).to_files().unwrap().json;
    std::fs::write(folder.path().join("deck.json"), deck).unwrap();
    let small = run(&["box", "deck.json", "--theme", "west", "--size", "34x50"]).code(2);
    small.complains("29.8 × 26.4 mm at 80 %, the back of the box has 27.5 × 43.5 mm");
    run(&["template", "new", "own", "--theme", "west"]).code(0);
    let template = folder.path().join("own/tuck-box.svg");
    let own = std::fs::read_to_string(&template).unwrap();
    let start = own.find("<g inkscape:label=\"has retail\">").unwrap();
    let end = own.find("   <g inkscape:label=\"at left\"").unwrap();
    let bare = format!("{}</g>\n{}", &own[..start], &own[end..]);
    std::fs::write(&template, &bare).unwrap();
    let refused = run(&["box", "deck.json", "--theme", "own"]).code(2);
    refused.complains("no place for age");
    // On the left side, which reads from top to bottom: too small, then under the title, then instead of it.
    let bare = bare.replace("{{about}}", "{{notice}}");
    let title = bare.find("<text x=\"45.2\" y=\"11.607\"").unwrap();
    let after = title + bare[title..].find("</text>").unwrap() + "</text>".len();
    let code = "<g inkscape:label=\"has barcode\"><rect inkscape:label=\"picture barcode\" x=\"26\" y=\"6\" \
         width=\"38\" height=\"8\" fill=\"#ffffff\"/></g>";
    let draw = |from: usize| {
        let svg = format!("{}{code}{}", &bare[..title], &bare[from..]);
        std::fs::write(&template, svg).unwrap();
    };
    draw(title);
    let refused = run(&["box", "deck.json", "--theme", "own"]).code(2);
    refused.complains("of its nominal size; accepted: 80 to 200 %");
    // A deep box has room for it.
    let deep =
        ["box", "deck.json", "--theme", "own", "-o", "deep", "--cards", "60", "--stock", "600"];
    let deep = [&deep[..], &["--paper", "297x420"]].concat();
    run(&deep).code(0);
    let covered = run(&["preflight", "deep/box-press.pdf"]).code(1);
    covered.says("pdf.barcode, page 1: the bar code 4006381333931 cannot be read");
    draw(after);
    run(&deep).code(0);
    for file in ["box.pdf", "box-press.pdf", "box.svg"] {
        let path = format!("deep/{file}");
        run(&["preflight", "--deck", "deck.json", "--theme", "own", &path]).code(0);
        let bytes = std::fs::read(folder.path().join(&path)).unwrap();
        let file = NamedFile { path: file.to_owned(), bytes };
        let Some(text) = scanned(&file, folder.path()) else { return };
        assert_eq!(format!("EAN-13:{EAN}"), text);
    }
}
