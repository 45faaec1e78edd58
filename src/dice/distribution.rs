//! Exact distributions over whole numbers.

use std::ops::Range;

use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;
use num_traits::{One, Zero};

use super::Die;

/// The exact distribution of a whole number, as integer weights over a common total.
///
/// Results run from `lowest` to [`highest`](Self::highest) without gaps (a weight may be 0); the
/// mass above `highest` is kept as one number, so `P(X ≥ x)` is exact up to `highest + 1`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Distribution {
    lowest: i64,
    weights: Vec<BigUint>,
    above: BigUint,
    total: BigUint,
}

impl Distribution {
    /// The distribution of a constant `value`.
    pub fn certain(value: i64) -> Self {
        Self {
            lowest: value,
            weights: vec![BigUint::one()],
            above: BigUint::zero(),
            total: BigUint::one(),
        }
    }

    /// `weights[i]` is the weight of `lowest + i`. `None` if all weights are 0.
    pub fn from_weights(lowest: i64, weights: Vec<BigUint>) -> Option<Self> {
        let total: BigUint = weights.iter().sum();
        (!total.is_zero()).then(|| Self { lowest, weights, above: BigUint::zero(), total })
    }

    /// One ordinary die: 1 to its sides, equally likely.
    pub fn die(die: Die) -> Self {
        let sides = usize::from(die.sides());
        Self {
            lowest: 1,
            weights: vec![BigUint::one(); sides],
            above: BigUint::zero(),
            total: BigUint::from(sides),
        }
    }

    /// One open-ended die up to `highest`: a die that shows its maximum N is thrown again and added (dice
    /// edition, chapter 3). So v = cN + f with 1 ≤ f < N has probability N^−(c+1), and multiples of N are
    /// impossible.
    pub fn open_ended(die: Die, highest: u32) -> Self {
        let sides = u32::from(die.sides());
        let chain = highest / sides + 1;
        let total = BigUint::from(sides).pow(chain);
        let mut weights = Vec::with_capacity(highest as usize);
        let mut sum = BigUint::zero();
        for value in 1..=highest {
            let weight = if value % sides == 0 {
                BigUint::zero()
            } else {
                BigUint::from(sides).pow(chain - 1 - value / sides)
            };
            sum += &weight;
            weights.push(weight);
        }
        let above = &total - sum;
        Self { lowest: 1, weights, above, total }
    }

    /// The sum of this and an independent `other`, exact up to `highest` (mass beyond it is one number). An
    /// operand with a lower highest result limits that of the sum.
    #[must_use]
    pub fn plus(&self, other: &Self, highest: i64) -> Self {
        let lowest = self.lowest + other.lowest;
        // Mass above one operand's highest result may add to any larger sum, so exactness ends there.
        let mut highest = highest;
        if !self.above.is_zero() {
            highest = highest.min(self.highest() + other.lowest);
        }
        if !other.above.is_zero() {
            highest = highest.min(other.highest() + self.lowest);
        }
        let highest = highest.min(self.highest() + other.highest()).max(lowest);
        let length = (highest - lowest + 1) as usize;
        let mut weights = vec![BigUint::zero(); length];
        // The numbers of a die have equal weights, and so has each further throw of a chain: a run of equal
        // weights is multiplied once, by the sum of the other weights.
        let mut below = vec![BigUint::zero()];
        for weight in &self.weights {
            below.push(below.last().map_or_else(BigUint::zero, |sum| sum + weight));
        }
        for (run, weight) in other.runs().filter(|(_, weight)| !weight.is_zero()) {
            for (place, slot) in weights.iter_mut().enumerate().skip(run.start) {
                let from = (place + 1).saturating_sub(run.end).min(self.weights.len());
                let to = (place + 1 - run.start).min(self.weights.len());
                if from < to {
                    *slot += weight * (&below[to] - &below[from]);
                }
            }
        }
        let total = &self.total * &other.total;
        let above = &total - weights.iter().sum::<BigUint>();
        Self { lowest, weights, above, total }
    }

    /// Ranges of adjacent results with their common weight.
    fn runs(&self) -> impl Iterator<Item = (Range<usize>, &BigUint)> {
        let mut end = 0;
        self.weights.chunk_by(PartialEq::eq).map(move |run| {
            let start = end;
            end += run.len();
            (start..end, &run[0])
        })
    }

