//! The figures of merit: the worst of each table beside its limit.

use num_traits::Zero;

use crate::dice::Probability;
use crate::spec::Limits;

use super::staircase::worst;
use super::{
    Amount, CellMoments, CheckReading, Fault, Figure, FigureVerdict, FollowUpTable, GridName, Unit,
    Validation, sequence,
};

/// What a deck reaches, and where.
type Found = (Amount, String);

/// One figure: what it is called, what the spec allows, and how it is found.
struct Definition {
    id: &'static str,
    title: &'static str,
    unit: Unit,
    limit: Option<fn(&Limits) -> Probability>,
    find: fn(&Validation) -> Found,
}

const fn limited(
    id: &'static str,
    title: &'static str,
    unit: Unit,
    limit: fn(&Limits) -> Probability,
    find: fn(&Validation) -> Found,
) -> Definition {
    Definition { id, title, unit, limit: Some(limit), find }
}

const fn noted(
    id: &'static str,
    title: &'static str,
    unit: Unit,
    find: fn(&Validation) -> Found,
) -> Definition {
    Definition { id, title, unit, limit: None, find }
}

/// Every figure, in the order people read them.
#[rustfmt::skip]
const FIGURES: [Definition; 22] = [
    limited("structure", "broken rules", Unit::Faults, |_| Probability::zero(), |v| {
        (Amount::whole(v.faults.len()), v.faults.first().map(Fault::place).unwrap_or_default())
    }),
    limited("threshold_error", "checks against best-of-level dice", Unit::Cards,
        |limits| limits.threshold.clone(), |v| checks(v, true)),
    // A row below the first is never read alone, so it is noted, not judged; pins may make one
    // stray by less than a card so that the levels keep their limit.
    noted("row_error", "single cause rows against one die", Unit::Cards, |v| checks(v, false)),
    limited("effect_error", "effect cells against sums of dice", Unit::Cards,
        |limits| limits.effect.clone(),
        |v| worst(v.effects.iter().map(|cell| (&cell.stairs.error, cell.worst_label())))),
    limited("increment_r", "effect rows with the step to the next", Unit::Correlation,
        |limits| limits.increment_r.clone(),
        |v| worst(v.increments.iter().map(|step| (&step.r, step.label())))),
    noted("increment_error", "effect steps against one die", Unit::Cards,
        |v| worst(v.increments.iter().map(|step| (&step.stairs.error, step.label())))),
    noted("increment_joint", "effect rows with the step, joint threshold error", Unit::Cards,
        |v| worst(v.increments.iter().map(|step| (&step.joint, step.label())))),
    limited("element_counts", "own elements against the counts of the spec", Unit::Cards,
        |_| Probability::zero(), |v| {
            let off = v.elements.iter().filter_map(|element| Some((element.off?, element)));
            let worst = off.max_by_key(|(off, element)| (*off, std::cmp::Reverse(&element.id)));
            worst.map_or_else(
                || (Amount::whole(0), String::new()),
                |(off, element)| {
                    let at = if off > 0 { element.id.clone() } else { String::new() };
                    (Amount::whole(off), at)
                },
            )
        }),
    noted("element_error", "own elements against their dice", Unit::Cards, |v| {
        let elements = v.elements.iter();
        worst(elements.filter_map(|it| Some((&it.stairs.as_ref()?.error, it.worst_label()))))
    }),
    limited("chain", "follow-up cards, one row above its die", Unit::Cards,
        |limits| limits.chain.clone(), |v| follow_ups(v, false)),
    noted("chain_at_level", "follow-up cards at any level", Unit::Cards, |v| follow_ups(v, true)),
    limited("worst_r", "largest correlation of two readings", Unit::Correlation,
        |limits| limits.worst_r.clone(), |v| v.dependence.worst_r.clone()),
    limited("rms_r", "correlations of readings, root mean square", Unit::Correlation,
        |limits| limits.rms_r.clone(),
        |v| (v.dependence.rms_r.clone(), format!("{} pairs of readings", v.dependence.pairs))),
    limited("joint_worst", "worst joint threshold error", Unit::Cards,
        |limits| limits.joint_worst.clone(), |v| v.dependence.worst_joint.clone()),
    limited("joint_rms", "joint threshold errors, root mean square", Unit::Cards,
        |limits| limits.joint_rms.clone(),
        |v| (v.dependence.rms_joint.clone(), format!("{} pairs of thresholds", v.dependence.events))),
    noted("cause_mean", "mean of a cause cell, farthest from a die", Unit::Sigma,
        |v| farthest_mean(v, GridName::Cause)),
    noted("effect_mean", "mean of an effect cell, farthest from its dice", Unit::Sigma,
        |v| farthest_mean(v, GridName::Effect)),
    noted("cause_spread", "spread of a cause cell, farthest from a die", Unit::Ratio,
        |v| farthest_spread(v, GridName::Cause)),
    noted("effect_spread", "spread of an effect cell, farthest from its dice", Unit::Ratio,
        |v| farthest_spread(v, GridName::Effect)),
    noted("noticed_after", "draws to detect a biased cell", Unit::Draws, first_detected),
    noted("draw_memory", "correlation of two draws without a shuffle", Unit::Correlation,
        |_| (sequence::draw_memory(), "any event".to_owned())),
    noted("counting_leak", "known to a card counter with 18 cards left", Unit::Bits, |v| {
        let cuts = v.leaks.iter().flat_map(|leak| leak.cuts.iter().map(move |cut| (leak, cut)));
        let at_18 = cuts.filter(|(_, cut)| cut.left == 18);
        worst(at_18.map(|(leak, cut)| (&cut.leak, leak.cell.to_string())))
    }),
];

