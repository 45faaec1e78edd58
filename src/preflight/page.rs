//! The text of a page, before its cards are identified.

use crate::face::PlacedGlyph;

/// Left, top, right, bottom in millimetres.
pub(super) type Sides = [f64; 4];

/// A page with all its text letters.
#[derive(Debug)]
pub(super) struct Page {
    /// From 1, in files that have several.
    pub number: Option<u32>,
    /// In painting order.
    pub letters: Vec<PlacedGlyph>,
}
