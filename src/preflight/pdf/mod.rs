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
use super::opened::OpenedFile;
use super::read_back::{DeclaredIdentity, PrintedDeck};
use super::rule::Criteria;
use super::seen;
use super::seen::{Compare, Edge, Layouts, PlacedPage, Placer, SeenFile};

/// The names of all rules.
pub(super) fn rules() -> impl Iterator<Item = &'static str> {
    rules::RULES.names()
}

/// How many pages a file has, if it can be read.
pub(super) fn page_count(bytes: &[u8]) -> Option<usize> {
    Some(Pdf::read(bytes).ok()?.pages().count())
}

/// Checks every rule; also returns the texts and faces of the pages if a deck is given.
///
/// # Errors
/// Why the file cannot be read.
pub(super) fn check(
    bytes: &[u8],
    expectation: &Expectation,
    deck: Option<&PrintedDeck>,
) -> Result<OpenedFile, String> {
    let pdf = Pdf::read(bytes).map_err(|error| error.to_string())?;
    let standard = expectation.standard.unwrap_or_else(|| rules::claimed(&pdf));
    let criteria = Criteria { standard, expectation };
    let mut examined =
        Examined::new(&pdf, &criteria, deck.is_some()).map_err(|past| past.to_string())?;
    let subject = pdf.info().and_then(|info| file::text(&pdf.file, info, "Subject"));
    let pages = glyphs::pages(&pdf, &examined.painted);
    let layouts = deck.map(|deck| Layouts::new(expectation, deck.format()));
    let placer = deck
        .zip(layouts.as_ref())
        .map(|(deck, layouts)| Placer { reference: deck.reference(), layouts });
    let found = views::found_pages(&examined, &criteria, &pages, deck.map(PrintedDeck::format));
    let has_rim = found.iter().any(|page| page.rim.is_some());
    examined.look = match (expectation.compared(), &placer) {
        (Compare::OutlinedCards, None) if !has_rim => SeenFile::default(),
        (compare, placer) => {
            seen::document(bytes, &found, turned_on(&pdf), placer.as_ref(), compare)
        }
    };
    examined.backs = deck
        .filter(|deck| deck.reference().has_several_backs() || !examined.painted.has_pages_alike())
        .map(|_| examined.look.placed.iter().map(PlacedPage::is_back).collect());
    let rules = rules::RULES.judge(&examined, &criteria);
    let record = found.iter().find_map(|page| page.record.as_ref()?.as_ref().ok());
    let reported = subject.as_deref().and_then(DeclaredIdentity::read);
    let reported = reported.map(|reported| reported.with_barcode(record));
    let read =
        deck.map(|deck| deck.compare_identity(&pages, &examined.look.placed, reported.as_ref()));
    Ok(OpenedFile { rules, read, seen: examined.look.seen, cut_mm: views::cut_mm(&pdf) })
}

/// The edge on which the file asks printers to flip the paper (PDF 1.7, table 150).
fn turned_on(pdf: &Pdf) -> Option<Edge> {
    let preferences = file::get(&pdf.file, pdf.catalog()?, "ViewerPreferences")?;
    match file::get(&pdf.file, file::as_dictionary(preferences)?, "Duplex")?.as_name().ok()? {
        b"DuplexFlipLongEdge" => Some(Edge::Long),
        b"DuplexFlipShortEdge" => Some(Edge::Short),
        _ => None,
    }
}
