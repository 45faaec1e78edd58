//! The texts a project consists of.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::document;

/// The texts of a project. Texts that are the same in many steps are kept once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Texts {
    /// The spec.
    pub spec: Arc<str>,
    /// The pin tables that were read or edited, by name.
    pub pins: BTreeMap<String, Arc<str>>,
}

impl Texts {
    /// The pin table the spec names, if its text says so.
    pub fn pin_table_name(&self) -> Option<String> {
        let document = document::parsed(&self.spec).ok()?;
        document.get("pins").and_then(|item| item.as_str()).map(str::to_owned)
    }
}
