//! Questions of the dice edition that have no answer.

use crate::diagnostic::{Fault, Problem, fault};
use crate::dice::Die;

use super::super::RulesError;
use super::super::error::given;
use crate::wording::counted;

/// Why a question cannot be answered. Each names the bad piece and what would be accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fi3Error {
    /// What the later rules refuse too.
    Rules(RulesError),
    /// A die that damage is not counted in.
    DamageDie(Die),
    /// A fate chip that cannot be spent when the roll is bust.
    ChipOnBust {
        /// The colour.
        chip: &'static str,
    },
    /// Chips spent in a Terror roll, which allows none.
    ChipInTerror,
    /// More raises spent on the hit location than are left.
    TooManyRaises {
        /// The raises spent.
        spent: u32,
        /// The raises of the roll that made no further hit of a burst.
        left: u32,
        /// The raises that did.
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
