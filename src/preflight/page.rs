//! What a file shows on a page, before it is known which card it is.

use crate::face::PlacedGlyph;

/// Left, top, right, bottom in millimetres.
pub(super) type Sides = [f64; 4];

/// A page with everything on it that may be a letter.
#[derive(Debug)]
pub(super) struct Page {
    /// From 1, in files that have several.
    pub number: Option<u32>,
    /// In painting order.
    pub marks: Vec<Mark>,
}

/// Something on a page that is, or looks like, a letter.
#[derive(Clone, Debug)]
pub(super) struct Mark {
    /// What it may be: an outline can be that of several letters. Never empty.
    pub readings: Vec<PlacedGlyph>,
    /// Whether it can hardly be anything but a letter. A square may be a full stop or an ornament,
    /// and is no stray letter where none is expected.
    pub certain: bool,
}

impl Mark {
    /// A letter that the file itself calls one.
    pub(super) fn glyph(glyph: PlacedGlyph) -> Self {
        Self { readings: vec![glyph], certain: true }
    }

    /// The first of its readings.
    pub(super) fn glyph_at_sight(&self) -> &PlacedGlyph {
        &self.readings[0]
    }
}
