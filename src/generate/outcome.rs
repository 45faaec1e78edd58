//! The meaning of stored cells of a cause column.

use crate::deck::CauseCell;

/// The printed cause cell of a stored one.
pub(super) fn cause_cell(value: u16) -> CauseCell {
    if value == 0 { CauseCell::CriticalFailure } else { CauseCell::Number(value) }
}

/// The outcome of a check of `level` on a column of cells: 0 if the cell of that level is a critical
/// failure, else the best number of rows 1 to `level`.
pub(super) fn outcome(cells: &[Vec<u16>], card: usize, level: usize) -> u16 {
    if cells[level - 1][card] == 0 {
        return 0;
    }
    cells[..level].iter().map(|row| row[card]).max().unwrap_or(0)
}
