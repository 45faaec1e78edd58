//! Cells of a cause column as Fudge dice, for games that use four of them (wound-level combat).

use super::{CauseCell, GridShape};
use crate::dice::Die;

impl GridShape {
    /// The four rows of a column that represent four Fudge dice, or `None` in a grid of fewer rows. From five
    /// rows on the third is skipped: the best of the rows from the top without a gap is constrained already,
    /// which leaves less room to approximate four Fudge dice.
    ///
    /// ```
    /// let deck = actiondeck::Deck::built_in();
    /// assert_eq!(Some([1, 2, 4, 5]), deck.layout().cause.fudge_rows());
    /// ```
    pub fn fudge_rows(&self) -> Option<[u8; 4]> {
        match self.rows {
            ..4 => None,
            4 => Some([1, 2, 3, 4]),
            _ => Some([1, 2, 4, 5]),
        }
    }
}

impl CauseCell {
    /// The cell of a column as a Fudge die: the lowest third of the column's numbers is −1, and so is CF,
    /// which replaces a low number; the middle third is 0, everything above it +1, exceptional numbers
    /// included.
    pub fn fudge(self, column: Die) -> i8 {
        let third = column.sides() / 3;
        match self {
            Self::CriticalFailure => -1,
            cell if cell.value() <= third => -1,
            cell if cell.value() <= 2 * third => 0,
            _ => 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exceptional_numbers_are_plus_and_a_cf_is_minus() {
        let die = Die::new(6).unwrap();
        let faces = [1, 2, 3, 4, 5, 6, 8].map(|number| CauseCell::Number(number).fudge(die));
        assert_eq!([-1, -1, 0, 0, 1, 1, 1], faces);
        assert_eq!(-1, CauseCell::CriticalFailure.fudge(die));
    }
}
