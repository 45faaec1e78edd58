//! Stages 2 and 3: dealing the solved columns and elements to cards so that no two things read from
//! one card are secretly tied.
//!
//! Stage 2 exchanges whole tuples between two cards, which cannot spoil a column. Stage 3 exchanges
//! single cells inside a column where that keeps every count. Both are one search, simulated
//! annealing whose rises are let through up to a falling threshold.
//!
//! One check reads one column, so columns of the same grid are never used together: while the other
//! grid and the elements stand still, the columns of one grid can be searched side by side without
//! touching each other. The search goes round: all effect columns, all cause columns, the elements
//! one by one. Every column has draws of its own, so the number of threads changes nothing.

use std::ops::Range;

use rayon::prelude::*;

use crate::deck::DECK_SIZE;
use crate::random::Draws;

use super::cells::StepLimits;
use super::moving::{Aims, Moving};
use super::partners::{Kernel, Partners};
use super::readings::Reading;
use super::units::{Content, Unit};

/// How the search spends its moves.
#[derive(Clone, Copy, Debug)]
pub(super) struct Schedule {
    /// How often it goes round.
    pub rounds: u64,
    /// Moves of each column in one round.
    pub moves: u64,
    /// Moves of each element in one round.
    pub element_moves: u64,
    /// The rise in squared cards let through at the start; it falls to nothing at the end.
    pub heat: f64,
    /// How far effect increments may stray.
    pub limits: StepLimits,
}

impl Schedule {
    /// All moves of all rounds for this many grid columns and elements.
    pub fn total(&self, columns: usize, elements: usize) -> u64 {
        self.rounds * (self.moves * columns as u64 + self.element_moves * elements as u64)
    }
}

/// Of 16 moves of a column, this many exchange whole tuples, the others single cells.
const TUPLES: usize = 2;

/// Searches; `fixed` are the readings that belong to the numbers. `progress` is told the moves made.
pub(super) fn deal(
    units: &mut [Unit],
    fixed: &[Reading],
    schedule: Schedule,
    aims: &Aims,
    seed: u64,
    progress: &(dyn Fn(u64) + Sync),
) {
    let mut streams: Vec<Draws> =
        (0..units.len()).map(|unit| Draws::new(seed, &format!("deal {unit}"))).collect();
    let mut readings: Vec<Vec<Reading>> = (0..)
        .zip(units.iter())
        .map(|(index, unit)| unit.readings(unit.content.element().unwrap_or(2 + index)))
        .collect();
    let mut kernels: Vec<Kernel> = readings.iter().map(Kernel::new).collect();
    let still = Kernel::new(fixed);
    #[allow(clippy::print_stderr)]
    for round in 0..schedule.rounds {
        if round % (schedule.rounds / 10) == 0 && std::env::var("TRACE").is_ok() {
            report(units, fixed, round);
        }
        let left = 1.0 - round as f64 / schedule.rounds as f64;
        let heat = schedule.heat * left * left * left;
        for phase in phases(units) {
            let others = || (0..units.len()).filter(|unit| !phase.contains(unit));
            let mut kernel = still.clone();
            others().for_each(|unit| kernel.add(&kernels[unit]));
            let partner_readings = others().flat_map(|unit| &readings[unit]).chain(fixed);
            let partners = Partners::new(kernel, partner_readings);
            let tasks = units[phase.clone()].par_iter_mut();
            let tasks = tasks.zip(&mut readings[phase.clone()]);
            let tasks = tasks.zip(&mut kernels[phase.clone()]).zip(&mut streams[phase.clone()]);
            tasks.for_each(|(((unit, readings), kernel), draws)| {
                let mut search = Search::new(unit, readings, &partners, aims);
                search.run(schedule, heat, draws);
                progress(search.moves(schedule));
                search.finish(readings);
                *kernel = Kernel::new(&*readings);
            });
        }
    }
    if std::env::var("TRACE").is_ok() {
        report(units, fixed, schedule.rounds);
    }
}

#[allow(clippy::print_stderr)]
fn report(units: &[Unit], fixed: &[Reading], round: u64) {
    let prices = super::joint::Prices::new(super::WEIGHTS);
    let joint = super::joint::Joint::new(&all_readings(units, fixed), |_| true, &prices);
    let f = joint.figures();
    eprintln!("{round} rms {:.4} worst {:.3} r {:.4} worst r {:.4}", f.rms_error, f.worst_error, f.rms_r, f.worst_r);
}

/// The units searched side by side: the columns of one grid, each element alone.
fn phases(units: &[Unit]) -> Vec<Range<usize>> {
    let mut phases: Vec<Range<usize>> = Vec::new();
    for (index, unit) in units.iter().enumerate() {
        match phases.last_mut() {
            Some(phase)
                if unit.content.is_column()
                    && units[phase.start].content.element() == unit.content.element() =>
            {
                phase.end = index + 1;
            }
            _ => phases.push(index..index + 1),
        }
    }
    phases
}

/// The readings of all units and the fixed ones, in the order of [`Unit::first_reading`].
pub(super) fn all_readings(units: &[Unit], fixed: &[Reading]) -> Vec<Reading> {
    let mut readings: Vec<Reading> = Vec::new();
    for (index, unit) in units.iter().enumerate() {
        readings.extend(unit.readings(unit.content.element().unwrap_or(2 + index)));
    }
    readings.extend(fixed.iter().cloned());
    readings
}

