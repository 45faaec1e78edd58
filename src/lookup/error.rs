//! Questions that a deck has no answer to.

use crate::deck::CardNumber;
use crate::diagnostic::{Fault, Problem, fault};
use crate::dice::{CheckDice, Die, EffectDice};

/// Why a question cannot be answered. Each names the bad piece and what would be accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LookupError {
    /// A check at a level the cause grid has no row for.
    Level {
        /// The check asked for.
        dice: CheckDice,
        /// The rows of the cause grid.
        rows: u8,
    },
    /// An effect cell in a row the effect grid does not have.
    Row {
        /// The cell asked for.
        cell: EffectDice,
        /// The rows of the effect grid.
        rows: u8,
    },
    /// A die that no column of the grid stands for.
    Column {
        /// The notation as asked.
        asked: String,
        /// The die in it.
        die: Die,
        /// The columns there are.
        columns: String,
    },
    /// A card that cannot have come up again, because no shuffle lay between.
    DrawnTwice(CardNumber),
    /// Not as many cards as the question reads.
    CardCount {
        /// The question.
        what: String,
        /// The cards it reads, in words.
        needed: String,
        /// The cards named, in words.
        given: String,
    },
    /// A die that damage is not counted in.
    DamageDie(Die),
    /// A fate chip that cannot be spent when the roll is bust.
    ChipOnBust {
        /// The colour.
        chip: &'static str,
    },
    /// Chips spent in a Terror roll, which allows none.
    ChipInTerror,
    /// A card chosen from a hand that does not hold it any more.
    NotInHand {
        /// The card.
        card: CardNumber,
        /// The cards there are to choose from.
        hand: String,
    },
    /// A hand of initiative cards that is not as large as the Reflex check gives.
    HandSize {
        /// The cards named.
        given: usize,
        /// The cards allowed.
        allowed: u32,
    },
    /// Not one draw for each declared shot.
    ShotCount {
        /// The draws named.
        given: usize,
        /// The shots declared.
        declared: usize,
    },
    /// A burst that the cards have no number for.
    BurstSize {
        /// The shots asked for.
        shots: u16,
        /// The bursts there are.
        sizes: String,
    },
    /// More bumps spent than the check gave.
    TooManyBumps {
        /// The bumps spent.
        spent: u32,
        /// The bumps the check gave.
        earned: u32,
    },
    /// A throw beyond the thrower's reach.
    TooFar {
        /// The distance asked for, in metres.
        distance_m: u16,
        /// The reach, in metres.
        maximum_m: u16,
    },
    /// A follow-up card although no cell read so far invites one.
    NothingToFollow {
        /// The first card too many.
        card: CardNumber,
        /// Why the chain had ended before it.
        reason: String,
        /// How many follow-up cards there could be.
        accepted: String,
    },
}

impl Fault for LookupError {
    fn problem(&self) -> Problem {
        match self {
            Self::Level { dice, rows } => {
                Problem::coded("lookup.level", format!("{dice} has level {}", dice.level))
                    .accepts(format!("levels 1 to {rows}"))
            }
            Self::Row { cell, rows } => {
                Problem::coded("lookup.row", format!("{cell} has row {}", cell.row))
                    .accepts(format!("rows 1 to {rows}"))
            }
            Self::Column { asked, die, columns } => Problem::coded(
                "lookup.column",
                format!("{asked} needs a column {die}, which the deck lacks"),
            )
            .accepts(columns.to_string()),
            Self::DrawnTwice(card) => Problem::coded(
                "lookup.drawn-twice",
                format!("card {card} was drawn twice without a shuffle"),
            )
            .accepts("each card once"),
            Self::CardCount { what, needed, given } => Problem::coded(
                "lookup.card-count",
                format!("{what} reads {needed}, and {given} named"),
            )
            .accepts(format!("{needed}, each once")),
            Self::DamageDie(die) => {
                Problem::coded("lookup.damage-die", format!("{die} is no damage die"))
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
            Self::NotInHand { card, hand } => {
                Problem::coded("lookup.not-in-hand", format!("card {card} cannot be kept"))
                    .accepts(format!("two of {hand}"))
            }
            Self::HandSize { given, allowed } => {
                Problem::coded("lookup.hand-size", format!("the hand has {given} cards"))
                    .accepts(format!("the {allowed} that the Reflex check gives"))
            }
            Self::ShotCount { given, declared } => {
                Problem::coded("lookup.shot-count", format!("{given} draws for {declared} shots"))
                    .accepts("one for each shot")
            }
            Self::BurstSize { shots, sizes } => Problem::coded(
                "lookup.burst-size",
                format!("no burst of {shots} shots is on the cards"),
            )
            .accepts(sizes.to_string()),
            Self::TooManyBumps { spent, earned } => Problem::coded(
                "lookup.too-many-bumps",
                format!("{spent} bumps are spent on the hit location"),
            )
            .accepts(format!("the {earned} that the check gives")),
            Self::TooFar { distance_m, maximum_m } => {
                Problem::coded("lookup.too-far", format!("{distance_m} m is too far to throw"))
                    .accepts(format!("up to {maximum_m} m"))
            }
            Self::NothingToFollow { card, reason, accepted } => Problem::coded(
                "lookup.nothing-to-follow",
                format!("follow-up card {card} has nothing to add to: {reason}"),
            )
            .accepts(accepted.to_string()),
        }
    }
}

fault!(LookupError);

impl LookupError {
    /// [`LookupError::CardCount`] from the numbers.
    pub(crate) fn card_count(what: impl ToString, needed: usize, given: usize) -> Self {
        let cards = |count: usize, verb: &str| match (count, verb) {
            (1, "") => "1 card".to_owned(),
            (1, _) => "1 was".to_owned(),
            (count, "") => format!("{count} cards"),
            (count, _) => format!("{count} were"),
        };
        let (needed, given) = (cards(needed, ""), cards(given, "given"));
        Self::CardCount { what: what.to_string(), needed, given }
    }

    pub(crate) fn column(asked: impl ToString, die: Die, columns: &[Die]) -> Self {
        let columns: Vec<String> = columns.iter().map(Die::to_string).collect();
        Self::Column { asked: asked.to_string(), die, columns: columns.join(", ") }
    }
}
