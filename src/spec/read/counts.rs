//! Reads counts: the number of cards with each value.

use std::collections::BTreeSet;

use crate::diagnostic::quoted;
use toml::de::DeValue;

use crate::deck::{ExtraValue, Part, check_text};
use crate::input::limits::BURSTS;

use super::super::bounds::Bounds;
use super::super::model::{BurstSpec, Counts};
use super::part_table::part_table;
use crate::input::toml::{Reader, Table};

/// The counts of a part of the card; empty for an omitted one.
pub(super) fn counted_part<T: TryFrom<i64>>(
    reader: &mut Reader,
    root: &Table,
    part: Part,
    bounds: Bounds,
    without: &BTreeSet<Part>,
    cards: usize,
) -> Counts<T> {
    match part_table(reader, root, part, without) {
        Some(table) => counted(reader, &table, bounds, cards),
        None => Vec::new(),
    }
}

/// A table from value to number of cards, which must add up to the whole deck.
pub(super) fn counted<T: TryFrom<i64>>(
    reader: &mut Reader,
    table: &Table,
    bounds: Bounds,
    cards: usize,
) -> Counts<T> {
    let counts = counts(reader, table, bounds);
    whole_deck(reader, table, counts.iter().map(|(_, cards)| *cards), cards);
    counts
        .into_iter()
        .filter_map(|(value, cards)| Some((T::try_from(value).ok()?, cards)))
        .collect()
}

/// A table from value, a whole number or a word, to number of cards, which must add up to the whole deck.
/// Numbers come first, then words, both ascending, since the order of keys has no meaning.
pub(super) fn counted_values(
    reader: &mut Reader,
    table: &Table,
    deck: usize,
) -> Counts<ExtraValue> {
    let mut counts: Counts<ExtraValue> = Vec::new();
    for (name, value) in reader.entries(table) {
        let cards = reader.whole(name.value, &value, &Bounds::CARDS.all()).value as u8;
        let known = ExtraValue::from_text(name.value);
        let is_word = name.value.parse::<i64>().is_err() && check_text(name.value).is_ok();
        let is_good = match &known {
            ExtraValue::Number(number) => Bounds::ELEMENT.contains((*number).into()),
            ExtraValue::Text(_) => is_word,
            ExtraValue::Blank => true,
        };
        if !is_good {
            let message =
                format!("{} in {} is not a value it can have", quoted(name.value), table.name);
            let accepted = format!("{}, or a word that a card may carry", Bounds::ELEMENT);
            reader.fault(name.span, message, &accepted);
        } else if cards > 0 {
            counts.push((known, cards));
        }
    }
    counts.sort();
    whole_deck(reader, table, counts.iter().map(|(_, cards)| *cards), deck);
    counts
}

/// Value and number of cards, ascending in value.
fn counts(reader: &mut Reader, table: &Table, bounds: Bounds) -> Vec<(i64, u8)> {
    let mut counts: Vec<(i64, u8)> = Vec::new();
    for (name, value) in reader.entries(table) {
        let cards = reader.whole(name.value, &value, &Bounds::CARDS.all()).value as u8;
        match name.value.parse::<i64>().ok().filter(|number| bounds.contains(*number)) {
            Some(number) if counts.iter().all(|(known, _)| *known != number) => {
                counts.push((number, cards));
            }
            Some(number) => {
                let message = format!("{number} is in {} twice", table.name);
                reader.fault(name.span, message, "each value once");
            }
            None => {
                let message =
                    format!("{} in {} is not a value it can have", quoted(name.value), table.name);
                reader.fault(name.span, message, &bounds.to_string());
            }
        }
    }
    counts.sort_unstable();
    counts.retain(|(_, cards)| *cards > 0);
    counts
}

/// Reports counts that do not add up to the deck.
fn whole_deck(reader: &mut Reader, table: &Table, counts: impl Iterator<Item = u8>, cards: usize) {
    let sum: usize = counts.map(usize::from).sum();
    if sum != cards {
        let message = format!("the counts in {} add up to {sum}", table.name);
        let off = match sum < cards {
            true => format!("{} more", cards - sum),
            false => format!("{} fewer", sum - cards),
        };
        reader.fault(table.span.clone(), message, &format!("{cards} cards in all, {off}"));
    }
}

