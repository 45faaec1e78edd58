//! Every key of a spec with its type and meaning: the source of the check for unknown keys, the JSON Schema,
//! `docs/spec.md` and the comments of a new project.

mod list;

use super::bounds::Bounds;

pub(super) use self::list::{CAUSE, EFFECT, ELEMENT, HIT, LIMITS, PRINT, RUNG, SHUFFLE, TOP};

/// One key of a table.
#[derive(Debug)]
pub(super) struct Key {
    pub name: &'static str,
    pub takes: KeyType,
    pub presence: Presence,
    /// An example value in TOML.
    pub example: &'static str,
    /// Its description in sentences.
    pub about: &'static str,
}

impl AsRef<str> for Key {
    fn as_ref(&self) -> &str {
        self.name
    }
}

/// Whether a key is required.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Presence {
    Required,
    /// Optional, with this default in TOML.
    Default(&'static str),
    /// Optional; the meaning of its absence in words.
    Optional(&'static str),
}

/// The type of a key's value.
#[derive(Debug)]
pub(super) enum KeyType {
    /// Words; at least one character.
    Text,
    /// The name of a file or folder, from the spec's folder.
    Path,
    /// A list of such names.
    Paths,
    /// One of these texts.
    OneOf(&'static [&'static str]),
    Flag,
    /// A whole number within bounds.
    Whole(Bounds),
    /// A plain decimal number of at least 0.
    Decimal,
    /// A list of some of these texts.
    SomeOf(&'static [&'static str]),
    /// A list of texts, with the smallest and largest number.
    Texts(usize, usize),
    /// The same, or the column of a CSV table.
    TextsOrColumn(usize, usize),
    /// A list of whole numbers, each within bounds.
    Wholes {
        each: Bounds,
        count: Bounds,
    },
    /// Dice as `"d6"`, rising in sides.
    Dice,
    /// From a column's die to a list of whole numbers within bounds.
    ByDie(Bounds),
    /// The same, or a list of such lists, one for each row.
    ByDieOrRow(Bounds),
    /// From a value within bounds to a number of cards.
    Counts(Bounds),
    /// From a number of [`Bounds::ELEMENT`] or a word to a number of cards.
    CountsOfValues,
    /// From a number of shots to such counts.
    Bursts,
    Table(&'static [Key]),
    /// A list of tables.
    Tables(&'static [Key]),
}

/// The name of the schema file, next to the presets and in every new project.
pub(super) const SCHEMA_FILE: &str = "actiondeck-spec.schema.json";
