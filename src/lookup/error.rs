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
    /// A hand of initiative cards that is not as large as the Reflex check gives.
    #[error("the hand has {given} cards; accepted: the {allowed} that the Reflex check gives")]
    HandSize {
        /// The cards named.
        given: usize,
        /// The cards allowed.
        allowed: u32,
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
    pub(super) fn column(asked: impl ToString, die: Die, columns: &[Die]) -> Self {
        let columns: Vec<String> = columns.iter().map(Die::to_string).collect();
        Self::Column { asked: asked.to_string(), die, columns: columns.join(", ") }
    }
}

impl From<LookupError> for Problem {
    fn from(error: LookupError) -> Self {
        Problem::new(error.to_string())
    }
}
