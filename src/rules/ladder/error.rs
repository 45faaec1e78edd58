//! Questions of the ladder game that have no answer.

use crate::diagnostic::Problem;
use crate::lookup::LookupError;

use super::{LADDER_DIE, Pace};

/// Why a question cannot be answered. Each names the bad piece and what would be accepted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LadderError {
    /// A card drawn twice.
    #[error(transparent)]
    Lookup(#[from] LookupError),
    /// The deck has no ladder die.
    #[error(
        "the deck has no element {LADDER_DIE} with numbers from -4 to 4; accepted: such as the deck of \
         the preset fudge"
    )]
    NoDie,
    /// Too badly hurt for anything.
    #[error("somebody with a {level} wound cannot act; accepted: up to critical")]
    CannotAct {
        /// The wound level.
        level: &'static str,
    },
    /// Too badly hurt to move like that.
    #[error("somebody with a {level} wound cannot {pace}; accepted: {accepted}")]
    CannotMove {
        /// The wound level.
        level: &'static str,
        /// What was tried.
        pace: Pace,
        /// What is left.
        accepted: &'static str,
    },
    /// A wound that asks for no check.
    #[error("a {level} wound asks for no Physique check; accepted: critical (5) or terminal (6)")]
    NothingToEndure {
        /// The wound level.
        level: &'static str,
    },
    /// More shots than are in the weapon.
    #[error("{shots} shots from a clip of {left}; accepted: a reload, or a shorter burst")]
    Empty {
        /// The shots asked for.
        shots: u16,
        /// The shots left.
        left: u16,
    },
}

impl From<LadderError> for Problem {
    fn from(error: LadderError) -> Self {
        Problem::new(error.to_string())
    }
}
