//! What a page says beside its cards.

use crate::face::Fonts;

/// What the caption says besides the sheet's number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Labels {
    /// The deck's name.
    pub deck: String,
    /// The edition code.
    pub edition: String,
    /// How to turn the paper, in words.
    pub turn: String,
    /// What the fronts are, in the order of [`Slot::card`](super::Slot::card).
    pub fronts: Vec<String>,
    /// What the backs behind them are, in the same order; empty where none are printed.
    pub backs: Vec<String>,
    /// The plates of the cards.
    pub inks: String,
    /// In which all of it is set.
    pub fonts: Fonts,
}
