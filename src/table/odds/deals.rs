//! Brute-force reference for odds: every order of a small pile, dealt as at the table.

use crate::deck::{CardNumber, CauseCell};
use crate::dice::Pick;

use super::PoolReading;

/// Calls a function with every order of the cards.
pub(super) fn each_order(
    cards: &mut Vec<CardNumber>,
    from: usize,
    tell: &mut dyn FnMut(&[CardNumber]),
) {
    if from == cards.len() {
        return tell(cards);
    }
    for at in from..cards.len() {
        cards.swap(from, at);
        each_order(cards, from + 1, tell);
        cards.swap(from, at);
    }
}

/// The result of a check with its first card, and with follow-up cards while a row is open; none on
/// a critical failure.
pub(super) fn final_result<'c>(
    reading: PoolReading<'_>,
    first: CardNumber,
    rest: &mut impl Iterator<Item = &'c CardNumber>,
) -> Option<i64> {
    let pool = reading.pool;
    let sides = pool.die().sides();
    let is_open = !pool.deck().layout().closed.contains(&pool.die());
    let goes_on = |cell: CauseCell| is_open && cell.value() >= sides;
    pool.cells(first).last()?.number()?;
    let numbers = pool.cells(first).iter().enumerate();
    let mut totals: Vec<(usize, i64, bool)> = numbers
        .filter(|(_, cell)| cell.number().is_some())
        .map(|(row, &cell)| (row, i64::from(cell.value()), goes_on(cell)))
        .collect();
    while totals.iter().any(|&(.., open)| open) {
        let Some(&card) = rest.next() else { break };
        for (row, total, open) in totals.iter_mut().filter(|(.., open)| *open) {
            let cell = pool.cells(card)[*row];
            *total += i64::from(cell.value());
            *open = goes_on(cell);
        }
    }
    let totals = totals.into_iter().map(|(_, total, _)| total);
    match reading.pick {
        Pick::Highest => totals.max(),
        Pick::Lowest => totals.min(),
    }
}
