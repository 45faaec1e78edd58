//! Stages 2 and 3: dealing the solved columns and elements to cards so that no two things read from
//! one card are secretly tied.
//!
//! Stage 2 exchanges whole tuples between two cards, which cannot spoil a column. Stage 3 exchanges
//! single cells inside an effect column where both cards still rise and the increments stay calm.
//! Both are one search: simulated annealing whose rises are let through up to a falling threshold.

use crate::deck::DECK_SIZE;
use crate::random::Draws;

use super::joint::{Joint, Weights};
use super::readings::Reading;
use super::units::{Content, Unit};

/// A deal and its dependence tables.
#[derive(Clone, Debug)]
pub(super) struct Deal {
    pub units: Vec<Unit>,
    joint: Joint,
}

/// How the search spends its moves.
#[derive(Clone, Copy, Debug)]
pub(super) struct Schedule {
    pub moves: u64,
    /// The rise in squared cards let through at the start; it falls to nothing at the end.
    pub heat: f64,
    /// Of 16 moves, how many exchange whole tuples.
    pub tuples: usize,
    /// Of 16 moves, how many exchange cells of a cause column.
    pub causes: usize,
    /// |r| that an effect increment may reach.
    pub increment_limit: f64,
}

impl Deal {
    /// The deal of `units`, with the fixed readings (number and toggle) beside them.
    pub fn new(units: Vec<Unit>, fixed: Vec<Reading>, weights: Weights) -> Self {
        let readings = units.iter().enumerate().flat_map(|(index, unit)| {
            let element = match unit.content {
                Content::Cause(_) => 0,
                Content::Effect(_) => 1,
                _ => 2 + index,
            };
            unit.readings(element)
        });
        let joint = Joint::new(readings.chain(fixed).collect(), weights);
        Self { units, joint }
    }

    pub fn cost(&self) -> f64 {
        self.joint.cost()
    }

    /// Searches; `progress` is told the moves made, now and then.
    pub fn anneal(&mut self, schedule: Schedule, draws: &mut Draws, progress: &dyn Fn(u64)) {
        let movable: Vec<usize> =
            (0..self.units.len()).filter(|&unit| self.units[unit].free.len() > 1).collect();
        let of_kind = |kind: fn(&Content) -> bool| -> Vec<usize> {
            (0..self.units.len()).filter(|&unit| kind(&self.units[unit].content)).collect()
        };
        let effects = of_kind(|content| matches!(content, Content::Effect(_)));
        let causes = of_kind(|content| matches!(content, Content::Cause(_)));
        if movable.is_empty() {
            return;
        }
        const REPORT: u64 = 4096;
        for step in 0..schedule.moves {
            if step % REPORT == 0 && step > 0 {
                progress(REPORT);
            }
            let left = 1.0 - step as f64 / schedule.moves as f64;
            let allowed = schedule.heat * left * left * left * draws.unit();
            let kind = draws.below(16);
            if kind < schedule.tuples {
                let unit = movable[draws.below(movable.len())];
                self.try_tuple(unit, allowed, draws);
            } else if kind < schedule.tuples + schedule.causes {
                let unit = causes[draws.below(causes.len())];
                self.try_cause_rows(unit, allowed, draws);
            } else {
                let unit = effects[draws.below(effects.len())];
                self.try_effect_cell(unit, allowed, schedule.increment_limit, draws);
            }
        }
    }

    fn try_tuple(&mut self, unit: usize, allowed: f64, draws: &mut Draws) {
        let moved = &self.units[unit];
        let (one, other) = draws.two_below(moved.free.len());
        let (one, other) = (moved.free[one], moved.free[other]);
        let readings = moved.first_reading..moved.first_reading + moved.reading_count;
        let change: f64 =
            readings.clone().map(|reading| self.joint.change(reading, one, other)).sum();
        if change <= allowed {
            readings.for_each(|reading| self.joint.swap(reading, one, other));
            self.units[unit].swap(one, other);
        }
    }

    fn try_cause_rows(&mut self, unit: usize, allowed: f64, draws: &mut Draws) {
        let first = self.units[unit].first_reading;
        let Content::Cause(cause) = &mut self.units[unit].content else { return };
        let rows = cause.cells.len();
        let from = draws.below(rows);
        let until = from + 1 + draws.below(rows - from);
        let (one, other) = draws.two_below(DECK_SIZE);
        let Some(levels) = cause.swap_rows(from..until, one, other) else { return };
        let changed = (0..rows).filter(|level| levels >> level & 1 == 1);
        let change: f64 =
            changed.clone().map(|level| self.joint.change(first + level, one, other)).sum();
        if change <= allowed {
            changed.for_each(|level| self.joint.swap(first + level, one, other));
        } else {
            cause.exchange(from..until, one, other);
        }
    }

    fn try_effect_cell(&mut self, unit: usize, allowed: f64, limit: f64, draws: &mut Draws) {
        let first = self.units[unit].first_reading;
        let rows = self.units[unit].reading_count;
        let Content::Effect(effect) = &mut self.units[unit].content else { return };
        let row = draws.below(rows);
        let (one, other) = draws.two_below(DECK_SIZE);
        if !effect.may_swap(row, one, other, limit) {
            return;
        }
        if self.joint.change(first + row, one, other) <= allowed {
            effect.swap(row, one, other);
            self.joint.swap(first + row, one, other);
        }
    }
}
