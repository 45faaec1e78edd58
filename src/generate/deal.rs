//! Stages 2 and 3: dealing the solved columns and elements to cards so that no two things read from
//! one card are correlated.
//!
//! Stage 2 exchanges whole tuples between two cards, which cannot spoil a column. Stage 3 exchanges
//! single cells inside a column where that keeps every count. Both are one search: simulated
//! annealing with a linear acceptance function. At temperature T an exchange that raises the cost by
//! d is made with probability max(0, 1 − d/T), for d is held against T times a number drawn evenly
//! between 0 and 1. Metropolis' exp(−d/T) (Kirkpatrick, Gelatt and Vecchi, *Science* 220 (1983),
//! 671) has the same slope at 0 but no end; threshold accepting (Dueck and Scheuer, *Journal of
//! Computational Physics* 90 (1990), 161), which makes every exchange with d up to T and draws no
//! number, has the same end. A line needs no logarithm and no power, whose last digit would differ
//! from platform to platform, and lets most exchanges be refused before their whole cost is known.
//!
//! One check reads one column, so columns of the same grid are never used together: while the other
//! grid and the elements stand still, the columns of one grid can be searched side by side without
//! touching each other. The search goes round: all effect columns, all cause columns, the elements
//! one by one. Every column has draws of its own, so the number of threads changes nothing.

use std::ops::Range;

use rayon::prelude::*;

use crate::deck::DECK_SIZE;
use crate::random::Draws;

use super::context::{Context, Kernel};
use super::effect_cells::StepLimits;
use super::moving::Moving;
use super::readings::Reading;
use super::units::{Content, Unit};
use super::weights::Weights;

/// How the search spends its moves.
#[derive(Clone, Copy, Debug)]
pub(super) struct Schedule {
    /// How often it goes round.
    pub rounds: u64,
    /// Moves of each column in one round.
    pub moves: u64,
    /// Moves of each element in one round.
    pub element_moves: u64,
    /// The temperature at the start: no rise of the cost by so many squared cards is let through.
    pub temperature: f64,
    /// How often that is halved until the end.
    pub halvings: f64,
    /// The round, in hundredths of all, from which on the largest errors count.
    pub extremes_from: u64,
    /// Of 16 moves of a column, this many exchange whole tuples, the others single cells.
    pub tuples: usize,
    /// How far effect increments may stray.
    pub limits: StepLimits,
}

impl Schedule {
    /// The temperature of a round: straight between one halving and the next, for the powers of the
    /// platform may differ in the last digit.
    fn temperature(&self, round: u64) -> f64 {
        let way = self.halvings * round as f64 / self.rounds as f64;
        let halved = way.floor();
        self.temperature / f64::from(1 << halved as u32) * (1.0 - (way - halved) / 2.0)
    }

    /// The weights of a round. What the largest errors cost grows as the temperature falls: from the
    /// start it would freeze the search, and late a small price no longer moves anything.
    fn weights(&self, round: u64, weights: &Weights) -> Weights {
        let growth = match 100 * round >= self.extremes_from * self.rounds {
            true => self.temperature / self.temperature(round),
            false => 0.0,
        };
        Weights {
            error_factor: growth * weights.error_factor,
            r_factor: growth * weights.r_factor,
            ..*weights
        }
    }

    /// Moves of one round for this many grid columns and elements.
    pub fn round_moves(&self, columns: usize, elements: usize) -> u64 {
        self.moves * columns as u64 + self.element_moves * elements as u64
    }

    /// Moves of one round for these units.
    pub fn per_round(&self, units: &[Unit]) -> u64 {
        let columns = units.iter().filter(|unit| unit.content.is_column()).count();
        self.round_moves(columns, units.len() - columns)
    }
}

/// Whoever watches the search, shown all readings after a round.
pub(super) type Watcher<'w> = &'w mut dyn FnMut(&[Reading]);

/// Searches; `fixed` are the readings that belong to the numbers. `progress` is told the moves made,
/// `after_round` is shown all readings as each round leaves them, for who watches the search.
pub(super) fn deal(
    units: &mut [Unit],
    fixed: &[Reading],
    schedule: Schedule,
    weights: &Weights,
    seed: u64,
    progress: &(dyn Fn(u64) + Sync),
    mut after_round: Option<Watcher<'_>>,
) {
    let mut streams: Vec<Draws> =
        (0..units.len()).map(|unit| Draws::new(seed, &format!("deal {unit}"))).collect();
    let mut readings: Vec<Vec<Reading>> = (0..)
        .zip(units.iter())
        .map(|(index, unit)| unit.readings(unit.content.element().unwrap_or(2 + index)))
        .collect();
    let mut kernels: Vec<Kernel> = readings.iter().map(Kernel::new).collect();
    let still = Kernel::new(fixed);
    for round in 0..schedule.rounds {
        let temperature = schedule.temperature(round);
        let weights = &schedule.weights(round, weights);
        for phase in phases(units) {
            let others = || (0..units.len()).filter(|unit| !phase.contains(unit));
            let mut kernel = still.clone();
            others().for_each(|unit| kernel.add(&kernels[unit]));
            let other_readings = others().flat_map(|unit| &readings[unit]).chain(fixed);
            let context = Context::new(kernel, other_readings);
            let tasks = units[phase.clone()].par_iter_mut();
            let tasks = tasks.zip(&mut readings[phase.clone()]);
            let tasks = tasks.zip(&mut kernels[phase.clone()]).zip(&mut streams[phase.clone()]);
            tasks.for_each(|(((unit, readings), kernel), draws)| {
                let mut search = Search::new(unit, readings, &context, weights);
                search.run(schedule, temperature, draws);
                progress(if unit.content.is_column() {
                    schedule.moves
                } else {
                    schedule.element_moves
                });
                *kernel = Kernel::new(&*readings);
            });
        }
        if let Some(after_round) = &mut after_round {
            after_round(&readings.iter().flatten().chain(fixed).cloned().collect::<Vec<_>>());
        }
    }
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
    readings: &'a mut [Reading],
    moving: Vec<Moving>,
    context: &'a Context,
    weights: &'a Weights,
}

