//! Pins that are possible separately but not together: reported before the search, with the pin at which it
//! fails and what would make room.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use crate::deck::{CardNumber, CauseCell, Field};
use crate::diagnostic::Problems;
use crate::dice::{Probability, best_of_at_least, open_ended_at_least, share};
use crate::wording::{counted, plural_form};

use super::model::{CauseColumn, Pin, PinCard, PinValue, Spec};

/// Checks that every `*name` group gets a card of its own without pins in the group's columns and elements.
pub(super) fn groups(spec: &Spec, problems: &mut Problems) {
    let mut groups: BTreeMap<&str, Vec<&Pin>> = BTreeMap::new();
    let mut named: BTreeMap<CardNumber, Vec<&Pin>> = BTreeMap::new();
    for pin in &spec.pins {
        match &pin.card {
            PinCard::Some(name) => groups.entry(name).or_default().push(pin),
            PinCard::Number(number) => named.entry(*number).or_default().push(pin),
        }
    }
    let allowed = |pins: &[&Pin]| -> Vec<CardNumber> {
        let clash = |card: &CardNumber| {
            named.get(card).is_some_and(|known| {
                known.iter().any(|one| pins.iter().any(|pin| together(&one.field, &pin.field)))
            })
        };
        spec.numbers.iter().filter(|card| !clash(card)).collect()
    };
    // The groups with the fewest cards choose first; a group without a card shows which groups took them.
    let mut waiting: Vec<(Vec<CardNumber>, &str, &Pin)> =
        groups.iter().map(|(name, pins)| (allowed(pins), *name, pins[0])).collect();
    waiting.sort_by_key(|(cards, name, _)| (cards.len(), *name));
    let mut taken: Vec<CardNumber> = Vec::new();
    for (cards, name, pin) in waiting {
        match cards.iter().find(|card| !taken.contains(card)) {
            Some(&card) => taken.push(card),
            None => {
                let message = format!("no card is left for the cells of *{name}");
                let accepted = "fewer groups, or a card without pins in the same columns";
                problems.push(pin.conflict(message, accepted));
            }
        }
    }
}

/// Whether two fields are dealt to a card together.
fn together(one: &Field, other: &Field) -> bool {
    match (one, other) {
        (Field::Cause { die, .. }, Field::Cause { die: other, .. })
        | (Field::Effect { die, .. }, Field::Effect { die: other, .. }) => die == other,
        (Field::Burst(_), Field::Burst(_)) => true,
        _ => one == other,
    }
}

/// Checks that in one row of a grid the cells pinned to a value or more, or to less, are at most as many as
/// the dice give to the row.
pub(super) fn rows(spec: &Spec, problems: &mut Problems) {
    for column in &spec.cause.columns {
        for row in 1..=spec.cause.rows {
            let field = Field::Cause { die: column.die, row };
            let pins = numbers(spec, &field);
            let counts = |value: i64| match u32::try_from(value) {
                Ok(value) if value < u32::from(column.die.sides()) => {
                    nearest(spec.size(), &open_ended_at_least(column.die, value))
                }
                Ok(value) if value == u32::from(column.die.sides()) => {
                    column.exceptional_cells(row, spec.size())
                }
                _ => 0..=0,
            };
            let sides = i64::from(column.die.sides());
            let pins: Vec<(i64, &Pin)> =
                pins.into_iter().map(|(value, pin)| (value.min(sides), pin)).collect();
            crowded(spec.size(), &field, &pins, counts, problems);
        }
    }
    for &die in &spec.effect.columns {
        for row in 1..=spec.effect.rows {
            let field = Field::Effect { die, row };
            let pins = numbers(spec, &field);
            let Some(highest) = pins.iter().map(|(value, _)| *value).max() else { continue };
            let sum = spec.effect.die(die, highest + 1).times(u32::from(row), highest + 2);
            let counts = |value: i64| match value > sum.highest() + 1 {
                true => 0..=0,
                false => nearest(spec.size(), &sum.at_least(value)),
            };
            crowded(spec.size(), &field, &pins, counts, problems);
        }
    }
}

/// The pinned numbers of a field, ascending.
fn numbers<'s>(spec: &'s Spec, field: &Field) -> Vec<(i64, &'s Pin)> {
    let mut pins: Vec<(i64, &Pin)> = spec
        .pins
        .iter()
        .filter(|pin| pin.field == *field)
        .filter_map(|pin| match pin.value {
            PinValue::Number(number) => Some((number, pin)),
            PinValue::Cause(CauseCell::Number(number)) => Some((number.into(), pin)),
            _ => None,
        })
        .collect();
    pins.sort_by_key(|(value, _)| *value);
    pins
}

fn nearest(cards: usize, chance: &Probability) -> RangeInclusive<usize> {
    share::nearest(cards, &share::ideal(cards, chance))
}

