//! The figures of merit: the worst of each table beside its limit.

use crate::dice::Probability;
use crate::spec::Limits;

use num_traits::Zero;

use super::staircase::worst;
use super::{
    Amount, CellMoments, CheckReading, Fault, Figure, FollowUpTable, GridName, Unit, Validation,
    sequence,
};

/// Every figure, in the order people read them.
pub(super) fn figures(validation: &Validation, limits: &Limits) -> Vec<Figure> {
    let faults = validation.faults.len();
    let first_fault = validation.faults.first().map(Fault::place).unwrap_or_default();
    let levels = validation.checks.iter().filter(|table| table.is_level());
    let rows = validation.checks.iter().filter(|table| !table.is_level());
    let dependence = &validation.dependence;
    let pairs = format!("{} pairs of readings", dependence.pairs);
    let events = format!("{} pairs of thresholds", dependence.events);
    vec![
        Figure::limited(
            "structure",
            "broken rules",
            Unit::Faults,
            (Amount::whole(faults), first_fault),
            &Probability::from_integer(0.into()),
        ),
        Figure::limited(
            "threshold_error",
            "checks against best-of-level dice",
            Unit::Cards,
            worst(levels.map(|table| (table.error(), table.worst_label()))),
            &limits.threshold,
        ),
        // A row below the first is never read alone, so it is noted, not judged; pins may make one
        // stray by less than a card so that the levels keep their limit.
        Figure::noted(
            "row_error",
            "single cause rows against one die",
            Unit::Cards,
            worst(rows.map(|table| (table.error(), table.worst_label()))),
        ),
        Figure::limited(
            "effect_error",
            "effect cells against sums of dice",
            Unit::Cards,
            worst(validation.effects.iter().map(|cell| (&cell.stairs.error, cell.worst_label()))),
            &limits.effect,
        ),
        Figure::limited(
            "increment_r",
            "effect rows with the step to the next",
            Unit::Correlation,
            worst(validation.increments.iter().map(|step| (&step.r, step.label()))),
            &limits.increment_r,
        ),
        Figure::noted(
            "increment_error",
            "effect steps against one die",
            Unit::Cards,
            worst(validation.increments.iter().map(|step| (&step.stairs.error, step.label()))),
        ),
        Figure::noted(
            "increment_joint",
            "effect rows with the step, joint threshold error",
            Unit::Cards,
            worst(validation.increments.iter().map(|step| (&step.joint, step.label()))),
        ),
        Figure::limited(
            "chain",
            "follow-up cards, one row above its die",
            Unit::Cards,
            worst(follow_ups(validation, false)),
            &limits.chain,
        ),
        Figure::noted(
            "chain_at_level",
            "follow-up cards at any level",
            Unit::Cards,
            worst(follow_ups(validation, true)),
        ),
        Figure::limited(
            "worst_r",
            "largest correlation of two readings",
            Unit::Correlation,
            dependence.worst_r.clone(),
            &limits.worst_r,
        ),
        Figure::limited(
            "rms_r",
            "correlations of readings, root mean square",
            Unit::Correlation,
            (dependence.rms_r.clone(), pairs),
            &limits.rms_r,
        ),
        Figure::limited(
            "joint_worst",
            "worst joint threshold error",
            Unit::Cards,
            dependence.worst_joint.clone(),
            &limits.joint_worst,
        ),
        Figure::limited(
            "joint_rms",
            "joint threshold errors, root mean square",
            Unit::Cards,
            (dependence.rms_joint.clone(), events),
            &limits.joint_rms,
        ),
        Figure::noted(
            "cause_mean",
            "mean of a cause cell, farthest from a die",
            Unit::Sigma,
            worst(moments(validation, GridName::Cause).map(|cell| (&cell.shift, label(cell)))),
        ),
        Figure::noted(
            "effect_mean",
            "mean of an effect cell, farthest from its dice",
            Unit::Sigma,
            worst(moments(validation, GridName::Effect).map(|cell| (&cell.shift, label(cell)))),
        ),
        Figure::noted(
            "cause_spread",
            "spread of a cause cell, farthest from a die",
            Unit::Ratio,
            farthest_spread(moments(validation, GridName::Cause)),
        ),
        Figure::noted(
            "effect_spread",
            "spread of an effect cell, farthest from its dice",
            Unit::Ratio,
            farthest_spread(moments(validation, GridName::Effect)),
        ),
        Figure::noted(
            "noticed_after",
            "draws to detect a biased cell",
            Unit::Draws,
            first_detected(validation),
        ),
        Figure::noted(
            "draw_memory",
            "correlation of two draws without a shuffle",
            Unit::Correlation,
            (sequence::draw_memory(), "any event".to_owned()),
        ),
        Figure::noted(
            "counting_leak",
            "known to a card counter with 18 cards left",
            Unit::Bits,
            worst(validation.leaks.iter().flat_map(|leak| {
                let at_18 = leak.cuts.iter().filter(|cut| cut.left == 18);
                at_18.map(|cut| (&cut.leak, leak.cell.to_string()))
            })),
        ),
    ]
}

fn follow_ups(validation: &Validation, levels: bool) -> impl Iterator<Item = (&Amount, String)> {
    let wanted =
        move |table: &&FollowUpTable| matches!(table.reading, CheckReading::Level(_)) == levels;
    validation.follow_ups.iter().filter(wanted).map(|table| (&table.error, table.worst_label()))
}

fn moments(validation: &Validation, grid: GridName) -> impl Iterator<Item = &CellMoments> {
    validation.moments.iter().filter(move |cell| cell.cell.grid == grid)
}

fn label(moments: &CellMoments) -> String {
    moments.cell.to_string()
}

/// The spread farthest from 1; half the spread is as far as twice.
fn farthest_spread<'a>(cells: impl Iterator<Item = &'a CellMoments>) -> (Amount, String) {
    let one = Amount::whole(1);
    let mut farthest: Option<(Probability, &CellMoments)> = None;
    for cell in cells {
        let square = cell.spread.clone().into_fraction();
        if square.is_zero() {
            return (cell.spread.clone(), label(cell));
        }
        let off = if cell.spread.exceeds(&one) { square } else { square.recip() };
        if farthest.as_ref().is_none_or(|(known, _)| off > *known) {
            farthest = Some((off, cell));
        }
    }
    farthest.map_or((one, String::new()), |(_, cell)| (cell.spread.clone(), label(cell)))
}

/// The cell whose bias is detected first.
fn first_detected(validation: &Validation) -> (Amount, String) {
    let draws = validation.detectability.iter().filter_map(|cell| Some((cell.draws?, cell)));
    match draws.min_by_key(|(draws, _)| *draws) {
        Some((draws, cell)) => (Amount::whole(draws), cell.cell.to_string()),
        None => (Amount::whole(0), "never: every cell is exact".to_owned()),
    }
}
