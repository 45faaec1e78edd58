//! Repairing one cause column with as few changed cells as can be.

use crate::deck::DECK_SIZE;
use crate::random::Draws;

use super::super::cause_column::{CauseColumnDeal, outcome, solve};
use super::super::plan::CausePlan;

/// Moves of one search, and how often it starts again from the old column, each time hotter: a cool
/// search changes least, a hot one gets out of more dead ends.
const MOVES: u64 = 40_000;
const STARTS: u32 = 6;
/// What one card beyond a limit weighs against one changed cell, and a card not yet changed.
const BROKEN: i64 = 30;
const CARD: i64 = 8;

/// The column with every rule of the plan kept, nearest to `old`, searched from `start`. A start
/// that keeps them already is given back; one that cannot be repaired is solved afresh.
pub(super) fn repair(
    plan: &CausePlan,
    old: &[Vec<u16>],
    start: &[Vec<u16>],
    changed: &[bool; DECK_SIZE],
    draws: &mut Draws,
) -> CauseColumnDeal {
    let mut search = Search::new(plan, old, start, changed, draws);
    let start = search.cells.clone();
    let mut best = (search.broken(), search.price(), start.clone());
    if best.0 == 0 && old.len() == plan.rows {
        return CauseColumnDeal { cells: best.2, cost: 0 };
    }
    for temperature in (0..STARTS).map(|start| f64::from(start) * 4.0) {
        search.cells.clone_from(&start);
        let mut current = BROKEN * search.broken() + search.price();
        for step in 0..MOVES {
            let Some(undo) = search.change(draws) else { continue };
            let (broken, price) = (search.broken(), search.price());
            let cost = BROKEN * broken + price;
            let allowed = temperature * (1.0 - step as f64 / MOVES as f64) * draws.unit();
            if (cost - current) as f64 <= allowed {
                current = cost;
                if (broken, price) < (best.0, best.1) {
                    best = (broken, price, search.cells.clone());
                }
            } else {
                undo.iter().rev().for_each(|&(row, card, value)| search.cells[row][card] = value);
            }
        }
    }
    if best.0 > 0 {
        let fresh = solve(plan, draws);
        if search.broken_of(&fresh.cells) < best.0 {
            return fresh;
        }
    }
    CauseColumnDeal { cells: best.2, cost: best.0 as u32 }
}

struct Search<'a> {
    plan: &'a CausePlan,
    /// The plan whose rows below the first may lean, as those of the generator may.
    leaning: Vec<CausePlan>,
    old: &'a [Vec<u16>],
    changed: &'a [bool; DECK_SIZE],
    cells: Vec<Vec<u16>>,
}

impl<'a> Search<'a> {
    fn new(
        plan: &'a CausePlan,
        old: &'a [Vec<u16>],
        start: &[Vec<u16>],
        changed: &'a [bool; DECK_SIZE],
        draws: &mut Draws,
    ) -> Self {
        let thresholds: Vec<usize> = (2..=usize::from(plan.die.sides())).collect();
        let leaning = (0..plan.rows)
            .map(|row| if row == 0 { plan.clone() } else { plan.leaning(row, &thresholds) })
            .collect();
        let mut cells: Vec<Vec<u16>> = start.to_vec();
        for row in old.len()..plan.rows {
            let mut values = plan.row_values(row, draws);
            draws.shuffle(&mut values);
            cells.push(values);
        }
        for (row, pins) in cells.iter_mut().zip(&plan.pinned) {
            for (cell, pin) in row.iter_mut().zip(pins) {
                *cell = pin.unwrap_or(*cell);
            }
        }
        Self { plan, leaning, old, changed, cells }
    }

    /// Changed cells, and more for cards that were not changed yet.
    fn price(&self) -> i64 {
        let cells = |card: usize| {
            let rows = self.old.iter().zip(&self.cells);
            rows.filter(|(old, now)| old[card] != now[card]).count() as i64
        };
        (0..DECK_SIZE)
            .map(|card| match cells(card) {
                0 => 0,
                cells if self.changed[card] => cells,
                cells => cells + CARD,
            })
            .sum()
    }

    fn broken(&self) -> i64 {
        self.broken_of(&self.cells)
    }

