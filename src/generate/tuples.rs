//! The tuples of a cause column card by card, as the search exchanges parts of them.

use crate::deck::DECK_SIZE;

use super::cells::CauseCells;

/// The most rows a grid has, so that a tuple is one vector.
const ROWS: usize = 8;

/// A column with the outcomes of every level at hand.
#[derive(Clone, Debug)]
pub(super) struct Tuples {
    rows: usize,
    cells: [[u16; ROWS]; DECK_SIZE],
    /// `outcomes[card][level - 1]`.
    outcomes: [[u16; ROWS]; DECK_SIZE],
    /// The best number of the rows so far.
    best: [[u16; ROWS]; DECK_SIZE],
    /// Rows of each card that are pinned, as bits.
    pinned: [u8; DECK_SIZE],
}

/// An exchange of some rows' cells between two cards that keeps every level's outcomes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Exchange {
    one: usize,
    other: usize,
    /// The rows, as bits.
    set: u8,
    /// The levels at which the two outcomes change places, as bits from level 1.
    pub levels: u8,
}

impl Tuples {
    pub fn new(column: &CauseCells) -> Self {
        let rows = column.cells.len();
        let mut tuples = Self {
            rows,
            cells: [[0; ROWS]; DECK_SIZE],
            outcomes: [[0; ROWS]; DECK_SIZE],
            best: [[0; ROWS]; DECK_SIZE],
            pinned: [0; DECK_SIZE],
        };
        for card in 0..DECK_SIZE {
            for row in 0..rows {
                tuples.cells[card][row] = column.cells[row][card];
                tuples.pinned[card] |= u8::from(column.is_pinned(row, card)) << row;
            }
            tuples.read(card);
        }
        tuples
    }

    /// Writes the cells back.
    pub fn store(&self, column: &mut CauseCells) {
        for (row, line) in column.cells.iter_mut().enumerate() {
            line.iter_mut().zip(&self.cells).for_each(|(cell, tuple)| *cell = tuple[row]);
        }
    }

    /// How many sets of rows there are to exchange, all rows together not among them.
    pub fn sets(&self) -> usize {
        ((1 << self.rows) - 2).max(1)
    }

    /// The exchange of the rows in `set` (bits) between two cards, if no pin forbids it and at each
    /// level the two outcomes stay or change places: then every threshold keeps its count.
    #[inline]
    pub fn exchange(&self, set: u8, one: usize, other: usize) -> Option<Exchange> {
        if (self.pinned[one] | self.pinned[other]) & set != 0 {
            return None;
        }
        let first = set.trailing_zeros() as usize;
        let (ours, theirs) = (&self.cells[one], &self.cells[other]);
        let now = [&self.outcomes[one], &self.outcomes[other]];
        let mut best = match first.checked_sub(1) {
            None => [0; 2],
            Some(above) => [self.best[one][above], self.best[other][above]],
        };
        let mut levels = 0;
        for row in first..self.rows {
            let (a, b) = match set >> row & 1 {
                0 => (ours[row], theirs[row]),
                _ => (theirs[row], ours[row]),
            };
            best = [best[0].max(a), best[1].max(b)];
            let then = [if a == 0 { 0 } else { best[0] }, if b == 0 { 0 } else { best[1] }];
            if then != [now[0][row], now[1][row]] {
                if then != [now[1][row], now[0][row]] {
                    return None;
                }
                levels |= 1 << row;
            }
        }
        Some(Exchange { one, other, set, levels })
    }

    pub fn make(&mut self, exchange: Exchange) {
        let Exchange { one, other, set, .. } = exchange;
        for row in (0..self.rows).filter(|row| set >> row & 1 == 1) {
            let cell = self.cells[one][row];
            self.cells[one][row] = std::mem::replace(&mut self.cells[other][row], cell);
        }
        self.read(one);
        self.read(other);
    }

    /// Works out a card's outcomes: 0 on a critical failure, else the best of the rows so far.
    fn read(&mut self, card: usize) {
        let mut best = 0;
        for (row, &cell) in self.cells[card].iter().enumerate() {
            best = best.max(cell);
            self.best[card][row] = best;
            self.outcomes[card][row] = if cell == 0 { 0 } else { best };
        }
    }

    /// Exchanges two whole tuples.
    pub fn swap(&mut self, one: usize, other: usize) {
        self.cells.swap(one, other);
        self.outcomes.swap(one, other);
        self.best.swap(one, other);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::cause_column::{CauseColumnDeal, outcome};
    use crate::random::Draws;

    #[test]
    fn an_exchange_is_offered_exactly_where_every_level_keeps_its_outcomes() {
        let mut draws = Draws::new(1, "tuples");
        let cells: Vec<Vec<u16>> =
            (0..5).map(|_| (0..DECK_SIZE).map(|_| draws.below(5) as u16).collect()).collect();
        let mut pinned = vec![vec![None; DECK_SIZE]; 5];
        pinned[2][7] = Some(cells[2][7]);
        let mut column = CauseCells::new(CauseColumnDeal { cells, cost: 0 }, &pinned);
        let mut tuples = Tuples::new(&column);
        let (mut made, mut refused) = (0, 0);
        for _ in 0..3000 {
            let (one, other) = draws.two_below(DECK_SIZE);
            let set = draws.below(tuples.sets()) as u8 + 1;
            let now = column.cells.clone();
            let mut then = now.clone();
            for row in (0..5).filter(|row| set >> row & 1 == 1) {
                then[row].swap(one, other);
            }
            let pin = set & 0b100 != 0 && (one == 7 || other == 7);
            let mut levels = 0;
            let kept = (1..=5).all(|level| {
                let pair =
                    |cells: &[Vec<u16>]| (outcome(cells, one, level), outcome(cells, other, level));
                let (before, after) = (pair(&now), pair(&then));
                levels |= u8::from(before != after) << (level - 1);
                before == after || (before.1, before.0) == after
            });
            let offered = tuples.exchange(set, one, other);
            assert_eq!(kept && !pin, offered.is_some());
            match offered {
                Some(exchange) => {
                    assert_eq!(levels, exchange.levels);
                    tuples.make(exchange);
                    tuples.store(&mut column);
                    assert_eq!(then, column.cells);
                    made += 1;
                }
                None => refused += 1,
            }
        }
        assert!(made > 50 && refused > 50, "{made} {refused}");
    }
}
