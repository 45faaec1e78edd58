//! Texts that cards carry.

use crate::deck::{ACCEPTED_TEXT, check_text};
use crate::input::toml::{Placed, Reader, Table};

/// A text that must be there and that a card may carry.
pub(crate) fn card_text(reader: &mut Reader, table: &Table, key: &str) -> String {
    let faults = reader.problems.len();
    let text = reader.text(table, key, None);
    if reader.problems.len() == faults {
        confirm(reader, key, &text);
    }
    text.value
}

/// Tells what is wrong with a text that a card may not carry; `what` is how messages call it.
pub(crate) fn confirm(reader: &mut Reader, what: &str, text: &Placed<String>) {
    if let Err(fault) = check_text(&text.value) {
        reader.fault(text.span.clone(), format!("{what} {fault}"), ACCEPTED_TEXT);
    }
}
