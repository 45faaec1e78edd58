//! Placement of faces: by the record of a file, or by the built-in sheets.

use std::sync::OnceLock;

use actiondeck::deck::{CardNumbers, Deck};
use actiondeck::face::{Faces, Lettering, Theme};
use actiondeck::preflight::{Checked, Expectation, PrintedDeck, check_against};
use actiondeck::render::sheet::Sheet;
use actiondeck::render::{Job, NamedFile, only};

use crate::pdf_file::{self, Document, Object};

/// A full sheet of nine cards, and one that is not full.
const CARDS: &str = "0-10";

fn deck() -> Deck {
    Deck::read("Sample.csv", include_str!("../../data/deck.csv")).unwrap()
}

fn theme() -> Theme {
    Theme::built_in("future-imperfect").unwrap()
}

fn printed() -> &'static PrintedDeck {
    static PRINTED: OnceLock<PrintedDeck> = OnceLock::new();
    PRINTED.get_or_init(|| {
        let (deck, theme) = (deck(), theme());
        PrintedDeck::from_cards(
            &Faces::new(&theme, &deck).unwrap(),
            &only(CARDS, CardNumbers::POKER).unwrap(),
        )
        .unwrap()
    })
}

/// The files of a sheet, as PDF and as SVG with this lettering.
fn files(sheet: &str, lettering: Lettering) -> Vec<NamedFile> {
    let (deck, theme) = (deck(), theme());
    let mut job = Job::new(&deck, &theme).with_sheets(vec![Sheet::built_in(sheet).unwrap()]);
    (job.png, job.lettering, job.cards) =
        (None, lettering, only(CARDS, CardNumbers::POKER).unwrap());
    let files = job.run(|_| ()).unwrap();
    files.into_iter().filter(|file| file.path.starts_with("sheets/")).collect()
}

fn checked(path: &str, bytes: &[u8]) -> Checked {
    check_against(path, bytes, &Expectation::default().with_drawing(), printed())
}

/// The faults of a file, as text.
fn describe(checked: &Checked) -> Vec<String> {
    let rules = checked.report.failures();
    let rules = rules.flat_map(|(result, faults)| {
        faults.iter().map(|fault| format!("{}: {}", result.rule, fault.reason))
    });
    let seen = checked.seen.iter().flat_map(|seen| &seen.differences);
    let read = checked.read_back.iter().flat_map(|read| &read.differences);
    rules
        .chain(seen.map(ToString::to_string))
        .chain(read.map(|fault| fault.reason.clone()))
        .collect()
}

/// Changes the placement record in a text.
fn with_record(text: &str, change: &dyn Fn(&str) -> String) -> String {
    let (head, rest) = text.split_once("{\"format\":\"actiondeck-placement/").unwrap();
    let (own, tail) = rest.split_once("}]}").unwrap();
    format!("{head}{}{tail}", change(&format!("{{\"format\":\"actiondeck-placement/{own}}}]}}")))
}

/// Changes the placement record of an SVG, or of the first page of a PDF.
fn exchanged(file: &NamedFile, change: &dyn Fn(&str) -> String) -> Vec<u8> {
    if file.path.ends_with(".svg") {
        return with_record(std::str::from_utf8(&file.bytes).unwrap(), change).into_bytes();
    }
    let mut pdf = Document::load_mem(&file.bytes).unwrap();
    let page = *pdf.get_pages().values().next().unwrap();
    let page = pdf.get_dictionary_mut(page).unwrap();
    let piece = page.get_mut(b"PieceInfo").unwrap().as_dict_mut().unwrap();
    let own = piece.get_mut(b"ActionDeck").unwrap().as_dict_mut().unwrap();
    let text = String::from_utf8(own.get(b"Private").unwrap().as_str().unwrap().to_vec()).unwrap();
    own.set("Private", Object::string_literal(with_record(&text, change)));
    pdf_file::bytes(&pdf)
}

