//! The figures of merit: the worst value of each table, compared with its limit.

use num_traits::Zero;

use crate::dice::Probability;
use crate::spec::Limits;
use crate::wording::counted;

use super::cdf::{Staircase, worst};
use super::{
    Amount, CellMoments, CheckReading, CheckTable, ElementTable, Fault, Figure, FigureVerdict,
    Floor, FloorKind, FollowUpTable, GridName, PoolCounts, PoolTable, Unit, Validation, sequence,
};

/// The value of a figure, and where it occurs.
type Found = (Amount, String);

/// One figure: its title, its limit in the spec, and how it is computed.
struct Definition {
    id: &'static str,
    title: &'static str,
    unit: Unit,
    limit: Option<fn(&Limits) -> Probability>,
    find: fn(&Validation) -> Found,
    floors: fn(&Validation) -> Vec<Floor>,
}

impl Definition {
    /// Adds the lower bounds of the figure, the highest last.
    const fn above(mut self, floors: fn(&Validation) -> Vec<Floor>) -> Self {
        self.floors = floors;
        self
    }
}

const fn limited(
    id: &'static str,
    title: &'static str,
    unit: Unit,
    limit: fn(&Limits) -> Probability,
    find: fn(&Validation) -> Found,
) -> Definition {
    Definition { id, title, unit, limit: Some(limit), find, floors: |_| Vec::new() }
}

const fn noted(
    id: &'static str,
    title: &'static str,
    unit: Unit,
    find: fn(&Validation) -> Found,
) -> Definition {
    Definition { id, title, unit, limit: None, find, floors: |_| Vec::new() }
}

