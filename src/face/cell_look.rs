//! How a cell of the cause grid looks.

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
    /// That of a cell on a card, if its layout has the cell.
    pub(super) fn new(card: &Card, layout: &Layout, die: Die, row: u8) -> Option<Self> {
        Some(match card.cause.get(layout.cause.column(die)?, row)? {
            CauseCell::CriticalFailure => Self::CriticalFailure,
            number if layout.is_exceptional(die, number) => Self::Exceptional,
            CauseCell::Number(_) => Self::Plain,
        })
    }
}