impl<'a> Search<'a> {
    fn new(
        unit: &'a mut Unit,
        readings: &'a mut [Reading],
        context: &'a Context,
        weights: &'a Weights,
    ) -> Self {
        let moving =
            readings.iter().map(|reading| Moving::new(reading, context, weights)).collect();
        Self { unit, readings, moving, context, weights }
    }

    fn run(&mut self, schedule: Schedule, temperature: f64, draws: &mut Draws) {
        let column = self.unit.content.is_column();
        let moves = if column { schedule.moves } else { schedule.element_moves };
        for _ in 0..moves {
            let mut dice = Pieces(draws.bits());
            let allowed = temperature * dice.share();
            if !column || dice.below(16) < schedule.tuples {
                self.try_tuple(allowed, &mut dice);
            } else if let Content::Effect(_) = self.unit.content {
                self.try_effect_cell(allowed, schedule.limits, &mut dice);
            } else {
                self.try_cause_rows(allowed, &mut dice);
            }
        }
    }

    /// Whether the cost of exchanging two cards in some of the readings (bits) is allowed; if so,
    /// they are exchanged.
    #[inline]
    fn accept(&mut self, readings: u64, one: usize, other: usize, allowed: f64) -> bool {
        let (context, weights) = (self.context, self.weights);
        let mut change = 0.0;
        let mut spare = 0.0;
        for reading in bits(readings) {
            change += self.moving[reading].change(context, weights, one, other);
            spare += self.moving[reading].extremes(weights);
        }
        if change > allowed + spare {
            return false;
        }
        if change > allowed {
            let spare = |reading: usize| self.moving[reading].extremes_between(weights, one, other);
            if change > allowed + bits(readings).map(spare).sum::<f64>() {
                return false;
            }
        }
        for reading in bits(readings) {
            change += self.moving[reading].extremes_change(context, weights, one, other);
        }
        if change > allowed {
            return false;
        }
        for reading in bits(readings) {
            self.moving[reading].swap(context, weights, one, other);
            self.readings[reading].swap(one, other);
        }
        true
    }

    /// Exchanges the unit's values on two free cards, if that is allowed.
    fn try_tuple(&mut self, allowed: f64, dice: &mut Pieces) {
        let free = &self.unit.free;
        if free.len() < 2 {
            return;
        }
        let (one, other) = dice.two_below(free.len());
        let (one, other) = (free[one], free[other]);
        let all = (1 << self.moving.len()) - 1;
        if self.accept(all, one, other, allowed) {
            self.unit.swap(one, other);
        }
    }

    fn try_cause_rows(&mut self, allowed: f64, dice: &mut Pieces) {
        let Content::Cause(cause) = &self.unit.content else { return };
        let (one, other) = dice.two_below(DECK_SIZE);
        let set = cause.set(dice.below(cause.sets()));
        let Some(exchange) = cause.exchange(set, one, other) else { return };
        if self.accept(exchange.levels.into(), one, other, allowed)
            && let Content::Cause(cause) = &mut self.unit.content
        {
            cause.make(exchange);
        }
    }

    fn try_effect_cell(&mut self, allowed: f64, limits: StepLimits, dice: &mut Pieces) {
        let Content::Effect(effect) = &self.unit.content else { return };
        let row = dice.below(effect.cells.len());
        let (one, other) = dice.two_below(DECK_SIZE);
        if !effect.still_rises(row, one, other) {
            return;
        }
        let moving = &self.moving[row];
        let spare = moving.extremes(self.weights);
        if moving.change(self.context, self.weights, one, other) > allowed + spare
            || !effect.keeps_steps(row, one, other, limits)
        {
            return;
        }
        if self.accept(1 << row, one, other, allowed)
            && let Content::Effect(effect) = &mut self.unit.content
        {
            effect.swap(row, one, other);
        }
    }
}

/// The places of the bits that are set.
fn bits(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let place = set.trailing_zeros();
        set &= set.wrapping_sub(1);
        (place < 64).then_some(place as usize)
    })
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