    /// The sum of `count` independent copies, exact up to `highest`; 0 for no copies.
    #[must_use]
    pub fn times(&self, count: u32, highest: i64) -> Self {
        (0..count).fold(Self::certain(0), |sum, _| sum.plus(self, highest))
    }

    /// The distribution of −X. `None` if there is mass above the highest result.
    pub fn negated(&self) -> Option<Self> {
        self.above.is_zero().then(|| {
            let mut weights = self.weights.clone();
            weights.reverse();
            Self { lowest: -self.highest(), weights, ..self.clone() }
        })
    }

    /// The smallest result listed.
    pub fn lowest(&self) -> i64 {
        self.lowest
    }

    /// The largest result with a weight of its own.
    pub fn highest(&self) -> i64 {
        self.lowest + self.weights.len() as i64 - 1
    }

    /// Whether every result is listed, without mass above [`highest`](Self::highest).
    pub fn is_complete(&self) -> bool {
        self.above.is_zero()
    }

    /// P(X = x). 0 below the lowest result.
    ///
    /// # Panics
    /// If `x` is above the highest result of an incomplete distribution.
    pub fn probability(&self, x: i64) -> BigRational {
        self.at_least(x) - self.at_least(x + 1)
    }

    /// P(X ≥ x).
    ///
    /// # Panics
    /// If `x` is above `highest + 1` of an incomplete distribution, where it is unknown.
    pub fn at_least(&self, x: i64) -> BigRational {
        assert!(
            self.is_complete() || x <= self.highest() + 1,
            "P(X ≥ {x}) is not known: results are listed up to {}",
            self.highest(),
        );
        let from = (x - self.lowest).clamp(0, self.weights.len() as i64) as usize;
        let weight: BigUint = self.weights[from..].iter().sum::<BigUint>() + &self.above;
        BigRational::new(BigInt::from(weight), BigInt::from(self.total.clone()))
    }

    /// The weight of X ≥ x for every listed result x, ascending, and for the one above: as
    /// [`at_least`](Self::at_least) out of [`total`](Self::total), in one pass.
    pub fn tails(&self) -> Vec<BigUint> {
        let mut tails = vec![self.above.clone()];
        for weight in self.weights.iter().rev() {
            tails.push(weight + &tails[tails.len() - 1]);
        }
        tails.reverse();
        tails
    }

    /// Every listed result with its weight, ascending, without results of weight 0.
    pub fn iter(&self) -> impl Iterator<Item = (i64, &BigUint)> {
        (self.lowest..).zip(&self.weights).filter(|(_, weight)| !weight.is_zero())
    }

    /// The sum of all weights, listed or not.
    pub fn total(&self) -> &BigUint {
        &self.total
    }

    /// The mean, or `None` if there is mass above the highest result.
    pub fn mean(&self) -> Option<BigRational> {
        self.moment(1)
    }

    /// The variance, or `None` if there is mass above the highest result.
    pub fn variance(&self) -> Option<BigRational> {
        let mean = self.mean()?;
        Some(self.moment(2)? - &mean * &mean)
    }

