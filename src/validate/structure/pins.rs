//! Checks that every pinned cell is kept.

use crate::deck::{Card, Deck, Layout};
use crate::spec::{Pin, PinCard, PinValue, Spec};

use super::{Fault, Rule};

/// Reports one fault for each pinned cell that differs, and for each group without a matching card.
pub(super) fn check(deck: &Deck, spec: &Spec, faults: &mut Vec<Fault>) {
    let mut groups: Vec<(&str, Vec<&Pin>)> = Vec::new();
    for pin in &spec.pins {
        // Missing fields are faults of the layout.
        if !deck.layout().fields().contains(&pin.field) {
            continue;
        }
        match &pin.card {
            PinCard::Number(number) => {
                let card = deck.card(*number);
                if !holds(deck.layout(), card, pin) {
                    let found = shown(&pin.field.text(deck.layout(), card));
                    let message = format!("found {found} where {} is pinned", asked(&pin.value));
                    faults.push(Fault::on_card(Rule::Pin, *number, &pin.field, message));
                }
            }
            PinCard::Some(name) => match groups.iter_mut().find(|(known, _)| known == name) {
                Some((_, pins)) => pins.push(pin),
                None => groups.push((name, vec![pin])),
            },
        }
    }
    for (name, pins) in groups {
        let held = |card: &Card| pins.iter().filter(|pin| holds(deck.layout(), card, pin)).count();
        let mut nearest = &deck.cards()[0];
        for card in deck.cards() {
            if held(card) > held(nearest) {
                nearest = card;
            }
        }
        if held(nearest) < pins.len() {
            let missing: Vec<String> = pins
                .iter()
                .filter(|pin| !holds(deck.layout(), nearest, pin))
                .map(|pin| format!("{} = {}", pin.field, asked(&pin.value)))
                .collect();
            let message = format!(
                "no card holds all cells pinned for *{name}; card {} lacks only {}",
                nearest.number,
                missing.join(", "),
            );
            faults.push(Fault::on_deck(Rule::PinGroup, message));
        }
    }
}

/// Whether the card shows the pinned value. Both are compared as texts of `deck.csv`, which are unique for a
/// value.
fn holds(layout: &Layout, card: &Card, pin: &Pin) -> bool {
    pin.field.text(layout, card) == pinned_text(&pin.value)
}

fn pinned_text(value: &PinValue) -> String {
    match value {
        PinValue::Cause(cell) => cell.to_string(),
        PinValue::Number(number) => number.to_string(),
        PinValue::Blank => String::new(),
        PinValue::Extra(value) => value.to_string(),
    }
}

fn asked(value: &PinValue) -> String {
    shown(&pinned_text(value))
}

fn shown(text: &str) -> String {
    if text.is_empty() { "nothing".to_owned() } else { text.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deck::Field;

    #[test]
    fn a_pinned_blank_is_the_empty_field() {
        assert_eq!("", pinned_text(&PinValue::Blank));
        assert_eq!("nothing", asked(&PinValue::Blank));
        assert_eq!("-2", asked(&PinValue::Number(-2)));
    }

    #[test]
    fn every_pinnable_field_has_a_text() {
        let deck = super::super::super::tests::fixtures::deck();
        for field in deck.layout().fields() {
            if field != Field::Failure {
                assert!(!field.text(deck.layout(), &deck.cards()[3]).is_empty(), "{field}");
            }
        }
    }
}
