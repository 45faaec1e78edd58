//! Contests in which both sides draw from one pile, with follow-up cards as far as they go.
//!
//! What is counted are the ways to give cards to both sides: who holds which cards in which order.
//! A way in which the sides hold k of n cards stands for (n − k)! orders of the pile. Every way can
//! be told apart by the cards alone, so it does not matter in which order the sides draw, but where
//! they use up the pile: then the acting side draws all its cards first.
//!
//! Cards are followed one by one only while a side has two open rows or more, which soon ends. A
//! side with one open row draws exceptional cells of that row and then one other cell. For that only
//! counts matter: how many cards of the rest show which numbers in the two rows that are still read.
//! So states that leave alike rests are counted together.

mod counts;
mod draws;
mod rest;
mod rows;
mod states;

use std::collections::BTreeMap;

use crate::table::lookup::Pool;
use crate::table::odds::Pile;

use super::result::WinDrawLose;
use counts::Counts;
use draws::Draws;
use rest::Rest;
use rows::{Kind, Rows};
use states::{SideState, State, States, states};

/// The most cards of a chain: those whose cell in one row is exceptional, and one more.
fn longest(pool: Pool<'_>, pile: Pile) -> usize {
    let open = |row: usize| pile.iter().filter(|&card| pool.goes_on(pool.cells(card)[row])).count();
    (0..usize::from(pool.dice().level)).map(open).max().unwrap_or(0) + 1
}

/// The chances with each of the modifiers; none where the states are too many.
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

/// States with the orders in which a side comes there, and the row that is open in all of them.
type RowStates = (Option<usize>, Vec<(State, u128)>);

/// The states by the row that is open.
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

/// The orders of both sides in which no card is in two hands; none if they are beyond counting.
fn apart(mine: &[(Pile, u128)], theirs: &[(Pile, u128)]) -> Option<u128> {
    let mut sum = 0_u128;
    for (held, orders) in mine {
        let others = theirs.iter().filter(|(other, _)| held.and(*other).is_empty());
        let others = others.map(|(_, orders)| orders).sum::<u128>();
        sum = sum.checked_add(orders.checked_mul(others)?)?;
    }
    Some(sum)
}

/// What both leave of the cards.
fn minus(all: &[u8], mine: &[u8], theirs: &[u8]) -> Vec<u8> {
    all.iter().zip(mine).zip(theirs).map(|((all, mine), theirs)| all - mine - theirs).collect()
}
