//! A cause column on the cards, and the exchanges between two cards that keep the result of stage 1.

use super::cause_column::CauseColumnDeal;
use super::plan::{CausePlan, ROWS};
use super::row_constraints::RowConstraint;

/// A number for each card and row.
type Rows = Vec<[u16; ROWS]>;

/// A cause column, card by card, with the cached outcomes of every level. Exchanging the cells of some rows
/// on two cards keeps every threshold of every level exactly if at each level the two outcomes stay or are
/// exchanged.
#[derive(Clone, Debug)]
pub(super) struct CauseCells {
    rows: usize,
    /// `cells[card][row]`, 0 for a critical failure.
    cells: Rows,
    /// `outcomes[card][level - 1]`.
    outcomes: Rows,
    /// Rows of each card that are pinned, as bits.
    pinned: Vec<u8>,
    /// Constraints on the sum and the lowest of several rows.
    constraints: Vec<RowConstraint>,
}

/// A set of rows of a column, as bits: row 1 is bit 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct RowSet(u8);

impl RowSet {
    /// A single row, from 0.
    #[inline]
    pub fn new(row: usize) -> Self {
        Self(1 << row)
    }

    /// Whether a row, from 0, is in the set.
    #[inline]
    pub fn has(self, row: usize) -> bool {
        self.0 >> row & 1 == 1
    }

    /// The first row of the set.
    #[inline]
    pub fn first(self) -> usize {
        self.0.trailing_zeros() as usize
    }
}

impl CauseCells {
    /// The solved column of a plan.
    pub fn new(deal: CauseColumnDeal, plan: &CausePlan) -> Self {
        Self { constraints: plan.constraints.clone(), ..Self::pinned(deal, &plan.pinned) }
    }

    /// A column without row constraints; `pinned[row][card]`.
    fn pinned(deal: CauseColumnDeal, pinned: &[Vec<Option<u16>>]) -> Self {
        let rows = deal.cells.len();
        let cards = deal.cells[0].len();
        let cells = vec![[0; ROWS]; cards];
        let outcomes = cells.clone();
        let mut column =
            Self { rows, cells, outcomes, pinned: vec![0; cards], constraints: Vec::new() };
        for (row, (values, pins)) in deal.cells.iter().zip(pinned).enumerate() {
            for (card, (&value, pin)) in values.iter().zip(pins).enumerate() {
                column.cells[card][row] = value;
                column.pinned[card] |= u8::from(pin.is_some()) << row;
            }
        }
        (0..cards).for_each(|card| column.read(card));
        column
    }

