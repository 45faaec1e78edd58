//! The expected texts of a face.

use crate::face::{Line, PlacedGlyph};

/// A text of a face with its letters and their positions.
#[derive(Debug)]
pub(in crate::preflight) struct Expected {
    /// The field it shows, such as `cause.d10.2`; empty for a text that is the same on every card.
    pub field: String,
    /// The letters, in millimetres from the upper left corner of the face, bleed included.
    pub glyphs: Vec<PlacedGlyph>,
}

impl Expected {
    pub(in crate::preflight) fn from_line(line: Line, field: &str) -> Option<Self> {
        let drawn = line.glyphs.iter().any(|glyph| !glyph.is_space());
        drawn.then(|| Self { field: field.to_owned(), glyphs: line.glyphs })
    }

    pub(in crate::preflight) fn text(&self) -> String {
        self.glyphs.iter().map(|glyph| &*glyph.text).collect()
    }

    /// The letters that leave ink.
    pub(in crate::preflight) fn drawn(&self) -> impl Iterator<Item = &PlacedGlyph> {
        self.glyphs.iter().filter(|glyph| !glyph.is_space())
    }

    /// The first letter that leaves ink.
    pub(in crate::preflight) fn first(&self) -> &PlacedGlyph {
        self.drawn().next().expect("a line without ink is not expected")
    }

    /// The position as named in messages.
    pub(in crate::preflight) fn place(&self) -> String {
        match self.field.as_str() {
            "" => {
                let [x, y] = self.first().at_mm;
                format!("{x:.1}, {y:.1} mm")
            }
            field => field.to_owned(),
        }
    }
}
