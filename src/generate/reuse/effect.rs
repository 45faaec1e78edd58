//! Repairing one effect column with as few changed cells as can be.

use std::ops::RangeInclusive;

use crate::deck::DECK_SIZE;
use crate::dice::{Die, Distribution, share};
use crate::random::Draws;
use crate::spec::Spec;

use super::super::EFFECT_MOVES;
use super::super::effect_column::{EffectColumnDeal, increment_r, moments, solve};
use super::super::plan::{EffectPlan, as_float};

/// Moves and starts, as for a cause column.
const MOVES: u64 = 50_000;
const STARTS: u32 = 6;
/// Longer searches after those, ever cooler, each from the best column so far.
const RETURNS: u32 = 8;
const BROKEN: i64 = 30;
const CARD: i64 = 8;

/// What a column must keep.
pub(super) struct Task<'a> {
    plan: &'a EffectPlan,
    /// `counts[row][x]`: how many cards may show `x` or more.
    counts: Vec<Vec<RangeInclusive<usize>>>,
    /// The largest |r| between a row and the increment to the next.
    increment_r: f64,
}

impl<'a> Task<'a> {
    pub fn new(spec: &Spec, die: Die, plan: &'a EffectPlan) -> Self {
        let highest = (u32::from(spec.effect.rows) + 1) * u32::from(die.sides()) * 4;
        let one = if spec.effect.closed {
            Distribution::die(die)
        } else {
            Distribution::open_ended(die, highest)
        };
        let mut sum = Distribution::certain(0);
        let counts = plan
            .rows
            .iter()
            .map(|_| {
                sum = sum.plus(&one, i64::from(highest));
                (0..=sum.highest() + 1)
                    .map(|x| {
                        let ideal = share::ideal(DECK_SIZE, &sum.at_least(x));
                        share::within(DECK_SIZE, &ideal, &spec.limits.effect)
                            .unwrap_or_else(|| share::nearest(DECK_SIZE, &ideal))
                    })
                    .collect()
            })
            .collect();
        Self { plan, counts, increment_r: as_float(&spec.limits.increment_r) }
    }

    /// How far the column is from its task: cards beyond each range, squared, cards that do not
    /// rise, increments tied to the row above.
    fn broken(&self, cells: &[Vec<u32>]) -> i64 {
        let mut broken = 0;
        for (row, ranges) in cells.iter().zip(&self.counts) {
            let top = ranges.len() - 1;
            let mut counts = vec![0; top + 1];
            row.iter().for_each(|&sum| counts[(sum as usize).min(top)] += 1);
            let mut at_least = 0;
            for (range, count) in ranges.iter().zip(counts).rev() {
                at_least += count;
                let miss =
                    range.start().saturating_sub(at_least) + at_least.saturating_sub(*range.end());
                broken += (miss * miss) as i64;
            }
        }
        for pair in cells.windows(2) {
            let falls = pair[0].iter().zip(&pair[1]).filter(|(above, below)| above >= below);
            broken += 5 * falls.count() as i64;
            let terms = pair[0].iter().zip(&pair[1]);
            let products = terms.map(|(&x, &y)| i64::from(x) * i64::from(y)).sum();
            let r = increment_r(moments(&pair[0]), moments(&pair[1]), products);
            let beyond = r.abs() - self.increment_r;
            if beyond > 0.0 {
                broken += 1 + (beyond * 200.0) as i64;
            }
        }
        broken
    }
}

/// A column made anew.
pub(super) fn fresh(plan: &EffectPlan, draws: &mut Draws) -> EffectColumnDeal {
    solve(plan, draws, EFFECT_MOVES)
}

/// The column with every rule kept, nearest to `old`, as [`cause::repair`](super::cause::repair).
pub(super) fn repair(
    task: &Task,
    old: &[Vec<u32>],
    start: &[Vec<u32>],
    changed: &[bool; DECK_SIZE],
    draws: &mut Draws,
) -> EffectColumnDeal {
    let mut search = Search::new(task, old, start, changed);
    let start = search.cells.clone();
    if search.best.0 == 0 && old.len() == task.plan.rows.len() {
        return EffectColumnDeal { cells: start };
    }
    for number in 0..STARTS {
        search.cells.clone_from(&start);
        search.anneal(f64::from(number) * 4.0, MOVES, draws);
    }
    // A hot start that keeps every rule may have changed most cards; what follows comes back.
    for left in (0..RETURNS).rev() {
        search.cells.clone_from(&search.best.2);
        search.anneal(f64::from(left) * 3.0, 4 * MOVES, draws);
    }
    let (broken, _, cells) = search.best;
    if broken > 0 {
        let fresh = fresh(task.plan, draws);
        if task.broken(&fresh.cells) < broken {
            return fresh;
        }
    }
    EffectColumnDeal { cells }
}

