//! Compares the effect cells with sums of dice, magnitude by magnitude.
//!
//! Cell (k)N represents the sum of k dice of N sides, open-ended unless the spec says closed. The number of
//! cards at each magnitude or above is compared with n · P(sum ≥ magnitude) for n cards, also at magnitudes that no card
//! shows: above the largest one shown, the expected number only falls. Down a column each row adds one die to
//! the one above, so the *increment* should be distributed as a single die and be independent of the row it
//! is added to.

use num_bigint::{BigInt, BigUint};
use num_traits::Zero;
use schemars::JsonSchema;
use serde::Serialize;

use crate::deck::Deck;
use crate::dice::{DiceKind, Die, Distribution, Probability};

use super::Amount;
use super::cdf::{Staircase, in_cards};
use super::correlation::correlation;
use super::joint::joint_error;

/// One effect cell, compared with its dice.
#[derive(Clone, Debug, PartialEq, JsonSchema, Serialize)]
pub struct EffectCell {
    /// The column's sides.
    pub sides: u16,
    /// The row: how many dice it sums.
    pub row: u8,
    /// Cards at each magnitude from `row` to one above the largest with a relevant share.
    pub stairs: Staircase,
}

/// The step from one effect row to the next, compared with one die.
#[derive(Clone, Debug, PartialEq, JsonSchema, Serialize)]
pub struct Increment {
    /// The column's sides.
    pub sides: u16,
    /// The row the step leads to, from 2.
    pub row: u8,
    /// Pearson's r between the row above and the step, over all cards.
    pub r: Amount,
    /// The worst joint threshold error of the two, in cards.
    pub joint: Amount,
    /// Cards at each size of step from 1 up.
    pub stairs: Staircase,
}

impl EffectCell {
    /// The cell in notation: `(3)10`.
    pub fn label(&self) -> String {
        format!("({}){}", self.row, self.sides)
    }

    /// Where the error is largest: `(3)10 at magnitude 7`.
    pub fn worst_label(&self) -> String {
        format!("{} at magnitude {}", self.label(), self.stairs.worst_at)
    }
}

impl Increment {
    /// The two rows: `(2)10 to (3)10`.
    pub fn label(&self) -> String {
        let above = self.row - 1;
        format!("({above}){} to ({}){}", self.sides, self.row, self.sides)
    }
}

/// The values of an effect cell, card by card.
pub(super) fn values(deck: &Deck, column: usize, row: u8) -> Vec<i64> {
    deck.cards().iter().filter_map(|card| card.effect.get(column, row)).map(i64::from).collect()
}

/// The sums that the cells of each column represent.
pub(super) fn sums(deck: &Deck, closed: bool) -> Vec<Sums> {
    let shape = &deck.layout().effect;
    let columns = shape.columns.iter().enumerate();
    columns
        .map(|(column, &die)| {
            let cells = deck.cards().iter().flat_map(|card| card.effect.column(column));
            let shown = cells.copied().max().unwrap_or(0);
            Sums::new(deck.size(), die, closed, shape.rows, shown.into())
        })
        .collect()
}

/// Every cell, and the steps between them. `sums` are those of the deck's columns.
pub(super) fn tables(deck: &Deck, sums: &[Sums]) -> (Vec<EffectCell>, Vec<Increment>) {
    let (mut cells, mut increments) = (Vec::new(), Vec::new());
    let columns = deck.layout().effect.columns.iter().enumerate();
    for ((column, &die), dice) in columns.zip(sums) {
        let rows = deck.layout().effect.rows;
        let grid: Vec<Vec<i64>> = (1..=rows).map(|row| values(deck, column, row)).collect();
        for (row, values) in (1..).zip(&grid) {
            let stairs = dice.compare(row, values);
            cells.push(EffectCell { sides: die.sides(), row, stairs });
        }
        for (row, pair) in (2..).zip(grid.windows(2)) {
            let steps: Vec<i64> = pair[1].iter().zip(&pair[0]).map(|(row, up)| row - up).collect();
            increments.push(Increment {
                sides: die.sides(),
                row,
                r: correlation(&pair[0], &steps),
                joint: joint_error(&pair[0], &steps),
                stairs: dice.compare(1, &steps),
            });
        }
    }
    (cells, increments)
}

/// The effect dice of a deck: those it names, else those that its cells are nearer to.
pub fn effect_dice(deck: &Deck) -> DiceKind {
    let seen = || if look_closed(deck) { DiceKind::Closed } else { DiceKind::OpenEnded };
    deck.effect_dice().unwrap_or_else(seen)
}

/// Whether the cells show that the effect dice are closed: the first row of each column is then nearer to
/// ordinary dice than to open-ended ones.
fn look_closed(deck: &Deck) -> bool {
    let mut nearer_closed = 0_i32;
    for (column, &die) in deck.layout().effect.columns.iter().enumerate() {
        let first = values(deck, column, 1);
        let highest = first.iter().copied().max().unwrap_or(0);
        let [open, closed] = [false, true]
            .map(|closed| Sums::new(deck.size(), die, closed, 1, highest))
            .map(|sums| sums.compare(1, &first).error);
        nearer_closed += i32::from(open.exceeds(&closed)) - i32::from(closed.exceeds(&open));
    }
    nearer_closed > 0
}