/// One unit's moves of one round.
struct Search<'a> {
    unit: &'a mut Unit,
    moving: Vec<Moving>,
    partners: &'a Partners,
    aims: &'a Aims,
}

impl<'a> Search<'a> {
    fn new(
        unit: &'a mut Unit,
        readings: &[Reading],
        partners: &'a Partners,
        aims: &'a Aims,
    ) -> Self {
        let moving =
            readings.iter().map(|reading| Moving::new(reading, partners, aims)).collect();
        Self { unit, moving, partners, aims }
    }

    fn moves(&self, schedule: Schedule) -> u64 {
        if self.unit.content.is_column() { schedule.moves } else { schedule.element_moves }
    }

    fn run(&mut self, schedule: Schedule, heat: f64, draws: &mut Draws) {
        for _ in 0..self.moves(schedule) {
            let mut dice = Pieces(draws.bits());
            let allowed = heat * dice.share();
            let whole = !self.unit.content.is_column() || dice.below(16) < TUPLES;
            if whole {
                self.try_tuple(allowed, &mut dice);
            } else if matches!(self.unit.content, Content::Cause(_)) {
                self.try_cause_rows(allowed, &mut dice);
            } else {
                self.try_effect_cell(allowed, schedule.limits, &mut dice);
            }
        }
    }

    /// Whether the cost of exchanging two cards in some of the readings is allowed; if so, they are
    /// exchanged.
    fn settle(
        &mut self,
        readings: impl Iterator<Item = usize> + Clone,
        one: usize,
        other: usize,
        allowed: f64,
    ) -> bool {
        let (partners, aims) = (self.partners, self.aims);
        let moving = || readings.clone().map(|reading| &self.moving[reading]);
        let change: f64 = moving().map(|m| m.change(partners, aims, one, other)).sum();
        if change > allowed {
            let spare: f64 = moving().map(|m| m.extremes(aims)).sum();
            if change > allowed + spare {
                return false;
            }
        }
        let extremes: f64 =
            moving().map(|m| m.extremes_change(partners, aims, one, other)).sum();
        if change + extremes > allowed {
            return false;
        }
        readings.for_each(|reading| self.moving[reading].swap(partners, aims, one, other));
        true
    }

    fn try_tuple(&mut self, allowed: f64, dice: &mut Pieces) {
        let free = &self.unit.free;
        if free.len() < 2 {
            return;
        }
        let (one, other) = dice.two_below(free.len());
        let (one, other) = (free[one], free[other]);
        if self.settle(0..self.moving.len(), one, other, allowed) {
            self.unit.swap(one, other);
        }
    }

    fn try_cause_rows(&mut self, allowed: f64, dice: &mut Pieces) {
        let Content::Cause(cause) = &mut self.unit.content else { return };
        let rows = cause.cells.len();
        let (one, other) = dice.two_below(DECK_SIZE);
        let ranges = rows * (rows + 1) / 2;
        let (from, until) = nth_range(dice.below(ranges), rows);
        let Some(levels) = cause.swap_rows(from..until, one, other) else { return };
        let changed = (0..rows).filter(move |level| levels >> level & 1 == 1);
        if !self.settle(changed, one, other, allowed) {
            let Content::Cause(cause) = &mut self.unit.content else { return };
            cause.exchange(from..until, one, other);
        }
    }

    fn try_effect_cell(&mut self, allowed: f64, limits: StepLimits, dice: &mut Pieces) {
        let Content::Effect(effect) = &self.unit.content else { return };
        let row = dice.below(effect.cells.len());
        let (one, other) = dice.two_below(DECK_SIZE);
        if !effect.may_swap(row, one, other, limits) {
            return;
        }
        if self.settle(row..row + 1, one, other, allowed)
            && let Content::Effect(effect) = &mut self.unit.content
        {
            effect.swap(row, one, other);
        }
    }

    /// Gives the readings as the moves have left them.
    fn finish(self, readings: &mut [Reading]) {
        let element = readings.first().map_or(0, |reading| reading.element);
        readings.clone_from_slice(&self.unit.readings(element));
    }
}

/// The range of rows numbered `place` among all ranges of `rows` rows.
fn nth_range(place: usize, rows: usize) -> (usize, usize) {
    let mut left = place;
    for from in 0..rows {
        if left < rows - from {
            return (from, from + 1 + left);
        }
        left -= rows - from;
    }
    (0, rows)
}

/// Several small draws out of 64 bits. A bound b is met to within b/8192 of evenly, which a search
/// does not notice.
struct Pieces(u64);

impl Pieces {
    /// A number below `bound`.
    #[inline]
    fn below(&mut self, bound: usize) -> usize {
        let piece = self.0 & 0x1fff;
        self.0 >>= 13;
        (piece as usize * bound) >> 13
    }

    /// A number of at least 0 and below 1.
    #[inline]
    fn share(&mut self) -> f64 {
        let piece = self.0 & 0xfff;
        self.0 >>= 12;
        piece as f64 * (1.0 / 4096.0)
    }

    #[inline]
    fn two_below(&mut self, bound: usize) -> (usize, usize) {
        let one = self.below(bound);
        let other = self.below(bound - 1);
        (one, if other >= one { other + 1 } else { other })
    }
}
