//! The faces of a print run.

use crate::deck::CardNumber;

use super::Extra;

/// The faces that are printed. Faults of other cards do not prevent printing.
#[derive(Clone, Copy, Debug)]
pub struct Selection<'s> {
    /// Cards of the deck.
    pub cards: &'s [CardNumber],
    /// Extra cards.
    pub extras: &'s [Extra],
    /// Whether backs are printed.
    pub backs: bool,
}

impl<'s> Selection<'s> {
    /// These cards with their backs, no extra cards.
    pub fn from_cards(cards: &'s [CardNumber]) -> Self {
        Self { cards, extras: &[], backs: true }
    }
}