/// Every figure of a deck beside its limit; none of effects and elements where the cards have none.
pub(super) fn figures(validation: &Validation, limits: &Limits) -> Vec<Figure> {
    let figure = |definition: &Definition| {
        let Definition { id, title, unit, limit, find } = *definition;
        let (achieved, at) = find(validation);
        let limit = limit.map(|limit| limit(limits));
        let verdict = match &limit {
            None => FigureVerdict::Noted,
            Some(limit) if achieved.is_within(limit) => FigureVerdict::Holds,
            Some(_) => FigureVerdict::FallsShort,
        };
        Figure { id, title, unit, achieved, limit: limit.map(Amount::exact), verdict, at }
    };
    let is_of_effects = |id: &str| id.starts_with("effect_") || id.starts_with("increment_");
    let elements = &validation.elements;
    let shown = |definition: &&Definition| match definition.id {
        "element_counts" => elements.iter().any(|element| element.off.is_some()),
        "element_error" => elements.iter().any(|element| element.stairs.is_some()),
        id => !(validation.effects.is_empty() && is_of_effects(id)),
    };
    FIGURES.iter().filter(shown).map(figure).collect()
}

/// Checks against best-of-level dice, or single rows against one die.
fn checks(validation: &Validation, levels: bool) -> Found {
    let wanted = validation.checks.iter().filter(|table| table.is_level() == levels);
    worst(wanted.map(|table| (table.error(), table.worst_label())))
}

/// The same with follow-up cards.
fn follow_ups(validation: &Validation, levels: bool) -> Found {
    let wanted = |table: &&FollowUpTable| matches!(table.reading, CheckReading::Level(_)) == levels;
    let tables = validation.follow_ups.iter().filter(wanted);
    worst(tables.map(|table| (&table.error, table.worst_label())))
}

fn farthest_mean(validation: &Validation, grid: GridName) -> Found {
    worst(moments(validation, grid).map(|cell| (&cell.shift, label(cell))))
}

fn moments(validation: &Validation, grid: GridName) -> impl Iterator<Item = &CellMoments> {
    validation.moments.iter().filter(move |cell| cell.cell.grid == grid)
}

fn label(moments: &CellMoments) -> String {
    moments.cell.to_string()
}

/// The spread farthest from 1; half the spread is as far as twice.
fn farthest_spread(validation: &Validation, grid: GridName) -> Found {
    let one = Amount::whole(1);
    let mut farthest: Option<(Probability, &CellMoments)> = None;
    for cell in moments(validation, grid) {
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
fn first_detected(validation: &Validation) -> Found {
    let draws = validation.detectability.iter().filter_map(|cell| Some((cell.draws?, cell)));
    match draws.min_by_key(|(draws, _)| *draws) {
        Some((draws, cell)) => (Amount::whole(draws), cell.cell.to_string()),
        None => (Amount::whole(0), "never: every cell is exact".to_owned()),
    }
}
