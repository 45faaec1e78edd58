//! Missing and shifted cut marks, on every sheet that has them.

use actiondeck::deck::CardNumbers;
use actiondeck::face::Faces;
use actiondeck::preflight::{Expectation, PrintedDeck, check_against};
use actiondeck::render::pdf::Conformance;
use actiondeck::render::sheet::{CropMarks, GuideStyle, Sheet};
use actiondeck::render::{Job, NamedFile, only};

use super::{deck, theme};
use crate::pdf_file::{self, Content, Document, Object, Operation};

/// The cards of two sheets of nine, the second not full.
const CARDS: &str = "0-10";

fn files(sheet: Sheet, pdf: bool) -> Vec<NamedFile> {
    let (deck, theme) = (deck(), theme());
    let mut job = Job::new(&deck, &theme).with_sheets(vec![sheet]);
    (job.png, job.pdf, job.svg) = (None, pdf, !pdf);
    job.cards = only(CARDS, CardNumbers::POKER).unwrap();
    let files = job.run(|_| ()).unwrap();
    files.into_iter().filter(|file| file.path.starts_with("sheets/")).collect()
}

/// The differences of a file.
fn describe(path: &str, bytes: &[u8], printed: &PrintedDeck) -> Vec<String> {
    let expectation = Expectation::default().with_drawing();
    let seen = check_against(path, bytes, &expectation, printed).seen.unwrap();
    assert!(seen.faces > 0, "{path}");
    seen.differences.iter().map(ToString::to_string).collect()
}

/// The sheets with cut marks, each in one of the styles with marks beside the cards.
fn sheets() -> Vec<(String, Sheet)> {
    let styles =
        [(GuideStyle::Margin, false), (GuideStyle::Full, false), (GuideStyle::Margin, true)];
    let mut sheets = Vec::new();
    for name in Sheet::built_in_names() {
        let mut sheet = Sheet::built_in(name).unwrap();
        let Some(marks) = sheet.crop_marks else { continue };
        let (style, two_colours) = styles[sheets.len() % styles.len()];
        // Press sheets have marks on all plates, in one colour.
        let two_colours = two_colours && sheet.press == Conformance::Plain;
        sheet.crop_marks = Some(CropMarks { style, two_colours, ..marks });
        sheets.push((format!("{name} {style:?} {two_colours}"), sheet));
    }
    assert!(sheets.len() >= 7, "{}", sheets.len());
    sheets
}

/// An SVG sheet without the mark of this number, or with the mark moved by an offset.
fn without(svg: &str, number: usize, offset_mm: Option<f64>) -> String {
    let (before, rest) = svg.split_once("inkscape:label=\"crop marks\"").unwrap();
    let group = rest.split_once("</g>").unwrap().0;
    let lines = group.split_once(" d=\"").unwrap().1.split_once('"').unwrap().0;
    let all: Vec<&str> = lines.split('M').skip(1).collect();
    let moved = |line: &str| {
        let offset = offset_mm.unwrap();
        let (from, to) = line.split_once('L').unwrap();
        let place = |at: &str| -> [f64; 2] {
            let (x, y) = at.split_once(' ').unwrap();
            [x.parse().unwrap(), y.parse().unwrap()]
        };
        let ([x, y], [to_x, to_y]) = (place(from), place(to));
        match x == to_x {
            true => format!("M{} {y}L{} {to_y}", x + offset, to_x + offset),
            false => format!("M{x} {}L{to_x} {}", y + offset, to_y + offset),
        }
    };
    let kept = all.iter().enumerate().map(|(at, line)| match at == number % all.len() {
        true if offset_mm.is_some() => moved(line),
        true => String::new(),
        false => format!("M{line}"),
    });
    let kept: String = kept.collect();
    // Marks of two colours are two lines in the same place.
    [before, "inkscape:label=\"crop marks\"", &rest.replace(lines, &kept)].concat()
}

