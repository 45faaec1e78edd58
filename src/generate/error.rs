//! Why a deck cannot be generated from a spec.

use crate::diagnostic::{Fault, Problem, fault};

/// Why a valid spec does not give a deck.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum GenerateError {
    /// Pin groups for which every card is taken.
    NoCardForGroups(Vec<String>),
    /// More cells than the arithmetic of the search allows.
    TooManyCells {
        /// Cells of both grids.
        cells: usize,
    },
}

impl Fault for GenerateError {
    fn problem(&self) -> Problem {
        let (message, accepted) = match self {
            Self::NoCardForGroups(groups) => (
                format!("no card is left for the pin groups {}", groups.join(", ")),
                "fewer pinned cells in the same columns",
            ),
            Self::TooManyCells { cells } => (
                format!("{cells} cells in both grids are too many to keep them all independent"),
                "fewer columns or rows",
            ),
        };
        Problem::coded("spec.no-deck", message).accepts(accepted)
    }
}

fault!(GenerateError);
