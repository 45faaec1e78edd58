//! Bringing the dependence of readings back under its limits with as few changed cards as can be.

use crate::deck::DECK_SIZE;
use crate::random::Draws;
use crate::spec::Limits;

use super::super::deal::all_readings;
use super::super::joint::{Joint, Prices};
use super::super::plan::as_float;
use super::super::readings::Reading;
use super::super::units::{Content, Unit};
use super::super::{Effort, STEP_LIMITS, WEIGHTS};
use super::changes::Changes;

/// What a card changed anew costs in each stage, in squared cards of joint error; a unit changed on
/// a card that has changed already costs a twentieth. In the first stage nothing may change but
/// what the old deck does not have.
const PRICES: [f64; 6] = [1e12, 2000.0, 500.0, 100.0, 20.0, 0.0];

/// Searches until the limits are kept and says whether they are; if no stage keeps them, the units
/// are those of the first.
pub(super) fn settle(
    units: &mut Vec<Unit>,
    changes: &mut Changes,
    fixed: &[Reading],
    limits: &Limits,
    effort: Effort,
    seed: u64,
) -> bool {
    let prices = Prices::new(WEIGHTS);
    let fresh: Vec<usize> = (0..units.len()).filter(|&unit| changes.is_new(unit)).collect();
    let every: Vec<usize> = (0..units.len()).collect();
    let moves = match effort {
        Effort::Quick => 40_000,
        Effort::Normal => 400_000,
        Effort::Thorough => 4_000_000,
    };
    let mut first = None;
    for (stage, price) in PRICES.into_iter().enumerate() {
        let movable = if stage == 0 { &fresh } else { &every };
        let readings = all_readings(units, fixed);
        let mut joint = Joint::new(&readings, |_| true, &prices);
        let mut draws = Draws::new(seed, &format!("reuse settle {stage}"));
        if !movable.is_empty() {
            for _ in 0..moves {
                let unit = movable[draws.below(movable.len())];
                attempt(units, unit, &mut joint, changes, price, &mut draws);
            }
        }
        if keeps(&joint, limits) {
            return true;
        }
        first.get_or_insert_with(|| units.clone());
    }
    if let Some(first) = first {
        *units = first;
    }
    false
}

fn keeps(joint: &Joint, limits: &Limits) -> bool {
    let figures = joint.figures();
    figures.worst_r <= as_float(&limits.worst_r)
        && figures.rms_r <= as_float(&limits.rms_r)
        && figures.worst_error <= as_float(&limits.joint_worst)
        && figures.rms_error <= as_float(&limits.joint_rms)
}

/// One exchange of two cards in a unit, taken back unless it lowers cost and price together.
fn attempt(
    units: &mut [Unit],
    index: usize,
    joint: &mut Joint,
    changes: &mut Changes,
    price: f64,
    draws: &mut Draws,
) {
    let unit = &mut units[index];
    let first = unit.first_reading;
    let (one, other) = draws.two_below(DECK_SIZE);
    let whole = !unit.content.is_column() || draws.below(4) == 0;
    let rows = if whole { 0..unit.reading_count } else { row_range(unit, draws) };
    let readings: Vec<usize> = if whole {
        if !(unit.free.contains(&one) && unit.free.contains(&other)) {
            return;
        }
        unit.swap(one, other);
        (first..first + unit.reading_count).collect()
    } else {
        match &mut unit.content {
            Content::Cause(cause) => {
                let Some(levels) = cause.swap_rows(rows.clone(), one, other) else { return };
                let count = cause.cells.len();
                (0..count).filter(|level| levels >> level & 1 == 1).map(|l| first + l).collect()
            }
            Content::Effect(effect) => {
                if !effect.may_swap(rows.start, one, other, STEP_LIMITS) {
                    return;
                }
                effect.swap(rows.start, one, other);
                vec![first + rows.start]
            }
            _ => return,
        }
    };
    let mut change: f64 = readings.iter().map(|&reading| joint.change(reading, one, other)).sum();
    for card in [one, other] {
        let (cards, cells) = changes.update(index, unit, card);
        change += price * (f64::from(cards) + f64::from(cells) / 20.0);
    }
    if change < 0.0 {
        readings.iter().for_each(|&reading| joint.swap(reading, one, other));
        return;
    }
    match &mut unit.content {
        _ if whole => unit.swap(one, other),
        Content::Cause(cause) => cause.exchange(rows, one, other),
        Content::Effect(effect) => effect.swap(rows.start, one, other),
        _ => {}
    }
    for card in [one, other] {
        changes.update(index, unit, card);
    }
}

/// Rows of a cause column from one to another; one row of an effect column.
fn row_range(unit: &Unit, draws: &mut Draws) -> std::ops::Range<usize> {
    match &unit.content {
        Content::Cause(cause) => {
            let from = draws.below(cause.cells.len());
            from..from + 1 + draws.below(cause.cells.len() - from)
        }
        _ => {
            let row = draws.below(unit.reading_count);
            row..row + 1
        }
    }
}
