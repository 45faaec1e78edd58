//! Open-ended and closed dice.

use std::fmt;
use std::str::FromStr;

use super::{Die, Distribution};
use crate::diagnostic::{Fault, Problem, fault, quoted};

/// Whether a die is thrown again on its highest number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DiceKind {
    /// A die that shows its highest number is thrown again and added (dice edition, "Rolling damage").
    OpenEnded,
    /// An ordinary die: thrown once.
    Closed,
}

impl DiceKind {
    /// Both.
    pub const ALL: [Self; 2] = [Self::OpenEnded, Self::Closed];

    /// The distribution of one die of this kind; an open-ended one up to `highest`.
    pub fn distribution(self, die: Die, highest: u32) -> Distribution {
        match self {
            Self::OpenEnded => Distribution::open_ended(die, highest),
            Self::Closed => Distribution::die(die),
        }
    }
}

/// `open-ended` or `closed`
impl fmt::Display for DiceKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::OpenEnded => "open-ended",
            Self::Closed => "closed",
        })
    }
}

/// A text that is not a kind of dice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiceKindError {
    original: String,
}

impl Fault for DiceKindError {
    fn problem(&self) -> Problem {
        let message = format!("{} is not a kind of dice", quoted(&self.original));
        Problem::coded("dice.kind", message).accepts("open-ended, closed")
    }
}

fault!(DiceKindError);

impl FromStr for DiceKind {
    type Err = DiceKindError;

    fn from_str(text: &str) -> Result<Self, DiceKindError> {
        let found = Self::ALL.into_iter().find(|kind| kind.to_string() == text);
        found.ok_or_else(|| DiceKindError { original: text.to_owned() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_names_of_the_kinds_are_read() {
        for kind in DiceKind::ALL {
            assert_eq!(Ok(kind), kind.to_string().parse());
        }
        let error = "exploding".parse::<DiceKind>().unwrap_err();
        assert!(error.to_string().ends_with("accepted: open-ended, closed"));
    }

    #[test]
    fn only_an_open_ended_die_goes_beyond_its_sides() {
        let d6 = Die::new(6).unwrap();
        let beyond = DiceKind::ALL.map(|kind| kind.distribution(d6, 20).at_least(7).to_string());
        assert_eq!(["1/6", "0"], beyond.each_ref().map(String::as_str));
    }
}
