//! The fonts that pages use.

use std::collections::BTreeMap;

use super::super::file::{as_dictionary, get, shown};
use super::super::walk::{Key, Operation, Scope};
use lopdf::Dictionary;

/// The fonts a file uses, every font object once.
#[derive(Default)]
pub(in crate::preflight::pdf) struct Fonts<'a>(pub BTreeMap<Key, Used<'a>>);

/// A font that a page uses.
pub(in crate::preflight::pdf) struct Used<'a> {
    /// What a fault calls it.
    pub label: String,
    /// The page that uses it first.
    pub page: u32,
    pub font: &'a Dictionary,
}

impl<'a> Fonts<'a> {
    pub(in crate::preflight::pdf) fn operator(
        &mut self,
        scope: &Scope<'a>,
        operation: &Operation<'_>,
    ) {
        if operation.operator == "Tf"
            && let Some(resource) = operation.first_name()
            && let Some((key, font)) = scope.keyed("Font", resource)
            && let Some(font) = as_dictionary(font)
        {
            self.0.entry(key).or_insert_with(|| {
                let own = get(&scope.pdf.file, font, "BaseFont").and_then(|own| own.as_name().ok());
                Used { label: shown(own.unwrap_or(resource)), page: scope.page, font }
            });
        }
    }
}