/// The sums of 1, 2, … dice of one size: for each row, the expected number of cards at each magnitude from
/// the smallest possible one up.
pub(super) struct Sums {
    rows: Vec<Vec<Probability>>,
}

impl Sums {
    /// Sums of up to `rows` dice for the cells of `cards` that show at most `shown`.
    fn new(cards: usize, die: Die, closed: bool, rows: u8, shown: i64) -> Self {
        // Beyond this height open-ended dice have a share of about a thousandth of a card: each further throw
        // of a chain divides by N, and the rows allow for the other dice.
        let sides = i64::from(die.sides());
        let mut throws = 1;
        while sides.pow(throws as u32) < 1000 * cards as i64 * i64::from(rows) {
            throws += 1;
        }
        let far = sides * (2 * i64::from(rows) + throws);
        let highest = (shown + 1).clamp(sides, far);
        let one = if closed {
            Distribution::die(die)
        } else {
            Distribution::open_ended(die, highest as u32 + 1)
        };
        let mut sum = one.clone();
        let mut tables = Vec::with_capacity(usize::from(rows));
        for row in 1..=i64::from(rows) {
            if row > 1 {
                sum = sum.plus(&one, highest + 1);
            }
            let mut table = cumulative(cards, &sum, row, highest.max(row) + 1);
            // A card with a magnitude beyond the table counts as an error by itself: the small share of the
            // dice there is ignored, so the error is never underestimated.
            if let Some(last) = table.last_mut()
                && shown + 1 > far
            {
                last.set_zero();
            }
            tables.push(table);
        }
        Self { rows: tables }
    }

    /// The expected cards whose sum of `row` dice is x or more, for x from `row` up.
    pub fn ideal(&self, row: u8) -> &[Probability] {
        &self.rows[usize::from(row) - 1]
    }

    /// Compares the cell of `row` dice. The last threshold counts all magnitudes beyond it.
    fn compare(&self, row: u8, values: &[i64]) -> Staircase {
        let ideal = self.ideal(row);
        let from = i64::from(row);
        Staircase::compare(from, values, ideal)
    }
}

/// The expected number of `cards` with X ≥ x, for x of `from` to `to`.
fn cumulative(cards: usize, sum: &Distribution, from: i64, to: i64) -> Vec<Probability> {
    let listed: BigUint = sum.iter().map(|(_, weight)| weight).sum();
    let total = BigInt::from(sum.total().clone());
    let mut at_least: BigUint = sum.total() - &listed;
    let mut falling: Vec<(i64, Probability)> = Vec::new();
    let mut results: Vec<(i64, &BigUint)> = sum.iter().collect();
    for x in (from..=to).rev() {
        while let Some(&(result, weight)) = results.last()
            && result >= x
        {
            at_least += weight;
            results.pop();
        }
        let share = Probability::new(BigInt::from(at_least.clone()), total.clone());
        falling.push((x, in_cards(cards, &share)));
    }
    falling.into_iter().rev().map(|(_, cards)| cards).collect()
}

#[cfg(test)]
mod tests {
    use super::super::tests::fixtures;
    use super::*;
    use crate::dice::{EffectDice, sum_moments};

    fn die(sides: u16) -> Die {
        Die::new(sides).unwrap()
    }

    #[test]
    fn moments_of_closed_dice_match_the_textbook() {
        let two = sum_moments(EffectDice { row: 2, die: die(6) }, true);
        assert_eq!(
            (Probability::from_integer(7.into()), Probability::new(35.into(), 6.into())),
            two
        );
    }

    #[test]
    fn the_table_of_sums_agrees_with_the_distribution() {
        for closed in [false, true] {
            let sums = Sums::new(54, die(6), closed, 3, 25);
            let one = if closed {
                Distribution::die(die(6))
            } else {
                Distribution::open_ended(die(6), 60)
            };
            let three = one.times(3, 40);
            for (x, cards) in (3..).zip(&sums.rows[2]) {
                assert_eq!(&in_cards(54, &three.at_least(x)), cards, "{x}");
            }
            assert_eq!(25, sums.rows[2].len(), "3 to 27");
        }
    }

    #[test]
    fn an_impossible_magnitude_counts_its_cards_as_error() {
        let sums = Sums::new(54, die(6), false, 1, 99_999);
        let mut cell = vec![1; 54];
        cell[7] = 99_999;
        let stairs = sums.compare(1, &cell);
        assert_eq!(1, *stairs.cards.last().unwrap());
        assert!(*stairs.dice.last().unwrap() < 0.001);
    }

    #[test]
    fn closed_dice_are_recognized() {
        assert!(!look_closed(&fixtures::deck()));
    }

    #[test]
    fn every_cell_of_cumulative_counts_is_within_half_a_card() {
        let half = Probability::new(1.into(), 2.into());
        let deck = fixtures::deck();
        let (cells, increments) = tables(&deck, &sums(&deck, false));
        assert_eq!((25, 20), (cells.len(), increments.len()));
        for cell in cells {
            assert!(cell.stairs.error.is_within(&half), "{}", cell.worst_label());
        }
        assert!(increments.iter().all(|step| !step.r.is_within(&Probability::zero())));
    }
}
