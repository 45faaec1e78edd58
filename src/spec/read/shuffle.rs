//! Reads the shuffle policy.

use crate::deck::{CardNumber, CardNumbers, ShufflePolicy, ShuffleTime, ShuffleTrigger};
use crate::input::toml::{Reader, Table};

use super::super::keys;
use super::super::model::{ShuffleSigns, ShuffleSpec};

/// The keys of which exactly one says what makes a shuffle due.
const TRIGGERS: [&str; 4] = ["when", "cards_left", "cards", "signs"];

/// The shuffle policy of a deck with these cards, if the spec has one.
pub(super) fn shuffle(
    reader: &mut Reader,
    root: &Table,
    numbers: CardNumbers,
) -> Option<ShuffleSpec> {
    let table = reader.optional_table(root, "shuffle")?;
    reader.only(&table, keys::SHUFFLE);
    let given: Vec<&str> = TRIGGERS.into_iter().filter(|key| reader.has(&table, key)).collect();
    let [key] = given[..] else {
        let message = format!("{} of the keys {}", given.len(), TRIGGERS.join(", "));
        reader.fault(table.span.clone(), message, "exactly one of them");
        return None;
    };
    let below_all = 1..=numbers.count() as i64 - 1;
    let (trigger, signs) = match key {
        "when" => {
            reader.choice(&table, "when", &[("empty", ())]);
            (ShuffleTrigger::EmptyPile, ShuffleSigns::None)
        }
        "cards_left" => {
            let cards = reader.integer(&table, key, below_all, None).value;
            (ShuffleTrigger::CardsLeft(cards as u8), ShuffleSigns::None)
        }
        "signs" => {
            let signs = reader.integer(&table, key, below_all, None).value;
            (ShuffleTrigger::Sign, ShuffleSigns::Dealt(signs as u8))
        }
        _ => (ShuffleTrigger::Sign, ShuffleSigns::Given(given_cards(reader, &table, numbers))),
    };
    let time = match (trigger, reader.value(&table, "at")) {
        (ShuffleTrigger::EmptyPile, Some(at)) => {
            let message = "an empty pile is shuffled when a card is drawn from it".to_owned();
            reader.fault(at.span, message, "no at");
            ShuffleTime::AtOnce
        }
        (_, None) => ShuffleTime::AtOnce,
        _ => reader.choice(&table, "at", &ShuffleTime::NAMED).unwrap_or(ShuffleTime::AtOnce),
    };
    Some(ShuffleSpec { policy: ShufflePolicy { trigger, time }, signs })
}

/// The cards that bear the sign.
fn given_cards(reader: &mut Reader, table: &Table, numbers: CardNumbers) -> Vec<CardNumber> {
    let range = i64::from(numbers.first().get())..=i64::from(numbers.last().get());
    let Some(listed) = reader.optional_integers(table, "cards", range) else { return Vec::new() };
    let mut cards: Vec<CardNumber> = Vec::new();
    for card in listed.value {
        let Some(number) = CardNumber::new(card.value as u8) else { continue };
        if cards.contains(&number) {
            reader.fault(card.span, format!("card {number} is listed twice"), "each card once");
        } else {
            cards.push(number);
        }
    }
    if cards.is_empty() || cards.len() == numbers.count() {
        let message = format!("cards names {} of {} cards", cards.len(), numbers.count());
        reader.fault(listed.span, message, &format!("1 to {} cards", numbers.count() - 1));
    }
    cards
}
