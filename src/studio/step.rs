//! Paths to values of a spec, and their types.

use serde::Deserialize;

/// One step of a path to a value.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, serde::Serialize)]
#[serde(untagged)]
pub enum Step {
    /// The entry of a list, from 0.
    Index(usize),
    /// The key of a table.
    Key(String),
}

/// A value other than a list or a table.
#[derive(Clone, Debug, PartialEq, Deserialize, serde::Serialize)]
#[serde(untagged)]
pub enum Scalar {
    /// Yes or no.
    Flag(bool),
    /// A whole number.
    Whole(i64),
    /// A decimal number.
    Decimal(f64),
    /// A text.
    Text(String),
}
