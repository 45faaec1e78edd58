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
            let loud = r.abs() - self.increment_r;
            if loud > 0.0 {
                broken += 1 + (loud * 200.0) as i64;
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
    let price = |cells: &[Vec<u32>]| -> i64 {
        let of_card = |card: usize| {
            let rows = old.iter().zip(cells);
            match rows.filter(|(old, now)| old[card] != now[card]).count() as i64 {
                0 => 0,
                cells if changed[card] => cells,
                cells => cells + CARD,
            }
        };
        (0..DECK_SIZE).map(of_card).sum()
    };
    let mut best = (task.broken(&cells), price(&cells), cells.clone());
    if best.0 == 0 && old.len() == plan.rows.len() {
        return EffectColumnDeal { cells };
    }
    // Rows in which a pin changed a cell, or that are new, and their neighbours.
    let touched = |row: usize| row >= old.len() || old[row] != best.2[row];
    let near = |row: &usize| {
        (row.saturating_sub(1)..=row + 1).any(|row| row < cells.len() && touched(row))
    };
    let hot: Vec<usize> = (0..cells.len()).filter(near).collect();
    let start = cells.clone();
    let starts = (0..STARTS).map(|start| (f64::from(start) * 4.0, MOVES, false));
    // A hot start that keeps every rule may have changed most cards; what follows comes back.
    let returns = (0..RETURNS).rev().map(|left| (f64::from(left) * 3.0, 4 * MOVES, true));
    for (temperature, moves, from_best) in starts.chain(returns) {
        cells.clone_from(if from_best { &best.2 } else { &start });
        let mut current = BROKEN * task.broken(&cells) + price(&cells);
        for step in 0..moves {
            let row = match hot.is_empty() || draws.happens(1, 4) {
                true => draws.below(cells.len()),
                false => hot[draws.below(hot.len())],
            };
            let (one, other) = draws.two_below(DECK_SIZE);
            let (was, partner) = (cells[row][one], cells[row][other]);
            let free = |card: usize| plan.pinned[row][card].is_none();
            if !free(one) {
                // A pinned cell stays; the cells above and below make room for it.
                continue;
            }
            match draws.below(4) {
                0 if free(other) => cells[row].swap(one, other),
                0 => continue,
                1 if row < old.len() && free(other) && draws.happens(1, 2) => {
                    cells[row][one] = old[row][one];
                    cells[row][other] = old[row][other];
                }
                1 if row < old.len() => cells[row][one] = old[row][one],
                1 => continue,
                2 => cells[row][one] = partner,
                _ => {
                    let step = draws.below(7) as u32;
                    cells[row][one] = (was + step).saturating_sub(3).max(1);
                }
            }
            if (cells[row][one], cells[row][other]) == (was, partner) {
                continue;
            }
            let (broken, price) = (task.broken(&cells), price(&cells));
            let cost = BROKEN * broken + price;
            let allowed = temperature * (1.0 - step as f64 / moves as f64) * draws.unit();
            if (cost - current) as f64 <= allowed {
                current = cost;
                if (broken, price) < (best.0, best.1) {
                    best = (broken, price, cells.clone());
                }
            } else {
                cells[row][one] = was;
                cells[row][other] = partner;
            }
        }
    }
    if best.0 > 0 {
        let fresh = fresh(plan, draws);
        if task.broken(&fresh.cells) < best.0 {
            return fresh;
        }
    }
    EffectColumnDeal { cells: best.2 }
}
