//! The number of n cards that corresponds to a probability.
//!
//! Rounding *cumulative* counts keeps every threshold within half a card of the dice, which is the best
//! possible with whole cards: adjacent counts differ by one card. A tie, exactly half way, may be rounded
//! either way.

use std::ops::RangeInclusive;

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive, Zero};

/// The exact number of cards, not rounded, for `probability` among `cards`.
pub fn ideal(cards: usize, probability: &BigRational) -> BigRational {
    probability * BigRational::from_integer(BigInt::from(cards))
}

/// The whole counts within half a card of `ideal`, limited to 0 to `cards`: two at a tie, else one.
///
/// ```
/// use actiondeck::dice::{Probability, share};
///
/// let quarter = Probability::new(1.into(), 4.into());
/// assert_eq!(share::nearest(54, &share::ideal(54, &quarter)), 13..=14); // 13.5
/// ```
pub fn nearest(cards: usize, ideal: &BigRational) -> RangeInclusive<usize> {
    if ideal.is_negative() {
        return 0..=0;
    }
    // In whole numbers: a sum of fractions would first be reduced, which is slow.
    let (twice, whole) = (ideal.numer() * 2, ideal.denom());
    let held = |count: BigInt| count.to_usize().map_or(cards, |count| count.min(cards));
    let low = (&twice + whole - 1) / (whole * 2);
    let high = (twice + whole) / (whole * 2);
    held(low)..=held(high)
}

/// One in `sides` of `cards`, rounded down or up.
pub fn one_in(sides: usize, cards: usize) -> RangeInclusive<usize> {
    cards / sides..=cards.div_ceil(sides)
}

/// The whole counts of 0 to `cards` within `tolerance` of `ideal`, or `None`.
pub fn within(
    cards: usize,
    ideal: &BigRational,
    tolerance: &BigRational,
) -> Option<RangeInclusive<usize>> {
    let low = (ideal - tolerance).ceil().to_integer();
    let high = (ideal + tolerance).floor().to_integer();
    let low = if low.is_negative() { 0 } else { low.to_usize()? };
    let high = if high.is_negative() { return None } else { high.to_usize()?.min(cards) };
    (low <= high).then_some(low..=high)
}

/// |count − ideal| in cards, exact.
pub fn error(count: usize, ideal: &BigRational) -> BigRational {
    (BigRational::from_integer(BigInt::from(count)) - ideal).abs()
}

/// Splits `cards` over outcomes of the given probabilities (in their order, summing to 1) by rounding
/// cumulative counts. Ties are mirrored: the lower half is rounded one way and the upper the other, which
/// keeps the mean of every symmetric distribution exact.
pub fn cumulative(cards: usize, probabilities: &[BigRational]) -> Vec<usize> {
    let half = BigRational::new(1.into(), 2.into());
    let mut below = BigRational::zero();
    let mut given = 0;
    probabilities
        .iter()
        .map(|probability| {
            below += probability;
            let range = nearest(cards, &ideal(cards, &below));
            let until = if below < half { *range.end() } else { *range.start() };
            let until = until.max(given);
            let count = until - given;
            given = until;
            count
        })
        .collect()
}

/// Uniform probabilities over `outcomes` outcomes.
pub fn even(outcomes: usize) -> Vec<BigRational> {
    vec![BigRational::new(BigInt::one(), BigInt::from(outcomes)); outcomes]
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn ratio(numerator: i64, denominator: i64) -> BigRational {
        BigRational::new(numerator.into(), denominator.into())
    }

    #[test]
    fn only_a_tie_may_be_rounded_either_way() {
        assert_eq!(13..=14, nearest(54, &ratio(27, 2)));
        assert_eq!(9..=9, nearest(54, &ratio(9, 1)));
        assert_eq!(7..=7, nearest(54, &ratio(27, 4)));
        assert_eq!(0..=0, nearest(54, &ratio(1, 3)));
        assert_eq!(54..=54, nearest(54, &ratio(54, 1)));
    }

    #[test]
    fn counts_stay_within_the_deck() {
        assert_eq!(0..=0, nearest(54, &ratio(-3, 1)));
        assert_eq!(54..=54, nearest(54, &ratio(60, 1)));
        assert_eq!(None, within(54, &ratio(1, 2), &ratio(1, 4)));
    }

    #[test]
    fn even_dice_match_the_deck_mathematics() {
        assert_eq!(cumulative(54, &even(4)), [14, 13, 13, 14]);
        assert_eq!(cumulative(54, &even(12)), [5, 4, 5, 4, 5, 4, 4, 5, 4, 5, 4, 5]);
        assert_eq!(cumulative(54, &even(6)), [9; 6]);
    }

    proptest! {
        #[test]
        fn the_nearest_counts_are_those_no_farther_than_half_a_card(n in -200_i64..8000, d in 1_i64..97) {
            let ideal = ratio(n, d);
            let near = nearest(54, &ideal);
            let half = ratio(1, 2);
            let all: Vec<usize> = (0..=54).filter(|&count| error(count, &ideal) <= half).collect();
            let end = if n < 0 { 0 } else { 54 };
            let expected = if all.is_empty() { vec![end] } else { all };
            prop_assert_eq!(expected, near.collect::<Vec<_>>());
        }

        #[test]
        fn cumulative_counts_use_every_card_and_stay_within_half_a_card(
            weights in prop::collection::vec(1_i64..1000, 1..60)
        ) {
            let total: i64 = weights.iter().sum();
            let shares: Vec<BigRational> = weights.iter().map(|&w| ratio(w, total)).collect();
            let counts = cumulative(54, &shares);
            prop_assert_eq!(54, counts.iter().sum::<usize>());
            let (mut below, mut given) = (BigRational::zero(), 0);
            for (share, count) in shares.iter().zip(counts) {
                below += share;
                given += count;
                prop_assert!(error(given, &ideal(54, &below)) <= ratio(1, 2));
            }
        }
    }
}
