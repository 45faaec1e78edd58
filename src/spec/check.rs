//! Checks across keys: pins and counts that contradict each other.

use std::collections::BTreeMap;
use std::sync::Arc;

use num_traits::Zero;

use crate::deck::{CauseCell, Field};
use crate::diagnostic::{Problem, Problems, Source, quoted};
use crate::dice::{Die, Distribution, Probability, open_ended_at_least, share};
use crate::wording::counted;

use super::feasible;
use super::model::{Pin, PinCard, PinValue, Spec};

/// Checks that a longer burst never hits less on the same card. With both bursts in ascending order, card by
/// card, the longer must be at least the shorter; if that order fails, every order does.
pub(super) fn burst_order(source: &Arc<Source>, spec: &Spec, problems: &mut Problems) {
    let spread = |counts: &[(u16, u8)]| -> Vec<u16> {
        counts.iter().flat_map(|&(hits, cards)| vec![hits; usize::from(cards)]).collect()
    };
    for pair in spec.bursts.windows(2) {
        let [shorter, longer] = pair else { continue };
        let fits = spread(&shorter.hits)
            .iter()
            .zip(spread(&longer.hits))
            .all(|(&short, long)| short <= long);
        if !fits {
            let message = format!(
                "burst {} hits more often than burst {}, so no deal keeps them in order",
                shorter.shots, longer.shots,
            );
            let at = source.text().find("[burst").unwrap_or(0);
            problems.push(
                Problem::coded("spec.burst-order", message)
                    .at(source, at..at + 1)
                    .accepts("counts by which a longer burst never hits less"),
            );
        }
    }
}

/// Reports pins that contradict each other or the counts, each at its line.
pub(super) fn pins(spec: &Spec, problems: &mut Problems) {
    let mut by_card: BTreeMap<&PinCard, Vec<&Pin>> = BTreeMap::new();
    for pin in &spec.pins {
        by_card.entry(&pin.card).or_default().push(pin);
    }
    for pins in by_card.values() {
        let mut first: BTreeMap<&Field, &Pin> = BTreeMap::new();
        for pin in pins {
            if first.contains_key(&pin.field) {
                let message = format!("{} of this card is pinned twice", pin.field);
                problems.push(pin.conflict(message, "one pin a cell"));
            } else {
                first.insert(&pin.field, pin);
            }
        }
        let first: Vec<&Pin> = first.into_values().collect();
        rising(&first, problems);
    }
    let mut alike: BTreeMap<(&Field, &PinValue), Vec<&Pin>> = BTreeMap::new();
    for pin in &spec.pins {
        alike.entry((&pin.field, &pin.value)).or_default().push(pin);
    }
    let mut sums = EffectSums::new();
    let mut ranges = BTreeMap::new();
    for ((field, value), pins) in alike {
        let room = capacity(spec, &mut sums, field, value);
        possible(spec, room, &pins, &mut ranges, problems);
        scarce(room, &pins, problems);
    }
    // The checks below count pins together, which is useful only if each pin alone is valid.
    if problems.is_empty() {
        feasible::groups(spec, problems);
        feasible::rows(spec, problems);
        feasible::levels(spec, problems);
        feasible::bursts(spec, problems);
    }
}

/// Checks that effect rows rise strictly: k rows further down the sum is larger by k or more.
fn rising(pins: &[&Pin], problems: &mut Problems) {
    for lower in pins {
        for upper in pins {
            let (Field::Effect { die, row }, PinValue::Number(value)) =
                (&lower.field, &lower.value)
            else {
                continue;
            };
            let (Field::Effect { die: other, row: above }, PinValue::Number(least)) =
                (&upper.field, &upper.value)
            else {
                continue;
            };
            let least = least + i64::from(*row) - i64::from(*above);
            if die == other && above < row && *value < least {
                let message = format!("{} = {value} does not rise over row {above}", lower.field);
                problems.push(lower.conflict(message, &format!("{least} or more")));
            }
        }
    }
}

