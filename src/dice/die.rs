//! A die by its number of sides.

use super::normalized;
use crate::diagnostic::{Fault, Problem, fault, quoted};
use std::fmt;
use std::str::FromStr;

use schemars::JsonSchema;
use serde::{Serialize, Serializer};

/// A die by its number of sides, 2 to 1,000. Written `d6`.
///
/// ```
/// use actiondeck::dice::Die;
///
/// let die: Die = "d10".parse()?;
/// assert_eq!(die.sides(), 10);
/// assert_eq!(die.to_string(), "d10");
/// # Ok::<(), actiondeck::dice::DieError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, JsonSchema)]
#[schemars(with = "String")]
pub struct Die(u16);

/// Why a text or number is not a die.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DieError {
    original: String,
}

impl Fault for DieError {
    fn problem(&self) -> Problem {
        let Self { original } = self;
        Problem::coded("dice.die", format!("{} is not a die", quoted(original)))
            .accepts("d2 to d1000, such as d6")
    }
}

fault!(DieError);

impl Die {
    /// The largest number of sides. With more, a column is meaningless.
    pub const MAX_SIDES: u16 = 1000;

    /// A die of `sides` sides, or `None` outside 2 to 1,000.
    pub const fn new(sides: u16) -> Option<Self> {
        if sides >= 2 && sides <= Self::MAX_SIDES { Some(Self(sides)) } else { None }
    }

    /// The number of sides.
    pub const fn sides(self) -> u16 {
        self.0
    }
}

/// In dice notation.
impl Serialize for Die {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl fmt::Display for Die {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "d{}", self.0)
    }
}

impl FromStr for Die {
    type Err = DieError;

    fn from_str(text: &str) -> Result<Self, DieError> {
        normalized(text)
            .strip_prefix('d')
            .filter(|digits| digits.bytes().all(|byte| byte.is_ascii_digit()))
            .and_then(|digits| digits.parse().ok())
            .and_then(Self::new)
            .ok_or_else(|| DieError { original: text.to_owned() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sides_outside_the_range_are_refused() {
        for text in ["d1", "d0", "d1001", "d99999999", "d-6", "d+6", "6", "d", "", "dd6", "d6 1"] {
            assert!(text.parse::<Die>().is_err(), "{text:?}");
        }
    }

    #[test]
    fn a_die_of_another_language_is_read() {
        for (text, sides) in [("D6", 6), ("w10", 10), ("W 20", 20), ("d%", 100), (" d6 ", 6)] {
            assert_eq!(Ok(sides), text.parse::<Die>().map(Die::sides), "{text:?}");
        }
    }

    #[test]
    fn a_printed_die_reads_back() {
        for sides in 2..=Die::MAX_SIDES {
            let die = Die::new(sides).unwrap();
            assert_eq!(Ok(die), die.to_string().parse());
        }
    }
}
