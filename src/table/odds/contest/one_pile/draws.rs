//! The ways to draw exceptional cells.

use super::rows::Rows;

/// In how many ways both sides may draw exceptional cells in the rows that are counted: by how many
/// either draws, and by the difference of what these are above the least of them.
#[derive(Clone)]
pub(super) struct Draws {
    /// The most that either may draw.
    pub most: [usize; 2],
    /// The differences are from minus the second to the first.
    pub range: [i64; 2],
    pub ways: Vec<u128>,
}

impl Draws {
    /// Of so many cards of each class.
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
            // Each way stays as it is, or one of the two draws the card.
            for row in (0..draws.rows()).rev() {
                draws.change(row, drawn, |ways, one_less| *ways += one_less);
            }
        }
        draws
    }

    pub fn width(&self) -> usize {
        (self.range[0] + self.range[1] + 1) as usize
    }

    /// Where the ways begin in which the sides draw so many.
    pub fn at(&self, mine: usize, theirs: usize) -> usize {
        (mine * (self.most[1] + 1) + theirs) * self.width()
    }

    /// The pairs of how many either draws.
    fn rows(&self) -> usize {
        (self.most[0] + 1) * (self.most[1] + 1)
    }

    /// Changes the ways of a row by those that one card less leads to, which one side or the other
    /// draws.
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

    /// The same without so many cards of each class.
    pub fn without(&self, rows: &Rows, classes: &[u8]) -> Self {
        let mut draws = self.clone();
        for (class, &cards) in classes.iter().enumerate() {
            for _ in 0..cards {
                draws.lose(rows.drawn_by(class));
            }
        }
        draws
    }

    /// Takes out a card that either side may draw: what [`Draws::new`] added is taken away again.
    pub fn lose(&mut self, drawn: [Option<i64>; 2]) {
        if drawn != [None; 2] {
            for row in 0..self.rows() {
                self.change(row, drawn, |ways, one_less| *ways -= one_less);
            }
        }
    }
}
