//! The dice notation of the rules: `3d10` for a check, `(3)10` for an effect cell.
//!
//! Seed rules, "Why not 3d6?": `3d6` always refers to rows 1 to 3 of the cause grid's 6 column,
//! `(3)6` always to the single effect cell in row 3 of column 6.

use crate::diagnostic::{Fault, Problem, fault, quoted};
use std::fmt;
use std::str::FromStr;

use schemars::JsonSchema;
use serde::{Serialize, Serializer};

use super::{Die, normalized};

/// A check: rows 1 to `level` of the cause column of `die`. Written `3d10`.
///
/// ```
/// use actiondeck::dice::CheckDice;
///
/// let dice: CheckDice = "3d10".parse()?;
/// assert_eq!((dice.level, dice.die.sides()), (3, 10));
/// # Ok::<(), actiondeck::dice::NotationError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, JsonSchema)]
#[schemars(with = "String")]
pub struct CheckDice {
    /// The skill level: the number of rows that may be read, 1 or more.
    pub level: u8,
    /// The column.
    pub die: Die,
}

/// An effect cell: row `row` of the effect column of `die`. Written `(3)10` or `(3)d10`.
///
/// ```
/// use actiondeck::dice::EffectDice;
///
/// let dice: EffectDice = "(3)10".parse()?;
/// assert_eq!(dice, "(3)d10".parse()?);
/// # Ok::<(), actiondeck::dice::NotationError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, JsonSchema)]
#[schemars(with = "String")]
pub struct EffectDice {
    /// The row: the number of dice in the sum, 1 or more.
    pub row: u8,
    /// The column.
    pub die: Die,
}

/// Why a text is not check or effect notation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotationError {
    original: String,
    expected: [&'static str; 2],
}

impl Fault for NotationError {
    fn problem(&self) -> Problem {
        let Self { original, expected: [expected, accepted] } = self;
        Problem::coded("dice.notation", format!("{} is not {expected}", quoted(original)))
            .accepts(*accepted)
    }
}

fault!(NotationError);

impl CheckDice {
    const EXPECTED: [&str; 2] = ["a check", "LEVELdSIDES such as 3d10"];
}

impl EffectDice {
    const EXPECTED: [&str; 2] = ["an effect cell", "(ROW)SIDES such as (3)10"];
}

impl fmt::Display for CheckDice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.level, self.die)
    }
}

impl fmt::Display for EffectDice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}){}", self.row, self.die.sides())
    }
}

/// In dice notation.
impl Serialize for CheckDice {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// In dice notation.
impl Serialize for EffectDice {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl FromStr for CheckDice {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let parse = || {
            let text = normalized(text);
            let split = text.find('d')?;
            Some(Self { level: count(&text[..split])?, die: text[split..].parse().ok()? })
        };
        parse().ok_or_else(|| NotationError { original: text.to_owned(), expected: Self::EXPECTED })
    }
}

impl FromStr for EffectDice {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let parse = || {
            let text = normalized(text);
            let (row, sides) = text.strip_prefix('(')?.split_once(')')?;
            let sides = sides.strip_prefix('d').unwrap_or(sides);
            Some(Self { row: count(row)?, die: format!("d{sides}").parse().ok()? })
        };
        parse().ok_or_else(|| NotationError { original: text.to_owned(), expected: Self::EXPECTED })
    }
}

/// A count of 1 to 255 in plain digits.
fn count(text: &str) -> Option<u8> {
    if text.bytes().all(|byte| byte.is_ascii_digit()) {
        text.parse().ok().filter(|&count| count > 0)
    } else {
        None
    }
}

/// Dice with their count: `d10` becomes `1d10`. Three digits are dice too, since card numbers are lower:
/// `310` is `3d10`.
pub fn written_out(text: &str) -> String {
    let text = text.trim();
    match one_die(text) {
        Some(die) => format!("1{die}"),
        None if is_dice_of_digits(text) => format!("{}d{}", &text[..1], &text[1..]),
        _ => text.to_owned(),
    }
}

/// A die without a count, such as `d10`, with any sides.
pub(crate) fn one_die(text: &str) -> Option<String> {
    let text = normalized(text);
    let sides = text.strip_prefix('d')?;
    let are_digits = !sides.is_empty() && sides.bytes().all(|byte| byte.is_ascii_digit());
    are_digits.then_some(text)
}

/// Whether a word is dice in three digits, such as `310`.
pub fn is_dice_of_digits(word: &str) -> bool {
    let are_digits = word.bytes().all(|byte| byte.is_ascii_digit());
    are_digits && word.len() == 3 && matches!(&word[1..], "10" | "12" | "20")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn malformed_checks_are_refused() {
        for text in
            ["", "d10", "3", "0d6", "3d", "3d1", "(3)10", "3d10+1", "-1d6", "999d6", "1 3d6"]
        {
            assert!(text.parse::<CheckDice>().is_err(), "{text:?}");
        }
    }

    #[test]
    fn malformed_effect_cells_are_refused() {
        for text in ["", "(3)", "3)10", "(3 10", "()10", "(0)6", "3d10", "(3)dd10", "(3)1", "(+3)6"]
        {
            assert!(text.parse::<EffectDice>().is_err(), "{text:?}");
        }
    }

    #[test]
    fn notation_of_other_languages_is_read() {
        for text in ["3D10", "3 d 10", "3w10", "3W10", " 3\u{a0}W 10"] {
            assert_eq!("3d10", text.parse::<CheckDice>().unwrap().to_string(), "{text:?}");
        }
        for text in ["(3)10", "( 3 ) 10", "(3) W10", "(3)D10"] {
            assert_eq!("(3)10", text.parse::<EffectDice>().unwrap().to_string(), "{text:?}");
        }
        for (text, expected) in [("W10", "1d10"), ("d%", "1d100"), ("d 6", "1d6"), ("310", "3d10")]
        {
            assert_eq!(expected, written_out(text));
        }
        for text in ["west", "3d6", "shooting", "d"] {
            assert_eq!(text, written_out(text));
        }
    }

    #[test]
    fn printed_notation_reads_back() {
        for level in 1..=8 {
            for sides in [2, 4, 12, 100] {
                let die = Die::new(sides).unwrap();
                let check = CheckDice { level, die };
                let effect = EffectDice { row: level, die };
                assert_eq!(Ok(check), check.to_string().parse());
                assert_eq!(Ok(effect), effect.to_string().parse());
            }
        }
    }
}
