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
    /// What it is at sight.
    first: PlacedGlyph,
    /// What else it may be: an outline can be that of several letters.
    others: Vec<PlacedGlyph>,
    /// Whether it can hardly be anything but a letter. A square may be a full stop or an ornament,
    /// and is no stray letter where none is expected.
    pub certain: bool,
}

impl Mark {
    /// A letter that the file itself calls one.
    pub(super) fn glyph(glyph: PlacedGlyph) -> Self {
        Self { first: glyph, others: Vec::new(), certain: true }
    }

    /// Something that may be any of these, the first of them at sight; nothing if there are none.
    pub(super) fn any_of(
        readings: impl IntoIterator<Item = PlacedGlyph>,
        certain: bool,
    ) -> Option<Self> {
        let mut readings = readings.into_iter();
        let first = readings.next()?;
        Some(Self { first, others: readings.collect(), certain })
    }

    /// The first of its readings.
    pub(super) fn glyph_at_sight(&self) -> &PlacedGlyph {
        &self.first
    }

    /// All that it may be.
    pub(super) fn readings(&self) -> impl Iterator<Item = &PlacedGlyph> {
        std::iter::once(&self.first).chain(&self.others)
    }

    /// Whether it may be several letters.
    pub(super) fn is_doubtful(&self) -> bool {
        !self.others.is_empty()
    }
}
