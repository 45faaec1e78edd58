//! The results of the sides of a contest.

use crate::deck::CardNumber;
use crate::dice::Probability;
use crate::table::lookup::Pool;
use crate::table::odds::PoolReading;
use crate::table::rules::Winner;

/// The chances to win, to tie and to lose.
pub(super) type WinDrawLose = [Probability; 3];

/// The result of a side as a number; `None` is a critical failure.
pub(super) type Result = Option<i64>;

pub(super) fn number(pool: Pool<'_>, card: CardNumber) -> Result {
    PoolReading::usual(pool).number(card)
}

/// Index of the outcome in [`WinDrawLose`].
pub(super) fn way(active: Result, opponent: Result) -> usize {
    match Winner::between(active, opponent) {
        Winner::Active => 0,
        Winner::Nobody => 1,
        Winner::Opponent => 2,
    }
}
