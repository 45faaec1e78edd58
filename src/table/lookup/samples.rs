//! The sample deck of unit tests, which contains every printed cell shown in the sources.

use crate::deck::{CardNumber, Deck, Layout};
use crate::dice::Die;

use super::Draw;

/// The sample deck with one column of closed dice.
pub(crate) fn deck_with_closed(die: Die) -> Deck {
    let deck = deck();
    let layout = Layout { closed: [die].into(), ..deck.layout().clone() };
    Deck::new("deck", None, layout, deck.cards().to_vec()).unwrap()
}

/// The CSV of the sample deck.
pub(crate) const CSV: &str = include_str!("../../../tests/data/deck.csv");

pub(crate) fn deck() -> Deck {
    Deck::read("deck.csv", CSV).unwrap()
}

pub(crate) fn card(number: u8) -> CardNumber {
    CardNumber::new(number).unwrap()
}

pub(crate) fn draw(number: u8, then: &[u8]) -> Draw {
    Draw::new(card(number), then.iter().copied().map(card).collect()).unwrap()
}
