//! A reading of the cards, compared with dice.

use std::collections::BTreeMap;

use num_bigint::BigInt;
use num_traits::{Signed, Zero};
use schemars::JsonSchema;
use serde::Serialize;

use crate::deck::{CardNumber, CardNumbers};
use crate::dice::{Distribution, Probability, share};
use crate::validate::Amount;

/// One question, compared with one kind of dice.
#[derive(Clone, Debug, PartialEq, JsonSchema, Serialize)]
pub struct Fit {
    /// The question.
    pub question: String,
    /// The dice that it represents.
    pub dice: String,
    /// The readings.
    pub lines: Vec<FitLine>,
}

/// One reading.
#[derive(Clone, Debug, PartialEq, JsonSchema, Serialize)]
pub struct FitLine {
    /// The notation, such as `3D`.
    pub reading: String,
    /// The number of cards drawn.
    pub cards: usize,
    /// The largest difference of the probabilities to reach a threshold, in cards of 54.
    pub error: Amount,
    /// The first threshold with that difference.
    pub worst_at: i64,
    /// The mean.
    pub mean: Amount,
    /// The mean of the dice.
    pub dice_mean: Amount,
    /// (mean − mean of the dice) / standard deviation of the dice.
    pub shift: Amount,
    /// Standard deviation over that of the dice.
    pub spread: Amount,
}

/// The frequency of each result, over all draws.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Results(BTreeMap<i64, u64>);

impl Results {
    /// The results of all ordered draws of `cards` different cards; `None` if `read` fails.
    pub(super) fn from_draws(
        numbers: CardNumbers,
        cards: usize,
        read: &mut impl FnMut(&[CardNumber]) -> Option<i64>,
    ) -> Option<Self> {
        let mut results = Self::default();
        results.add(numbers, cards, &mut Vec::new(), read)?;
        Some(results)
    }

    /// The sums of all ordered draws of different cards, if the number a card adds depends only on
    /// its place in the draw: for each place, the number that each card adds, by card number.
    pub(super) fn from_sums(places: &[Vec<i64>]) -> Self {
        // Places with the same numbers are interchangeable: each kind with its count.
        let kinds: Vec<(&[i64], usize)> = places
            .chunk_by(|one, next| one == next)
            .map(|alike| (&alike[0][..], alike.len()))
            .collect();
        let states = kinds.iter().map(|(_, count)| count + 1).product();
        // For each combination of filled places by kind: the sums so far, with the number of ways.
        let mut ways = vec![BTreeMap::new(); states];
        ways[0].insert(0, 1);
        for card in 0..places.first().map_or(0, Vec::len) {
            // In descending order, because a card can fill one place only.
            for state in (0..states).rev() {
                let mut step = 1;
                for (adds, count) in &kinds {
                    let free = count - state / step % (count + 1);
                    if free > 0 {
                        for (sum, before) in ways[state].clone() {
                            let sums = ways[state + step].entry(sum + adds[card]).or_default();
                            *sums += before * free as u64;
                        }
                    }
                    step *= count + 1;
                }
            }
        }
        Self(ways.pop().unwrap_or_default())
    }

    fn add(
        &mut self,
        numbers: CardNumbers,
        cards: usize,
        drawn: &mut Vec<CardNumber>,
        read: &mut impl FnMut(&[CardNumber]) -> Option<i64>,
    ) -> Option<()> {
        if drawn.len() == cards {
            *self.0.entry(read(drawn)?).or_default() += 1;
            return Some(());
        }
        for card in numbers.iter() {
            if !drawn.contains(&card) {
                drawn.push(card);
                self.add(numbers, cards, drawn, read)?;
                drawn.pop();
            }
        }
        Some(())
    }

    /// The highest result.
    pub(super) fn highest(&self) -> i64 {
        self.0.last_key_value().map_or(0, |(&value, _)| value)
    }

    /// Compares with dice of this distribution, which is exact up to one above the highest result,
    /// and of this mean and variance. The error is in cards of a deck with these numbers.
    pub(super) fn beside(
        &self,
        numbers: CardNumbers,
        reading: String,
        cards: usize,
        dice: &Distribution,
        (dice_mean, dice_variance): (Probability, Probability),
    ) -> FitLine {
        let draws: u64 = self.0.values().sum();
        let of_all = |count: BigInt| Probability::new(count, draws.into());
        let from = self.0.first_key_value().map_or(0, |(&value, _)| value).min(dice.lowest());
        let mut worst = (Probability::zero(), from);
        let mut reach = draws;
        for threshold in from..=self.highest() + 1 {
            let error = (of_all(reach.into()) - dice.at_least(threshold)).abs();
            if error > worst.0 {
                worst = (error, threshold);
            }
            reach -= self.0.get(&threshold).copied().unwrap_or(0);
        }
        let sum: BigInt = self.0.iter().map(|(&v, &n)| BigInt::from(v) * n).sum();
        let squares: BigInt = self.0.iter().map(|(&v, &n)| BigInt::from(v) * v * n).sum();
        let mean = of_all(sum);
        let variance = of_all(squares) - &mean * &mean;
        let off = &mean - &dice_mean;
        FitLine {
            reading,
            cards,
            error: Amount::exact(share::ideal(numbers.count(), &worst.0)),
            worst_at: worst.1,
            shift: Amount::signed_root(&off * &off / &dice_variance, off.is_negative()),
            spread: Amount::root(variance / dice_variance),
            mean: Amount::exact(mean),
            dice_mean: Amount::exact(dice_mean),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::{Die, sum_moments};

    fn d6() -> (Distribution, (Probability, Probability)) {
        let die = Die::new(6).unwrap();
        (Distribution::die(die), sum_moments("(1)6".parse().unwrap(), true))
    }

    #[test]
    fn nine_cards_a_face_are_a_die() {
        let read = &mut |drawn: &[CardNumber]| Some(i64::from(drawn[0].get()) % 6 + 1);
        let results = Results::from_draws(CardNumbers::POKER, 1, read).unwrap();
        let (dice, moments) = d6();
        let line = results.beside(CardNumbers::POKER, "1D".to_owned(), 1, &dice, moments);
        let reported = (line.error.rounded(3), line.shift.rounded(3), line.spread.rounded(3));
        assert_eq!(("0.000".into(), "0.000".into(), "1.000".into()), reported);
    }

    #[test]
    fn the_error_is_that_of_the_worst_threshold() {
        // All cards show 6: at threshold 6 the die has 9 cards and the deck 54.
        let results = Results::from_draws(CardNumbers::POKER, 1, &mut |_| Some(6)).unwrap();
        let (dice, moments) = d6();
        let line = results.beside(CardNumbers::POKER, "1D".to_owned(), 1, &dice, moments);
        assert_eq!(("45.000".to_owned(), 6), (line.error.rounded(3).to_string(), line.worst_at));
    }

    #[test]
    fn draws_of_two_are_ordered_and_without_a_shuffle() {
        let read = &mut |drawn: &[CardNumber]| Some(i64::from(drawn[0] == drawn[1]));
        let results = Results::from_draws(CardNumbers::POKER, 2, read).unwrap();
        assert_eq!(BTreeMap::from([(0, 54 * 53)]), results.0);
    }
}
