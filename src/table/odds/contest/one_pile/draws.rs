//! Counts of the ways to draw exceptional cells.

use super::rows::Rows;

/// The number of ways in which both sides may draw exceptional cells in the counted rows: by the
/// number of cells of each side, and by the difference of the amounts above the lowest exceptional
/// number.
#[derive(Clone)]
pub(super) struct Draws {
    /// The maximum number of cells of each side.
    pub most: [usize; 2],
    /// The differences range from minus the second to the first.
    pub range: [i64; 2],
    pub ways: Vec<u128>,
}

impl Draws {
    /// Counts for a number of cards of each class.
    pub fn new(rows: &Rows, left: &[u8]) -> Self {
        let mut draws = Self { most: [0; 2], range: [0; 2], ways: Vec::new() };
        let mut factors = Vec::new();
        for (class, &cards) in left.iter().enumerate() {
            let drawn = rows.drawn_by(class);
            for (side, excess) in drawn.into_iter().enumerate() {
                if let Some(excess) = excess {
                    draws.most[side] += usize::from(cards);
                    draws.range[side] += excess * i64::from(cards);
                }
            }
            factors.extend((0..cards).map(|_| drawn));
        }
        draws.ways = vec![0; (draws.most[0] + 1) * (draws.most[1] + 1) * draws.width()];
        let none = draws.at(0, 0);
        draws.ways[none + draws.range[1] as usize] = 1;
        for drawn in factors {
            // In each way the card is not drawn, or drawn by one of the two sides.
            for row in (0..draws.rows()).rev() {
                draws.change(row, drawn, |ways, one_less| *ways += one_less);
            }
        }
        draws
    }

    pub fn width(&self) -> usize {
        (self.range[0] + self.range[1] + 1) as usize
    }

    /// The index of the first way with these numbers of cells.
    pub fn at(&self, mine: usize, theirs: usize) -> usize {
        (mine * (self.most[1] + 1) + theirs) * self.width()
    }

    /// The number of pairs of cell counts.
    fn rows(&self) -> usize {
        (self.most[0] + 1) * (self.most[1] + 1)
    }

    /// Changes the ways of a row by those with one card less, drawn by one side or the other.
    fn change(&mut self, row: usize, by: [Option<i64>; 2], change: fn(&mut u128, u128)) {
        let width = self.width();
        let (drawn, their_drawn) = (row / (self.most[1] + 1), row % (self.most[1] + 1));
        let (before, ways) = self.ways.split_at_mut(row * width);
        let rows_back = [(drawn, by[0], self.most[1] + 1), (their_drawn, by[1].map(|it| -it), 1)];
        for (drawn, by, back) in rows_back {
            let (Some(by), 1..) = (by, drawn) else { continue };
            let one_less = &before[(row - back) * width..][..width];
            let shift = by.unsigned_abs() as usize;
            let kept = width.saturating_sub(shift);
            let (to, from) = if by < 0 { (0, shift) } else { (shift, 0) };
            for (ways, one_less) in ways[to..].iter_mut().take(kept).zip(&one_less[from..]) {
                change(ways, *one_less);
            }
        }
    }

    /// The same counts without a number of cards of each class.
    pub fn without(&self, rows: &Rows, classes: &[u8]) -> Self {
        let mut draws = self.clone();
        for (class, &cards) in classes.iter().enumerate() {
            for _ in 0..cards {
                draws.lose(rows.drawn_by(class));
            }
        }
        draws
    }

    /// Removes a card that either side may draw: reverses the addition in [`Draws::new`].
    pub fn lose(&mut self, drawn: [Option<i64>; 2]) {
        if drawn != [None; 2] {
            for row in 0..self.rows() {
                self.change(row, drawn, |ways, one_less| *ways -= one_less);
            }
        }
    }
}
