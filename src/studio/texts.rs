//! The texts of a project.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::form::document;

/// The texts of a project. Equal texts of several undo steps are shared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Texts {
    /// The spec.
    pub spec: Arc<str>,
    /// The pin tables that were read or edited, by name.
    pub pins: BTreeMap<String, Arc<str>>,
}

impl Texts {
    /// The pin table that the spec names, if its text can be parsed.
    pub fn pin_table_name(&self) -> Option<String> {
        let document = document::parsed(&self.spec).ok()?;
        document.get("pins").and_then(|item| item.as_str()).map(str::to_owned)
    }
}
