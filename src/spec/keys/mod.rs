//! Every key of a spec, with what it takes and means: the one list from which come the check for
//! unknown keys, the JSON Schema, `docs/spec.md` and the comments of a new project.

mod list;

use super::bounds::Bounds;

pub(super) use self::list::{CAUSE, EFFECT, ELEMENT, HIT, LIMITS, PRINT, RUNG, TOP};

/// One key of a table.
#[derive(Debug)]
pub(super) struct Key {
    pub name: &'static str,
    pub takes: KeyType,
    pub presence: Presence,
    /// A TOML value it may have.
    pub example: &'static str,
    /// What it is for: whole sentences.
    pub about: &'static str,
}

impl AsRef<str> for Key {
    fn as_ref(&self) -> &str {
        self.name
    }
}

/// Whether a key must be there.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Presence {
    Required,
    /// May be left out and is then this TOML value.
    Default(&'static str),
    /// May be left out; what that means, in words.
    Optional(&'static str),
}

/// What stands behind a key.
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
    /// A list of this many texts, least and most.
    Texts(usize, usize),
    /// A list of so many whole numbers, each within bounds.
    Wholes {
        each: Bounds,
        count: Bounds,
    },
    /// Dice as `"d6"`, rising in sides.
    Dice,
    /// From a column's die to a list of whole numbers within bounds.
    ByDie(Bounds),
    /// The same, or to a list of such lists, one for each row.
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

/// The schema file's name, beside the presets and in every new project.
pub(super) const SCHEMA_FILE: &str = "actiondeck-spec.schema.json";
