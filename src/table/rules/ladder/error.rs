//! Questions of the ladder game that have no answer.

use crate::diagnostic::{Fault, Problem, fault};
use crate::table::lookup::LookupError;
use crate::wording::counted;

use super::{LADDER_DIE, Pace};

/// Why a question cannot be answered. Each names the bad piece and what would be accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LadderError {
    /// A card drawn twice.
    Lookup(LookupError),
    /// The deck has no ladder die.
    NoDie,
    /// Too badly hurt for anything.
    CannotAct {
        /// The wound level.
        level: &'static str,
    },
    /// Too badly hurt to move like that.
    CannotMove {
        /// The wound level.
        level: &'static str,
        /// What was tried.
        pace: Pace,
        /// What is left.
        accepted: &'static str,
    },
    /// A wound that asks for no check.
    NothingToEndure {
        /// The wound level.
        level: &'static str,
    },
    /// More shots than are in the weapon.
    Empty {
        /// The shots asked for.
        shots: u16,
        /// The shots left.
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
                format!("somebody with a {level} wound cannot act"),
            )
            .accepts("up to critical"),
            Self::CannotMove { level, pace, accepted } => Problem::coded(
                "ladder.cannot-move",
                format!("somebody with a {level} wound cannot {pace}"),
            )
            .accepts(accepted.to_string()),
            Self::NothingToEndure { level } => Problem::coded(
                "ladder.nothing-to-endure",
                format!("a {level} wound asks for no Physique check"),
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
