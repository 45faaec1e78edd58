//! The deck that unit tests play with: it holds every printed cell the sources show.

use crate::deck::{CardNumber, Deck};

use super::Draw;

/// Its table.
pub(crate) const CSV: &str = include_str!("../../tests/data/deck.csv");

pub(crate) fn deck() -> Deck {
    Deck::read("deck.csv", CSV).unwrap()
}

pub(crate) fn card(number: u8) -> CardNumber {
    CardNumber::new(number).unwrap()
}

pub(crate) fn draw(number: u8, then: &[u8]) -> Draw {
    Draw::new(card(number), then.iter().copied().map(card).collect()).unwrap()
}