    /// How far the column is from the plan: cards beyond each range, squared.
    fn broken_of(&self, cells: &[Vec<u16>]) -> i64 {
        let sides = usize::from(self.plan.die.sides());
        let beyond = |range: &std::ops::RangeInclusive<usize>, count: usize| {
            let miss = range.start().saturating_sub(count) + count.saturating_sub(*range.end());
            (miss * miss) as i64
        };
        let mut broken = 0;
        for (row, values) in cells.iter().enumerate() {
            let critical = values.iter().filter(|&&value| value == 0).count();
            broken += critical.abs_diff(self.plan.critical[row]) as i64;
            let mut above: Vec<u16> =
                values.iter().copied().filter(|&value| usize::from(value) > sides).collect();
            above.sort_unstable();
            broken += unlike(&above, &self.plan.above[row]);
            let ranges = &self.leaning[row].row_counts[row];
            broken +=
                staircase(values.iter().copied(), sides, |t, count| beyond(&ranges[t], count));
        }
        for (level, ranges) in (1..).zip(&self.plan.level_counts) {
            let outcomes = (0..DECK_SIZE).map(|card| outcome(cells, card, level));
            broken += staircase(outcomes, sides, |t, count| beyond(&ranges[t], count));
        }
        broken
    }

    /// Makes a small change at random; gives what stood there, or `None` if nothing was done.
    fn change(&mut self, draws: &mut Draws) -> Option<Vec<(usize, usize, u16)>> {
        let row = draws.below(self.plan.rows);
        let (one, other) = draws.two_below(DECK_SIZE);
        let free = |card: usize| self.plan.pinned[row][card].is_none();
        let (was, partner) = (self.cells[row][one], self.cells[row][other]);
        if !free(one) {
            return None;
        }
        match draws.below(4) {
            0 if free(other) && was != partner => {
                self.cells[row].swap(one, other);
                Some(vec![(row, one, was), (row, other, partner)])
            }
            // Taken back in pairs, for one alone mostly breaks the row's counts.
            1 if row < self.old.len() && self.old[row][one] != was => {
                self.cells[row][one] = self.old[row][one];
                if free(other) && draws.happens(3, 4) {
                    let differs = |&card: &usize| {
                        free(card) && card != one && self.cells[row][card] != self.old[row][card]
                    };
                    let others: Vec<usize> = (0..DECK_SIZE).filter(differs).collect();
                    if !others.is_empty() {
                        let other = others[draws.below(others.len())];
                        let partner = self.cells[row][other];
                        self.cells[row][other] = self.old[row][other];
                        return Some(vec![(row, one, was), (row, other, partner)]);
                    }
                }
                Some(vec![(row, one, was)])
            }
            0 | 1 => None,
            _ => {
                let sides = usize::from(self.plan.die.sides());
                let above = &self.plan.above[row];
                let choice = draws.below(sides + 1 + above.len());
                let value = choice.checked_sub(sides + 1).map_or(choice as u16, |at| above[at]);
                self.cells[row][one] = value;
                (value != was).then(|| vec![(row, one, was)])
            }
        }
    }
}

/// The sum of `price(t, cards that show t or more)` over thresholds 2 to `sides`.
fn staircase(
    values: impl Iterator<Item = u16>,
    sides: usize,
    price: impl Fn(usize, usize) -> i64,
) -> i64 {
    let mut counts = vec![0; sides + 1];
    values.for_each(|value| counts[usize::from(value).min(sides)] += 1);
    let mut at_least = 0;
    (2..=sides)
        .rev()
        .map(|t| {
            at_least += counts[t];
            price(t, at_least)
        })
        .sum()
}

/// How many values of two rising lists have no partner in the other.
fn unlike(one: &[u16], other: &[u16]) -> i64 {
    let (mut i, mut j, mut shared) = (0, 0, 0);
    while i < one.len() && j < other.len() {
        match one[i].cmp(&other[j]) {
            std::cmp::Ordering::Less => i += 1,
            std::cmp::Ordering::Greater => j += 1,
            std::cmp::Ordering::Equal => (i, j, shared) = (i + 1, j + 1, shared + 1),
        }
    }
    (one.len() + other.len() - 2 * shared) as i64
}
