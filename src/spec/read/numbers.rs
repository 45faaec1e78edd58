//! Reads the numbers of the cards, their suits and ranks, and the rule of the toggle.

use std::collections::BTreeSet;

use crate::deck::{CardNumbers, Part, PlayingCards};
use crate::diagnostic::quoted;
use crate::input::toml::{Reader, Table};
use crate::wording::counted;

use super::super::bounds::Bounds;
use super::super::model::YesRule;

/// The numbers of the cards: a poker deck with both jokers, numbered from 0, unless the spec says otherwise.
pub(super) fn numbers(reader: &mut Reader, root: &Table, without: &BTreeSet<Part>) -> CardNumbers {
    let cards =
        reader.integer(root, "cards", Bounds::SIZE.all(), Some(CardNumbers::POKER.count() as i64));
    let first = reader.integer(root, "first_number", Bounds::FIRST.all(), Some(0)).value;
    let count = cards.value as usize;
    let Some(numbers) = CardNumbers::new(first as u8, count) else { return CardNumbers::POKER };
    let keys = ["suits", "ranks"].map(|key| reader.value(root, key).map(|value| (key, value.span)));
    let given = keys.into_iter().flatten().next_back();
    let shown = [Part::Rank, Part::Suit].iter().any(|part| !without.contains(part));
    let Some((key, span)) = given else {
        if shown && numbers.playing_cards().is_none() {
            let message = format!("{count} cards are not a poker deck");
            let accepted = format!(
                "suits and ranks, such as suits = {} and ranks = {}, or without = [\"rank\", \"suit\"]",
                Bounds::SUITS.to,
                (count / Bounds::SUITS.to as usize).min(Bounds::RANKS.to as usize),
            );
            reader.fault(cards.span, message, &accepted);
        }
        return numbers;
    };
    if !shown {
        let message = format!("without names rank and suit, but {key} is present");
        reader.fault(span, message, &format!("no {key}, or rank or suit on the cards"));
        return numbers;
    }
    let mut number = |key, bounds: Bounds, default| {
        reader.integer(root, key, bounds.all(), Some(default)).value as u8
    };
    let suits = number("suits", Bounds::SUITS, 4);
    let ranks = number("ranks", Bounds::RANKS, 13);
    let Some(playing_cards) = PlayingCards::new(suits, ranks) else { return numbers };
    numbers.with_playing_cards(playing_cards).unwrap_or_else(|| {
        let message = format!(
            "{} of {} are {} cards, and the deck has {count}",
            counted(suits.into(), "suit"),
            counted(ranks.into(), "rank"),
            playing_cards.count(),
        );
        let accepted = format!("ranks = {} or fewer, or more cards", count / usize::from(suits));
        reader.fault(span, message, &accepted);
        numbers
    })
}

/// Which cards say yes.
pub(super) fn yes_rule(reader: &mut Reader, root: &Table, numbers: CardNumbers) -> YesRule {
    let rule = reader.text(root, "yes", Some("even"));
    match rule.value.as_str() {
        "even" => YesRule::Even,
        "odd" => YesRule::Odd,
        "red" | "black" if numbers.playing_cards().is_none() => {
            let message = format!("yes = {:?} requires suits", rule.value);
            reader.fault(rule.span, message, "\"even\" or \"odd\"");
            YesRule::Even
        }
        "red" => YesRule::Red,
        "black" => YesRule::Black,
        other => {
            let message = format!("yes = {} is not a rule", quoted(other));
            reader.fault(rule.span, message, "\"even\", \"odd\", \"red\" or \"black\"");
            YesRule::Even
        }
    }
}
