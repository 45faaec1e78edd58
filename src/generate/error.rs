//! Why no deck comes of a spec.

use crate::diagnostic::{Fault, Problem, fault};

/// Why a spec that is sound by itself gives no deck.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum GenerateError {
    /// Groups of pins for which no card is left.
    NoCardForGroups(Vec<String>),
    /// More cells than the search can weigh against each other.
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
