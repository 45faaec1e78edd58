//! Sample rolls for unit tests of the dice edition.

use crate::deck::Deck;
use crate::table::lookup::samples::card;

use super::{Options, Roll};

/// The default options of the dice edition.
pub(in crate::table::rules) fn options() -> Options {
    Options::default()
}

/// A roll of `dice` by a trained and healthy character on one card.
pub(in crate::table::rules) fn roll<'d>(deck: &'d Deck, dice: &str, number: u8) -> Roll<'d> {
    Roll::new(deck, dice.parse().unwrap(), card(number))
}
