//! Pearson's correlation over all cards, exact.
//!
//! Pearson, *Mathematical Contributions to the Theory of Evolution III*, 1896: r = Sxy / √(Sxx·Syy) with
//! Sxy = nΣxy − ΣxΣy. With whole values all three are whole, so r² is an exact fraction. The deck is the
//! whole population: r describes it, without inference.

use num_bigint::BigInt;
use num_traits::{One, Zero};

use crate::dice::Probability;

use super::Amount;

/// n²·cov(x, y) = nΣxy − ΣxΣy, a whole number.
pub(super) fn covariance(x: &[i64], y: &[i64]) -> i128 {
    let sum = |values: &[i64]| values.iter().map(|&value| i128::from(value)).sum::<i128>();
    let products: i128 = x.iter().zip(y).map(|(&x, &y)| i128::from(x) * i128::from(y)).sum();
    x.len() as i128 * products - sum(x) * sum(y)
}

/// Pearson's r; 0 if one of the two is constant.
pub(super) fn correlation(x: &[i64], y: &[i64]) -> Amount {
    from_moments(covariance(x, y), covariance(x, x), covariance(y, y))
}

/// Pearson's r from n²·cov(x, y) and both n²·var.
pub(super) fn from_moments(xy: i128, xx: i128, yy: i128) -> Amount {
    if xx == 0 || yy == 0 {
        return Amount::exact(Probability::zero());
    }
    let square = Probability::new(BigInt::from(xy).pow(2), BigInt::from(xx) * BigInt::from(yy));
    Amount::signed_root(square, xy < 0)
}

/// Σ r² over pairs of readings, exact. `variances` are the readings' n²·var, `pairs` the two indices and
/// n²·cov of each pair.
///
/// All terms are brought to the square of one common multiple, so that intermediate fractions are not
/// reduced.
pub(super) fn sum_of_squares(variances: &[i128], pairs: &[(usize, usize, i128)]) -> Probability {
    let common = variances.iter().filter(|variance| **variance != 0).fold(
        BigInt::one(),
        |common, &variance| {
            let variance = BigInt::from(variance);
            let shared = gcd(common.clone(), variance.clone());
            common * (variance / shared)
        },
    );
    let weights: Vec<BigInt> = variances
        .iter()
        .map(|&variance| match variance {
            0 => BigInt::zero(),
            _ => &common / BigInt::from(variance),
        })
        .collect();
    // Row by row, so that there is only one long product per reading.
    let mut sum = BigInt::zero();
    for (place, weight) in weights.iter().enumerate() {
        let row: BigInt = pairs
            .iter()
            .filter(|(first, _, _)| *first == place)
            .map(|(_, second, covariance)| BigInt::from(*covariance).pow(2) * &weights[*second])
            .sum();
        sum += row * weight;
    }
    Probability::new(sum, &common * &common)
}

fn gcd(mut a: BigInt, mut b: BigInt) -> BigInt {
    while !b.is_zero() {
        let rest = &a % &b;
        a = b;
        b = rest;
    }
    a
}

#[cfg(test)]
mod tests {
    use super::*;

    fn whole(n: i64) -> Amount {
        Amount::signed_root(Probability::from_integer(BigInt::from(n).pow(2)), n < 0)
    }

    #[test]
    fn equal_readings_give_one_and_opposite_ones_minus_one() {
        assert_eq!(whole(1), correlation(&[1, 2, 3], &[10, 20, 30]));
        assert_eq!(whole(-1), correlation(&[1, 2, 3], &[3, 2, 1]));
        assert_eq!("0", correlation(&[1, 2, 3], &[1, 2, 1]).rounded(0));
    }

    #[test]
    fn a_constant_has_no_correlation() {
        assert_eq!(Amount::exact(Probability::zero()), correlation(&[1, 2, 3], &[4, 4, 4]));
    }

    #[test]
    fn r_has_its_textbook_value() {
        // Σxy = 23 against 3·… : x = 1, 2, 3 and y = 1, 3, 5 + a kink.
        assert_eq!("0.866", correlation(&[1, 2, 3], &[1, 1, 2]).rounded(3));
    }

    #[test]
    fn large_values_do_not_overflow() {
        let big = i64::from(i32::MAX);
        assert_eq!(whole(1), correlation(&[0, big, -big], &[0, big, -big]));
    }

    #[test]
    fn the_sum_of_squares_is_that_of_the_pairs() {
        let readings: [&[i64]; 3] = [&[1, 2, 3, 4], &[1, 3, 2, 4], &[5, 1, 2, 2]];
        let variances: Vec<i128> = readings.iter().map(|x| covariance(x, x)).collect();
        let mut pairs = Vec::new();
        let mut expected = Probability::zero();
        for (i, j) in [(0, 1), (0, 2), (1, 2)] {
            let xy = covariance(readings[i], readings[j]);
            pairs.push((i, j, xy));
            expected += Probability::new(
                BigInt::from(xy).pow(2),
                BigInt::from(variances[i]) * BigInt::from(variances[j]),
            );
        }
        assert_eq!(expected, sum_of_squares(&variances, &pairs));
    }
}
