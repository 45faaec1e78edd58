//! Questions that a deck has no answer to.

use crate::deck::CardNumber;
use crate::diagnostic::Problem;
use crate::dice::{CheckDice, Die, EffectDice};

/// Why a question cannot be answered. Each names the bad piece and what would be accepted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LookupError {
    /// A check at a level the cause grid has no row for.
    #[error("{dice} has level {level}; accepted: levels 1 to {rows}", level = dice.level)]
    Level {
        /// The check asked for.
        dice: CheckDice,
        /// The rows of the cause grid.
        rows: u8,
    },
    /// An effect cell in a row the effect grid does not have.
    #[error("{cell} has row {row}; accepted: rows 1 to {rows}", row = cell.row)]
    Row {
        /// The cell asked for.
        cell: EffectDice,
        /// The rows of the effect grid.
        rows: u8,
    },
    /// A die that no column of the grid stands for.
    #[error("{asked} needs a column {die}, which the deck lacks; accepted: {columns}")]
    Column {
        /// The notation as asked.
        asked: String,
        /// The die in it.
        die: Die,
        /// The columns there are.
        columns: String,
    },
    /// A card that cannot have come up again, because no shuffle lay between.
    #[error("card {0} was drawn twice without a shuffle; accepted: each card once")]
    DrawnTwice(CardNumber),
    /// Not as many cards as the question reads.
    #[error("{what} reads {needed}, and {given} named; accepted: {needed}, each once")]
    CardCount {
        /// The question.
        what: String,
        /// The cards it reads, in words.
        needed: String,
        /// The cards named, in words.
        given: String,
    },
    /// A die that damage is not counted in.
    #[error("{0} is no damage die; accepted: d4, d6, d8, d10, d12, d20")]
    DamageDie(Die),
    /// A fate chip that cannot be spent when the roll is bust.
    #[error("a {chip} chip cannot be spent on a bust roll; accepted: a blue chip, or none")]
    ChipOnBust {
        /// The colour.
        chip: &'static str,
    },
    /// Chips spent in a Terror roll, which allows none.
    #[error("no fate chip can be spent in Terror; accepted: the roll without chips")]
    ChipInTerror,
    /// A card chosen from a hand that does not hold it any more.
    #[error("card {card} cannot be kept; accepted: two of {hand}")]
    NotInHand {
        /// The card.
        card: CardNumber,
        /// The cards there are to choose from.
        hand: String,
    },
    /// A hand of initiative cards that is not as large as the Reflex check gives.
    #[error("the hand has {given} cards; accepted: the {allowed} that the Reflex check gives")]
    HandSize {
        /// The cards named.
        given: usize,
        /// The cards allowed.
        allowed: u32,
    },
    /// Not one draw for each declared shot.
    #[error("{given} draws for {declared} shots; accepted: one for each shot")]
    ShotCount {
        /// The draws named.
        given: usize,
        /// The shots declared.
        declared: usize,
    },
    /// A burst that the cards have no number for.
    #[error("no burst of {shots} shots is on the cards; accepted: {sizes}")]
    BurstSize {
        /// The shots asked for.
        shots: u16,
        /// The bursts there are.
        sizes: String,
    },
    /// More bumps spent than the check gave.
    #[error(
        "{spent} bumps are spent on the hit location; accepted: the {earned} that the check gives"
    )]
    TooManyBumps {
        /// The bumps spent.
        spent: u32,
        /// The bumps the check gave.
        earned: u32,
    },
    /// A throw beyond the thrower's reach.
    #[error("{distance_m} m is too far to throw; accepted: up to {maximum_m} m")]
    TooFar {
        /// The distance asked for, in metres.
        distance_m: u16,
        /// The reach, in metres.
        maximum_m: u16,
    },
    /// A follow-up card although no cell read so far invites one.
    #[error("follow-up card {card} has nothing to add to: {reason}; accepted: {accepted}")]
    NothingToFollow {
        /// The first card too many.
        card: CardNumber,
        /// Why the chain had ended before it.
        reason: String,
        /// How many follow-up cards there could be.
        accepted: String,
    },
}

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

impl From<LookupError> for Problem {
    fn from(error: LookupError) -> Self {
        Problem::new(error.to_string())
    }
}
