//! What a file shows on a page, before it is known which card it is.

use crate::face::PlacedGlyph;

/// Left, top, right, bottom in millimetres.
pub(super) type Sides = [f64; 4];

/// A page with every letter that it has as text.
#[derive(Debug)]
pub(super) struct Page {
    /// From 1, in files that have several.
    pub number: Option<u32>,
    /// In painting order.
    pub letters: Vec<PlacedGlyph>,
}
