//! Lower bounds of the dependence between two readings of whole cards.
//!
//! Independent counts a and b of n cards would coincide on a·b/n cards. The actual number is whole, so its
//! error is at least the distance of a·b from a multiple of n. `validate/floors.rs` has the proof and its
//! tests.

/// The distance of a whole number to the nearest multiple of `cards`.
pub(crate) fn to_whole_cards(product: u64, cards: u64) -> u64 {
    let rest = product % cards;
    rest.min(cards - rest)
}

/// A reading as whole steps above its smallest value, without a common factor, which does not change
/// correlations.
pub(crate) fn steps(values: &[i64]) -> Vec<i64> {
    let lowest = values.iter().copied().min().unwrap_or(0);
    let step = values.iter().fold(0, |step, value| gcd(step, value - lowest)).max(1);
    values.iter().map(|value| (value - lowest) / step).collect()
}

/// The smallest |n²·cov| of two readings in [`steps`] over all deals.
pub(crate) fn least_covariance(x: &[i64], y: &[i64]) -> i128 {
    let sum = |steps: &[i64]| steps.iter().map(|&step| i128::from(step)).sum::<i128>();
    let cards = x.len() as i128;
    let rest = (sum(x) * sum(y)).rem_euclid(cards.max(1));
    rest.min(cards - rest)
}

fn gcd(mut a: i64, mut b: i64) -> i64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a.abs()
}
