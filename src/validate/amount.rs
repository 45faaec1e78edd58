//! An achieved or allowed quantity, exact where a verdict depends on it.

use num_bigint::BigInt;
use num_traits::{Signed, Zero};
use schemars::JsonSchema;
use serde::{Serialize, Serializer};

use crate::dice::Probability;

/// A number that is a fraction or the square root of one.
///
/// Correlations are roots; stored as their squares they compare with a limit without rounding.
///
/// ```
/// use actiondeck::dice::Probability;
/// use actiondeck::validate::Amount;
///
/// let r = Amount::root(Probability::new(1.into(), 2.into()));
/// assert_eq!(r.rounded(3), "0.707");
/// assert!(r.is_within(&Probability::new(71.into(), 100.into())));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema)]
#[schemars(with = "AmountRecord")]
pub struct Amount {
    /// The fraction, or its square with `negative` as the sign of the root.
    fraction: Probability,
    root: Option<Sign>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sign {
    Plus,
    Minus,
}

impl Amount {
    /// The fraction itself.
    pub fn exact(fraction: Probability) -> Self {
        Self { fraction, root: None }
    }

    /// A whole number.
    pub fn whole(number: impl Into<BigInt>) -> Self {
        Self::exact(Probability::from_integer(number.into()))
    }

    /// The square root of `square`.
    ///
    /// # Panics
    /// If `square` is negative.
    pub fn root(square: Probability) -> Self {
        assert!(!square.is_negative(), "a square is not negative");
        Self { fraction: square, root: Some(Sign::Plus) }
    }

    /// The square root of `square`, negated if `negative`.
    ///
    /// # Panics
    /// If `square` is negative.
    pub fn signed_root(square: Probability, negative: bool) -> Self {
        let sign = if negative && !square.is_zero() { Sign::Minus } else { Sign::Plus };
        Self { root: Some(sign), ..Self::root(square) }
    }

    /// The absolute value.
    #[must_use]
    pub fn size(&self) -> Self {
        match self.root {
            None => Self::exact(self.fraction.abs()),
            Some(_) => Self::root(self.fraction.clone()),
        }
    }

    /// The fraction, or the square of a root.
    pub(super) fn into_fraction(self) -> Probability {
        self.fraction
    }

    /// Whether |amount| ≤ `limit`, without rounding.
    pub fn is_within(&self, limit: &Probability) -> bool {
        match self.root {
            None => self.fraction.abs() <= *limit,
            Some(_) => !limit.is_negative() && self.fraction <= limit * limit,
        }
    }

    /// Whether |self| > |other|, without rounding.
    pub(super) fn exceeds(&self, other: &Self) -> bool {
        match (self.root, other.root) {
            (None, None) => self.fraction.abs() > other.fraction.abs(),
            _ => self.square() > other.square(),
        }
    }

    fn square(&self) -> Probability {
        match self.root {
            None => &self.fraction * &self.fraction,
            Some(_) => self.fraction.clone(),
        }
    }

    /// The nearest multiple of 10^−`places`, as text; halves are rounded away from zero.
    pub fn rounded(&self, places: u32) -> String {
        let scaled = self.scaled(places);
        let digits = format!("{:0>width$}", scaled.abs().to_string(), width = places as usize + 1);
        let (whole, decimals) = digits.split_at(digits.len() - places as usize);
        let sign = if scaled.is_negative() { "-" } else { "" };
        if places == 0 { format!("{sign}{whole}") } else { format!("{sign}{whole}.{decimals}") }
    }

    /// A positive amount rounded up to a multiple of 10^−`places`, as text.
    pub fn rounded_up(&self, places: u32) -> String {
        let rounded = self.rounded(places);
        let ten = BigInt::from(10).pow(places);
        let nearest = Probability::new(self.scaled(places), ten.clone());
        match self.is_within(&nearest) {
            true => rounded,
            false => Self::exact(nearest + Probability::new(1.into(), ten)).rounded(places),
        }
    }

    /// The amount to six decimals, for plots and files.
    pub fn to_f64(&self) -> f64 {
        self.rounded(6).parse().expect("digits with a point are a number")
    }

    /// The fraction, such as `27/8`, or `sqrt(1/2)`. `None` if it is too long for a line.
    pub fn fraction(&self) -> Option<String> {
        let text = match self.root {
            None => self.fraction.to_string(),
            Some(Sign::Plus) => format!("sqrt({})", self.fraction),
            Some(Sign::Minus) => format!("-sqrt({})", self.fraction),
        };
        (text.len() <= 60).then_some(text)
    }

    /// The amount times 10^`places`, rounded to a whole number.
    fn scaled(&self, places: u32) -> BigInt {
        let ten = BigInt::from(10).pow(places);
        let Some(sign) = self.root else {
            // Halves away from zero, in whole numbers: reducing the fraction would be slow.
            let (twice, whole) = (self.fraction.numer() * (ten * 2_u8), self.fraction.denom());
            let half = if twice.is_negative() { -whole } else { whole.clone() };
            return (twice + half) / (whole * 2_u8);
        };
        // Twice the root, truncated, shows on which side of the half the root is.
        let four: BigInt = BigInt::from(4) * &ten * &ten;
        let twice = (self.fraction.numer() * four / self.fraction.denom()).sqrt();
        let rounded: BigInt = (twice + 1) / 2;
        if sign == Sign::Minus { -rounded } else { rounded }
    }
}

impl Serialize for Amount {
    /// `{"value": 0.375, "exact": "3/8"}`
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        AmountRecord { value: self.to_f64(), exact: self.fraction() }.serialize(serializer)
    }
}

/// An amount as JSON.
#[derive(JsonSchema, Serialize)]
struct AmountRecord {
    /// The amount to six decimals.
    value: f64,
    /// The fraction (`3/8`) or root (`sqrt(1/2)`, `-sqrt(1/9)`) behind it, with which verdicts are computed; left
    /// out if it is longer than 60 characters.
    #[serde(skip_serializing_if = "Option::is_none")]
    exact: Option<String>,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ratio(numerator: i64, denominator: i64) -> Probability {
        Probability::new(numerator.into(), denominator.into())
    }

    #[test]
    fn fractions_round_half_away_from_zero() {
        assert_eq!("0.38", Amount::exact(ratio(3, 8)).rounded(2));
        assert_eq!("-0.38", Amount::exact(ratio(-3, 8)).rounded(2));
        assert_eq!("12", Amount::exact(ratio(23, 2)).rounded(0));
        assert_eq!("0.000", Amount::exact(ratio(-1, 9999)).rounded(3));
    }

    #[test]
    fn roots_round_to_the_nearest() {
        assert_eq!("1.414214", Amount::root(ratio(2, 1)).rounded(6));
        assert_eq!("1", Amount::root(ratio(2, 1)).rounded(0));
        assert_eq!("2", Amount::root(ratio(9, 4)).rounded(0));
        assert_eq!("-0.5", Amount::signed_root(ratio(1, 4), true).rounded(1));
    }

    #[test]
    fn a_root_is_within_a_limit_equal_to_it() {
        assert!(Amount::root(ratio(1, 100)).is_within(&ratio(1, 10)));
        assert!(!Amount::root(ratio(1_000_001, 100_000_000)).is_within(&ratio(1, 10)));
        assert!(!Amount::root(ratio(1, 100)).is_within(&ratio(-1, 10)));
        assert!(Amount::exact(ratio(-1, 2)).is_within(&ratio(1, 2)));
    }
}
