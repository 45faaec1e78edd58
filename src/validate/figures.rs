//! The figures of merit: the worst of each table beside its limit.

use crate::dice::Probability;
use crate::spec::Limits;

use super::staircase::worst;
use super::{Amount, Fault, Figure, Unit, Validation};

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
        Figure::limited(
            "row_error",
            "single cause rows against one die",
            Unit::Cards,
            worst(rows.map(|table| (table.error(), table.worst_label()))),
            &limits.threshold,
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
        Figure::limited(
            "worst_r",
            "worst tie of two readings",
            Unit::Correlation,
            dependence.worst_r.clone(),
            &limits.worst_r,
        ),
        Figure::limited(
            "rms_r",
            "ties of readings, root mean square",
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
    ]
}
