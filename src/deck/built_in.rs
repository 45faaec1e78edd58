//! The deck that the program carries.

use super::Deck;

/// What `generate` makes of the default preset, so that a player needs no file. After a change to
/// the generator or the preset a test asks for it to be made anew by
/// `cargo run --release -- generate -o templates/decks/future-imperfect.json`.
const TEXT: &str = include_str!("../../templates/decks/future-imperfect.json");

impl Deck {
    /// The default deck, of the preset *Future Imperfect* at its own seed: what a lookup reads where
    /// no deck file is named.
    ///
    /// ```
    /// let deck = actiondeck::Deck::built_in();
    /// assert_eq!(deck.name(), "Future Imperfect");
    /// assert_eq!(deck.cards().len(), actiondeck::deck::DECK_SIZE);
    /// ```
    pub fn built_in() -> Self {
        Self::read("future-imperfect.json", TEXT).expect("a test reads the same text")
    }
}
