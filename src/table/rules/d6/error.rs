//! Errors of questions of the D6 game.

use crate::diagnostic::{Fault, Problem, fault};
use crate::table::lookup::LookupError;
use crate::wording::{counted, plural_form};

use super::{Band, DieCode};

/// The error of a question. Each names the bad value and what is accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum D6Error {
    /// A cell that the deck does not have, or a card drawn twice.
    Lookup(LookupError),
    /// The number of cards does not match the dice.
    Cards {
        /// The code.
        code: DieCode,
        /// The number of cards given.
        given: usize,
        /// The number of cards needed.
        needed: usize,
    },
    /// A code without dice (D6 combat, "Multiple Actions": a skill reduced to zero cannot be used).
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
    /// A full defense with other actions in the round.
    FullDefense,
    /// A weapon that does not reach the target.
    OutOfReach {
        /// The weapon's length in centimetres, 0 for bare hands.
        length_cm: u16,
        /// The range band of the target.
        band: Band,
        /// The range bands that the weapon reaches.
        reach: &'static str,
    },
    /// A weapon that adds to Strength Damage, without the Strength.
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