    /// The number of cards.
    pub fn cards(&self) -> usize {
        self.cells.len()
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// The cell of a row (from 0) on a card, 0 for a critical failure.
    #[inline]
    pub fn cell(&self, row: usize, card: usize) -> u16 {
        self.cells[card][row]
    }

    /// The outcome of a check of this level (from 1) on a card.
    #[inline]
    pub fn outcome(&self, level: usize, card: usize) -> u16 {
        self.outcomes[card][level - 1]
    }

    /// The cells row by row, each card by card.
    pub fn by_row(&self) -> Vec<Vec<u16>> {
        let line = |row| (0..self.cards()).map(|card| self.cell(row, card)).collect();
        (0..self.rows).map(line).collect()
    }

    /// The number of row sets to exchange, not counting all rows together.
    #[inline]
    pub fn sets(&self) -> usize {
        ((1 << self.rows) - 2).max(1)
    }

    /// The row set with this index, from 0.
    #[inline]
    pub fn set(&self, number: usize) -> RowSet {
        RowSet(number as u8 + 1)
    }

    /// The levels at which the outcomes of two cards are exchanged, as bits from level 1, if the cards
    /// exchange the rows in `set`. `None` if a pin forbids it, or if the outcomes of a level are neither kept
    /// nor exchanged: then a threshold would change its count.
    #[inline]
    pub fn exchange(&self, set: RowSet, one: usize, other: usize) -> Option<u8> {
        let RowSet(bits) = set;
        if (self.pinned[one] | self.pinned[other]) & bits != 0 {
            return None;
        }
        let (ours, theirs) = (&self.cells[one], &self.cells[other]);
        let (was, were) = (&self.outcomes[one], &self.outcomes[other]);
        let (mut best, mut most) = (0, 0);
        let (mut levels, mut spoilt) = (0, false);
        // All rows are checked without an early return: which row refuses is unpredictable, and a branch
        // would cost more.
        for row in 0..self.rows.min(ROWS) {
            let change = if bits >> row & 1 == 0 { 0 } else { ours[row] ^ theirs[row] };
            let (a, b) = (ours[row] ^ change, theirs[row] ^ change);
            (best, most) = (best.max(a), most.max(b));
            let (then, there) = (if a == 0 { 0 } else { best }, if b == 0 { 0 } else { most });
            let stays = (then ^ was[row]) | (there ^ were[row]) == 0;
            let changes = (then ^ were[row]) | (there ^ was[row]) == 0;
            levels |= u8::from(!stays) << row;
            spoilt |= !(stays | changes);
        }
        let keeps = |constraint: &RowConstraint| {
            constraint.keeps(&ours[..self.rows], &theirs[..self.rows], |row| set.has(row))
        };
        if spoilt || !self.constraints.iter().all(keeps) {
            return None;
        }
        Some(levels)
    }

    /// Exchanges the rows in `set` on two cards.
    pub fn swap_rows(&mut self, set: RowSet, one: usize, other: usize) {
        for row in 0..self.rows {
            if !set.has(row) {
                continue;
            }
            let cell = self.cells[one][row];
            self.cells[one][row] = std::mem::replace(&mut self.cells[other][row], cell);
        }
        self.read(one);
        self.read(other);
    }

    /// Computes a card's outcomes: 0 on a critical failure, else the best of the rows so far.
    #[inline]
    fn read(&mut self, card: usize) {
        let mut best = 0;
        for (row, &cell) in self.cells[card].iter().enumerate() {
            best = best.max(cell);
            self.outcomes[card][row] = if cell == 0 { 0 } else { best };
        }
    }

    /// Exchanges two whole tuples.
    pub fn swap(&mut self, one: usize, other: usize) {
        self.cells.swap(one, other);
        self.outcomes.swap(one, other);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::outcome::outcome;
    use crate::random::Draws;

    #[test]
    fn exchanges_keep_the_outcomes_of_every_level() {
        let mut draws = Draws::new(1, "tuples");
        let cells: Vec<Vec<u16>> =
            (0..5).map(|_| (0..54).map(|_| draws.below(5) as u16).collect()).collect();
        let mut pinned = vec![vec![None; 54]; 5];
        pinned[2][7] = Some(cells[2][7]);
        let mut column = CauseCells::pinned(CauseColumnDeal { cells, cost: 0 }, &pinned);
        let (mut made, mut refused) = (0, 0);
        for _ in 0..3000 {
            let (one, other) = draws.two_below(54);
            let set = column.set(draws.below(column.sets()));
            let now = column.by_row();
            let mut then = now.clone();
            for row in (0..5).filter(|row| set.0 >> row & 1 == 1) {
                then[row].swap(one, other);
            }
            let pin = set.0 & 0b100 != 0 && (one == 7 || other == 7);
            let mut levels = 0;
            let kept = (1..=5).all(|level| {
                let pair =
                    |cells: &[Vec<u16>]| (outcome(cells, one, level), outcome(cells, other, level));
                let (before, after) = (pair(&now), pair(&then));
                levels |= u8::from(before != after) << (level - 1);
                before == after || (before.1, before.0) == after
            });
            let offered = column.exchange(set, one, other);
            assert_eq!(kept && !pin, offered.is_some());
            match offered {
                Some(moved) => {
                    assert_eq!(levels, moved);
                    column.swap_rows(set, one, other);
                    assert_eq!(then, column.by_row());
                    for (level, card) in (1..=5).flat_map(|level| [(level, one), (level, other)]) {
                        assert_eq!(outcome(&then, card, level), column.outcome(level, card));
                    }
                    made += 1;
                }
                None => refused += 1,
            }
        }
        assert!(made > 50 && refused > 50, "{made} {refused}");
    }
}
