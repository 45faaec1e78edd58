//! An exact probability in readable form.

use std::fmt;

use num_bigint::BigInt;
use num_traits::{One, ToPrimitive, Zero};
use schemars::JsonSchema;
use serde::{Serialize, Serializer};

use crate::dice::Probability;

/// An exact probability. Shown in percent with two decimals, rounded half up; only an impossible
/// event is shown as 0.00 % and only a certain one as 100.00 %. In JSON the texts `numerator`,
/// `denominator` and `percent`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, JsonSchema)]
#[schemars(with = "ChanceRecord")]
pub struct Chance(Probability);

impl Chance {
    /// The chance with this probability, from 0 to 1.
    pub fn new(probability: Probability) -> Self {
        Self(probability)
    }

    /// The chance to draw one of `cards` cards from a pile; 0 for an empty pile.
    pub fn from_cards(cards: u32, pile: u32) -> Self {
        if pile == 0 {
            return Self(Probability::zero());
        }
        Self(Probability::new(cards.into(), pile.into()))
    }

    /// The exact number.
    pub fn probability(&self) -> &Probability {
        &self.0
    }

    /// Returns the exact number.
    pub(super) fn into_probability(self) -> Probability {
        self.0
    }

    /// The exact number as a reduced fraction, such as `7/9`; 0 and 1 without a denominator.
    ///
    /// ```
    /// use actiondeck::table::odds::Chance;
    ///
    /// assert_eq!(Chance::from_cards(42, 54).fraction(), "7/9");
    /// assert_eq!(Chance::from_cards(54, 54).fraction(), "1");
    /// ```
    pub fn fraction(&self) -> String {
        self.0.to_string()
    }

    /// The probability in hundredths of a percent, 0 to 10,000, rounded half up.
    pub fn basis_points(&self) -> u32 {
        let scaled = &self.0 * BigInt::from(10_000);
        let rounded = (scaled + Probability::new(1.into(), 2.into())).floor().to_integer();
        // A probability is at most 1.
        rounded.to_u32().unwrap_or(10_000)
    }

    /// `77.78`
    fn percent(&self) -> String {
        let points = self.basis_points();
        format!("{}.{:02}", points / 100, points % 100)
    }
}

impl fmt::Display for Chance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.basis_points() {
            0 if !self.0.is_zero() => f.pad("< 0.01 %"),
            10_000 if !self.0.is_one() => f.pad("> 99.99 %"),
            _ => f.pad(&format!("{} %", self.percent())),
        }
    }
}

impl Serialize for Chance {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (numerator, denominator) = (self.0.numer().to_string(), self.0.denom().to_string());
        ChanceRecord { numerator, denominator, percent: self.percent() }.serialize(serializer)
    }
}

/// A chance as JSON, in texts because the numbers can be long.
#[derive(JsonSchema, Serialize)]
struct ChanceRecord {
    /// The numerator of the fraction.
    numerator: String,
    /// The denominator of the fraction.
    denominator: String,
    /// Per cent, rounded to two decimals.
    percent: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percent_is_rounded_half_up_to_two_decimals() {
        let shown = |cards, pile| Chance::from_cards(cards, pile).to_string();
        assert_eq!("33.33 %", shown(1, 3));
        assert_eq!("66.67 %", shown(2, 3));
        assert_eq!("0.01 %", shown(1, 20_000));
        assert_eq!("0.00 %", shown(0, 0));
        assert_eq!("100.00 %", shown(54, 54));
        assert_eq!("5.00 %", shown(1, 20));
        assert_eq!("< 0.01 %", shown(1, 20_001));
        assert_eq!("> 99.99 %", shown(30_000, 30_001));
    }
}
