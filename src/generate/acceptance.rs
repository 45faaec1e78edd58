//! Acceptance thresholds of the Metropolis rule: exponential draws.

use std::sync::LazyLock;

/// The quantiles of the exponential distribution with mean 1, −ln(1 − (k + ½)/n) for k below n.
///
/// Computed from sums, products and quotients alone, which are the same on every machine; a platform's
/// logarithm may differ in the last digit, and with it a deck.
static QUANTILES: LazyLock<Box<[f64; SHARES]>> = LazyLock::new(|| {
    let mut quantiles = Box::new([0.0; SHARES]);
    let mut sum = half_log_ratio(2 * SHARES, 2 * SHARES - 1) * 2.0;
    for k in 0..SHARES {
        quantiles[k] = sum;
        // From 2n − 2k − 1 parts of 2n to two fewer.
        let left = 2 * (SHARES - k) - 1;
        sum += half_log_ratio(left, left.saturating_sub(2).max(1)) * 2.0;
    }
    quantiles
});

/// The number of equal shares of a draw.
pub(super) const SHARES: usize = 1 << 12;

/// ½·ln(a/b) = z + z³/3 + z⁵/5 + …, where z = (a − b)/(a + b).
fn half_log_ratio(a: usize, b: usize) -> f64 {
    let z = (a - b) as f64 / (a + b) as f64;
    let square = z * z;
    let (mut power, mut sum) = (z, 0.0);
    for odd in (1..80).step_by(2) {
        sum += power / f64::from(odd);
        power *= square;
    }
    sum
}

/// An exchange that raises the cost by d at temperature T is accepted if d ≤ T·E, where E is drawn from the
/// exponential distribution: with probability exp(−d/T).
#[derive(Clone, Copy)]
pub(super) struct Acceptance {
    quantiles: &'static [f64; SHARES],
}

impl Acceptance {
    pub fn new() -> Self {
        Self { quantiles: &QUANTILES }
    }

    /// E for one of the [`SHARES`] equal shares of a draw.
    #[inline]
    pub fn exponential(self, share: usize) -> f64 {
        self.quantiles[share % SHARES]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[allow(clippy::disallowed_methods, reason = "checks a table of constants, decides nothing")]
    fn the_shares_are_quantiles_of_the_exponential_distribution() {
        let acceptance = Acceptance::new();
        for share in 0..SHARES {
            let part = (share as f64 + 0.5) / SHARES as f64;
            let expected = -(1.0 - part).ln();
            assert!((acceptance.exponential(share) - expected).abs() < 1e-12, "{share}");
        }
    }
}
