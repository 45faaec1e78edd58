//! The constraints on an effect column of an old deck, and its changes.

use std::ops::RangeInclusive;

use crate::dice::{Die, Distribution, share};
use crate::random::Draws;
use crate::spec::Spec;

use super::super::EFFECT_MOVES;
use super::super::effect_column::{increment_r, moments, solve};
use super::super::plan::{EffectPlan, as_float};
use super::columns::{Cells, Change, Column, pin};

/// An effect column under repair.
pub(super) struct EffectRepair<'a> {
    plan: &'a EffectPlan,
    /// `counts[row][x]`: how many cards may show `x` or more.
    counts: Vec<Vec<RangeInclusive<usize>>>,
    /// The largest |r| between a row and the increment to the next.
    increment_r: f64,
    old: Cells<u32>,
    /// Rows in which a pin changed a cell, or that are new, and their neighbours.
    touched: Vec<usize>,
}

impl<'a> EffectRepair<'a> {
    pub fn new(spec: &Spec, die: Die, plan: &'a EffectPlan, old: Cells<u32>) -> Self {
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
                        let ideal = share::ideal(plan.cards(), &sum.at_least(x));
                        share::within(plan.cards(), &ideal, &spec.limits.effect)
                            .unwrap_or_else(|| share::nearest(plan.cards(), &ideal))
                    })
                    .collect()
            })
            .collect();
        let increment_r = as_float(&spec.limits.increment_r);
        Self { plan, counts, increment_r, old, touched: Vec::new() }
    }

    /// The cells with new rows dealt, and every pin in its place.
    pub fn start(&mut self, mut cells: Cells<u32>) -> Cells<u32> {
        for row in self.old.len()..self.plan.rows.len() {
            // Dealt in the order of the row above, so that every card rises.
            let mut order: Vec<usize> = (0..self.plan.cards()).collect();
            order.sort_by_key(|&card| (cells[row - 1][card], card));
            let mut line = vec![0; self.plan.cards()];
            for (&card, &sum) in order.iter().zip(&self.plan.rows[row]) {
                line[card] = sum;
            }
            cells.push(line);
        }
        pin(&mut cells, &self.plan.pinned);
        let touched = |row: usize| self.old.get(row) != Some(&cells[row]);
        let near = |row: &usize| {
            (row.saturating_sub(1)..=row + 1).any(|row| row < cells.len() && touched(row))
        };
        self.touched = (0..cells.len()).filter(near).collect();
        cells
    }
}

impl Column for EffectRepair<'_> {
    type Cell = u32;
    const MOVES: u64 = 50_000;
    const RETURNS: u32 = 8;

    fn old(&self) -> &[Vec<u32>] {
        &self.old
    }

    fn fresh(&self, draws: &mut Draws) -> Cells<u32> {
        solve(self.plan, draws, EFFECT_MOVES).cells
    }

    /// Cards outside each range, squared, cards that do not rise, and increments that depend on the row
    /// above.
    fn broken(&self, cells: &Cells<u32>) -> i64 {
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
            let r = increment_r(pair[0].len(), moments(&pair[0]), moments(&pair[1]), products);
            let beyond = r.abs() - self.increment_r;
            if beyond > 0.0 {
                broken += 1 + (beyond * 200.0) as i64;
            }
        }
        broken
    }

    fn change(&self, cells: &mut Cells<u32>, draws: &mut Draws) -> Option<Change<u32>> {
        let row = match self.touched.is_empty() || draws.happens(1, 4) {
            true => draws.below(cells.len()),
            false => self.touched[draws.below(self.touched.len())],
        };
        let (one, other) = draws.two_below(self.plan.cards());
        let line = &mut cells[row];
        let was = [line[one], line[other]];
        let free = |card: usize| self.plan.pinned[row][card].is_none();
        if !free(one) {
            // A pinned cell is fixed; the cells above and below move.
            return None;
        }
        match (draws.below(4), self.old.get(row)) {
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
