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
    /// Rows of each card that are pinned, as bits.
    pinned: [u8; DECK_SIZE],
}

/// An exchange of some rows' cells between two cards that keeps every level's outcomes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Exchange {
    one: usize,
    other: usize,
    /// What the two cards will hold.
    cells: [[u16; ROWS]; 2],
    outcomes: [[u16; ROWS]; 2],
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
            pinned: [0; DECK_SIZE],
        };
        for card in 0..DECK_SIZE {
            for row in 0..rows {
                tuples.cells[card][row] = column.cells[row][card];
                tuples.pinned[card] |= u8::from(column.is_pinned(row, card)) << row;
            }
            tuples.outcomes[card] = outcomes(&tuples.cells[card]);
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
        let (mut a, mut b) = (self.cells[one], self.cells[other]);
        for row in 0..ROWS {
            if set >> row & 1 == 1 {
                (a[row], b[row]) = (b[row], a[row]);
            }
        }
        let then = [outcomes(&a), outcomes(&b)];
        let now = [&self.outcomes[one], &self.outcomes[other]];
        let mut levels = 0;
        let mut kept = true;
        for level in 0..ROWS {
            let stays = then[0][level] == now[0][level] && then[1][level] == now[1][level];
            let swaps = then[0][level] == now[1][level] && then[1][level] == now[0][level];
            kept &= stays | swaps;
            levels |= u8::from(!stays) << level;
        }
        kept.then_some(Exchange { one, other, cells: [a, b], outcomes: then, levels })
    }

    pub fn make(&mut self, exchange: &Exchange) {
        for (card, place) in [exchange.one, exchange.other].into_iter().zip(0..) {
            self.cells[card] = exchange.cells[place];
            self.outcomes[card] = exchange.outcomes[place];
        }
    }

    /// Exchanges two whole tuples.
    pub fn swap(&mut self, one: usize, other: usize) {
        self.cells.swap(one, other);
        self.outcomes.swap(one, other);
    }
}

/// The outcome at each level: 0 on a critical failure, else the best of the rows so far.
#[inline]
fn outcomes(cells: &[u16; ROWS]) -> [u16; ROWS] {
    let mut best = 0;
    let mut outcomes = *cells;
    for outcome in &mut outcomes {
        best = best.max(*outcome);
        if *outcome != 0 {
            *outcome = best;
        }
    }
    outcomes
}