/// The hours of the scatter clock, each on as many cards as the others. Cards that are left go to pairs of
/// opposite hours, so that the directions balance.
pub(super) fn scatter(
    reader: &mut Reader,
    root: &Table,
    without: &BTreeSet<Part>,
    cards: usize,
) -> Counts<u8> {
    if reader.has(root, "scatter") || without.contains(&Part::Scatter) {
        return counted_part(reader, root, Part::Scatter, Bounds::SCATTER, without, cards);
    }
    const FIRST: [u8; 12] = [1, 7, 3, 9, 5, 11, 2, 8, 4, 10, 6, 12];
    let with_more = &FIRST[..cards % 12];
    let count = |hour| (cards / 12 + usize::from(with_more.contains(&hour))) as u8;
    (1..=12).map(|hour| (hour, count(hour))).collect()
}

pub(super) fn failure(reader: &mut Reader, root: &Table, cards: usize) -> Counts<u8> {
    let Some(table) = reader.optional_table(root, "failure") else { return Vec::new() };
    let counts = counts(reader, &table, Bounds::FAILURE);
    let sum: usize = counts.iter().map(|(_, cards)| usize::from(*cards)).sum();
    if sum > cards {
        let message = format!("the counts in {} add up to {sum}", table.name);
        reader.fault(table.span, message, &format!("at most {cards} cards, the rest are blank"));
    }
    counts.into_iter().map(|(number, cards)| (number as u8, cards)).collect()
}

pub(super) fn bursts(reader: &mut Reader, root: &Table, cards: usize) -> Vec<BurstSpec> {
    let Some(table) = reader.optional_table(root, "burst") else { return Vec::new() };
    let mut bursts = Vec::new();
    let entries = reader.entries(&table);
    if BURSTS.is_passed_by(entries.len()) {
        let message = format!("the deck has {}", BURSTS.amount(entries.len()));
        reader.fault(table.span, message, &BURSTS.accepted());
        return bursts;
    }
    for (name, value) in entries {
        let shots =
            name.value.parse::<u16>().ok().filter(|shots| Bounds::SHOTS.contains((*shots).into()));
        let Some(shots) = shots.filter(|shots| shots.to_string() == name.value) else {
            let message = format!("{} is not a burst size", quoted(name.value));
            reader.fault(name.span, message, &format!("a number of shots of {}", Bounds::SHOTS));
            continue;
        };
        let DeValue::Table(_) = value.value else {
            let message = format!("burst {shots} is not a table");
            reader.fault(value.span, message, "cards for each number of hits: { 1 = 30, 2 = 24 }");
            continue;
        };
        if let Some(mut inner) = reader.optional_table(&table, name.value) {
            inner.name = format!("[burst] {shots}");
            let counts = counts(reader, &inner, Bounds { from: 0, to: shots.into() });
            whole_deck(reader, &inner, counts.iter().map(|(_, cards)| *cards), cards);
            let hits = counts.into_iter().map(|(hits, cards)| (hits as u16, cards)).collect();
            bursts.push(BurstSpec { shots, hits });
        }
    }
    bursts.sort_by_key(|burst| burst.shots);
    bursts
}

#[cfg(test)]
mod tests {
    use super::super::super::{Spec, preset};
    use crate::deck::ExtraValue;

    fn read(counts: &str) -> Result<Spec, String> {
        let text = preset("true-dice").unwrap().spec;
        let text = format!("{text}\n[[element]]\nid = \"omen\"\ncounts = {{ {counts} }}\n");
        let spec = Spec::read("deck.toml", &text, &mut |_| Err(String::new()));
        spec.map_err(|problems| problems.to_string())
    }

    #[test]
    fn counts_take_numbers_and_words_in_any_order() {
        let spec = read("storm = 2, 10 = 4, clear = 20, -1 = 28").unwrap();
        assert_eq!(spec.digest, read("-1 = 28, clear = 20, 10 = 4, storm = 2").unwrap().digest);
        let word = |text: &str| ExtraValue::Text(text.to_owned());
        let (low, high) = (ExtraValue::Number(-1), ExtraValue::Number(10));
        assert_eq!(
            vec![(low, 28), (high, 4), (word("clear"), 20), (word("storm"), 2)],
            spec.elements[0].values
        );
    }

    #[test]
    fn invalid_values_and_wrong_sums_are_reported() {
        for (counts, reported) in [
            ("clear = 20, rain = 30", "add up to 50"),
            ("99999 = 54", "\"99999\" in [counts] is not a value it can have"),
            ("\" rain\" = 54", "is not a value it can have"),
        ] {
            let problems = read(counts).unwrap_err();
            assert!(problems.contains(reported), "{problems}");
        }
    }
}