    fn moment(&self, power: u32) -> Option<BigRational> {
        self.is_complete().then(|| {
            let sum: BigInt = self
                .iter()
                .map(|(value, weight)| {
                    BigInt::from(value).pow(power) * BigInt::from(weight.clone())
                })
                .sum();
            BigRational::new(sum, BigInt::from(self.total.clone()))
        })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn ratio(numerator: i64, denominator: i64) -> BigRational {
        BigRational::new(numerator.into(), denominator.into())
    }

    fn die(sides: u16) -> Die {
        Die::new(sides).unwrap()
    }

    #[test]
    fn two_dice_sum_as_in_the_textbook() {
        let two = Distribution::die(die(6)).times(2, 99);
        assert_eq!(ratio(6, 36), two.probability(7));
        assert_eq!(ratio(1, 36), two.probability(12));
        assert_eq!(ratio(0, 1), two.probability(13));
        assert_eq!(Some(ratio(7, 1)), two.mean());
        assert_eq!(Some(ratio(35, 6)), two.variance());
    }

    #[test]
    fn an_open_ended_die_never_shows_a_multiple_of_its_sides() {
        let d6 = Distribution::open_ended(die(6), 20);
        assert_eq!(ratio(0, 1), d6.probability(6));
        assert_eq!(ratio(1, 36), d6.probability(7));
        assert_eq!(ratio(1, 216), d6.probability(13));
        assert_eq!(ratio(1, 216), d6.at_least(18));
        assert_eq!(ratio(1, 1), d6.at_least(1));
    }

    #[test]
    fn open_ended_sums_agree_with_enumeration_of_throws() {
        // Every run of at most six d4 throws, read as dice in sequence.
        fn walk(dice_left: u32, sum: i64, p: BigRational, depth: u32, hits: &mut [BigRational]) {
            if dice_left == 0 {
                if let Some(slot) = hits.get_mut(sum as usize) {
                    *slot += p;
                }
                return;
            }
            if depth == 0 {
                return;
            }
            for face in 1..=4 {
                let left = if face == 4 { dice_left } else { dice_left - 1 };
                walk(left, sum + face, &p * ratio(1, 4), depth - 1, hits);
            }
        }
        let mut hits = vec![ratio(0, 1); 14];
        walk(2, 0, ratio(1, 1), 8, &mut hits);
        let two = Distribution::open_ended(die(4), 30).times(2, 13);
        for (sum, expected) in hits.into_iter().enumerate().skip(2) {
            assert_eq!(expected, two.probability(sum as i64), "sum {sum}");
        }
    }

    #[test]
    fn the_tail_is_known_one_past_the_highest_result() {
        let d4 = Distribution::open_ended(die(4), 8);
        assert_eq!(ratio(1, 16), d4.at_least(9));
        assert!(std::panic::catch_unwind(|| d4.at_least(10)).is_err());
    }

    #[test]
    fn sums_of_incomplete_distributions_stay_exact() {
        let short = Distribution::open_ended(die(4), 6);
        let long = Distribution::open_ended(die(4), 60);
        let sum = short.times(3, 40);
        let exact = long.times(3, 40);
        assert_eq!(sum.highest(), 6 + 2);
        for x in 3..=sum.highest() + 1 {
            assert_eq!(exact.at_least(x), sum.at_least(x), "{x}");
        }
    }

    fn some() -> impl Strategy<Value = Distribution> {
        // Few different weights, so that there are runs of every length.
        let weights = prop::collection::vec(0_u8..4, 1..12);
        (-5_i64..5, weights, 0_u8..3).prop_filter_map("all are 0", |(lowest, weights, above)| {
            let listed =
                Distribution::from_weights(lowest, weights.iter().map(|&w| w.into()).collect())?;
            let above = BigUint::from(above);
            Some(Distribution { total: &listed.total + &above, above, ..listed })
        })
    }

    proptest! {
        #[test]
        fn a_sum_is_that_of_every_pair_of_results(one in some(), other in some(), highest in -10_i64..30) {
            let sum = one.plus(&other, highest);
            for x in sum.lowest()..=sum.highest() {
                let pairs = one.iter().flat_map(|own| other.iter().map(move |other| (own, other)));
                let pairs = pairs.filter(|((a, _), (b, _))| a + b == x);
                let expected: BigUint = pairs.map(|((_, a), (_, b))| a * b).sum();
                let found = sum.iter().find(|(result, _)| *result == x).map(|(_, weight)| weight.clone());
                prop_assert_eq!(expected, found.unwrap_or_default(), "{}", x);
            }
            prop_assert_eq!(&sum.total, &(one.total() * other.total()));
            prop_assert_eq!(&sum.tails()[0], &sum.total);
        }

        #[test]
        fn the_tails_are_those_reported_one_by_one(one in some()) {
            for (x, tail) in (one.lowest()..=one.highest() + 1).zip(one.tails()) {
                let share = BigRational::new(tail.into(), one.total().clone().into());
                prop_assert_eq!(one.at_least(x), share, "{}", x);
            }
            prop_assert_eq!(one.tails().len(), one.weights.len() + 1);
        }
    }
}
