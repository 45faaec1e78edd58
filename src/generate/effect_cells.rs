//! An effect column on the cards, and the exchanges between two cards that keep the result of stage 1.

use super::effect_column::{EffectColumnDeal, increment_r, moments};
use super::plan::{EffectPlan, ROWS};

/// An effect column. Exchanging one row's cells on two cards keeps every cell's distribution. Both cards must
/// still rise, and the increments must stay similar to independent dice.
#[derive(Clone, Debug)]
pub(super) struct EffectCells {
    rows: usize,
    /// The sums of a card from its first row on, with a sentinel below and above them, so that every row has
    /// neighbours.
    cells: Vec<[i64; ROWS + 2]>,
    /// Rows of each card that are pinned, as bits.
    pinned: Vec<u8>,
    moments: Vec<(i64, i64)>,
    /// Sum of products of each row with the next.
    products: Vec<i64>,
    /// For each row but the first: at index x, the number of cards whose increment to it is x or more, minus
    /// the expected number.
    steps: Vec<Vec<f64>>,
}

/// The limit of |r| between a row and the increment to the next.
const MOST_R: f64 = 0.05;
/// The limit, in cards, for the increments' distance from a die at any threshold. Tighter limits cost joint
/// errors: 2 cards instead of 4 raise them by 0.03 cards rms.
const MOST_CARDS: f64 = 3.0;

impl EffectCells {
    pub fn new(deal: EffectColumnDeal, plan: &EffectPlan) -> Self {
        let cells = deal.cells;
        let highest = cells.iter().flatten().max().map_or(0, |&sum| sum as usize);
        let steps = cells
            .windows(2)
            .map(|pair| {
                let rises = pair[0].iter().zip(&pair[1]);
                let rises: Vec<usize> =
                    rises.map(|(&x, &y)| y.saturating_sub(x) as usize).collect();
                (0..=highest)
                    .map(|x| {
                        let cards = rises.iter().filter(|&&rise| rise >= x).count() as f64;
                        cards - plan.increments_at_least.get(x).copied().unwrap_or(0.0)
                    })
                    .collect()
            })
            .collect();
        let product = |pair: &[Vec<u32>]| {
            let terms = pair[0].iter().zip(&pair[1]);
            terms.map(|(&x, &y)| i64::from(x) * i64::from(y)).sum()
        };
        let mut column = Self {
            rows: cells.len(),
            moments: cells.iter().map(|row| moments(row)).collect(),
            products: cells.windows(2).map(product).collect(),
            pinned: vec![0; cells[0].len()],
            steps,
            cells: vec![[i64::MAX; ROWS + 2]; cells[0].len()],
        };
        column.cells.iter_mut().for_each(|card| card[0] = i64::MIN);
        for (row, (values, pins)) in cells.iter().zip(&plan.pinned).enumerate() {
            for (card, (&value, pin)) in values.iter().zip(pins).enumerate() {
                column.cells[card][row + 1] = value.into();
                column.pinned[card] |= u8::from(pin.is_some()) << row;
            }
        }
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

    /// The sum in a row (from 0) of a card.
    #[inline]
    pub fn cell(&self, row: usize, card: usize) -> u32 {
        self.sum(row, card) as u32
    }

    /// The sums row by row, each card by card.
    pub fn by_row(&self) -> Vec<Vec<u32>> {
        let line = |row| (0..self.cards()).map(|card| self.cell(row, card)).collect();
        (0..self.rows).map(line).collect()
    }

    #[inline]
    fn sum(&self, row: usize, card: usize) -> i64 {
        self.cells[card][row + 1]
    }

    /// Whether exchanging one row's cells on two cards keeps both rising and the adjacent increments within
    /// the limits, or no further from them.
    pub fn may_swap(&self, row: usize, one: usize, other: usize) -> bool {
        self.still_rises(row, one, other) && self.keeps_steps(row, one, other)
    }

    /// Whether pins allow the exchange and both cards still rise.
    #[inline]
    pub fn still_rises(&self, row: usize, one: usize, other: usize) -> bool {
        let pinned = (self.pinned[one] | self.pinned[other]) >> row & 1 == 1;
        let (ours, theirs) = (&self.cells[one], &self.cells[other]);
        let (a, b) = (ours[row + 1], theirs[row + 1]);
        let rises = (ours[row] < b) & (b < ours[row + 2]);
        let rise = (theirs[row] < a) & (a < theirs[row + 2]);
        !pinned & rises & rise
    }

    /// Whether the adjacent increments stay within the limits, or no further from them.
    pub fn keeps_steps(&self, row: usize, one: usize, other: usize) -> bool {
        let (a, b) = (self.sum(row, one), self.sum(row, other));
        self.pairs(row).all(|pair| {
            let now = self.pair_r(pair, self.products[pair]).abs();
            let then = self.pair_r(pair, self.products[pair] + self.shift(pair, row, one, other));
            then.abs() <= MOST_R.max(now)
                && [(one, b), (other, a)].iter().all(|&(card, cell)| {
                    let (from, to) = self.step_change(pair, row, card, cell);
                    let moved = &self.steps[pair][from.min(to) + 1..=from.max(to)];
                    let side = if to > from { 1.0 } else { -1.0 };
                    moved.iter().all(|miss| (miss + side).abs() <= MOST_CARDS.max(miss.abs()))
                })
        })
    }

    /// The increment of a pair of rows on a card, at present and with `cell` in `row`, one of the two.
    fn step_change(&self, pair: usize, row: usize, card: usize, cell: i64) -> (usize, usize) {
        let rise = |above: i64, below: i64| (below - above).max(0) as usize;
        let (above, below) = (self.sum(pair, card), self.sum(pair + 1, card));
        let then = if row == pair { rise(cell, below) } else { rise(above, cell) };
        (rise(above, below), then)
    }

    /// Exchanges the sums of one row on two cards.
    pub fn swap_row(&mut self, row: usize, one: usize, other: usize) {
        let (a, b) = (self.sum(row, one), self.sum(row, other));
        for pair in self.pairs(row) {
            self.products[pair] += self.shift(pair, row, one, other);
            for (card, cell) in [(one, b), (other, a)] {
                let (from, to) = self.step_change(pair, row, card, cell);
                let side = if to > from { 1.0 } else { -1.0 };
                let moved = &mut self.steps[pair][from.min(to) + 1..=from.max(to)];
                moved.iter_mut().for_each(|miss| *miss += side);
            }
        }
        [self.cells[one][row + 1], self.cells[other][row + 1]] = [b, a];
    }

    /// Exchanges the whole tuples of two cards.
    pub fn swap(&mut self, one: usize, other: usize) {
        self.cells.swap(one, other);
    }

    fn pair_r(&self, pair: usize, products: i64) -> f64 {
        increment_r(self.cards(), self.moments[pair], self.moments[pair + 1], products)
    }

    /// The pairs of adjacent rows that contain `row`.
    fn pairs(&self, row: usize) -> std::ops::Range<usize> {
        row.saturating_sub(1)..(row + 1).min(self.products.len())
    }

    /// The change of Σxy of a pair of rows when `row`, one of them, exchanges two cells.
    fn shift(&self, pair: usize, row: usize, one: usize, other: usize) -> i64 {
        let neighbour = if pair == row { row + 1 } else { pair };
        let difference = |row: usize| self.sum(row, one) - self.sum(row, other);
        -difference(row) * difference(neighbour)
    }
}
