//! How much work an SVG file may demand: a file within these limits is drawn in bounded time and
//! memory, one past them is refused before a drawing library sees it.
//!
//! Every SVG from outside goes through [`read`]: templates, faces, and files in preflight. First the
//! bare text is scanned, in one pass without a tree, for what would make parsing itself slow; then
//! the parsed elements are weighed with everything they refer to. `docs/limits.md` lists the limits.

mod limits;
mod markup;
mod numbers;
mod style;
mod tree;

#[cfg(test)]
mod tests;

use std::fmt;

use usvg::roxmltree::{self, Document, ParsingOptions};

pub(crate) use limits::{Excess, Limits};
use limits::{most_nodes, too_many_elements};

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
