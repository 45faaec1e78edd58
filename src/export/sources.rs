//! What every target is made from.

use crate::diagnostic::{Problem, Problems};
use crate::render::NamedFile;

use super::pictures::Pictures;
use super::values::Values;
use super::wanted::Export;

/// What every target is made from.
pub(super) struct Sources<'a> {
    pub(super) export: &'a Export<'a>,
    /// The deck's name as a part of file names.
    pub(super) slug: String,
    /// By card number.
    pub(super) values: Vec<Values>,
    pub(super) pictures: Pictures<'a>,
}

impl Sources<'_> {
    /// The deck and its edition, as they are told to people.
    pub(super) fn about(&self) -> String {
        let deck = self.export.deck;
        format!("{}, edition {}, {} cards", deck.name(), deck.edition(), deck.cards().len())
    }
}

/// JSON as a file: readable, ends in a newline.
pub(super) fn json_file(path: String, value: &serde_json::Value) -> Result<NamedFile, Problems> {
    let text = serde_json::to_string_pretty(value).map_err(|error| {
        Problem::coded("export.not-written", format!("{path} cannot be written: {error}"))
    })?;
    Ok(NamedFile { path, bytes: format!("{text}\n").into_bytes() })
}