/// Checks that a cell can show its pinned value. `ranges` caches the accepted values, which are the same for
/// thousands of pins.
fn possible<'p>(
    spec: &Spec,
    room: usize,
    pins: &[&'p Pin],
    ranges: &mut BTreeMap<&'p Field, String>,
    problems: &mut Problems,
) {
    let Some(Pin { field, value, .. }) = pins.first().copied() else { return };
    let (message, accepted) = match (field, value) {
        (Field::HitStep, PinValue::Number(step))
            if !(1..=i64::from(spec.hit.steps())).contains(step) =>
        {
            (format!("the hit ladder has no step {step}"), format!("1 to {}", spec.hit.steps()))
        }
        _ if room == 0 => (
            format!("no card of this spec shows {} in {field}", shown(value)),
            ranges.entry(field).or_insert_with(|| possible_values(spec, field)).clone(),
        ),
        _ => return,
    };
    for pin in pins {
        problems.push(pin.conflict(message.clone(), &accepted));
    }
}

/// Checks that a value is not pinned on more cards than show it. A group counts once, since groups may share
/// a card only if they agree.
fn scarce(room: usize, pins: &[&Pin], problems: &mut Problems) {
    // Reported once, at the first pin beyond the limit.
    if room > 0
        && let Some(pin) = pins.get(room)
    {
        let cards = counted(pins.len(), "card");
        let message = format!("{} is pinned to {} on {cards}", pin.field, shown(&pin.value));
        let accepted = format!("at most {room}, which is how many cards show it");
        problems.push(pin.conflict(message, &accepted));
    }
}

/// The distributions of effect cells, each computed once: a table may pin one cell to thousands of values.
type EffectSums = BTreeMap<(Die, u8), Distribution>;

/// More than any card shows as the sum of this many dice: each at four times its maximum, and one
/// more.
fn above_every_card(die: Die, row: u8) -> i64 {
    i64::from(die.sides()) * 4 * (i64::from(row) + 1)
}

/// The largest number of cards that can show `value` in `field`.
fn capacity(spec: &Spec, sums: &mut EffectSums, field: &Field, value: &PinValue) -> usize {
    let counted = |counts: &[(i64, u8)], value: i64| {
        counts
            .iter()
            .filter(|(known, _)| *known == value)
            .map(|(_, cards)| usize::from(*cards))
            .sum()
    };
    match (field, value) {
        (Field::Cause { die, row }, PinValue::Cause(cell)) => {
            cause_capacity(spec, *die, *row, *cell)
        }
        (Field::Effect { die, row }, PinValue::Number(value)) => {
            let highest = above_every_card(*die, *row);
            if *value > highest {
                return 0;
            }
            let sum = sums.entry((*die, *row)).or_insert_with(|| {
                spec.effect.die(*die, highest).times(u32::from(*row), highest + 1)
            });
            let at_least =
                |x: i64| if x > sum.highest() + 1 { Probability::zero() } else { sum.at_least(x) };
            most_between(spec.size(), &at_least(*value), &at_least(value + 1))
        }
        (Field::HitStep, PinValue::Number(step)) => {
            let steps = i64::from(spec.hit.steps());
            let share = |above: i64| Probability::new(above.into(), steps.into());
            most_between(spec.size(), &share(steps - step + 1), &share(steps - step))
        }
        (Field::Burst(shots), PinValue::Number(hits)) => spec
            .bursts
            .iter()
            .filter(|burst| burst.shots == *shots)
            .flat_map(|burst| &burst.hits)
            .filter(|(known, _)| i64::from(*known) == *hits)
            .map(|(_, cards)| usize::from(*cards))
            .sum(),
        (Field::Penetration, PinValue::Number(value)) => {
            counted(&widened(&spec.penetration), *value)
        }
        (Field::Scatter, PinValue::Number(value)) => counted(&widened(&spec.scatter), *value),
        (Field::Failure, PinValue::Number(value)) => counted(&widened(&spec.failure), *value),
        (Field::Failure, PinValue::Blank) => {
            spec.size() - spec.failure.iter().map(|(_, cards)| usize::from(*cards)).sum::<usize>()
        }
        (Field::Unintended, PinValue::Number(value)) => counted(&widened(&spec.unintended), *value),
        (Field::Extra(id), PinValue::Extra(value)) => spec
            .elements
            .iter()
            .filter(|element| element.id == *id)
            .flat_map(|element| &element.values)
            .filter(|(known, _)| known == value)
            .map(|(_, cards)| usize::from(*cards))
            .sum(),
        _ => 0,
    }
}

