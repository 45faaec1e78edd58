//! Checks elements with one value per card: the number of cards for each value, as in the spec.

use std::fmt::Display;

use crate::deck::{Card, Deck, Field, Part};
use crate::spec::{Counts, ShuffleSigns, Spec};
use crate::wording::{counted, plural_form};

use super::fault::cards_text;
use super::{Fault, Rule};

/// Checks that a longer burst never hits less on the same card.
pub(super) fn bursts_in_order(deck: &Deck, faults: &mut Vec<Fault>) {
    let shots = &deck.layout().bursts;
    for card in deck.cards() {
        for (place, pair) in card.bursts.windows(2).enumerate() {
            if pair[1] < pair[0] {
                let message = format!(
                    "{} {} fewer than the {} of the burst of {}",
                    counted(pair[1].into(), "hit"),
                    plural_form(pair[1].into(), "is", "are"),
                    pair[0],
                    shots[place],
                );
                let field = Field::Burst(shots[place + 1]);
                faults.push(Fault::on_card(Rule::BurstOrder, card.number, &field, message));
            }
        }
    }
}

/// Checks the counts of bursts, penetration, scatter, failure, unintended targets and designer elements.
pub(super) fn counts(deck: &Deck, spec: &Spec, faults: &mut Vec<Fault>) {
    for burst in &spec.bursts {
        let place = deck.layout().bursts.iter().position(|&shots| shots == burst.shots);
        if let Some(place) = place {
            let field = Field::Burst(burst.shots);
            compare(deck, &field, &burst.hits, |card| card.bursts[place], faults);
        }
    }
    if spec.has(Part::Penetration) {
        compare(deck, &Field::Penetration, &spec.penetration, |card| card.penetration, faults);
    }
    if spec.has(Part::Scatter) {
        compare(deck, &Field::Scatter, &spec.scatter, |card| card.scatter.get(), faults);
    }
    if spec.has(Part::Failure) {
        let asked = with_blanks(deck.size(), &spec.failure);
        compare(deck, &Field::Failure, &asked, |card| Blank(card.failure), faults);
    }
    if spec.has(Part::Unintended) {
        compare(deck, &Field::Unintended, &spec.unintended, |card| card.unintended, faults);
    }
    let signs = match spec.shuffle.as_ref().map(|shuffle| &shuffle.signs) {
        Some(ShuffleSigns::Dealt(signs)) => Some(*signs),
        Some(ShuffleSigns::Given(cards)) => Some(cards.len() as u8),
        Some(ShuffleSigns::None) | None => None,
    };
    if let Some(signs) = signs {
        let asked = vec![("the sign", signs), ("no sign", deck.size() as u8 - signs)];
        let shown = |card: &Card| if card.has_shuffle_sign { "the sign" } else { "no sign" };
        compare(deck, &Field::Shuffle, &asked, shown, faults);
    }
    for element in &spec.elements {
        let place = deck.layout().extras.iter().position(|id| *id == element.id);
        if let Some(place) = place {
            let field = Field::Extra(element.id.clone());
            compare(deck, &field, &element.values, |card| card.extras[place].clone(), faults);
        }
    }
}

/// A failure number, or blank.
#[derive(Clone, PartialEq)]
struct Blank(Option<u8>);

impl Display for Blank {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.0 {
            None => f.write_str("nothing"),
            Some(number) => number.fmt(f),
        }
    }
}

fn with_blanks(cards: usize, numbers: &Counts<u8>) -> Counts<Blank> {
    let given: u8 = numbers.iter().map(|(_, cards)| cards).sum();
    let mut counts: Counts<Blank> =
        numbers.iter().map(|&(number, cards)| (Blank(Some(number)), cards)).collect();
    counts.push((Blank(None), (cards as u8).saturating_sub(given)));
    counts
}

/// Values that the spec does not have, each at its card; else one fault for all wrong counts.
fn compare<T: PartialEq + Display>(
    deck: &Deck,
    field: &Field,
    asked: &Counts<T>,
    value: impl Fn(&Card) -> T,
    faults: &mut Vec<Fault>,
) {
    // A part that either omits is a fault of the layout.
    if !deck.layout().fields().contains(field) {
        return;
    }
    let mut strange = false;
    for card in deck.cards() {
        let found = value(card);
        if asked.iter().all(|(known, cards)| *known != found || *cards == 0) {
            strange = true;
            let message = format!("{found} is on no card of the spec");
            faults.push(Fault::on_card(Rule::ElementCount, card.number, field, message));
        }
    }
    if strange {
        return;
    }
    let mut off = Vec::new();
    for (known, cards) in asked {
        let showing: Vec<u8> = deck
            .cards()
            .iter()
            .filter(|card| value(card) == *known)
            .map(|card| card.number.get())
            .collect();
        if showing.len() != usize::from(*cards) {
            // If there are too many, the wrong card is among them.
            let which = if showing.len() > usize::from(*cards) && showing.len() <= 10 {
                format!(" ({})", cards_text(&showing))
            } else {
                String::new()
            };
            off.push(format!(
                "{} {} {known}{which}, the spec asks for {cards}",
                counted(showing.len(), "card"),
                plural_form(showing.len(), "shows", "show"),
            ));
        }
    }
    if !off.is_empty() {
        faults.push(Fault::on_field(Rule::ElementCount, field, off.join("; ")));
    }
}
