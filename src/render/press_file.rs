//! Reads the standard, condition and profile of a press from the files of sheets and print houses.

use std::path::Path;

use crate::asset_path;
use crate::input::toml::{Reader, Table};

use super::pdf::{Conformance, ConformanceError};

/// The keys of such a table.
pub(super) const KEYS: [&str; 3] = ["standard", "condition", "profile"];

/// The largest profile that is read, in bytes: those of presses have two or three million.
const PROFILE_BYTES: usize = 16_000_000;

/// Reads the table and reports faults. A profile is a file in `folder` or below it.
pub(super) fn read(reader: &mut Reader, table: &Table<'_>, folder: Option<&Path>) -> Conformance {
    let standard = reader.text(table, "standard", None);
    let condition = reader.text(table, "condition", None);
    if !reader.has(table, "standard") || !reader.has(table, "condition") {
        return Conformance::Plain;
    }
    let mut profile = None;
    if reader.has(table, "profile") {
        let name = reader.text(table, "profile", None);
        let icc = match folder {
            Some(folder) => asset_path::read(folder, &name.value, PROFILE_BYTES)
                .map_err(|astray| format!("the profile {:?} {astray}", name.value)),
            None => Err("a profile is read beside a file, not here".to_owned()),
        };
        match icc {
            Ok(icc) => profile = Some((icc, name.span)),
            Err(message) => {
                reader.fault(name.span, message, "an ICC profile in the folder of this file");
                return Conformance::Plain;
            }
        }
    }
    let (named, place) = match profile {
        Some((icc, place)) => {
            (Conformance::enclosing(&standard.value, &condition.value, icc), Some(place))
        }
        None => (Conformance::named(&standard.value, &condition.value), None),
    };
    named.unwrap_or_else(|error| {
        let place = match error {
            ConformanceError::Standard(_) => standard.span,
            ConformanceError::Condition { .. } => condition.span,
            ConformanceError::Profile { .. } => place.unwrap_or(table.span.clone()),
        };
        reader.fault(place, error.to_string(), &error.accepted());
        Conformance::Plain
    })
}
