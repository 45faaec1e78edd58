//! Errors of questions under these rules. Their codes begin with `lookup`, the command that asks
//! them: scripts may depend on a code, so it does not follow the type.

use crate::deck::CardNumber;
use crate::diagnostic::{Fault, Problem, fault};
use crate::table::lookup::LookupError;
use crate::wording::counted;

/// The error of a question. Each names the bad value and what is accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RulesError {
    /// A cell that the deck does not have, or a card drawn twice.
    Lookup(LookupError),
    /// A card that was chosen but is not in the hand.
    NotInHand {
        /// The card.
        card: CardNumber,
        /// The cards of the hand.
        hand: String,
    },
    /// The number of initiative cards does not match the Reflex check.
    HandSize {
        /// The number of cards given.
        given: usize,
        /// The number of cards allowed.
        allowed: u32,
    },
    /// The number of draws does not match the number of declared shots.
    ShotCount {
        /// The number of draws given.
        given: usize,
        /// The number of shots declared.
        declared: usize,
    },
    /// A burst size that the cards do not have.
    BurstSize {
        /// The shots of the burst.
        shots: u16,
        /// The burst sizes of the deck.
        sizes: String,
    },
    /// More bumps spent than the check gave.
    TooManyBumps {
        /// The bumps spent.
        spent: u32,
        /// The bumps the check gave.
        earned: u32,
    },
    /// A blow with a firearm, without the damage of the club that it is used as.
    Fired {
        /// The weapon.
        weapon: String,
    },
    /// A throw beyond the thrower's reach.
    TooFar {
        /// The distance, in metres.
        distance_m: u16,
        /// The reach, in metres.
        maximum_m: u16,
    },
}

impl Fault for RulesError {
    fn problem(&self) -> Problem {
        match self {
            Self::Lookup(error) => error.problem(),
            Self::NotInHand { card, hand } => {
                Problem::coded("lookup.not-in-hand", format!("card {card} cannot be kept"))
                    .accepts(format!("two of {hand}"))
            }
            Self::HandSize { given, allowed } => {
                let cards = counted(*given, "card");
                Problem::coded("lookup.hand-size", format!("the hand has {cards}"))
                    .accepts(format!("{allowed}, as many as the Reflex check gives"))
            }
            Self::ShotCount { given, declared } => Problem::coded(
                "lookup.shot-count",
                format!("{} for {}", counted(*given, "draw"), counted(*declared, "shot")),
            )
            .accepts("one for each shot"),
            Self::BurstSize { shots, sizes } if sizes.is_empty() => Problem::coded(
                "lookup.left-out",
                format!("the cards of this deck do not show bursts, which {shots} shots read"),
            )
            .accepts("single shots, or another deck"),
            Self::BurstSize { shots, sizes } => Problem::coded(
                "lookup.burst-size",
                format!("no burst of {shots} shots is on the cards"),
            )
            .accepts(sizes.to_string()),
            Self::TooManyBumps { spent, earned } => Problem::coded(
                "lookup.too-many-bumps",
                format!(
                    "the check does not give {} to spend on the hit location",
                    counted(*spent as usize, "bump")
                ),
            )
            .accepts(given(*earned, "bump")),
            Self::Fired { weapon } => Problem::coded(
                "lookup.fired",
                format!(
                    "{weapon} is a firearm and strikes as a club, whose damage is not that of a shot"
                ),
            )
            .accepts("dmg with the damage of the club, such as (2)6, or a shot with a distance"),
            Self::TooFar { distance_m, maximum_m } => {
                Problem::coded("lookup.too-far", format!("{distance_m} m is too far to throw"))
                    .accepts(format!("up to {maximum_m} m"))
            }
        }
    }
}

fault!(RulesError);

/// The accepted values for bumps on a hit location.
pub(super) fn given(number: u32, thing: &str) -> String {
    match number {
        0 => format!("no {thing}"),
        number => format!("up to {}, up or down", counted(number as usize, thing)),
    }
}

impl From<LookupError> for RulesError {
    fn from(error: LookupError) -> Self {
        Self::Lookup(error)
    }
}
