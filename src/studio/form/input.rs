//! What is asked before something is added to a spec.

use serde::Serialize;
use serde_json::Value as Json;

use crate::face::{Theme, Words};
use crate::render::sheet::Sheet;

use super::known_keys::{choices, element};
use crate::studio::step::Step;

/// A text to enter.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(in crate::studio) struct Input {
    pub label: String,
    /// The initial text; may be empty.
    pub value: String,
    /// An example of a text.
    pub example: String,
    #[serde(flatten)]
    pub kind: InputKind,
}

/// The control for a text.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case", tag = "kind")]
pub(in crate::studio) enum InputKind {
    /// Any text; some are suggested.
    Text { suggestions: Vec<String> },
    /// One of these.
    Choice { choices: Vec<String> },
    /// A number.
    Number { low: Option<i64>, high: Option<i64>, whole: bool },
}

impl Input {
    pub fn text(label: &str, example: &str) -> Self {
        let kind = InputKind::Text { suggestions: Vec::new() };
        Self { label: label.to_owned(), value: String::new(), example: example.to_owned(), kind }
    }

    /// `None` if nothing is left to choose.
    pub fn choice(label: &str, choices: Vec<String>) -> Option<Self> {
        let value = choices.first()?.clone();
        let kind = InputKind::Choice { choices };
        Some(Self { label: label.to_owned(), value, example: String::new(), kind })
    }

    fn number(label: &str, value: &str, known: &Json) -> Self {
        let end = |key: &str| known[key].as_i64().filter(|end| end.abs() < 10_000);
        let whole = known["type"] != "number";
        let kind = InputKind::Number { low: end("minimum"), high: end("maximum"), whole };
        Self { label: label.to_owned(), value: value.to_owned(), example: String::new(), kind }
    }

    /// The input for a value of this type.
    pub fn new(label: &str, known: &Json) -> Option<Self> {
        let default = [&known["default"], &known["examples"][0]];
        let default = default.into_iter().find(|value| !value.is_null()).map(plain);
        let default = default.unwrap_or_default();
        Some(match known["type"].as_str() {
            Some("integer" | "number") => Self::number(label, &default, known),
            _ if !choices(known).is_empty() => {
                let known = choices(known);
                let value = known.iter().find(|choice| **choice == default).unwrap_or(&known[0]);
                Self { value: value.clone(), ..Self::choice(label, known.clone())? }
            }
            _ => Self::text(label, &plain(&known["examples"][0])),
        })
    }
}

/// A JSON value as a user enters it.
pub(in crate::studio) fn plain(value: &Json) -> String {
    match value {
        Json::String(text) => text.clone(),
        Json::Null | Json::Array(_) | Json::Object(_) => String::new(),
        other => other.to_string(),
    }
}

/// The input for an entry of a list.
pub(in crate::studio) fn entry_input(path: &[Step], label: &str, known: &Json) -> Option<Input> {
    let mut input = suggested(path, Input::new(label, element(known))?);
    if matches!(input.kind, InputKind::Text { .. }) {
        input.example = plain(&known["examples"][0][0]);
    }
    Some(input)
}

/// An input with the names of what is built in.
pub(in crate::studio) fn suggested(path: &[Step], mut input: Input) -> Input {
    if let InputKind::Text { suggestions: names } = &mut input.kind {
        *names = suggestions(path);
    }
    input
}

/// The names of what is built in, for a key that takes them or the name of a file.
pub(in crate::studio) fn suggestions(path: &[Step]) -> Vec<String> {
    let mut keys = path.iter().filter_map(|step| match step {
        Step::Key(key) => Some(key.as_str()),
        Step::Index(_) => None,
    });
    let owned = |name: &str| name.to_owned();
    match keys.next_back() {
        Some("theme") => Theme::built_in_names().map(owned).collect(),
        Some("words") => Words::built_in_names().map(owned).collect(),
        Some("sheets") => Sheet::built_in_names().map(owned).collect(),
        Some("extra_cards") => ["title", "instruction"].map(owned).into(),
        _ => Vec::new(),
    }
}
