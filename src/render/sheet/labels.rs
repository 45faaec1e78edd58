//! The texts of a page beside its cards.

use crate::face::Fonts;

/// The texts of the caption besides the sheet's number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Labels {
    /// The deck's name.
    pub deck: String,
    /// The edition code.
    pub edition: String,
    /// How to turn the paper.
    pub turn: String,
    /// The names of the fronts, in the order of [`Slot::card`](super::Slot::card).
    pub fronts: Vec<String>,
    /// The names of the backs behind them, in the same order; empty if none are printed.
    pub backs: Vec<String>,
    /// The plates of the cards.
    pub inks: String,
    /// The fonts of these texts.
    pub fonts: Fonts,
}
