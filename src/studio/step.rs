//! Where a value of a spec stands, and what it is.

use serde::Deserialize;

/// One step of the way to a value.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, serde::Serialize)]
#[serde(untagged)]
pub enum Step {
    /// The entry of a list, from 0.
    Index(usize),
    /// The key of a table.
    Key(String),
}

/// A value that is no list and no table.
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
