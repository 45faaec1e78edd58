//! How much work an SVG file may demand: a file within these limits is drawn in bounded time and
//! memory, one past them is refused before a drawing library sees it.
//!
//! Every SVG from outside goes through [`read`]: templates, faces, and files in preflight. First the
//! bare text is scanned, in one pass without a tree, for what would make parsing itself slow; then
//! the parsed elements are weighed with everything they refer to. `docs/limits.md` lists the limits.

mod markup;
mod numbers;
mod style;
mod tree;

#[cfg(test)]
mod tests;

use std::fmt;
use std::ops::Range;

use usvg::roxmltree::{self, Document, ParsingOptions};

use crate::wording::grouped;

/// The bytes of a file. A picture linked to may have as many; embedded it grows by a third.
const MOST_BYTES: usize = 100_000_000;
/// Elements within elements. What an element refers to counts as if it stood in it.
const MOST_NESTING: u32 = 200;
/// References one after the other: a use of a use, a pattern filled with a pattern.
const MOST_LINKS: u32 = 32;
/// Attributes of one element.
const MOST_ATTRIBUTES: usize = 200;
/// Declarations of namespaces in a file: an editor writes a dozen, each card of a sheet two.
const MOST_NAMESPACES: usize = 1_000;
/// Bytes that entities of the file's own may come to.
const MOST_ENTITY_BYTES: usize = 1_000_000;
/// The largest number of a shape, a line or a place, in user units. A card is a hundred across; from
/// about 1e9 on drawing libraries fail.
const LARGEST_NUMBER: f64 = 1e6;
/// Letters of one `<text>`.
const MOST_LETTERS: u64 = 5_000;
/// `<tspan>`s of one `<text>`; the work of laying them out grows with their square.
const MOST_SPANS: u64 = 500;
/// Attempts to apply a rule of a style sheet to an element.
const MOST_STYLE_STEPS: u64 = 5_000_000;

/// The limits that depend on what the file is for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    /// Bytes outside embedded pictures.
    markup_bytes: usize,
    /// Elements in the file.
    elements: usize,
    /// Elements and letters drawn, each as often as it is referred to.
    drawn: u64,
    /// Numbers of outlines, places and sizes.
    numbers: u64,
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
    fn new(message: impl Into<String>, accepted: impl Into<String>, span: Range<usize>) -> Self {
        Self { message: message.into(), accepted: accepted.into(), span }
    }
}

/// Why an SVG is not read.
#[derive(Debug)]
pub(crate) enum Unread {
    /// It is past a limit.
    Excess(Excess),
    /// It is no XML.
    IllFormed(roxmltree::Error),
}

impl fmt::Display for Unread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Excess(Excess { message, accepted, .. }) => {
                write!(f, "{message}; accepted: {accepted}")
            }
            Self::IllFormed(error) => write!(f, "the XML is ill-formed: {error}"),
        }
    }
}

/// Reads the elements of an SVG that is within these limits.
///
/// # Errors
/// The first thing it has too much of, or that it is no XML.
pub(crate) fn read(text: &str, limits: Limits) -> Result<Document<'_>, Unread> {
    markup::check(text, limits).map_err(Unread::Excess)?;
    let options = ParsingOptions {
        allow_dtd: true,
        nodes_limit: u32::try_from(most_nodes(limits)).unwrap_or(u32::MAX),
        ..ParsingOptions::default()
    };
    let xml = Document::parse_with_options(text, options).map_err(|error| match error {
        roxmltree::Error::NodesLimitReached => Unread::Excess(too_many_elements(limits, 0..0)),
        error => Unread::IllFormed(error),
    })?;
    tree::check(&xml, limits).map_err(Unread::Excess)?;
    Ok(xml)
}

/// How many elements, texts and comments a file may have.
fn most_nodes(limits: Limits) -> usize {
    4 * limits.elements
}

fn too_many_elements(limits: Limits, span: Range<usize>) -> Excess {
    let accepted = format!("at most {}", grouped(limits.elements));
    Excess::new("the SVG has too many elements", accepted, span)
}