/// The file without placement records.
fn without_record(file: &NamedFile) -> Vec<u8> {
    if file.path.ends_with(".svg") {
        let text = std::str::from_utf8(&file.bytes).unwrap();
        let (head, rest) = text.split_once("<metadata").unwrap();
        return format!("{head}{}", rest.split_once("</metadata>").unwrap().1).into_bytes();
    }
    let mut pdf = Document::load_mem(&file.bytes).unwrap();
    let pages: Vec<_> = pdf.get_pages().into_values().collect();
    for page in pages {
        assert!(pdf.get_dictionary_mut(page).unwrap().remove(b"PieceInfo").is_some());
    }
    pdf_file::bytes(&pdf)
}

#[test]
fn false_placement_records_are_faults_and_skip_no_comparison() {
    type Change = fn(&str) -> String;
    let changes: [(&str, Change); 8] = [
        ("omits the face at", |own| {
            let start = own.find("{\"face\":\"card-04\"").unwrap();
            let end = start + own[start..].find('}').unwrap() + 2;
            format!("{}{}", &own[..start], &own[end..])
        }),
        ("two faces have one place", |own| own.replacen("[73.25,15.15]", "[9.75,15.15]", 1)),
        ("is outside the page", |own| own.replacen("[73.25,15.15]", "[190.0,15.15]", 1)),
        ("is outside the page", |own| own.replacen("[73.25,15.15]", "[1e300,15.15]", 1)),
        ("of the form", |own| own.replace("placement/1", "placement/9")),
        ("cannot be read", |own| own.replacen("face", "faces", 1)),
        ("turned by 45 degrees", |own| own.replacen("15.15]}", "15.15],\"turn\":45}", 1)),
        ("a front, for a printer", |own| {
            let printer = "\"printer\":{\"offset_mm\":[0.5,0.0],\"rotation_deg\":0.0,\
                           \"scale\":[1.0,1.0]},\"places\"";
            own.replacen("\"places\"", printer, 1)
        }),
    ];
    let files = files("a4-3x3", Lettering::Live);
    for file in
        files.iter().filter(|file| !file.path.contains("-02-") && !file.path.contains("back"))
    {
        let sound = checked(&file.path, &file.bytes);
        assert_eq!(Vec::<String>::new(), describe(&sound), "{}", file.path);
        for (what, change) in &changes {
            let found = checked(&file.path, &exchanged(file, change));
            let faults = describe(&found);
            let is_it = |own: &String| own.contains(".placement: ") && own.contains(what);
            assert!(faults.iter().any(is_it), "{} {what}: {faults:?}", file.path);
            let faces = |checked: &Checked| checked.seen.as_ref().unwrap().faces;
            assert_eq!(faces(&sound), faces(&found), "{} {what}", file.path);
        }
        // A wrong face, and a name that is not in the deck.
        let found =
            checked(&file.path, &exchanged(file, &|own| own.replacen("card-04", "card-05", 1)));
        let what = "card 5 looks altogether different: card 4 is there";
        assert!(describe(&found).iter().any(|own| own.ends_with(what)), "{:?}", describe(&found));
        let found =
            checked(&file.path, &exchanged(file, &|own| own.replacen("card-04", "gone", 1)));
        assert_eq!(sound.read_back.unwrap().numbers, found.read_back.as_ref().unwrap().numbers);
        assert_eq!(Vec::<String>::new(), describe(&found), "{}", file.path);
    }
}

#[test]
fn files_without_a_record_are_matched_to_built_in_sheets() {
    for sheet in Sheet::built_in_names() {
        let lettering = if sheet.len() % 2 == 0 { Lettering::Live } else { Lettering::Outlined };
        let files = files(sheet, lettering);
        let of_kind = |ending: &str| files.iter().find(|file| file.path.ends_with(ending));
        for file in [of_kind(".pdf"), of_kind(".svg")].into_iter().flatten() {
            let whole = checked(&file.path, &file.bytes);
            let found = checked(&file.path, &without_record(file));
            assert_eq!(Vec::<String>::new(), describe(&found), "{}", file.path);
            let faces = |checked: &Checked| {
                let read = checked.read_back.as_ref().unwrap();
                (checked.seen.as_ref().unwrap().faces, read.numbers.clone())
            };
            assert_eq!(faces(&whole), faces(&found), "{}", file.path);
        }
    }
}