fn crowded(
    cards: usize,
    field: &Field,
    pins: &[(i64, &Pin)],
    counts: impl Fn(i64) -> RangeInclusive<usize>,
    problems: &mut Problems,
) {
    for (place, (value, pin)) in pins.iter().enumerate() {
        let first = pins.iter().position(|(other, _)| other == value) == Some(place);
        let last = pins.iter().rposition(|(other, _)| other == value) == Some(place);
        let (above, most) = (pins.len() - place, *counts(*value).end());
        if first && above > most {
            let message = format!("{} pinned to {value} or more in {field}", cards_are(above));
            problems.push(pin.conflict(message, &format!("at most {most}, as the dice give")));
        }
        let (below, most) = (place + 1, cards - counts(value + 1).start());
        if last && below > most {
            let message = format!("{} pinned to {value} or less in {field}", cards_are(below));
            problems.push(pin.conflict(message, &format!("at most {most}, as the dice give")));
        }
    }
}

/// Checks of level L read rows 1 to L together: pins must not force more cards over a target number, or leave
/// fewer cards that can reach it, than the half-card limit allows.
pub(super) fn levels(spec: &Spec, problems: &mut Problems) {
    for column in &spec.cause.columns {
        let pins: Vec<&Pin> = spec
            .pins
            .iter()
            .filter(|pin| matches!(pin.field, Field::Cause { die, .. } if die == column.die))
            .collect();
        'levels: for level in 1..=spec.cause.rows {
            for target in 2..=column.die.sides() {
                if let Some((pin, message, accepted)) =
                    beyond(spec.size(), column, &pins, level, target)
                {
                    problems.push(pin.conflict(message, &accepted));
                    // The same pins mostly violate the neighbouring targets too.
                    break 'levels;
                }
            }
        }
    }
}

type Fault<'p> = (&'p Pin, String, String);

fn beyond<'p>(
    size: usize,
    column: &CauseColumn,
    pins: &[&'p Pin],
    level: u8,
    target: u16,
) -> Option<Fault<'p>> {
    let mut cards: BTreeMap<&PinCard, Vec<&'p Pin>> = BTreeMap::new();
    for pin in pins.iter().filter(|pin| row(pin) <= level) {
        cards.entry(&pin.card).or_default().push(pin);
    }
    let reaches = |pin: &&&Pin| match pin.value {
        PinValue::Cause(cell) => cell.value() >= target,
        _ => false,
    };
    let is_critical =
        |pin: &&&Pin| row(pin) == level && pin.value == PinValue::Cause(CauseCell::CriticalFailure);
    let critical = usize::from(column.critical[usize::from(level) - 1]);
    let pinned_critical = pins.iter().filter(is_critical).count();
    // Cards that reach the target whatever their other cells are, except those that the remaining critical
    // failures may hit.
    let over: Vec<&Vec<&Pin>> = cards
        .values()
        .filter(|pins| pins.iter().any(|pin| reaches(&pin)))
        .filter(|pins| !pins.iter().any(|pin| is_critical(&pin)))
        .collect();
    let open = over.iter().filter(|pins| pins.iter().all(|pin| row(pin) != level)).count();
    let spared = open.min(critical.saturating_sub(pinned_critical));
    let forced = over.len() - spared;
    let ideal = share::ideal(size, &best_of_at_least(column.die, level, target.into()))
        .min(Probability::from_integer((size - critical).into()));
    let range = share::nearest(size, &ideal);
    let check = format!("({level}){}", column.die);
    if forced > *range.end() {
        let pin = over.last()?.iter().find(|pin| reaches(pin))?;
        let message =
            format!("pins make {} reach {target} in a check of {check}", counted(forced, "card"));
        let accepted =
            format!("at most {}: put high cells of several rows on one card", range.end());
        return Some((pin, message, accepted));
    }
    let under: Vec<&Vec<&Pin>> = cards
        .values()
        .filter(|pins| {
            let all = pins.len() == usize::from(level);
            pins.iter().any(|pin| is_critical(&pin)) || all && !pins.iter().any(|pin| reaches(&pin))
        })
        .collect();
    let possible = size - under.len();
    if possible < *range.start() {
        let pin = under.last()?.first()?;
        let message = format!(
            "pins leave {} that can reach {target} in a check of {check}",
            counted(possible, "card")
        );
        return Some((pin, message, format!("at least {}: pin fewer low cells", range.start())));
    }
    None
}

fn row(pin: &Pin) -> u8 {
    match pin.field {
        Field::Cause { row, .. } => row,
        _ => 0,
    }
}

