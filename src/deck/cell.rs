//! The contents of a card's cells.

use std::borrow::Cow;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Serialize, Serializer};

/// One cell of the cause grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CauseCell {
    /// Printed `CF`. Read as a number it counts 0, so it sorts below every number.
    CriticalFailure,
    /// A number. From N upward in column N it represents the highest number of the die.
    Number(u16),
}

impl CauseCell {
    /// The number, or `None` for a critical failure.
    pub const fn number(self) -> Option<u16> {
        match self {
            Self::CriticalFailure => None,
            Self::Number(number) => Some(number),
        }
    }

    /// The number, 0 for a critical failure.
    pub const fn value(self) -> u16 {
        match self {
            Self::CriticalFailure => 0,
            Self::Number(number) => number,
        }
    }

    /// Whether the cell, in a column of this many `sides`, shows the highest number of the die or more.
    /// [`goes_on`](super::Layout::goes_on) and [`is_exceptional`](super::Layout::is_exceptional) of the
    /// layout return what that means.
    pub const fn is_highest(self, sides: u16) -> bool {
        self.value() >= sides
    }
}

impl fmt::Display for CauseCell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::CriticalFailure => f.pad("CF"),
            Self::Number(number) => number.fmt(f),
        }
    }
}

/// A number, or the text `CF`, as in `deck.json`.
impl Serialize for CauseCell {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::CriticalFailure => serializer.serialize_str("CF"),
            Self::Number(number) => serializer.serialize_u16(*number),
        }
    }
}

impl JsonSchema for CauseCell {
    fn schema_name() -> Cow<'static, str> {
        "CauseCell".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "A cell of the cause grid: a number, or `CF` for a critical failure.",
            "anyOf": [{ "type": "integer" }, { "const": "CF" }],
        })
    }
}

/// The value of a designer element: a number, a text, or null if the card shows nothing.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, JsonSchema, Serialize)]
#[serde(untagged)]
pub enum ExtraValue {
    /// Not printed.
    Blank,
    /// A number.
    Number(i32),
    /// A text.
    Text(String),
}

impl ExtraValue {
    /// Reads a value: blank if the text is empty, a number if it is one in canonical form.
    pub fn from_text(text: &str) -> Self {
        if text.is_empty() {
            return Self::Blank;
        }
        let number = text.parse().ok().filter(|number: &i32| number.to_string() == text);
        number.map_or_else(|| Self::Text(text.to_owned()), Self::Number)
    }

    /// The number that it counts as where answers are compared: a number itself, a text its index in the list
    /// of values (`place` from 0, the first as 1), blank 0.
    pub fn as_reading(&self, place: usize) -> i64 {
        match self {
            Self::Blank => 0,
            Self::Number(number) => (*number).into(),
            Self::Text(_) => place as i64 + 1,
        }
    }
}

impl fmt::Display for ExtraValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Blank => Ok(()),
            Self::Number(number) => number.fmt(f),
            Self::Text(text) => f.pad(text),
        }
    }
}

/// A grid of cells addressed by column index (from 0, left to right) and row (from 1, downward).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid<T> {
    rows: u8,
    /// Column by column.
    cells: Vec<T>,
}

impl<T: Copy> Grid<T> {
    /// The grid of an omitted part.
    pub const fn none() -> Self {
        Self { rows: 0, cells: Vec::new() }
    }

    /// A grid from its columns, each from row 1 downward, or `None` if they differ in height or are empty.
    pub fn from_columns(columns: &[Vec<T>]) -> Option<Self> {
        let rows = u8::try_from(columns.first()?.len()).ok()?;
        if rows == 0 || columns.iter().any(|column| column.len() != usize::from(rows)) {
            return None;
        }
        Some(Self { rows, cells: columns.concat() })
    }

    /// The cell in `column` (from 0) and `row` (from 1), or `None` outside the grid.
    pub fn get(&self, column: usize, row: u8) -> Option<T> {
        self.column(column).get(usize::from(row).checked_sub(1)?).copied()
    }

    /// The cells of a column from row 1 downward; empty outside the grid.
    pub fn column(&self, column: usize) -> &[T] {
        let rows = usize::from(self.rows);
        self.cells.get(column * rows..(column + 1) * rows).unwrap_or_default()
    }

    /// The number of columns.
    pub fn columns(&self) -> usize {
        self.cells.len() / usize::from(self.rows.max(1))
    }

    /// The number of rows.
    pub fn rows(&self) -> u8 {
        self.rows
    }
}
