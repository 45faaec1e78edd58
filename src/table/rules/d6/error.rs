//! Questions of the D6 game that have no answer.

use crate::diagnostic::{Fault, Problem, fault};
use crate::table::lookup::LookupError;
use crate::wording::{counted, plural_form};

use super::{Band, DieCode};

/// Why a question cannot be answered. Each names the bad piece and what would be accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum D6Error {
    /// A cell the deck does not have, or a card drawn twice.
    Lookup(LookupError),
    /// Not as many cards as the dice take.
    Cards {
        /// The code.
        code: DieCode,
        /// The cards named.
        given: usize,
        /// The cards it takes.
        needed: usize,
    },
    /// A code without dice (seed 001, "Multiple Actions": nobody relies on a skill reduced to zero).
    NoDice {
        /// The code.
        code: DieCode,
    },
    /// Fewer actions declared than used.
    Actions {
        /// The actions used.
        used: u8,
        /// The actions declared.
        declared: u8,
    },
    /// A full defence beside other actions.
    FullDefense,
    /// A blow from too far away.
    OutOfReach {
        /// The weapon's length in centimetres, 0 for bare hands.
        length_cm: u16,
        /// The range asked for.
        band: Band,
        /// What it reaches.
        reach: &'static str,
    },
    /// A weapon that adds Strength Damage in unknown hands.
    Strength,
}

impl Fault for D6Error {
    fn problem(&self) -> Problem {
        match self {
            Self::Lookup(error) => error.problem(),
            Self::Cards { code, given, needed } => {
                let cards = counted(*given, "card");
                Problem::coded("d6.cards", format!("{cards} do not fit {code}"))
                    .accepts(counted(*needed, "card"))
            }
            Self::NoDice { code } => {
                Problem::coded("d6.no-dice", format!("{code} has no dice left to roll"))
                    .accepts("1D or more after all penalties")
            }
            Self::Actions { used, declared } => Problem::coded(
                "d6.actions",
                format!(
                    "{} {} used",
                    counted((*used).into(), "action"),
                    plural_form((*used).into(), "is", "are")
                ),
            )
            .accepts(format!("the {declared} declared at the start of the turn")),
            Self::FullDefense => {
                Problem::coded("d6.full-defense", "a full defense takes all of a round")
                    .accepts("1 action, or a partial defense")
            }
            Self::OutOfReach { length_cm, band, reach } => Problem::coded(
                "d6.out-of-reach",
                format!("{length_cm} cm do not reach to {band} range"),
            )
            .accepts(reach.to_string()),
            Self::Strength => {
                Problem::coded("d6.strength", "the weapon's damage adds to Strength Damage")
                    .accepts("with the attacker's Strength")
            }
        }
    }
}

fault!(D6Error);

impl From<LookupError> for D6Error {
    fn from(error: LookupError) -> Self {
        Self::Lookup(error)
    }
}
