//! Places each `*name` group of pins on a card with regard to the old deck.

use crate::deck::Deck;
use crate::spec::{Pin, Spec};

use super::super::plan::PlacedPins;
use super::inventory::Inventory;
use super::start::Start;
use super::values::shown;

/// Gives every group the card that already fulfils it; else the card with the fewest changes by exchanges of
/// tuples.
///
/// # Errors
/// The names of the groups that did not get a card.
pub(super) fn place(spec: &Spec, old: &Deck) -> Result<PlacedPins, Vec<String>> {
    let mut cards: Vec<usize> = Vec::new();
    let mut displaced: Vec<usize> = Vec::new();
    let pins = PlacedPins::place_by(spec, |group, free| {
        let held = |card: usize| held(old, group, card);
        let best = free.iter().copied().rev().max_by_key(|&card| held(card)).unwrap_or(free[0]);
        if held(best) < group.len() {
            displaced.push(cards.len());
        }
        cards.push(best);
        best
    })?;
    if displaced.is_empty() {
        return Ok(pins);
    }
    let start = Start::new(Inventory { spec, old, pins: &pins });
    let placed_at = |cards: &[usize]| {
        let (mut group, mut fits) = (0, true);
        let pins = PlacedPins::place_by(spec, |_, free| {
            let card = cards[group];
            fits &= free.contains(&card);
            group += 1;
            if free.contains(&card) { card } else { free[0] }
        });
        pins.ok().filter(|_| fits)
    };
    for group in displaced {
        let mut best = None;
        for card in 0..spec.size() {
            let mut trial = cards.clone();
            trial[group] = card;
            let Some(pins) = placed_at(&trial) else { continue };
            let score = start.fetched(Inventory { spec, old, pins: &pins }).1;
            if best.is_none_or(|(least, _)| score < least) {
                best = Some((score, card));
            }
        }
        cards[group] = best.map_or(cards[group], |(_, card)| card);
    }
    Ok(placed_at(&cards).unwrap_or(pins))
}

/// The number of the group's cells that the card already has.
fn held(old: &Deck, group: &[&Pin], card: usize) -> usize {
    let card = &old.cards()[card];
    let has = |pin: &&&Pin| {
        let known = old.layout().fields().contains(&pin.field);
        known && pin.field.text(old.layout(), card) == shown(&pin.value)
    };
    group.iter().filter(has).count()
}
