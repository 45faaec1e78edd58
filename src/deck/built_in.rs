//! The built-in deck.

use super::Deck;

/// The output of `generate` for the default preset, so that a player needs no file. After a change to the
/// generator or the preset a test fails until it is made again with `cargo run --release -- generate -o
/// templates/decks/future-imperfect.json`.
const TEXT: &str = include_str!("../../templates/decks/future-imperfect.json");

impl Deck {
    /// The default deck, of the preset *Future Imperfect* at its own seed: a lookup reads it if a deck file
    /// is not given.
    ///
    /// ```
    /// let deck = actiondeck::Deck::built_in();
    /// assert_eq!(deck.name(), "Future Imperfect");
    /// assert_eq!(deck.cards().len(), 54);
    /// ```
    pub fn built_in() -> Self {
        Self::read("future-imperfect.json", TEXT).expect("a test reads the same text")
    }
}
