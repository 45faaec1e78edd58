//! Reads tables of the parts of a card.

use std::collections::BTreeSet;

use crate::deck::Part;
use crate::input::toml::{Reader, Table};

/// The table of a part, which is required unless the cards omit the part.
pub(super) fn part_table<'t>(
    reader: &mut Reader,
    root: &Table<'t>,
    part: Part,
    without: &BTreeSet<Part>,
) -> Option<Table<'t>> {
    if without.contains(&part) {
        return None;
    }
    if !reader.has(root, part.name()) {
        reader.needs(root, part.name(), &format!("a table [{part}], or \"{part}\" in without"));
        return None;
    }
    reader.table(root, part.name())
}
