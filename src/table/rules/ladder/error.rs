//! Errors of questions of the ladder game.

use crate::diagnostic::{Fault, Problem, fault};
use crate::table::lookup::LookupError;
use crate::wording::counted;

use super::{LADDER_DIE, Pace};

/// The error of a question. Each names the bad value and what is accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LadderError {
    /// A card drawn twice.
    Lookup(LookupError),
    /// The deck has no ladder die.
    NoDie,
    /// A character who is too badly wounded to act.
    CannotAct {
        /// The wound level.
        level: &'static str,
    },
    /// A character who is too badly wounded to move at this pace.
    CannotMove {
        /// The wound level.
        level: &'static str,
        /// The pace that was tried.
        pace: Pace,
        /// The paces that are possible.
        accepted: &'static str,
    },
    /// A wound that does not need a Physique check.
    NothingToEndure {
        /// The wound level.
        level: &'static str,
    },
    /// More shots than the weapon has.
    Empty {
        /// The number of shots fired.
        shots: u16,
        /// The number of shots left.
        left: u16,
    },
}

impl Fault for LadderError {
    fn problem(&self) -> Problem {
        match self {
            Self::Lookup(error) => error.problem(),
            Self::NoDie => Problem::coded(
                "ladder.no-die",
                format!(
                    "the deck has no element {LADDER_DIE} and no four rows of d12 or d6 instead"
                ),
            )
            .accepts(
                "a deck whose cause grid has four rows of d12 or d6, or that of the preset fudge",
            ),
            Self::CannotAct { level } => Problem::coded(
                "ladder.cannot-act",
                format!("a character with a {level} wound cannot act"),
            )
            .accepts("up to critical"),
            Self::CannotMove { level, pace, accepted } => Problem::coded(
                "ladder.cannot-move",
                format!("a character with a {level} wound cannot {pace}"),
            )
            .accepts(accepted.to_string()),
            Self::NothingToEndure { level } => Problem::coded(
                "ladder.nothing-to-endure",
                format!("a {level} wound does not need a Physique check"),
            )
            .accepts("critical (5) or terminal (6)"),
            Self::Empty { shots, left } => Problem::coded(
                "ladder.empty",
                format!("{} from a clip of {left}", counted((*shots).into(), "shot")),
            )
            .accepts("a reload, or a shorter burst"),
        }
    }
}

fault!(LadderError);

impl From<LookupError> for LadderError {
    fn from(error: LookupError) -> Self {
        Self::Lookup(error)
    }
}
