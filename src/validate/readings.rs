//! The readings of one card, which must not depend on each other.
//!
//! A card answers several questions at once. The readings are every check outcome (CF as 0), every effect
//! cell, hit step, penetration, scatter as two coordinates, equipment failure, unintended target, the longest
//! burst, number and toggle, and every designer element: 59 on a deck of the default layout. Two readings are
//! *used together* when they belong to different elements. Cause with cause and effect with effect are not,
//! since a check reads one column; nor number with toggle, since the toggle follows from the number. That
//! leaves 1,109 pairs.

use crate::deck::{Card, Deck, ExtraValue, Part, Toggle, failure_reading};
use crate::spec::Spec;

use super::{effects, thresholds};

/// One numeric reading of every card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Reading {
    /// Its name: `3d10`, `(2)6`, `scatter east`.
    pub name: String,
    /// The element it is read from.
    pub element: Element,
    /// The value of each card, in order of number.
    pub values: Vec<i64>,
}

/// The element a reading belongs to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Element {
    Cause,
    Effect,
    HitStep,
    Penetration,
    Scatter,
    Failure,
    Unintended,
    Burst,
    Number,
    Toggle,
    Extra(String),
}

impl Reading {
    /// Whether a player may read both from one card and expect independence.
    pub fn used_with(&self, other: &Self) -> bool {
        let corners = [Element::Number, Element::Toggle];
        self.element != other.element
            && !(corners.contains(&self.element) && corners.contains(&other.element))
    }
}

/// Every reading of the deck. The shuffle sign is a result of no question, so it is not one.
pub(super) fn readings(deck: &Deck, spec: Option<&Spec>) -> Vec<Reading> {
    let layout = deck.layout();
    let cards = deck.cards();
    let mut readings = Vec::new();
    let mut push = |name: String, element: Element, values: Vec<i64>| {
        readings.push(Reading { name, element, values });
    };
    for (column, &die) in layout.cause.columns.iter().enumerate() {
        for level in 1..=layout.cause.rows {
            let value = |card| thresholds::outcome(card, column, level).map_or(0, i64::from);
            push(format!("{level}{die}"), Element::Cause, cards.iter().map(value).collect());
        }
    }
    for (column, &die) in layout.effect.columns.iter().enumerate() {
        for row in 1..=layout.effect.rows {
            let name = format!("({row}){}", die.sides());
            push(name, Element::Effect, effects::values(deck, column, row));
        }
    }
    let mut part = |part: Part, name: &str, element: Element, value: &dyn Fn(&Card) -> i64| {
        if layout.has(part) {
            push(name.to_owned(), element, cards.iter().map(value).collect());
        }
    };
    part(Part::Hit, "hit step", Element::HitStep, &|card| card.hit_step.into());
    part(Part::Penetration, "penetration", Element::Penetration, &|card| card.penetration.into());
    part(Part::Scatter, "scatter right", Element::Scatter, &|card| card.scatter.right());
    part(Part::Scatter, "scatter away", Element::Scatter, &|card| card.scatter.away());
    part(Part::Failure, "failure", Element::Failure, &|card| failure_reading(card.failure));
    part(Part::Unintended, "unintended", Element::Unintended, &|card| card.unintended.into());
    if let Some(shots) = layout.bursts.last() {
        let hits = |card: &Card| card.bursts.last().map_or(0, |&hits| hits.into());
        part(Part::Burst, &format!("burst {shots}"), Element::Burst, &hits);
    }
    push(
        "number".into(),
        Element::Number,
        cards.iter().map(|card| card.number.get().into()).collect(),
    );
    if layout.has(Part::Toggle) {
        let says_yes = cards.iter().map(|card| (card.toggle == Toggle::Yes).into());
        push("toggle".into(), Element::Toggle, says_yes.collect());
    }
    for (place, id) in layout.extras.iter().enumerate() {
        let values: Vec<&ExtraValue> = cards.iter().map(|card| &card.extras[place]).collect();
        push(id.clone(), Element::Extra(id.clone()), extra_values(id, &values, spec));
    }
    readings
}

/// Numbers are used directly. Texts become their index in the spec's list, or in alphabetical order without a
/// spec; blank is 0.
fn extra_values(id: &str, values: &[&ExtraValue], spec: Option<&Spec>) -> Vec<i64> {
    let element = spec.and_then(|spec| spec.elements.iter().find(|element| element.id == *id));
    let mut order: Vec<&ExtraValue> = match element {
        Some(element) => element.values.iter().map(|(value, _)| value).collect(),
        None => Vec::new(),
    };
    let mut others: Vec<&ExtraValue> =
        values.iter().copied().filter(|value| !order.contains(value)).collect();
    others.sort_unstable();
    others.dedup();
    order.extend(others);
    let place = |value: &ExtraValue| order.iter().position(|known| **known == *value);
    values.iter().map(|value| value.as_reading(place(value).unwrap_or(0))).collect()
}

#[cfg(test)]
mod tests {
    use super::super::tests::fixtures;
    use super::*;

    #[test]
    fn the_default_layout_has_59_readings_and_1109_pairs() {
        let readings = readings(&fixtures::deck(), Some(&fixtures::spec()));
        assert_eq!(59, readings.len());
        let pairs = readings
            .iter()
            .enumerate()
            .flat_map(|(place, one)| readings[place + 1..].iter().map(move |other| (one, other)))
            .filter(|(one, other)| one.used_with(other))
            .count();
        assert_eq!(1109, pairs);
        assert!(readings.iter().all(|reading| reading.values.len() == 54));
    }

    #[test]
    fn texts_without_a_spec_are_in_alphabetical_order() {
        let texts = ["moon", "star", "moon", ""].map(ExtraValue::from_text);
        let values: Vec<&ExtraValue> = texts.iter().collect();
        // Blank sorts first and gets index 0, so the moon is 2.
        assert_eq!(vec![2, 3, 2, 0], extra_values("omen", &values, None));
    }
}
