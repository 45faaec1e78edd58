//! What is known of each page before it is drawn.

use super::examined::Examined;
use super::file::Corners;
use crate::geometry::Mm;
use crate::preflight::page::{Page, Sides};
use crate::preflight::read_back::PrintedDeck;
use crate::preflight::seen::FoundPage;

/// The pages with their boxes in the millimetres of their letters' places.
///
/// # Errors
/// If a page has more than is looked at.
pub(super) fn of<'p>(
    examined: &Examined<'_>,
    pages: &'p [Page],
    deck: Option<&PrintedDeck>,
) -> Result<Vec<FoundPage<'p>>, String> {
    let mut found = Vec::new();
    for ((number, dictionary), page) in examined.pdf.pages().zip(pages) {
        // A4 where no box is told: such a file is refused by other rules.
        let media = examined.pdf.page_box(dictionary, "MediaBox");
        let media = media.unwrap_or([0.0, 0.0, 595.0, 842.0]);
        let bleed = ["BleedBox", "CropBox"]
            .into_iter()
            .find_map(|name| examined.pdf.page_box(dictionary, name));
        let bleed = millimetres(bleed.unwrap_or(media));
        let may_be_bare = examined.painted.content.blank.are_of(number);
        found.push(FoundPage::of(page, millimetres(media), bleed, may_be_bare, deck)?);
    }
    Ok(found)
}

/// A box as left, top, right, bottom in millimetres, downward.
fn millimetres([left, low, right, high]: Corners) -> Sides {
    [left, -high, right, -low].map(|side| Mm::from_points(side).0)
}
