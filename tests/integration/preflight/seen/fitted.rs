//! Sheets scaled to fit the paper, and shifted backs.

use actiondeck::deck::CardNumbers;
use actiondeck::diagnostic::Source;
use actiondeck::face::Faces;
use actiondeck::preflight::{Expectation, PrintedDeck, check_against};
use actiondeck::render::sheet::Sheet;
use actiondeck::render::{Job, Printer, only};

use super::{deck, theme};
use crate::pdf_file::{self, Document};

/// The cards of two sheets of nine, the second not full.
const CARDS: &str = "0-10";

fn sheet(name: &str, printer: Option<&str>) -> Vec<u8> {
    let (deck, theme) = (deck(), theme());
    let mut job = Job::new(&deck, &theme)
        .with_sheets(vec![Sheet::built_in(name).unwrap()])
        .with_cards(only(CARDS, CardNumbers::POKER).unwrap());
    (job.png, job.svg) = (None, false);
    job.printer =
        printer.map(|text| Printer::read("den", &Source::new("printers.toml", text)).unwrap());
    job.run(|_| ()).unwrap().remove(0).bytes
}

/// The file with a matrix applied to some pages.
fn drawn_through(bytes: &[u8], matrix: &str, pages: impl Fn(u32) -> bool) -> Vec<u8> {
    let mut file = Document::load_mem(bytes).unwrap();
    for (number, page) in file.get_pages() {
        if pages(number) {
            let contents = file.get_dictionary(page).unwrap().get(b"Contents").unwrap();
            let id = contents.as_reference().unwrap();
            let stream = file.get_object_mut(id).unwrap().as_stream_mut().unwrap();
            let plain = stream.get_plain_content().unwrap();
            let before = format!("q {matrix} cm\n");
            stream.set_plain_content([before.as_bytes(), &plain, b"\nQ"].concat());
        }
    }
    pdf_file::bytes(&file)
}

/// The differences of a file: read-back first, then looks.
fn describe(bytes: &[u8], printed: &PrintedDeck) -> Vec<String> {
    let expectation = Expectation::default().with_drawing();
    let checked = check_against("sheet.pdf", bytes, &expectation, printed);
    let (read, seen) = (checked.read_back.unwrap(), checked.seen.unwrap());
    assert_eq!(11, read.cards);
    let page = |page: Option<u32>| page.map_or_else(String::new, |page| format!("page {page}: "));
    let read = read.differences.iter().map(|fault| page(fault.page) + &fault.reason);
    read.chain(seen.differences.iter().map(ToString::to_string)).collect()
}

fn printed() -> PrintedDeck {
    let (deck, theme) = (deck(), theme());
    PrintedDeck::from_cards(
        &Faces::new(&theme, &deck).unwrap(),
        &only(CARDS, CardNumbers::POKER).unwrap(),
    )
    .unwrap()
}

#[test]
fn pages_scaled_beyond_rounding_are_reported_with_the_scale() {
    let printed = printed();
    for name in ["a4-3x3", "gutterfold-a4", "a4-bleed"] {
        let sound = sheet(name, None);
        assert_eq!(Vec::<String>::new(), describe(&sound, &printed), "{name}");
        let rounded = drawn_through(&sound, "1.0005 0 0 1.0005 -0.15 -0.2", |_| true);
        assert_eq!(Vec::<String>::new(), describe(&rounded, &printed), "{name}");
        for (scale, percent) in [("0.985", "98.5"), ("1.01", "101.0"), ("0.997", "99.7")] {
            let fitted =
                drawn_through(&sound, &format!("{scale} 0 0 {scale} 0 0"), |page| page == 1);
            let found = describe(&fitted, &printed);
            let page = format!("page 1: the page is at {percent} % of its size: ");
            assert!(found.iter().any(|own| own.starts_with(&page)), "{name}: {found:?}");
        }
    }
}

#[test]
fn a_shifted_page_is_reported_unless_shifted_for_a_printer() {
    let printed = printed();
    let sound = sheet("a4-3x3", None);
    for (shift, way) in [("2 0", "0.7 mm to the right of"), ("0 10", "3.5 mm above")] {
        for side in [0, 1] {
            let is_side = |page: u32| page % 2 == side;
            let found =
                describe(&drawn_through(&sound, &format!("1 0 0 1 {shift}"), is_side), &printed);
            for page in [2 - side, 4 - side] {
                // The shift of a sheet that is not full is less exact, because it has fewer marks.
                let is_full = page < 3;
                let line = match is_full {
                    true => format!("page {page}: the page is {way} where its sheet has it"),
                    false => format!("page {page}: the page "),
                };
                assert!(found.iter().any(|own| own.starts_with(&line)), "{found:?}");
            }
        }
    }
    let moved = "[den]\nback_offset_mm = [1.5, -0.8]\nback_rotation_deg = 0.2\n\
                 back_scale = [1.003, 0.997]\n";
    let moved = sheet("a4-3x3", Some(moved));
    assert_eq!(Vec::<String>::new(), describe(&moved, &printed));
    // The record has the shift.
    let found = describe(&drawn_through(&moved, "1 0 0 1 3 0", |page| page == 4), &printed);
    assert!(!found.is_empty() && found.iter().all(|own| own.starts_with("page 4: ")), "{found:?}");
}

#[test]
fn backs_at_the_limits_of_a_printer_profile_are_not_reported() {
    let printed = printed();
    let most = "[den]\nback_offset_mm = [7, 0]\nback_scale = [0.98, 0.98]\n";
    let found = describe(&sheet("a4-3x3", Some(most)), &printed);
    // Marks outside the paper are lost.
    let others: Vec<&String> =
        found.iter().filter(|own| !own.contains("has no cut mark")).collect();
    assert!(others.is_empty(), "{others:?}");
}