fn widened<T: Copy + Into<i64>>(counts: &[(T, u8)]) -> Vec<(i64, u8)> {
    counts.iter().map(|&(value, cards)| (value.into(), cards)).collect()
}

fn cause_capacity(spec: &Spec, die: Die, row: u8, cell: CauseCell) -> usize {
    let Some(column) = spec.cause.columns.iter().find(|column| column.die == die) else { return 0 };
    let sides = die.sides();
    let critical = column.critical.get(usize::from(row) - 1).copied().map_or(0, usize::from);
    let at_least = |value: u16| open_ended_at_least(die, u32::from(value));
    match cell {
        CauseCell::CriticalFailure => critical,
        CauseCell::Number(1) => {
            most_between(spec.size(), &at_least(1), &at_least(2)).saturating_sub(critical)
        }
        CauseCell::Number(value) if value < sides => {
            most_between(spec.size(), &at_least(value), &at_least(value + 1))
        }
        CauseCell::Number(value) if value == sides => {
            column.exceptional_cells(row, spec.size()).end() - column.above(row).len()
        }
        CauseCell::Number(value) => {
            column.above(row).iter().filter(|&&above| above == value).count()
        }
    }
}

/// The largest number of `cards` between two cumulative counts, both rounded as ties allow.
fn most_between(cards: usize, from: &Probability, above: &Probability) -> usize {
    let high = *share::nearest(cards, &share::ideal(cards, from)).end();
    let low = *share::nearest(cards, &share::ideal(cards, above)).start();
    high.saturating_sub(low)
}

fn shown(value: &PinValue) -> String {
    match value {
        PinValue::Cause(cell) => cell.to_string(),
        PinValue::Number(number) => number.to_string(),
        PinValue::Blank => "nothing".to_owned(),
        PinValue::Extra(value) => quoted(&value.to_string()).to_string(),
    }
}

fn possible_values(spec: &Spec, field: &Field) -> String {
    match field {
        Field::Cause { die, row } => {
            let column = spec.cause.columns.iter().find(|column| column.die == *die);
            let mut values = vec![format!("1 to {}", die.sides())];
            if let Some(column) = column {
                let mut above = column.above(*row).to_vec();
                above.dedup();
                values.extend(above.iter().map(u16::to_string));
                if column.critical.get(usize::from(*row) - 1).is_some_and(|&cards| cards > 0) {
                    values.push("CF".to_owned());
                }
            }
            values.join(", ")
        }
        Field::Effect { die, row } => {
            let highest = above_every_card(*die, *row);
            let sum = spec.effect.die(*die, highest).times(u32::from(*row), highest);
            let shown = |value: &i64| {
                most_between(spec.size(), &sum.at_least(*value), &sum.at_least(value + 1)) > 0
            };
            let mut values = (sum.lowest()..=sum.highest()).filter(shown);
            let lowest = values.next().unwrap_or_default();
            let highest = values.next_back().unwrap_or(lowest);
            format!(
                "a sum that one of {} cards shows, {lowest} to {highest} at the most",
                spec.size()
            )
        }
        _ => "a value that the spec's counts give to a card".to_owned(),
    }
}
