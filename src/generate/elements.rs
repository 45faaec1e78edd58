//! The elements of a spec, and their first deal to the cards.

use crate::deck::Field;
use crate::random::Draws;
use crate::spec::{ElementSpec, Spec};

use super::content::{Content, Element};
use super::plan::{BLANK, PlacedPins, hit_steps, spread};
use super::unit::Unit;

/// An element with one value per card: its field, and the values of all cards in their order.
pub(super) struct Single {
    pub element: Element,
    pub field: Field,
    pub values: Vec<i64>,
}

/// The built-in elements of the deck, in the order of its units.
pub(super) fn built_in(spec: &Spec) -> Vec<Single> {
    let single = |element, field, values| Single { element, field, values };
    let mut failure = spread(&spec.failure);
    failure.resize(spec.size(), BLANK);
    let signs = i64::from(spec.signs_to_deal());
    let shuffle = (0..spec.size() as i64).map(|place| (place < signs).into()).collect();
    let all = [
        single(Element::HitStep, Field::HitStep, hit_steps(spec.size(), spec.hit.steps())),
        single(Element::Penetration, Field::Penetration, spread(&spec.penetration)),
        single(Element::Scatter, Field::Scatter, spread(&spec.scatter)),
        single(Element::Failure, Field::Failure, failure),
        single(Element::Unintended, Field::Unintended, spread(&spec.unintended)),
        single(Element::ShuffleSign, Field::Shuffle, shuffle),
    ];
    let has = |single: &Single| match single.field.part() {
        Some(part) => spec.has(part),
        None => signs > 0,
    };
    all.into_iter().filter(has).collect()
}

/// A designer's element; its values are indices in its list.
pub(super) fn designed(element: &ElementSpec) -> Single {
    let counts: Vec<(u16, u8)> =
        (0..).zip(element.values.iter().map(|(_, cards)| *cards)).collect();
    Single {
        element: extra(element),
        field: Field::Extra(element.id.clone()),
        values: spread(&counts),
    }
}

/// A designer's element as the search reads it.
pub(super) fn extra(element: &ElementSpec) -> Element {
    let places = element.values.iter().enumerate();
    Element::Extra(places.map(|(place, (value, _))| value.as_reading(place)).collect())
}

/// The hits of all cards for each burst size, rising.
pub(super) fn burst_lists(spec: &Spec) -> Vec<Vec<i64>> {
    spec.bursts.iter().map(|burst| spread(&burst.hits)).collect()
}

/// All elements, shuffled, pins in place.
pub(super) fn deal(spec: &Spec, pins: &PlacedPins, draws: &mut Draws) -> Vec<Unit> {
    let single = |single: Single, draws: &mut Draws| {
        let pinned = pins.numbers(&single.field, spec);
        let (values, free) = shuffled(single.values, &pinned, draws);
        Unit::new(Content::Element(single.element, values), free)
    };
    let mut units: Vec<Unit> =
        built_in(spec).into_iter().map(|element| single(element, draws)).collect();
    if !spec.bursts.is_empty() {
        units.push(bursts(spec, pins, draws));
    }
    units.extend(spec.elements.iter().map(|element| single(designed(element), draws)));
    units
}

/// One value per card, with pinned ones on their cards, and the cards without a pin.
fn shuffled(
    mut values: Vec<i64>,
    pinned: &[(usize, i64)],
    draws: &mut Draws,
) -> (Vec<i64>, Vec<usize>) {
    let mut cards: Vec<Option<i64>> = vec![None; values.len()];
    for &(card, value) in pinned {
        if let Some(place) = values.iter().position(|&known| known == value) {
            values.remove(place);
            cards[card] = Some(value);
        }
    }
    let free = (0..cards.len()).filter(|&card| cards[card].is_none()).collect();
    draws.shuffle(&mut values);
    for card in cards.iter_mut().filter(|card| card.is_none()) {
        *card = values.pop();
    }
    (cards.into_iter().flatten().collect(), free)
}

/// Bursts in one order: every card has the same index in each burst size's rising list, so that a longer
/// burst never hits less.
fn bursts(spec: &Spec, pins: &PlacedPins, draws: &mut Draws) -> Unit {
    let lists = burst_lists(spec);
    let places = 0..spec.size();
    let mut pinned: Vec<(usize, i64)> = Vec::new();
    for (burst, list) in spec.bursts.iter().zip(&lists) {
        for (card, hits) in pins.numbers(&Field::Burst(burst.shots), spec) {
            let taken = |place: usize| pinned.iter().any(|(_, known)| *known == place as i64);
            let place = places.clone().find(|&place| list[place] == hits && !taken(place));
            pinned.extend(place.map(|place| (card, place as i64)));
        }
    }
    let (order, free) = shuffled(places.map(|place| place as i64).collect(), &pinned, draws);
    let hits = |list: &Vec<i64>| order.iter().map(|&place| list[place as usize]).collect();
    Unit::new(Content::Bursts(lists.iter().map(hits).collect()), free)
}