/// Every figure, in the order of the report.
#[rustfmt::skip]
const FIGURES: [Definition; 31] = [
    limited("structure", "broken rules", Unit::Faults, |_| Probability::zero(), |v| {
        (Amount::whole(v.faults.len()), v.faults.first().map(Fault::place).unwrap_or_default())
    }),
    limited("threshold_error", "checks against best-of-level dice", Unit::Cards,
        |limits| limits.threshold.clone(), |v| checks(v, true))
        .above(|v| whole_cards(levels(v, true).map(|table| &table.stairs))),
    noted("check_otherwise", "checks that differ from dice", Unit::Share, |v| {
        let checks: usize = levels(v, true).map(|table| table.stairs.cards.len()).sum();
        (per_check(v, |stairs| &stairs.sum), counted(checks, "check"))
    })
    .above(|v| whole_cards_floor(&per_check(v, |stairs| &stairs.least.1))),
    // A row below the first is never read alone, so it has no limit; pins may make one deviate by less than a
    // card so that the levels keep their limit.
    noted("row_error", "single cause rows against one die", Unit::Cards, |v| checks(v, false))
        .above(|v| whole_cards(levels(v, false).map(|table| &table.stairs))),
    noted("lowest_error", "lowest of several rows against dice", Unit::Cards,
        |v| pools(v, PoolCounts::Lowest))
        .above(|v| whole_cards(pool_tables(v, PoolCounts::Lowest).map(|table| &table.stairs))),
    limited("promised_lowest", "lowest of rows in columns that `lowest` names", Unit::Cards,
        |limits| limits.threshold.clone(), |v| promised(v, PoolCounts::Lowest)),
    limited("promised_sum", "sum of rows in columns that `sum` names", Unit::Cards,
        |limits| limits.threshold.clone(), |v| promised(v, PoolCounts::Sum)),
    noted("successes_error", "highest numbers counted in a pool against dice", Unit::Cards,
        |v| pools(v, PoolCounts::Successes))
        .above(|v| whole_cards(pool_tables(v, PoolCounts::Successes).map(|table| &table.stairs))),
    limited("effect_error", "effect cells against sums of dice", Unit::Cards,
        |limits| limits.effect.clone(),
        |v| worst(v.effects.iter().map(|cell| (&cell.stairs.error, cell.worst_label()))))
        .above(|v| whole_cards(v.effects.iter().map(|cell| &cell.stairs))),
    noted("effect_points", "effects beside sums of dice, mean difference", Unit::Points, |v| {
        let sum: Probability = v.effects.iter().map(|cell| &cell.stairs.sum).sum();
        let cells = v.effects.len();
        let cards = Probability::from_integer((cells.max(1) * v.deck.cards).into());
        (Amount::exact(sum / cards), counted(cells, "cell"))
    }),
    limited("increment_r", "effect rows with the step to the next", Unit::Correlation,
        |limits| limits.increment_r.clone(),
        |v| worst(v.increments.iter().map(|step| (&step.r, step.label())))),
    noted("increment_error", "effect steps against one die", Unit::Cards,
        |v| worst(v.increments.iter().map(|step| (&step.stairs.error, step.label()))))
        .above(|v| whole_cards(v.increments.iter().map(|step| &step.stairs))),
    noted("increment_joint", "effect rows with the step, joint threshold error", Unit::Cards,
        |v| worst(v.increments.iter().map(|step| (&step.joint, step.label())))),
    limited("part_counts", "built-in parts against the counts of the spec", Unit::Cards,
        |_| Probability::zero(), |v| off_the_spec(&v.parts)),
    limited("hit_error", "hit locations against an even ladder", Unit::Cards,
        |_| Probability::new(1.into(), 2.into()), |v| off_the_dice(&v.parts))
        .above(|v| whole_cards(v.parts.iter().filter_map(|part| part.stairs.as_ref()))),
    limited("element_counts", "own elements against the counts of the spec", Unit::Cards,
        |_| Probability::zero(), |v| off_the_spec(&v.elements)),
    noted("element_error", "own elements against their dice", Unit::Cards,
        |v| off_the_dice(&v.elements))
        .above(|v| whole_cards(v.elements.iter().filter_map(|it| it.stairs.as_ref()))),
    limited("chain", "follow-up cards, one row above its die", Unit::Cards,
        |limits| limits.chain.clone(), |v| follow_ups(v, false)),
    noted("chain_at_level", "follow-up cards at any level", Unit::Cards, |v| follow_ups(v, true)),
    limited("worst_r", "largest correlation of two readings", Unit::Correlation,
        |limits| limits.worst_r.clone(), |v| v.dependence.worst_r.clone())
        .above(|v| whole_cards_floor(&v.dependence.floors.worst_r)),
    limited("rms_r", "correlations of readings, root mean square", Unit::Correlation,
        |limits| limits.rms_r.clone(),
        |v| (v.dependence.rms_r.clone(), format!("{} pairs of readings", v.dependence.pairs)))
        .above(|v| whole_cards_floor(&v.dependence.floors.rms_r)),
    limited("joint_worst", "worst joint threshold error", Unit::Cards,
        |limits| limits.joint_worst.clone(), |v| v.dependence.worst_joint.clone())
        .above(|v| whole_cards_floor(&v.dependence.floors.worst_joint)),
    limited("joint_rms", "joint threshold errors, root mean square", Unit::Cards,
        |limits| limits.joint_rms.clone(),
        |v| (v.dependence.rms_joint.clone(), format!("{} pairs of thresholds", v.dependence.events)))
        .above(|v| {
            let floors = &v.dependence.floors;
            let mut known = whole_cards_floor(&floors.rms_joint);
            known.push(Floor {
                kind: FloorKind::KeptGrids,
                least: floors.rms_joint_of_kept_grids.clone(),
            });
            if known[0].least.exceeds(&known[1].least) { known.swap(0, 1) }
            known
        }),
    noted("joint_otherwise", "pairs of results that differ from two rolls", Unit::Share,
        |v| (in_shares(v, &v.dependence.mean_joint), format!("{} pairs of thresholds", v.dependence.events)))
        .above(|v| whole_cards_floor(&in_shares(v, &v.dependence.floors.mean_joint))),
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
        |v| (sequence::draw_memory(v.deck.cards), "any event".to_owned()))
        .above(|v| {
            let least = sequence::draw_memory(v.deck.cards);
            vec![Floor { kind: FloorKind::FiniteDeck, least }]
        }),
    noted("counting_leak", "known to a card counter with 18 cards left", Unit::Bits, |v| {
        let cuts = v.leaks.iter().flat_map(|leak| leak.cuts.iter().map(move |cut| (leak, cut)));
        let at_18 = cuts.filter(|(_, cut)| cut.left == 18);
        worst(at_18.map(|(leak, cut)| (&cut.leak, leak.cell.to_string())))
    }),
];