#[test]
fn a_page_of_an_unknown_sheet_is_reported_as_not_compared() {
    let (deck, theme) = (deck(), theme());
    let mut sheet = Sheet::built_in("a4-3x3").unwrap();
    sheet.paper = sheet.paper.map(|paper| actiondeck::geometry::Size {
        width: actiondeck::geometry::Mm(paper.width.0 + 31.0),
        ..paper
    });
    sheet.gap = [actiondeck::geometry::Mm(2.3); 2];
    (sheet.columns, sheet.rows) = (Some(3), Some(2));
    let mut job = Job::new(&deck, &theme).with_sheets(vec![sheet.clone()]);
    (job.png, job.svg, job.cards) = (None, false, only("0-5", CardNumbers::POKER).unwrap());
    let file = job.run(|_| ()).unwrap().remove(0);
    assert_eq!(Vec::<String>::new(), describe(&checked(&file.path, &file.bytes)));
    let bare = without_record(&file);
    let seen = checked(&file.path, &bare).seen.unwrap();
    let line = "faces not compared: no placement record, and no known sheet fits";
    assert_eq!([line; 2], *seen.not_compared.iter().map(|own| &own.reason).collect::<Vec<_>>());
    assert_eq!("nothing was compared", seen.to_string());
    let known = Expectation::default().with_drawing().with_sheets(vec![sheet]);
    let seen = check_against(&file.path, &bare, &known, printed()).seen.unwrap();
    assert!(seen.agrees() && seen.faces == 12, "{seen}: {:?}", seen.differences);
}

#[test]
fn scaled_mirrored_and_exchanged_faces_are_reported_as_such() {
    let (deck, theme) = (deck(), theme());
    let mut job = Job::new(&deck, &theme);
    (job.png, job.pdf, job.cards) = (None, false, only("3", CardNumbers::POKER).unwrap());
    for lettering in [Lettering::Outlined, Lettering::Live] {
        job.lettering = lettering;
        let file = job.run(|_| ()).unwrap().remove(0);
        let svg = String::from_utf8(file.bytes.clone()).unwrap();
        let larger = svg.replacen("width=\"69.85mm\"", "width=\"76.835mm\"", 1);
        let larger = larger.replacen("height=\"95.25mm\"", "height=\"104.775mm\"", 1);
        let behind = "</metadata>";
        let start = svg.find(behind).unwrap() + behind.len();
        let end = svg.rfind("</svg>").unwrap();
        let (head, body) = (&svg[..start], &svg[start..end]);
        let turned = |turn: &str| format!("{head}<g transform=\"{turn}\">{body}</g></svg>");
        let other = svg.replacen("card-03", "card-04", 1);
        for (changed, what) in [
            (larger, "the page is at 110.0 % of its size"),
            (turned("translate(63.5 0) scale(-1 1)"), "card 3 is mirrored"),
            (turned("rotate(180 31.75 44.45)"), "card 3 is upside down"),
            (other, "card 4 looks altogether different: card 3 is there"),
        ] {
            assert_ne!(svg, changed, "{what}");
            for record in [true, false] {
                let mut own =
                    NamedFile { path: "card.svg".to_owned(), bytes: changed.clone().into_bytes() };
                if !record {
                    own.bytes = without_record(&own);
                }
                let found = describe(&checked("card.svg", &own.bytes));
                let is_reported = found.iter().any(|own| own.starts_with(what));
                // Without a record the face is identified by its looks.
                let how = what.split_once("card 3 ").map_or(what, |(_, how)| how);
                let is_like = found.iter().any(|own| own.ends_with(how));
                let is_other = what.starts_with("card 4");
                assert!(is_reported || (!record && (is_other || is_like)), "{what}: {found:?}");
            }
        }
    }
}

#[test]
fn a_page_taken_out_of_a_file_keeps_its_record() {
    let file = files("a4-3x3", Lettering::Live).remove(0);
    let mut pdf = Document::load_mem(&file.bytes).unwrap();
    pdf.delete_pages(&[1, 2]);
    let bytes = pdf_file::bytes(&pdf);
    let found = checked("page.pdf", &bytes);
    assert_eq!(4, found.seen.as_ref().unwrap().faces);
    let text = String::from_utf8_lossy(&bytes).into_owned();
    assert_eq!(2, text.matches("actiondeck-placement/1").count(), "{}", text.len());
}
