//! Questions of the D6 game that have no answer.

use crate::diagnostic::Problem;
use crate::lookup::LookupError;

use super::{Band, DieCode};

/// Why a question cannot be answered. Each names the bad piece and what would be accepted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum D6Error {
    /// A cell the deck does not have, or a card drawn twice.
    #[error(transparent)]
    Lookup(#[from] LookupError),
    /// Not as many cards as the dice take.
    #[error(
        "number of cards {given} does not fit {code}; accepted: {needed}, the first card carries {dice} dice"
    )]
    Cards {
        /// The code.
        code: DieCode,
        /// The cards named.
        given: usize,
        /// The cards it takes.
        needed: usize,
        /// The dice the first card carries.
        dice: u8,
    },
    /// A code without dice (seed 001, "Multiple Actions": nobody relies on a skill reduced to zero).
    #[error("{code} has no dice left to roll; accepted: 1D or more after all penalties")]
    NoDice {
        /// The code.
        code: DieCode,
    },
    /// Fewer actions declared than used.
    #[error("{used} actions are used; accepted: the {declared} declared at the start of the turn")]
    Actions {
        /// The actions used.
        used: u8,
        /// The actions declared.
        declared: u8,
    },
    /// A full defence beside other actions.
    #[error("a full defense takes all of a round; accepted: 1 action, or a partial defense")]
    FullDefense,
    /// A blow from too far away.
    #[error("{length_cm} cm do not reach to {band} range; accepted: {reach}")]
    OutOfReach {
        /// The weapon's length in centimetres, 0 for bare hands.
        length_cm: u16,
        /// The range asked for.
        band: Band,
        /// What it reaches.
        reach: &'static str,
    },
    /// A weapon that adds Strength Damage in unknown hands.
    #[error("the weapon's damage adds to Strength Damage; accepted: with the attacker's Strength")]
    Strength,
}

impl From<D6Error> for Problem {
    fn from(error: D6Error) -> Self {
        Problem::new(error.to_string())
    }
}
