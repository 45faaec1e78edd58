//! The names of a card's fields: the header of `deck.csv`, and cells in messages.

use crate::diagnostic::{Fault, Problem, fault, quoted};
use std::fmt;
use std::str::FromStr;

use crate::dice::Die;
use crate::input::limits::ID_CHARS;

use super::LONGEST_TEXT;

/// One field of a card. Printed and parsed as the column name in `deck.csv`: `cause_d10_2`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Field {
    /// `number`
    Number,
    /// `rank`
    Rank,
    /// `suit`
    Suit,
    /// `toggle`
    Toggle,
    /// `cause_d10_2`
    Cause {
        /// The column.
        die: Die,
        /// The row, from 1.
        row: u8,
    },
    /// `effect_d10_2`
    Effect {
        /// The column.
        die: Die,
        /// The row, from 1.
        row: u8,
    },
    /// `hit_1` (top of the stack) and on
    Hit(u8),
    /// `hit_step`
    HitStep,
    /// `burst_10`
    Burst(u16),
    /// `penetration`
    Penetration,
    /// `scatter`
    Scatter,
    /// `failure`
    Failure,
    /// `unintended`
    Unintended,
    /// `shuffle`
    Shuffle,
    /// A designer element, by its id.
    Extra(String),
}

impl Field {
    /// Whether the id of a designer element is that of a built-in field.
    pub fn is_reserved(id: &str) -> bool {
        ["cause", "effect", "hit", "burst"].contains(&id)
            || !matches!(id.parse(), Ok(Field::Extra(_)))
    }
}

impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number => f.write_str("number"),
            Self::Rank => f.write_str("rank"),
            Self::Suit => f.write_str("suit"),
            Self::Toggle => f.write_str("toggle"),
            Self::Cause { die, row } => write!(f, "cause_{die}_{row}"),
            Self::Effect { die, row } => write!(f, "effect_{die}_{row}"),
            Self::Hit(entry) => write!(f, "hit_{entry}"),
            Self::HitStep => f.write_str("hit_step"),
            Self::Burst(shots) => write!(f, "burst_{shots}"),
            Self::Penetration => f.write_str("penetration"),
            Self::Scatter => f.write_str("scatter"),
            Self::Failure => f.write_str("failure"),
            Self::Unintended => f.write_str("unintended"),
            Self::Shuffle => f.write_str("shuffle"),
            Self::Extra(id) => f.write_str(id),
        }
    }
}

/// A column name that is neither a field nor a valid id of a designer element.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldError {
    original: String,
}

impl Fault for FieldError {
    fn problem(&self) -> Problem {
        let Self { original } = self;
        Problem::coded("deck.field", format!("unknown column {}", quoted(original)))
            .accepts(Self::ACCEPTED)
    }
}

fault!(FieldError);

impl FieldError {
    /// The accepted column names.
    pub const ACCEPTED: &str = "number, cause_d6_1, effect_d6_1, hit_1, burst_3 and the like, or an element id in lower case";
}

impl FromStr for Field {
    type Err = FieldError;

    fn from_str(text: &str) -> Result<Self, FieldError> {
        let unknown = || FieldError { original: text.to_owned() };
        let cell = |rest: &str| {
            let (die, row) = rest.split_once('_')?;
            let row: u8 = canonical(row)?;
            Some((die.parse().ok()?, row))
        };
        let field = match text {
            "number" => Self::Number,
            "rank" => Self::Rank,
            "suit" => Self::Suit,
            "toggle" => Self::Toggle,
            "hit_step" => Self::HitStep,
            "penetration" => Self::Penetration,
            "scatter" => Self::Scatter,
            "failure" => Self::Failure,
            "unintended" => Self::Unintended,
            "shuffle" => Self::Shuffle,
            _ => {
                if let Some(rest) = text.strip_prefix("cause_") {
                    let (die, row) = cell(rest).ok_or_else(unknown)?;
                    Self::Cause { die, row }
                } else if let Some(rest) = text.strip_prefix("effect_") {
                    let (die, row) = cell(rest).ok_or_else(unknown)?;
                    Self::Effect { die, row }
                } else if let Some(rest) = text.strip_prefix("hit_") {
                    Self::Hit(canonical(rest).ok_or_else(unknown)?)
                } else if let Some(rest) = text.strip_prefix("burst_") {
                    Self::Burst(canonical(rest).ok_or_else(unknown)?)
                } else if is_id(text) {
                    Self::Extra(text.to_owned())
                } else {
                    return Err(unknown());
                }
            }
        };
        Ok(field)
    }
}

/// Whether a text is a valid id of a designer element: a lower-case letter, then lower-case letters, digits
/// and underscores; or dice such as `4dF` or `2d6`. At most [`ID_CHARS`] characters.
fn is_id(text: &str) -> bool {
    if ID_CHARS.is_passed_by(text.len()) {
        return false;
    }
    let is_word = text.starts_with(|first: char| first.is_ascii_lowercase())
        && text.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_');
    let is_dice = text.split_once('d').is_some_and(|(count, sides)| {
        canonical::<u16>(count).is_some() && (sides == "F" || canonical::<u16>(sides).is_some())
    });
    (is_word || is_dice) && text.len() <= LONGEST_TEXT
}

/// Parses a count from 1 without sign or leading zeros, so that print and parse are inverse.
fn canonical<T: FromStr>(text: &str) -> Option<T> {
    text.starts_with(|first| matches!(first, '1'..='9')).then(|| text.parse().ok())?
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_read_back() {
        let names = [
            "number",
            "rank",
            "suit",
            "toggle",
            "cause_d4_1",
            "effect_d12_5",
            "hit_4",
            "hit_step",
            "burst_10",
            "penetration",
            "scatter",
            "failure",
            "unintended",
            "omen",
            "wild_die2",
            "4dF",
            "2d6",
        ];
        for name in names {
            assert_eq!(name, name.parse::<Field>().unwrap().to_string());
        }
    }

    #[test]
    fn near_misses_of_fields_are_not_designer_elements() {
        for name in [
            "cause_d4",
            "cause_4_1",
            "cause_d4_0",
            "hit_0",
            "hit_x",
            "burst_",
            "Omen",
            "1st",
            "4df",
            "04dF",
            "dF",
            "a b",
            "",
        ] {
            assert!(name.parse::<Field>().is_err(), "{name:?}");
        }
    }

    #[test]
    fn built_in_names_are_reserved() {
        for id in ["number", "hit", "hit_step", "cause", "burst_3", "Bad Id"] {
            assert!(Field::is_reserved(id), "{id:?}");
        }
        assert!(!Field::is_reserved("omen"));
    }
}