struct Search<'a> {
    task: &'a Task<'a>,
    old: &'a [Vec<u32>],
    changed: &'a [bool; DECK_SIZE],
    cells: Vec<Vec<u32>>,
    /// Rows in which a pin changed a cell, or that are new, and their neighbours.
    touched: Vec<usize>,
    /// What is broken, the price, and the cells of the best column so far.
    best: (i64, i64, Vec<Vec<u32>>),
}

impl<'a> Search<'a> {
    /// The start with rows the old column does not have dealt, and every pin in its place.
    fn new(
        task: &'a Task<'a>,
        old: &'a [Vec<u32>],
        start: &[Vec<u32>],
        changed: &'a [bool; DECK_SIZE],
    ) -> Self {
        let plan = task.plan;
        let mut cells: Vec<Vec<u32>> = start.to_vec();
        for row in old.len()..plan.rows.len() {
            // Dealt in the order of the row above, which rises on every card.
            let mut order: Vec<usize> = (0..DECK_SIZE).collect();
            order.sort_by_key(|&card| (cells[row - 1][card], card));
            let mut line = vec![0; DECK_SIZE];
            for (&card, &sum) in order.iter().zip(&plan.rows[row]) {
                line[card] = sum;
            }
            cells.push(line);
        }
        for (row, pins) in cells.iter_mut().zip(&plan.pinned) {
            for (cell, pin) in row.iter_mut().zip(pins) {
                *cell = pin.unwrap_or(*cell);
            }
        }
        let touched = |row: usize| row >= old.len() || old[row] != cells[row];
        let near = |row: &usize| {
            (row.saturating_sub(1)..=row + 1).any(|row| row < cells.len() && touched(row))
        };
        let touched: Vec<usize> = (0..cells.len()).filter(near).collect();
        let best = (task.broken(&cells), 0, cells.clone());
        let mut search = Self { task, old, changed, cells, touched, best };
        search.best.1 = search.price();
        search
    }

    /// Changed cells, and more for cards that were not changed yet.
    fn price(&self) -> i64 {
        let of_card = |card: usize| {
            let rows = self.old.iter().zip(&self.cells);
            match rows.filter(|(old, now)| old[card] != now[card]).count() as i64 {
                0 => 0,
                cells if self.changed[card] => cells,
                cells => cells + CARD,
            }
        };
        (0..DECK_SIZE).map(of_card).sum()
    }

    /// Searches from the cells as they are, ever cooler, and keeps the best column seen.
    fn anneal(&mut self, temperature: f64, moves: u64, draws: &mut Draws) {
        let mut current = BROKEN * self.task.broken(&self.cells) + self.price();
        for step in 0..moves {
            let Some(Change { row, cards: [one, other], was }) = self.change(draws) else {
                continue;
            };
            let (broken, price) = (self.task.broken(&self.cells), self.price());
            let cost = BROKEN * broken + price;
            let allowed = temperature * (1.0 - step as f64 / moves as f64) * draws.unit();
            if (cost - current) as f64 <= allowed {
                current = cost;
                if (broken, price) < (self.best.0, self.best.1) {
                    self.best = (broken, price, self.cells.clone());
                }
            } else {
                [self.cells[row][one], self.cells[row][other]] = was;
            }
        }
    }

    /// Makes a small change at random; gives what stood there, or `None` if nothing was done.
    fn change(&mut self, draws: &mut Draws) -> Option<Change> {
        let row = match self.touched.is_empty() || draws.happens(1, 4) {
            true => draws.below(self.cells.len()),
            false => self.touched[draws.below(self.touched.len())],
        };
        let (one, other) = draws.two_below(DECK_SIZE);
        let was = [self.cells[row][one], self.cells[row][other]];
        let free = |card: usize| self.task.plan.pinned[row][card].is_none();
        if !free(one) {
            // A pinned cell stays; the cells above and below make room for it.
            return None;
        }
        let old = self.old.get(row);
        let line = &mut self.cells[row];
        match (draws.below(4), old) {
            (0, _) if free(other) => line.swap(one, other),
            (0, _) | (1, None) => return None,
            (1, Some(old)) => {
                line[one] = old[one];
                if free(other) && draws.happens(1, 2) {
                    line[other] = old[other];
                }
            }
            (2, _) => line[one] = was[1],
            _ => {
                let step = draws.below(7) as u32;
                line[one] = (was[0] + step).saturating_sub(3).max(1);
            }
        }
        ([line[one], line[other]] != was).then_some(Change { row, cards: [one, other], was })
    }
}

/// Two cells of a row as they stood before a change.
struct Change {
    row: usize,
    cards: [usize; 2],
    was: [u32; 2],
}