/// The bursts of a card have the same index in the ascending lists of all sizes, so that a longer burst never
/// hits less: pins of several sizes on one card need such an index.
pub(super) fn bursts(spec: &Spec, problems: &mut Problems) {
    let list = |shots: u16| -> Vec<i64> {
        spec.bursts
            .iter()
            .filter(|burst| burst.shots == shots)
            .flat_map(|burst| &burst.hits)
            .flat_map(|&(hits, cards)| vec![i64::from(hits); usize::from(cards)])
            .collect()
    };
    /// A pin, its burst's hits in ascending order, and the pinned hits.
    type PinnedBurst<'p> = (&'p Pin, Vec<i64>, i64);
    let mut cards: BTreeMap<&PinCard, Vec<PinnedBurst>> = BTreeMap::new();
    for pin in &spec.pins {
        if let (Field::Burst(shots), PinValue::Number(hits)) = (&pin.field, &pin.value) {
            cards.entry(&pin.card).or_default().push((pin, list(*shots), *hits));
        }
    }
    for pins in cards.values() {
        let fits = |place: usize| pins.iter().all(|(_, list, hits)| list.get(place) == Some(hits));
        if !(0..spec.size()).any(fits) {
            let (pin, list, hits) = &pins[pins.len() - 1];
            let others = |place: &usize| {
                pins[..pins.len() - 1].iter().all(|(_, list, hits)| list.get(*place) == Some(hits))
            };
            let mut values: Vec<i64> = (0..spec.size())
                .filter(others)
                .filter_map(|place| list.get(place).copied())
                .collect();
            values.dedup();
            let accepted = match (values.first(), values.last()) {
                (Some(low), Some(high)) if low == high => format!("{low}"),
                (Some(low), Some(high)) => format!("{low} to {high}"),
                _ => "bursts of one card that rise together".to_owned(),
            };
            let message =
                format!("{} = {hits} does not go with this card's other bursts", pin.field);
            problems.push(pin.conflict(message, &accepted));
        }
    }
}

/// Such as `1 card is` or `2 cards are`.
fn cards_are(count: usize) -> String {
    format!("{} {}", counted(count, "card"), plural_form(count, "is", "are"))
}

#[cfg(test)]
mod tests {
    use super::super::{Spec, preset};

    /// The faults of the default preset with these pins instead of its own.
    fn faults(pins: &str) -> String {
        let text = preset("future-imperfect").unwrap().spec;
        let pins = format!("card,grid,row,column,value,note\n{pins}");
        match Spec::read("deck.toml", text, &mut |_| Ok(pins.clone())) {
            Ok(_) => String::new(),
            Err(problems) => problems.to_string(),
        }
    }

    fn lines(line: impl Fn(usize) -> String, count: usize) -> String {
        (0..count).map(|index| line(index) + "\n").collect()
    }

    #[test]
    fn there_are_at_most_as_many_groups_as_cards() {
        let omens =
            |count| lines(|index| format!("*g{index},scatter,,,{},", index % 12 + 1), count);
        assert_eq!("", faults(&omens(12)));
        // Row 5 of d6 whole: a critical failure, eight ones, nine of 2 to 5, seven 6, a 7, an 8.
        let row = |index: usize| match index {
            0 => "CF".to_owned(),
            52 | 53 => (index - 45).to_string(),
            _ => (index / 9 + 1).to_string(),
        };
        let crowd = lines(|index| format!("{index},cause,5,d6,{},", row(index)), 54);
        let message = faults(&format!("{crowd}*lone,cause,1,d6,2,\n"));
        assert!(message.contains("56:1: no card is left for the cells of *lone"), "{message}");
    }

    #[test]
    fn a_row_has_at_most_the_high_cells_of_its_dice() {
        // A row of d4 has 27 cells of 3 or more: 13 or 14 of 3 and the others of 4 and above.
        let pins = |threes, fours| {
            lines(|index| format!("{index},cause,1,d4,3,"), threes)
                + &lines(|index| format!("{},cause,1,d4,4,", index + 20), fours)
        };
        assert_eq!("", faults(&pins(13, 12)));
        let message = faults(&pins(14, 14));
        assert!(message.contains("cause_d4_1"), "{message}");
    }

    #[test]
    fn levels_count_the_cards_that_pins_force_over_a_target() {
        // Each row alone may have 12 cells of 4; on separate cards three rows of them are 36, but a level-3
        // check of d4 reaches 4 on 31 cards.
        let pins = lines(|index| format!("{index},cause,{},d4,4,", index / 12 + 1), 48);
        let message = faults(&pins);
        assert!(message.contains("in a check of (3)d4"), "{message}");
        assert!(message.contains("put high cells of several rows on one card"), "{message}");
    }

    #[test]
    fn bursts_of_one_card_rise_together() {
        assert_eq!("", faults("4,burst_3,,,1,\n4,burst_10,,,2,\n"));
        let message = faults("4,burst_3,,,1,\n4,burst_10,,,9,\n");
        assert!(message.contains("burst_10 = 9 does not go with"), "{message}");
        assert!(message.contains("accepted: 1 to 3"), "{message}");
    }
}
