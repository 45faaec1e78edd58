//! Faults planted into print files: many kinds, each at many places, in every kind of file.
//!
//! Pages are compared as pictures, so figures that are readable but not visible are found too.

mod cut_marks;
mod fitted;
mod others;
mod pdf;
mod png;
mod svg;

use std::sync::{Mutex, OnceLock};

use actiondeck::deck::{CardNumbers, Deck};
use actiondeck::face::{Faces, Format, Theme};
use actiondeck::preflight::{Checked, Expectation, PrintedDeck, check_against};
use actiondeck::render::only;

/// The card with the planted faults; it has a plate, a frame, a hand and a suit.
const CARD: &str = "34";

fn deck() -> Deck {
    Deck::read("Sample.csv", include_str!("../../../data/deck.csv")).unwrap()
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
            &only(CARD, CardNumbers::POKER).unwrap(),
        )
        .unwrap()
    })
}

/// Checks a file under the name of the card.
fn checked(ending: &str, bytes: &[u8]) -> Checked {
    let expectation = Expectation::default().with_card(Format::POKER).with_drawing();
    check_against(&format!("card-{CARD}.{ending}"), bytes, &expectation, printed())
}

fn is_found(checked: &Checked) -> bool {
    !checked.report.passes()
        || checked.read_back.as_ref().is_none_or(|read| !read.agrees() || read.cards != 1)
        || is_seen(checked)
}

fn is_seen(checked: &Checked) -> bool {
    checked.seen.as_ref().is_none_or(|seen| !seen.agrees() || seen.faces == 0)
}

/// A planted fault: its name, and the file with it.
type Plant = (String, Vec<u8>);

/// The names of planted faults that are not found.
fn passing(ending: &str, plants: &[Plant]) -> Vec<String> {
    let (next, passed) = (Mutex::new(0), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                loop {
                    let mine = {
                        let mut next = next.lock().unwrap();
                        *next += 1;
                        *next - 1
                    };
                    let Some((what, bytes)) = plants.get(mine) else { return };
                    if !is_found(&checked(ending, bytes)) {
                        passed.lock().unwrap().push(what.clone());
                    }
                }
            });
        }
    });
    let mut passed = passed.into_inner().unwrap();
    passed.sort();
    passed
}

/// The faults that are not found according to docs/dev/conformance.md, in one kind of file.
fn reported_as_passing(kind: &str) -> Vec<String> {
    let text = include_str!("../../../../docs/dev/conformance.md");
    let rows = text.lines().filter_map(|line| line.strip_prefix(&format!("| {kind}: ")));
    let mut names: Vec<String> =
        rows.map(|row| row.split(" | ").next().unwrap().to_owned()).collect();
    names.sort();
    names
}

#[test]
fn planted_faults_are_counted_as_in_the_ledger() {
    let counts = [pdf::plants().len(), svg::plants().len(), png::plants().len()];
    let all: usize = counts.iter().sum();
    let passing: usize =
        ["PDF", "SVG", "PNG"].map(|kind| reported_as_passing(kind).len()).iter().sum();
    assert!(all >= 250 && passing <= 5, "{counts:?}, {passing} pass");
    let text = include_str!("../../../../docs/dev/conformance.md").replace('\n', " ");
    let [pdf, svg, png] = counts;
    let expected =
        format!("{all} planted faults, {pdf} in PDF, {svg} in SVG and {png} in PNG files");
    assert!(text.contains(&expected), "{expected}");
}
