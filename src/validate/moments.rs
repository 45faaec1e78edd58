//! Mean and standard deviation of every cell, compared with its dice.
//!
//! A cause cell is compared, as one card without follow-ups, with one throw of an ordinary die, CF counting
//! 0; an effect cell with the sum of its dice. The shift of the mean is given in standard deviations of the
//! dice, the spread as the ratio of the standard deviations. Both are roots of fractions. Rounding open-ended
//! dice to whole cards truncates the far tail, so their spread is slightly under 1 on every deck.

use num_traits::Zero;
use schemars::JsonSchema;
use serde::Serialize;

use crate::deck::Deck;
use crate::dice::{Die, EffectDice, Probability, sum_moments};

use super::correlation::covariance;
use super::effects;
use super::{Amount, CellName};

/// One cell's mean and spread.
#[derive(Clone, Debug, PartialEq, JsonSchema, Serialize)]
pub struct CellMoments {
    /// The cell.
    #[serde(flatten)]
    pub cell: CellName,
    /// The mean over the cards.
    pub mean: Amount,
    /// The mean of the dice.
    pub dice_mean: Amount,
    /// The standard deviation over the cards.
    pub deviation: Amount,
    /// The standard deviation of the dice.
    pub dice_deviation: Amount,
    /// (mean − mean of the dice) / standard deviation of the dice.
    pub shift: Amount,
    /// Standard deviation over that of the dice.
    pub spread: Amount,
}

/// Every cause cell, then every effect cell.
pub(super) fn tables(deck: &Deck, closed: bool) -> Vec<CellMoments> {
    let layout = deck.layout();
    let mut tables = Vec::new();
    for (column, &die) in layout.cause.columns.iter().enumerate() {
        for row in 1..=layout.cause.rows {
            let values = cause_values(deck, column, row);
            let one = sum_moments(EffectDice { row: 1, die }, true);
            tables.push(table(CellName::cause(die, row), &values, one));
        }
    }
    for (column, &die) in layout.effect.columns.iter().enumerate() {
        for row in 1..=layout.effect.rows {
            let values = effects::values(deck, column, row);
            let dice = sum_moments(EffectDice { row, die }, closed);
            tables.push(table(CellName::effect(die, row), &values, dice));
        }
    }
    tables
}

/// The values of a cause cell, card by card; CF is 0.
pub(super) fn cause_values(deck: &Deck, column: usize, row: u8) -> Vec<i64> {
    let cells = deck.cards().iter().filter_map(|card| card.cause.get(column, row));
    cells.map(|cell| cell.value().into()).collect()
}

fn table(cell: CellName, values: &[i64], dice: (Probability, Probability)) -> CellMoments {
    let (dice_mean, dice_variance) = dice;
    let cards = values.len() as i128;
    let sum: i128 = values.iter().map(|&value| i128::from(value)).sum();
    let mean = Probability::new(sum.into(), cards.into());
    let variance = Probability::new(covariance(values, values).into(), (cards * cards).into());
    let off = &mean - &dice_mean;
    let shift = Amount::signed_root(&off * &off / &dice_variance, off < Probability::zero());
    CellMoments {
        cell,
        shift,
        spread: Amount::root(&variance / &dice_variance),
        mean: Amount::exact(mean),
        dice_mean: Amount::exact(dice_mean),
        deviation: Amount::root(variance),
        dice_deviation: Amount::root(dice_variance),
    }
}

impl CellName {
    pub(super) fn cause(die: Die, row: u8) -> Self {
        Self { grid: super::GridName::Cause, sides: die.sides(), row }
    }

    pub(super) fn effect(die: Die, row: u8) -> Self {
        Self { grid: super::GridName::Effect, sides: die.sides(), row }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::fixtures;
    use super::*;

    #[test]
    fn a_d6_of_nine_cards_a_face_has_the_mean_and_spread_of_a_die() {
        let d6 = Die::new(6).unwrap();
        let faces: Vec<i64> = (0..54).map(|card| card % 6 + 1).collect();
        let dice = sum_moments(EffectDice { row: 1, die: d6 }, true);
        let moments = table(CellName::cause(d6, 1), &faces, dice);
        assert_eq!("0.000", moments.shift.rounded(3));
        assert_eq!(Amount::root(Probability::from_integer(1.into())), moments.spread);
    }

    #[test]
    fn rounded_open_ended_dice_lose_some_of_their_tail() {
        // An open-ended d6 with every tie rounded down: one card is above 11.
        let d6 = Die::new(6).unwrap();
        let counts = [9, 9, 9, 9, 9, 0, 2, 1, 2, 1, 2, 0, 0, 0, 0, 1];
        let faces: Vec<i64> = (1..).zip(counts).flat_map(|(face, n)| vec![face; n]).collect();
        assert_eq!(54, faces.len());
        let dice = sum_moments(EffectDice { row: 1, die: d6 }, false);
        let moments = table(CellName::effect(d6, 1), &faces, dice);
        // The mean is half a percent of σ low and the spread seven percent, the known price of 54 cards.
        assert_eq!(("-0.02", "0.93"), (&*moments.shift.rounded(2), &*moments.spread.rounded(2)));
    }

    #[test]
    fn every_cell_of_both_grids_is_reported() {
        assert_eq!(50, tables(&fixtures::deck(), false).len());
    }
}
