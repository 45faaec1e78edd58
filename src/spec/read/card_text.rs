//! Texts that cards carry.

use crate::deck::{ACCEPTED_TEXT, check_text};
use crate::input::toml::{Placed, Reader, Table};

/// A required text that a card may carry.
pub(crate) fn card_text(reader: &mut Reader, table: &Table, key: &str) -> String {
    let faults = reader.problems.len();
    let text = reader.text(table, key, None);
    if reader.problems.len() == faults {
        confirm(reader, key, &text);
    }
    text.value
}

/// Reports the fault of a text that a card may not carry; `what` names it in messages.
pub(crate) fn confirm(reader: &mut Reader, what: &str, text: &Placed<String>) {
    if let Err(fault) = check_text(&text.value) {
        reader.fault(text.span.clone(), format!("{what} {fault}"), ACCEPTED_TEXT);
    }
}