#[test]
fn missing_and_shifted_cut_marks_are_reported_on_every_sheet() {
    let (deck, theme) = (deck(), theme());
    let faces = Faces::new(&theme, &deck).unwrap();
    let printed =
        PrintedDeck::from_cards(&faces, &only(CARDS, CardNumbers::POKER).unwrap()).unwrap();
    for (number, (name, sheet)) in sheets().into_iter().enumerate() {
        for NamedFile { path, bytes, .. } in files(sheet, false) {
            assert_eq!(Vec::<String>::new(), describe(&path, &bytes, &printed), "{name}: {path}");
            let svg = String::from_utf8(bytes).unwrap();
            let file = |offset| describe(&path, without(&svg, number, offset).as_bytes(), &printed);
            for offset in [None, Some(0.6)] {
                let found = file(offset);
                let [one] = &found[..] else { panic!("{name}, {path}, {offset:?}: {found:?}") };
                assert!(one.contains(" has no cut mark "), "{one}");
            }
        }
    }
}

/// The number of operators of a line: `m`, `l` and `S`.
const LINE: usize = 3;

/// The PDF without a number of marks of its first page, starting with the second mark.
fn pdf_without(marks: usize, bytes: &[u8]) -> Vec<u8> {
    let mut file = Document::load_mem(bytes).unwrap();
    let first = *file.get_pages().values().next().unwrap();
    for id in file.get_page_contents(first) {
        let Ok(stream) = file.get_object_mut(id).and_then(Object::as_stream_mut) else {
            continue;
        };
        let Ok(mut content) = Content::decode_strict(&stream.get_plain_content().unwrap()) else {
            continue;
        };
        if let Some(at) = second_of_equal_lines(&content.operations) {
            content.operations.drain(at..at + LINE * marks);
            stream.set_plain_content(content.encode().unwrap());
            return pdf_file::bytes(&file);
        }
    }
    panic!("no marks in the file");
}

/// The index of the second of at least eight consecutive lines of one length.
fn second_of_equal_lines(operations: &[Operation]) -> Option<usize> {
    let length = |at: usize| -> Option<f32> {
        let [from, to] = operations.get(at..at + 2)? else { return None };
        let is_line = from.operator == "m" && to.operator == "l";
        let off = |part: usize| {
            let [a, b] = [from, to].map(|own| own.operands[part].as_float().unwrap());
            (a - b).abs()
        };
        is_line.then(|| off(0) + off(1))
    };
    (0..operations.len())
        .find(|&at| {
            length(at).is_some_and(|first| {
                (1..8).all(|next| {
                    length(at + LINE * next).is_some_and(|own| (own - first).abs() < 0.05)
                })
            })
        })
        .map(|at| at + LINE)
}

#[test]
fn missing_cut_marks_of_a_pdf_are_reported() {
    let (deck, theme) = (deck(), theme());
    let faces = Faces::new(&theme, &deck).unwrap();
    let printed =
        PrintedDeck::from_cards(&faces, &only(CARDS, CardNumbers::POKER).unwrap()).unwrap();
    for name in ["a4-3x3", "letter-bleed", "gutterfold-a4", "single-x4"] {
        let NamedFile { path, bytes, .. } = files(Sheet::built_in(name).unwrap(), true).remove(0);
        assert_eq!(Vec::<String>::new(), describe(&path, &bytes, &printed), "{name}");
        let found = describe(&path, &pdf_without(1, &bytes), &printed);
        let [one] = &found[..] else { panic!("{name}: {found:?}") };
        assert!(one.contains(" has no cut mark "), "{one}");
        // On sheets with one card per page, all marks of a page except the first.
        if name == "single-x4" {
            let found = describe(&path, &pdf_without(7, &bytes), &printed);
            let [one] = &found[..] else { panic!("{name}: {found:?}") };
            assert!(
                one.ends_with("the page: most cut marks are missing that the other pages have")
            );
        }
    }
}
