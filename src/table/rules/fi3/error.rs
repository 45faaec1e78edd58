//! Errors of questions of the dice edition.

use crate::diagnostic::{Fault, Problem, fault};
use crate::dice::Die;

use super::super::RulesError;
use super::super::error::given;
use crate::wording::counted;

/// The error of a question. Each names the bad value and what is accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fi3Error {
    /// An error of the later rules.
    Rules(RulesError),
    /// A die that is not a damage die.
    DamageDie(Die),
    /// A fate chip that cannot be spent on a bust roll.
    ChipOnBust {
        /// The colour.
        chip: &'static str,
    },
    /// Chips spent on a Terror roll, which does not allow them.
    ChipInTerror,
    /// More raises spent on the hit location than are left.
    TooManyRaises {
        /// The raises spent.
        spent: u32,
        /// The raises that are left.
        left: u32,
        /// The raises that made further hits of a burst.
        used: u32,
    },
}

impl Fault for Fi3Error {
    fn problem(&self) -> Problem {
        match self {
            Self::Rules(error) => error.problem(),
            Self::DamageDie(die) => {
                Problem::coded("lookup.damage-die", format!("{die} is not a damage die"))
                    .accepts("d4, d6, d8, d10, d12, d20")
            }
            Self::ChipOnBust { chip } => Problem::coded(
                "lookup.chip-on-bust",
                format!("a {chip} chip cannot be spent on a bust roll"),
            )
            .accepts("a blue chip, or none"),
            Self::ChipInTerror => {
                Problem::coded("lookup.chip-in-terror", "no fate chip can be spent in Terror")
                    .accepts("the roll without chips")
            }
            Self::TooManyRaises { spent, left, used } => {
                let raises = |number: u32| counted(number as usize, "raise");
                let spent = raises(*spent);
                let message = match used {
                    0 => format!("the roll does not give {spent} to spend on the hit location"),
                    used => format!(
                        "the roll does not leave {spent} to spend on the hit location: {} made further hits",
                        raises(*used)
                    ),
                };
                Problem::coded("lookup.too-many-raises", message).accepts(given(*left, "raise"))
            }
        }
    }
}

fault!(Fi3Error);

impl<E: Into<RulesError>> From<E> for Fi3Error {
    fn from(error: E) -> Self {
        Self::Rules(error.into())
    }
}
