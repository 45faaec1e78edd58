//! The look of a cell of the cause grid.

use crate::deck::{Card, CauseCell, Layout};
use crate::dice::Die;

/// The three looks of a cause cell.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum CellLook {
    Plain,
    Exceptional,
    CriticalFailure,
}

impl CellLook {
    /// The look of a cell on a card, or `None` if its layout does not have the cell.
    pub(super) fn new(card: &Card, layout: &Layout, die: Die, row: u8) -> Option<Self> {
        Some(match card.cause.get(layout.cause.column(die)?, row)? {
            CauseCell::CriticalFailure => Self::CriticalFailure,
            number if layout.is_exceptional(die, number) => Self::Exceptional,
            CauseCell::Number(_) => Self::Plain,
        })
    }
}
