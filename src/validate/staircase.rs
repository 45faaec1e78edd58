//! The cards that reach each threshold, beside the dice.

use num_traits::Zero;
use serde::Serialize;

use crate::deck::DECK_SIZE;
use crate::dice::{Probability, share};

use super::Amount;

/// For rising thresholds: how many cards reach each, and how many cards of 54 the dice stand for.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Staircase {
    /// The first threshold; the others follow by ones.
    pub from: i64,
    /// Cards that reach each threshold.
    pub cards: Vec<usize>,
    /// The same for the dice, in cards, to six decimals.
    pub dice: Vec<f64>,
    /// The largest distance between the two, in cards.
    pub error: Amount,
    /// The first threshold that is as far off.
    pub worst_at: i64,
}

impl Staircase {
    /// Compares counts with the ideal numbers of cards, both from threshold `from` up.
    pub(super) fn compare(from: i64, cards: Vec<usize>, ideal: &[Probability]) -> Self {
        let mut worst = (Probability::zero(), from);
        for ((threshold, &count), ideal) in (from..).zip(&cards).zip(ideal) {
            let error = share::error(count, ideal);
            if error > worst.0 {
                worst = (error, threshold);
            }
        }
        let dice = ideal.iter().map(|ideal| Amount::exact(ideal.clone()).to_f64()).collect();
        Self { from, cards, dice, error: Amount::exact(worst.0), worst_at: worst.1 }
    }

    /// Counts of `values` at each of `thresholds` thresholds from `from` up.
    pub(super) fn count(values: &[i64], from: i64, thresholds: usize) -> Vec<usize> {
        (from..)
            .take(thresholds)
            .map(|threshold| values.iter().filter(|&&value| value >= threshold).count())
            .collect()
    }
}

/// The worst of several amounts with a name for its place; zero and no place if there are none.
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

/// The number of cards of 54 that `probability` stands for.
pub(super) fn in_cards(probability: &Probability) -> Probability {
    share::ideal(DECK_SIZE, probability)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_worst_threshold_is_the_first_of_the_farthest() {
        let half = |n: i64| Probability::new(n.into(), 2.into());
        let stairs = Staircase::compare(2, vec![40, 27, 13], &[half(81), half(54), half(27)]);
        assert_eq!((Amount::exact(half(1)), 2), (stairs.error, stairs.worst_at));
        assert_eq!(vec![40.5, 27.0, 13.5], stairs.dice);
    }

    #[test]
    fn counting_takes_values_at_the_threshold_as_reaching_it() {
        assert_eq!(vec![3, 2, 2, 2, 0], Staircase::count(&[1, 4, 4], 1, 5));
    }
}
