//! The number of cards of a spec, changed together with what depends on it.

use toml_edit::{DocumentMut, Item, TableLike, Value};

use crate::deck::PlayingCards;
use crate::dice::share;

use super::document::{cards, item, length, remove_entry, replace};
use super::initial::apportioned;
use super::known_keys::{self, Shape, inside, properties, shape};
use super::{columns, parts};
use crate::studio::step::Step;

/// Sets the number of cards. Counts of the whole deck keep their proportions, suits and ranks fit the cards, and
/// lists by row keep what a row has room for.
pub(in crate::studio) fn set(document: &mut DocumentMut, size: i64) {
    let before = cards(document.as_item());
    match document.get_mut("cards").and_then(Item::as_value_mut) {
        Some(value) => replace(value, size.into()),
        None => {
            document.insert("cards", toml_edit::value(size));
        }
    }
    if size < 1 || before < 1 {
        return;
    }
    let keys = properties(known_keys::root()).into_iter().flatten();
    for (key, known) in keys {
        let Some(table) = document.get_mut(key) else { continue };
        match shape(known) {
            Shape::Counts => scale(table.as_table_like_mut(), before, size),
            Shape::Bursts => {
                let bursts = table.as_table_like_mut().into_iter();
                for (_, hits) in bursts.flat_map(|bursts| bursts.iter_mut()) {
                    scale(hits.as_table_like_mut(), before, size);
                }
            }
            Shape::Tables => {
                for place in 0..length(table) {
                    let counts = table.get_mut(place).and_then(|one| one.get_mut("counts"));
                    scale(counts.and_then(Item::as_table_like_mut), before, size);
                }
            }
            _ => {}
        }
    }
    playing_cards(document, size);
    rows(document, size);
    shuffle(document, size);
}

/// Scales counts that distribute the whole deck.
fn scale(table: Option<&mut dyn TableLike>, before: i64, size: i64) {
    let Some(table) = table else { return };
    let counts: Option<Vec<i64>> = table.iter().map(|(_, item)| item.as_integer()).collect();
    let Some(counts) = counts.filter(|counts| counts.iter().sum::<i64>() == before) else { return };
    let scaled = apportioned(&counts, size as usize);
    for ((_, item), count) in table.iter_mut().zip(scaled) {
        if let Some(value) = item.as_value_mut() {
            replace(value, count.into());
        }
    }
}

/// Suits and ranks of the cards, unless the cards show neither.
pub(in crate::studio) fn playing_cards(document: &mut DocumentMut, size: i64) {
    let left_off = parts::left_off(document.as_table());
    let shows = |part: &str| !left_off.iter().any(|own| own == part);
    let given = |document: &DocumentMut, key: &str| document.get(key).and_then(Item::as_integer);
    let is_usual = given(document, "suits").is_none() && given(document, "ranks").is_none();
    let fits = PlayingCards::usual(size as usize).is_some();
    if !shows("rank") && !shows("suit") || is_usual && fits {
        return;
    }
    let most = inside(known_keys::root(), "ranks")["maximum"].as_i64().unwrap_or(13);
    let suits = given(document, "suits").unwrap_or(4).clamp(1, 4);
    for (key, number) in [("suits", suits), ("ranks", (size / suits).clamp(1, most))] {
        match document.get_mut(key).and_then(Item::as_value_mut) {
            Some(value) => replace(value, number.into()),
            None => {
                document.insert(key, toml_edit::value(number));
            }
        }
    }
}

/// Exceptional cells and critical failures: one in N cards, rounded, and no more than a row has ones.
fn rows(document: &mut DocumentMut, size: i64) {
    for key in ["exceptional", "exceptional_above", "critical"] {
        let lists = document.get_mut("cause").and_then(|cause| cause.get_mut(key));
        let Some(lists) = lists.and_then(Item::as_table_like_mut) else { continue };
        for (die, list) in lists.iter_mut() {
            let sides = usize::from(columns::sides(die.get())).max(1);
            let one_in_sides = share::one_in(sides, size as usize);
            let (low, high) = (*one_in_sides.start() as i64, *one_in_sides.end() as i64);
            let Some(list) = list.as_array_mut() else { continue };
            match key {
                "exceptional" => limit(list, low, high),
                "critical" => limit(list, 0, low),
                _ => {
                    let by_row = list.iter().any(Value::is_array);
                    for inner in list.iter_mut().filter_map(Value::as_array_mut) {
                        shorten(inner, low);
                    }
                    if !by_row {
                        shorten(list, low);
                    }
                }
            }
        }
    }
}

fn limit(list: &mut toml_edit::Array, low: i64, high: i64) {
    for value in list.iter_mut() {
        let Some(number) = value.as_integer() else { continue };
        if number < low || number > high {
            replace(value, number.clamp(low, high).into());
        }
    }
}

fn shorten(list: &mut toml_edit::Array, most: i64) {
    while list.len() as i64 > most {
        remove_entry(list, list.len() - 1);
    }
}

/// Fewer cards left than the deck has.
fn shuffle(document: &mut DocumentMut, size: i64) {
    for key in ["cards_left", "signs"] {
        let path = [Step::Key("shuffle".into()), Step::Key(key.into())];
        let number = item(document.as_item(), &path).and_then(Item::as_integer);
        if number.is_some_and(|number| number >= size)
            && let Some(value) = document["shuffle"][key].as_value_mut()
        {
            replace(value, (size - 1).into());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spec::{PRESETS, Spec};
    use crate::studio::form::document::parsed;

    #[test]
    fn every_preset_takes_another_number_of_cards() {
        for preset in PRESETS.iter().filter(|preset| preset.pins.is_empty()) {
            for size in [52, 55, 60, 99, 120] {
                let mut document = parsed(preset.spec).unwrap();
                set(&mut document, size);
                let text = document.to_string();
                // The texts of an element are not shortened.
                let is_long = preset.name == "oracle" && size < 54;
                if let Err(problems) = Spec::read("deck.toml", &text, &mut |_| unreachable!()) {
                    assert!(is_long, "{}, {size} cards: {problems}\n{text}", preset.name);
                }
            }
        }
    }

    #[test]
    fn counts_keep_their_proportions() {
        let text = "without = [\"rank\", \"suit\"]\ncards = 54 # poker\n[penetration]\n-1 = 12\n0 = 30 # most\n1 = 12\n\
            [cause]\ncritical = { d6 = [9, 1] }\nexceptional_above = { d6 = [7, 8] }\n[shuffle]\ncards_left = 40\n";
        let mut document = parsed(text).unwrap();
        set(&mut document, 27);
        let expected = text
            .replace("54 #", "27 #")
            .replace("-1 = 12\n0 = 30 # most\n1 = 12", "-1 = 6\n0 = 15 # most\n1 = 6")
            .replace("[9, 1]", "[4, 1]")
            .replace("= 40", "= 26");
        assert_eq!(expected, document.to_string());
    }
}