/// Every figure of a deck with its limit; those of effects and elements only if the cards have them.
pub(super) fn figures(validation: &Validation, limits: &Limits) -> Vec<Figure> {
    let figure = |definition: &Definition| {
        let Definition { id, title, unit, limit, find, floors } = *definition;
        let (achieved, at) = find(validation);
        let limit = limit.map(|limit| limit(limits));
        let verdict = match &limit {
            None => FigureVerdict::Noted,
            Some(limit) if achieved.is_within(limit) => FigureVerdict::Holds,
            Some(_) => FigureVerdict::FallsShort,
        };
        Figure {
            id,
            title,
            unit,
            achieved,
            limit: limit.map(Amount::exact),
            verdict,
            floors: floors(validation),
            at,
        }
    };
    let is_of_effects = |id: &str| id.starts_with("effect_") || id.starts_with("increment_");
    let Validation { elements, parts, pools, follow_ups, .. } = validation;
    let shown = |definition: &&Definition| match definition.id {
        "element_counts" => elements.iter().any(|element| element.off.is_some()),
        "element_error" => elements.iter().any(|element| element.stairs.is_some()),
        "part_counts" => parts.iter().any(|part| part.off.is_some()),
        "hit_error" => parts.iter().any(|part| part.stairs.is_some()),
        "lowest_error" | "successes_error" => !pools.is_empty(),
        "promised_lowest" | "promised_sum" => {
            let counts =
                if definition.id == "promised_sum" { PoolCounts::Sum } else { PoolCounts::Lowest };
            pools.iter().any(|table| table.promised && table.counts == counts)
        }
        "chain" | "chain_at_level" => !follow_ups.is_empty(),
        "joint_otherwise" => validation.dependence.events > 0,
        id => !(validation.effects.is_empty() && is_of_effects(id)),
    };
    FIGURES.iter().filter(shown).map(figure).collect()
}

/// The tables of checks at a level, or of single rows.
fn levels(validation: &Validation, levels: bool) -> impl Iterator<Item = &CheckTable> {
    validation.checks.iter().filter(move |table| table.is_level() == levels)
}

/// Checks against best-of-level dice, or single rows against one die.
fn checks(validation: &Validation, of_levels: bool) -> Found {
    let wanted = levels(validation, of_levels);
    worst(wanted.map(|table| (table.error(), table.worst_label())))
}

fn pool_tables(validation: &Validation, counts: PoolCounts) -> impl Iterator<Item = &PoolTable> {
    validation.pools.iter().filter(move |table| table.counts == counts)
}

fn pools(validation: &Validation, counts: PoolCounts) -> Found {
    let tables = pool_tables(validation, counts);
    worst(tables.map(|table| (&table.stairs.error, table.worst_label())))
}

fn promised(validation: &Validation, counts: PoolCounts) -> Found {
    let tables = pool_tables(validation, counts).filter(|table| table.promised);
    worst(tables.map(|table| (&table.stairs.error, table.worst_label())))
}

/// The largest threshold error if every count is the whole number nearest to the dice.
fn whole_cards<'s>(stairs: impl Iterator<Item = &'s Staircase>) -> Vec<Floor> {
    whole_cards_floor(&worst(stairs.map(|stairs| (&stairs.least.0, String::new()))).0)
}

fn whole_cards_floor(least: &Amount) -> Vec<Floor> {
    vec![Floor { kind: FloorKind::WholeCards, least: least.clone() }]
}

/// The mean of distances over all checks, as a share of the cards: the smallest share of checks, equally
/// weighted, that deck and dice decide differently.
fn per_check(validation: &Validation, sum: impl Fn(&Staircase) -> &Probability) -> Amount {
    let stairs = || levels(validation, true).map(|table| &table.stairs);
    let count =
        stairs().map(|stairs| stairs.cards.len()).sum::<usize>().max(1) * validation.deck.cards;
    let sums: Probability = stairs().map(sum).sum();
    Amount::exact(sums / Probability::from_integer(count.into()))
}

/// Cards as a share of the deck.
fn in_shares(validation: &Validation, cards: &Amount) -> Amount {
    Amount::exact(
        cards.clone().into_fraction() / Probability::from_integer(validation.deck.cards.into()),
    )
}

/// The part or element with the most cards that differ from the spec.
fn off_the_spec(elements: &[ElementTable]) -> Found {
    let off = elements.iter().filter_map(|element| Some((element.off?, element)));
    let worst = off.max_by_key(|(off, element)| (*off, std::cmp::Reverse(&element.id)));
    worst.map_or_else(
        || (Amount::whole(0), String::new()),
        |(off, element)| {
            let at = if off > 0 { element.id.clone() } else { String::new() };
            (Amount::whole(off), at)
        },
    )
}

/// The part or element with the largest distance from its dice.
fn off_the_dice(elements: &[ElementTable]) -> Found {
    let elements = elements.iter();
    worst(elements.filter_map(|it| Some((&it.stairs.as_ref()?.error, it.worst_label()))))
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

/// The spread farthest from 1; half the spread counts like double.
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
