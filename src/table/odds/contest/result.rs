//! What the sides of a contest come to.

use crate::deck::CardNumber;
use crate::dice::Probability;
use crate::table::lookup::Pool;
use crate::table::odds::PoolReading;
use crate::table::rules::Winner;

/// The chances to win, to come out equal and to lose.
pub(super) type WinDrawLose = [Probability; 3];

/// What a side may come to, as a number; none is a critical failure.
pub(super) type Result = Option<i64>;

pub(super) fn number(pool: Pool<'_>, card: CardNumber) -> Result {
    PoolReading::usual(pool).number(card)
}

/// The place of a way in [`WinDrawLose`].
pub(super) fn way(active: Result, opponent: Result) -> usize {
    match Winner::between(active, opponent) {
        Winner::Active => 0,
        Winner::Nobody => 1,
        Winner::Opponent => 2,
    }
}
