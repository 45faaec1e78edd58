//! A side, followed card by card until at most one of its rows is open.

use std::collections::BTreeMap;

use crate::table::lookup::Pool;
use crate::table::odds::Pile;
use crate::table::odds::contest::result::{Result, number};

/// The maximum number of states of a side.
const MOST_STATES: usize = 100_000;

/// A side after the cards followed one by one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct State {
    /// The cards that it holds.
    pub held: Pile,
    pub going: SideState,
    /// Its best result so far.
    pub result: Result,
}

/// Whether a side draws further cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum SideState {
    /// No row is open.
    Ended,
    /// Rows are open, but no card was left.
    Starved,
    /// Only this row is open, counted from 0.
    On(usize),
}

/// A side with several open rows: its cards, its best result, and the open rows with their totals.
type OpenSide = (Pile, i64, Vec<(usize, i64)>);

/// States with the number of orders that lead to them.
pub(super) type States = BTreeMap<State, u128>;

/// All states in which a side has at most one open row; none if there are too many. With `scarce`
/// the pile may run out, and states without a card are included.
pub(super) fn states(pool: Pool<'_>, pile: Pile, scarce: bool) -> Option<States> {
    let mut known = States::new();
    let mut going_on: BTreeMap<OpenSide, u128> = BTreeMap::new();
    for card in pile.iter() {
        let held = Pile::default().with(card);
        let Some(best) = number(pool, card) else {
            known.insert(State { held, going: SideState::Ended, result: None }, 1);
            continue;
        };
        let open = pool.cells(card).iter().enumerate();
        let open = open.filter(|(_, cell)| pool.goes_on(**cell));
        let open = open.map(|(row, cell)| (row, i64::from(cell.value()))).collect();
        *going_on.entry((held, best, open)).or_default() += 1;
    }
    while let Some(((held, best, open), orders)) = going_on.pop_first() {
        let mut found = |going| {
            let state = State { held, going, result: Some(best) };
            *known.entry(state).or_default() += orders;
        };
        match open[..] {
            [] => found(SideState::Ended),
            // Nearly always: an open row has one exceptional cell more than a closed one.
            [(row, total)] if total == best => found(SideState::On(row)),
            _ => {
                if scarce {
                    found(SideState::Starved);
                }
                for card in pile.but(held).iter() {
                    let (mut best, mut still) = (best, Vec::new());
                    for &(row, total) in &open {
                        let cell = pool.cells(card)[row];
                        let total = total + i64::from(cell.value());
                        best = best.max(total);
                        if pool.goes_on(cell) {
                            still.push((row, total));
                        }
                    }
                    *going_on.entry((held.with(card), best, still)).or_default() += orders;
                }
            }
        }
        if known.len() + going_on.len() > MOST_STATES {
            return None;
        }
    }
    Some(known)
}
