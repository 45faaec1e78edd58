//! The rolls that unit tests of the dice edition play with.

use crate::deck::Deck;
use crate::table::lookup::samples::card;

use super::{Options, Roll};

/// The readings of the dice edition.
pub(in crate::table::rules) fn options() -> Options {
    Options::default()
}

/// A trained and healthy character's roll of `dice` on one card.
pub(in crate::table::rules) fn roll<'d>(deck: &'d Deck, dice: &str, number: u8) -> Roll<'d> {
    Roll::new(deck, dice.parse().unwrap(), card(number))
}
