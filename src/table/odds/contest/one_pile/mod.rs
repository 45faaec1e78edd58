//! Contests in which both sides draw from one pile, with all possible follow-up cards.
//!
//! The count is over the ways to give cards to both sides, in order. A way in which the sides hold
//! k of n cards represents (n − k)! orders of the pile. Every way is determined by the cards alone,
//! so the order in which the sides draw does not matter unless they exhaust the pile: then the
//! acting side draws all its cards first.
//!
//! Cards are followed one by one only while a side has two or more open rows, which is rarely long.
//! A side with one open row draws exceptional cells of that row and then one other cell. This needs
//! counts only: the number of remaining cards with each number in the two rows that are still read.
//! States with equal remainders are therefore counted together.

mod counts;
mod draws;
mod rows;

use std::collections::BTreeMap;

use crate::table::lookup::Pool;
use crate::table::odds::Pile;

use super::result::WinDrawLose;
use counts::Counts;
use counts::Rest;
use draws::Draws;
use rows::{Kind, Rows};
use rows::{SideState, State, States, states};

/// The maximum number of cards of a chain: those with an exceptional cell in one row, plus one.
fn longest(pool: Pool<'_>, pile: Pile) -> usize {
    let open = |row: usize| pile.iter().filter(|&card| pool.goes_on(pool.cells(card)[row])).count();
    (0..usize::from(pool.dice().level)).map(open).max().unwrap_or(0) + 1
}

/// The chances with each of the modifiers; none if the number of states is too large.
pub(super) fn with_follow_ups(
    active: Pool<'_>,
    opponent: Pool<'_>,
    pile: Pile,
    modifiers: &[i32],
) -> Option<Vec<WinDrawLose>> {
    let longest = [active, opponent].map(|pool| longest(pool, pile));
    let mut counts = Counts::new(pile.len(), longest, modifiers);
    let mine = by_row(active, states(active, pile, counts.scarce)?);
    let theirs = by_row(opponent, states(opponent, pile, counts.scarce)?);
    for (my_row, mine) in &mine {
        for (their_row, theirs) in &theirs {
            let rows = Rows::new([(active, *my_row), (opponent, *their_row)]);
            let kinds = |states: &[(State, u128)]| {
                let mut kinds: BTreeMap<Kind, Vec<(Pile, u128)>> = BTreeMap::new();
                for &(state, orders) in states {
                    kinds.entry(rows.kind(state)).or_default().push((state.held, orders));
                }
                kinds
            };
            let (mine, theirs) = (kinds(mine), kinds(theirs));
            let left = rows.classes(pile);
            let all = Draws::new(&rows, &left);
            for (mine, my_ends) in &mine {
                let all = all.without(&rows, &mine.classes);
                for (theirs, their_ends) in &theirs {
                    let orders = apart(my_ends, their_ends)?;
                    if orders > 0 {
                        let draws = all.without(&rows, &theirs.classes);
                        let left = minus(&left, &mine.classes, &theirs.classes);
                        counts.add(&Rest { rows: &rows, left, draws }, mine, theirs, orders)?;
                    }
                }
            }
            counts.gather();
        }
    }
    Some(counts.chances())
}

/// States with the number of orders that lead to them, and the row that is open in all of them.
type RowStates = (Option<usize>, Vec<(State, u128)>);

/// Groups the states by open row.
fn by_row(pool: Pool<'_>, states: States) -> Vec<RowStates> {
    let rows = (0..usize::from(pool.dice().level)).map(Some);
    let mut sorted: Vec<RowStates> =
        std::iter::once(None).chain(rows).map(|row| (row, Vec::new())).collect();
    for (state, orders) in states {
        let place = match state.going {
            SideState::On(row) => row + 1,
            SideState::Ended | SideState::Starved => 0,
        };
        sorted[place].1.push((state, orders));
    }
    sorted.retain(|(_, states)| !states.is_empty());
    sorted
}

/// The number of orders in which the hands of both sides have no common card; none on overflow.
fn apart(mine: &[(Pile, u128)], theirs: &[(Pile, u128)]) -> Option<u128> {
    let mut sum = 0_u128;
    for (held, orders) in mine {
        let others = theirs.iter().filter(|(other, _)| held.and(*other).is_empty());
        let others = others.map(|(_, orders)| orders).sum::<u128>();
        sum = sum.checked_add(orders.checked_mul(others)?)?;
    }
    Some(sum)
}

/// The number of cards that both sides leave.
fn minus(all: &[u8], mine: &[u8], theirs: &[u8]) -> Vec<u8> {
    all.iter().zip(mine).zip(theirs).map(|((all, mine), theirs)| all - mine - theirs).collect()
}
