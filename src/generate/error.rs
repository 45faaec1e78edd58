//! Why a deck cannot be generated from a spec.

use crate::deck::CardNumbers;
use crate::diagnostic::{Fault, Problem, fault};

/// Why a valid spec does not give a deck.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum GenerateError {
    /// Pin groups for which every card is taken.
    NoCardForGroups(Vec<String>),
    /// The deck whose cards are to be kept has other numbers.
    OtherNumbers {
        /// Those of the deck.
        old: CardNumbers,
        /// Those of the spec.
        new: CardNumbers,
    },
}

impl Fault for GenerateError {
    fn problem(&self) -> Problem {
        let (message, accepted) = match self {
            Self::NoCardForGroups(groups) => (
                format!("no card is left for the pin groups {}", groups.join(", ")),
                "fewer pinned cells in the same columns",
            ),
            Self::OtherNumbers { old, new } => (
                format!("the old deck has cards {old}, the spec asks for {new}"),
                "a deck with the same numbers, or none to keep cards of",
            ),
        };
        Problem::coded("spec.no-deck", message).accepts(accepted)
    }
}

fault!(GenerateError);
