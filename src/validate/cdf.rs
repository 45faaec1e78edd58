//! The cumulative counts of cards at each threshold, compared with the dice.

use num_traits::Zero;
use schemars::JsonSchema;
use serde::Serialize;

use crate::dice::{Probability, share};

use super::Amount;

/// For ascending thresholds: the number of cards that reach each, and the expected number.
#[derive(Clone, Debug, PartialEq, JsonSchema, Serialize)]
pub struct Staircase {
    /// The first threshold; the others follow in steps of one.
    pub from: i64,
    /// Cards that reach each threshold.
    pub cards: Vec<usize>,
    /// The same for the dice, in cards, to six decimals.
    pub dice: Vec<f64>,
    /// The largest distance between the two, in cards.
    pub error: Amount,
    /// The first threshold with the largest error.
    pub worst_at: i64,
    /// The sum of the distances at all thresholds, in cards. Divided by the number of cards it is the mean
    /// difference between a result and that of the dice, both in order of size.
    #[serde(skip)]
    pub(super) sum: Probability,
    /// The largest and the sum of the distances if every count is the whole number nearest to the dice.
    #[serde(skip)]
    pub(super) least: (Amount, Probability),
}

impl Staircase {
    /// Compares the cards whose values reach each threshold with the ideal numbers of cards, both from
    /// threshold `from` up.
    pub(super) fn compare(from: i64, values: &[i64], ideal: &[Probability]) -> Self {
        let cards = Self::count(values, from, ideal.len());
        let mut worst = (Probability::zero(), from);
        let (mut sum, mut least, mut least_sum) =
            (Probability::zero(), Probability::zero(), Probability::zero());
        for ((threshold, &count), ideal) in (from..).zip(&cards).zip(ideal) {
            let nearest = share::error(*share::nearest(values.len(), ideal).start(), ideal);
            least_sum += &nearest;
            least = least.max(nearest);
            let error = share::error(count, ideal);
            sum += &error;
            if error > worst.0 {
                worst = (error, threshold);
            }
        }
        let dice = ideal.iter().map(|ideal| Amount::exact(ideal.clone()).to_f64()).collect();
        let (error, least) = (Amount::exact(worst.0), (Amount::exact(least), least_sum));
        Self { from, cards, dice, error, worst_at: worst.1, sum, least }
    }

    /// Counts of `values` at each of `thresholds` thresholds from `from` up.
    fn count(values: &[i64], from: i64, thresholds: usize) -> Vec<usize> {
        (from..)
            .take(thresholds)
            .map(|threshold| values.iter().filter(|&&value| value >= threshold).count())
            .collect()
    }
}

/// The worst of several amounts and its place; zero without a place if there are none.
pub(super) fn worst<'a>(
    amounts: impl IntoIterator<Item = (&'a Amount, String)>,
) -> (Amount, String) {
    let mut worst: Option<(&Amount, String)> = None;
    for (amount, at) in amounts {
        if worst.as_ref().is_none_or(|(known, _)| amount.exceeds(known)) {
            worst = Some((amount, at));
        }
    }
    worst.map_or_else(
        || (Amount::exact(Probability::zero()), String::new()),
        |(amount, at)| (amount.clone(), at),
    )
}

/// The expected number of `cards` for `probability`.
pub(super) fn in_cards(cards: usize, probability: &Probability) -> Probability {
    share::ideal(cards, probability)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The values of 54 cards of which these numbers reach 2, 3 and 4.
    fn values([two, three, four]: [usize; 3]) -> Vec<i64> {
        let counts = [(1, 54 - two), (2, two - three), (3, three - four), (4, four)];
        counts.iter().flat_map(|&(value, cards)| vec![value; cards]).collect()
    }

    #[test]
    fn the_worst_threshold_is_the_first_of_the_farthest() {
        let half = |n: i64| Probability::new(n.into(), 2.into());
        let stairs = Staircase::compare(2, &values([40, 27, 13]), &[half(81), half(54), half(27)]);
        assert_eq!((Amount::exact(half(1)), 2), (stairs.error, stairs.worst_at));
        assert_eq!(vec![40.5, 27.0, 13.5], stairs.dice);
        assert_eq!((half(2), half(2)), (stairs.sum, stairs.least.1));
    }

    #[test]
    fn the_smallest_distance_is_that_of_the_nearest_count() {
        let quarter = |n: i64| Probability::new(n.into(), 4.into());
        let ideal = [quarter(161), quarter(108), quarter(55)];
        let stairs = Staircase::compare(2, &values([43, 27, 0]), &ideal);
        let slow = |ideal: &Probability| {
            let counts = (0..=54).map(|count| share::error(count, ideal));
            counts.min().unwrap()
        };
        let slow = ideal.each_ref().map(slow);
        assert_eq!(&slow.iter().sum::<Probability>(), &stairs.least.1);
        assert_eq!(Amount::exact(slow.into_iter().max().unwrap()), stairs.least.0);
        assert_eq!(quarter(11 + 55), stairs.sum);
    }

    #[test]
    fn a_value_equal_to_the_threshold_reaches_it() {
        assert_eq!(vec![3, 2, 2, 2, 0], Staircase::count(&[1, 4, 4], 1, 5));
    }
}
