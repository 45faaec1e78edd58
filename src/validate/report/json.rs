//! A validation as JSON.

use super::super::Validation;

/// The validation as indented JSON, ending in a newline.
pub fn json(validation: &Validation) -> String {
    let mut text =
        serde_json::to_string_pretty(validation).expect("all of a validation has a JSON form");
    text.push('\n');
    text
}
