//! Stages 2 and 3: dealing the solved columns and elements to cards so that no two things read from
//! one card are secretly tied.
//!
//! Stage 2 exchanges whole tuples between two cards, which cannot spoil a column. Stage 3 exchanges
//! single cells inside a column where that keeps every count. Both are one search, simulated
//! annealing whose rises are let through up to a falling threshold.
//!
//! One check reads one column, so columns of the same grid are never used together: while the other
//! grid and the elements stand still, the columns of one grid can be searched side by side without
//! touching each other. The search goes round: all effect columns, all cause columns, the elements.
//! Every column has draws of its own, so the number of threads changes nothing.

use std::ops::Range;

use rayon::prelude::*;

use crate::deck::DECK_SIZE;
use crate::random::Draws;

use super::cells::StepLimits;
use super::joint::{Joint, Prices};
use super::readings::Reading;
use super::units::{Content, Unit};

/// How the search spends its moves.
#[derive(Clone, Copy, Debug)]
pub(super) struct Schedule {
    /// How often it goes round.
    pub rounds: u64,
    /// Moves of each column, and of all elements together, in one round.
    pub moves: u64,
    /// The rise in squared cards let through at the start; it falls to nothing at the end.
    pub heat: f64,
    /// How far effect increments may stray.
    pub limits: StepLimits,
}

impl Schedule {
    /// All moves of all rounds for this many grid columns, and the elements.
    pub fn total(&self, columns: usize) -> u64 {
        self.rounds * self.moves * (columns as u64 + 1)
    }
}

/// Of 16 moves of a column, this many exchange whole tuples, the others single cells.
const TUPLES: usize = 2;

/// Searches; `fixed` are the readings that belong to the numbers. `progress` is told the moves made.
pub(super) fn deal(
    units: &mut [Unit],
    fixed: &[Reading],
    schedule: Schedule,
    prices: &Prices,
    seed: u64,
    progress: &(dyn Fn(u64) + Sync),
) {
    let groups = groups(units);
    let mut streams: Vec<Draws> =
        (0..groups.len()).map(|group| Draws::new(seed, &format!("deal {group}"))).collect();
    // Groups of one kind lie side by side.
    let phases: Vec<Range<usize>> = {
        let kind = |group: &Range<usize>| units[group.start].content.element();
        let mut phases: Vec<Range<usize>> = Vec::new();
        for (index, group) in groups.iter().enumerate() {
            match phases.last_mut() {
                Some(phase) if kind(&groups[phase.start]) == kind(group) => phase.end = index + 1,
                _ => phases.push(index..index + 1),
            }
        }
        phases
    };
    for round in 0..schedule.rounds {
        let left = 1.0 - round as f64 / schedule.rounds as f64;
        let heat = schedule.heat * left * left * left;
        for phase in &phases {
            let readings = all_readings(units, fixed);
            let first = groups[phase.start].start;
            let last = groups[phase.end - 1].end;
            let mut rest = &mut units[first..last];
            let mut tasks = Vec::new();
            for group in &groups[phase.clone()] {
                let (task, after) = rest.split_at_mut(group.len());
                tasks.push(task);
                rest = after;
            }
            tasks.into_par_iter().zip(&mut streams[phase.clone()]).for_each(|(task, draws)| {
                search(task, &readings, schedule, heat, prices, draws);
                progress(schedule.moves);
            });
        }
    }
}

/// The units searched together: each grid column alone, all elements as one.
fn groups(units: &[Unit]) -> Vec<Range<usize>> {
    let columns = units.iter().take_while(|unit| unit.content.is_column()).count();
    let mut groups: Vec<Range<usize>> = (0..columns).map(|column| column..column + 1).collect();
    if columns < units.len() {
        groups.push(columns..units.len());
    }
    groups
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

/// One group's moves of one round.
fn search(
    units: &mut [Unit],
    readings: &[Reading],
    schedule: Schedule,
    heat: f64,
    prices: &Prices,
    draws: &mut Draws,
) {
    let moving: Vec<Range<usize>> = units
        .iter()
        .map(|unit| unit.first_reading..unit.first_reading + unit.reading_count)
        .collect();
    let moves = |reading: usize| moving.iter().any(|range| range.contains(&reading));
    let mut joint = Joint::new(readings, moves, prices);
    for _ in 0..schedule.moves {
        let allowed = heat * draws.unit();
        let unit = &mut units[if units.len() == 1 { 0 } else { draws.below(units.len()) }];
        if unit.content.is_column() && draws.below(16) >= TUPLES {
            match unit.content {
                Content::Cause(_) => try_cause_rows(unit, &mut joint, allowed, draws),
                _ => try_effect_cell(unit, &mut joint, allowed, schedule.limits, draws),
            }
        } else {
            try_tuple(unit, &mut joint, allowed, draws);
        }
    }
}

fn try_tuple(unit: &mut Unit, joint: &mut Joint, allowed: f64, draws: &mut Draws) {
    if unit.free.len() < 2 {
        return;
    }
    let (one, other) = draws.two_below(unit.free.len());
    let (one, other) = (unit.free[one], unit.free[other]);
    let readings = unit.first_reading..unit.first_reading + unit.reading_count;
    let change: f64 = readings.clone().map(|reading| joint.change(reading, one, other)).sum();
    if change <= allowed {
        readings.for_each(|reading| joint.swap(reading, one, other));
        unit.swap(one, other);
    }
}

fn try_cause_rows(unit: &mut Unit, joint: &mut Joint, allowed: f64, draws: &mut Draws) {
    let first = unit.first_reading;
    let Content::Cause(cause) = &mut unit.content else { return };
    let rows = cause.cells.len();
    let from = draws.below(rows);
    let until = from + 1 + draws.below(rows - from);
    let (one, other) = draws.two_below(DECK_SIZE);
    let Some(levels) = cause.swap_rows(from..until, one, other) else { return };
    let changed = (0..rows).filter(|level| levels >> level & 1 == 1);
    let change: f64 = changed.clone().map(|level| joint.change(first + level, one, other)).sum();
    if change <= allowed {
        changed.for_each(|level| joint.swap(first + level, one, other));
    } else {
        cause.exchange(from..until, one, other);
    }
}

fn try_effect_cell(
    unit: &mut Unit,
    joint: &mut Joint,
    allowed: f64,
    limits: StepLimits,
    draws: &mut Draws,
) {
    let (first, rows) = (unit.first_reading, unit.reading_count);
    let Content::Effect(effect) = &mut unit.content else { return };
    let row = draws.below(rows);
    let (one, other) = draws.two_below(DECK_SIZE);
    if !effect.may_swap(row, one, other, limits) {
        return;
    }
    if joint.change(first + row, one, other) <= allowed {
        effect.swap(row, one, other);
        joint.swap(first + row, one, other);
    }
}
