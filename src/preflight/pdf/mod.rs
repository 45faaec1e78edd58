//! PDF files: one load, one pass over the objects, one walk over the pages.

mod colour;
mod examined;
mod file;
mod glyphs;
mod objects;
mod output_intent;
mod painted;
mod picture;
mod rules;
mod views;
mod walk;

use self::examined::Examined;
use self::file::Pdf;
use super::expectation::Expectation;
use super::opened::Opened;
use super::read_back::{PrintedDeck, Told};
use super::rule::Criteria;
use super::seen;
use super::seen::{Edge, FoundPage, ToldBacks};
use crate::render::BACKS_MOVED;

/// The names of all rules.
pub(super) fn rules() -> impl Iterator<Item = &'static str> {
    rules::RULES.names()
}

/// How many pages a file has, if it can be read.
pub(super) fn page_count(bytes: &[u8]) -> Option<usize> {
    Some(Pdf::read(bytes).ok()?.pages().count())
}

/// What became of every rule; what was read and seen on the pages, if a deck is asked for.
///
/// # Errors
/// Why the file cannot be read, in words.
pub(super) fn check(
    bytes: &[u8],
    expectation: &Expectation,
    deck: Option<&PrintedDeck>,
) -> Result<Opened, String> {
    let pdf = Pdf::read(bytes).map_err(|error| error.to_string())?;
    let standard = expectation.standard.unwrap_or_else(|| rules::claimed(&pdf));
    let criteria = Criteria { standard, expectation };
    let mut examined = Examined::of(&pdf, &criteria, deck.map(PrintedDeck::letters))
        .map_err(|past| past.to_string())?;
    let subject = pdf.info().and_then(|info| file::text(&pdf.file, info, "Subject"));
    let pages = glyphs::pages(&pdf, &examined.painted);
    let mut seen = None;
    if expectation.drawn {
        let found = views::of(&examined, &pages, deck)?;
        examined.backs = deck
            .filter(|deck| deck.looks().has_several_backs() || !examined.painted.has_pages_alike())
            .map(|_| found.iter().map(FoundPage::is_back).collect());
        let told = ToldBacks {
            turned_on: turned_on(&pdf),
            are_corrected: subject.as_deref().and_then(are_corrected),
        };
        let look = seen::document(bytes, &found, told, deck.map(PrintedDeck::looks));
        (examined.looked, seen) = (Some(look.faults), look.seen);
    }
    let rules = rules::RULES.judge(&examined, &criteria);
    let told = subject.as_deref().and_then(Told::read);
    let read = deck.map(|deck| deck.compare_told(&pages, told.as_ref()));
    Ok(Opened { rules, read, seen, cut_mm: views::cut_mm(&pdf) })
}

/// Whether a sheet says in its subject that its backs are moved for a printer: `Harbour, edition AB12C: A4; backs moved
/// for the printer office`. Other programs say neither that they are nor that they are not.
fn are_corrected(subject: &str) -> Option<bool> {
    subject.contains(", edition ").then(|| subject.contains(BACKS_MOVED))
}

/// The edge that the file asks printers to turn its paper on (PDF 1.7, table 150).
fn turned_on(pdf: &Pdf) -> Option<Edge> {
    let preferences = file::get(&pdf.file, pdf.catalog()?, "ViewerPreferences")?;
    match file::get(&pdf.file, file::as_dictionary(preferences)?, "Duplex")?.as_name().ok()? {
        b"DuplexFlipLongEdge" => Some(Edge::Long),
        b"DuplexFlipShortEdge" => Some(Edge::Short),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sheet_says_whether_its_backs_are_moved_and_other_files_say_nothing() {
        let sheet = "Harbour, edition AB12C: A4, shared cut lines";
        assert_eq!(Some(false), are_corrected(sheet));
        let moved = format!("{sheet}; backs moved for the printer office");
        assert_eq!(Some(true), are_corrected(&moved));
        assert_eq!(None, are_corrected("Untitled"));
    }
}
