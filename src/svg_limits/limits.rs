//! How much an SVG file may demand, and what is told of one that demands more.

use std::ops::Range;

use crate::wording::grouped;

/// The bytes of a file. A picture linked to may have as many; embedded it grows by a third.
pub(super) const MOST_BYTES: usize = 100_000_000;
/// Elements within elements. What an element refers to counts as if it stood in it.
pub(super) const MOST_NESTING: u32 = 200;
/// References one after the other: a use of a use, a pattern filled with a pattern.
pub(super) const MOST_LINKS: u32 = 32;
/// Attributes of one element.
pub(super) const MOST_ATTRIBUTES: usize = 200;
/// Declarations of namespaces in a file: an editor writes a dozen, each card of a sheet two.
pub(super) const MOST_NAMESPACES: usize = 1_000;
/// Bytes that entities of the file's own may come to.
pub(super) const MOST_ENTITY_BYTES: usize = 1_000_000;
/// The largest number of a shape, a line or a place, in user units. A card is a hundred across; from
/// about 1e9 on drawing libraries fail.
pub(super) const LARGEST_NUMBER: f64 = 1e6;
/// Letters of one `<text>`.
pub(super) const MOST_LETTERS: u64 = 5_000;
/// `<tspan>`s of one `<text>`; the work of laying them out grows with their square.
pub(super) const MOST_SPANS: u64 = 500;
/// Families of one `font-family`. A list of places breaks a text into a piece for each letter, and every piece
/// keeps the families, variations and dashes of its own.
pub(super) const MOST_FAMILIES: usize = 32;
/// Bytes of a property that every piece of a text keeps.
pub(super) const MOST_PIECE_BYTES: usize = 1_000;
/// Attempts to apply a rule of a style sheet to an element.
pub(super) const MOST_STYLE_STEPS: u64 = 5_000_000;

/// The limits that depend on what the file is for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    /// Bytes outside embedded pictures.
    pub(super) markup_bytes: usize,
    /// Elements in the file.
    pub(super) elements: usize,
    /// Elements and letters drawn, each as often as it is referred to.
    pub(super) drawn: u64,
    /// Numbers of outlines, places and sizes.
    pub(super) numbers: u64,
}

impl Limits {
    /// Of a face or its template, which is drawn for each of 54 cards, several times over, and held in
    /// memory for all of them at once.
    pub(crate) const FACE: Self =
        Self { markup_bytes: 8_000_000, elements: 8_000, drawn: 8_000, numbers: 500_000 };
    /// Of a file that is looked at once.
    pub(crate) const PRINT_FILE: Self =
        Self { markup_bytes: 32_000_000, elements: 200_000, drawn: 200_000, numbers: 4_000_000 };
    /// Of an SVG file embedded in a print file as a picture.
    pub(crate) const NESTED: Self =
        Self { markup_bytes: 1_000_000, elements: 2_000, drawn: 2_000, numbers: 100_000 };
}

/// What a file has too much of, and where.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Excess {
    /// What it is and how large.
    pub(crate) message: String,
    /// How much would be accepted.
    pub(crate) accepted: String,
    /// The bytes of the file it stands in.
    pub(crate) span: Range<usize>,
}

impl Excess {
    pub(super) fn new(
        message: impl Into<String>,
        accepted: impl Into<String>,
        span: Range<usize>,
    ) -> Self {
        Self { message: message.into(), accepted: accepted.into(), span }
    }
}

/// How many elements, texts and comments a file may have.
pub(super) fn most_nodes(limits: Limits) -> usize {
    4 * limits.elements
}

pub(super) fn too_many_elements(limits: Limits, span: Range<usize>) -> Excess {
    let accepted = format!("at most {}", grouped(limits.elements));
    Excess::new("the SVG has too many elements", accepted, span)
}
