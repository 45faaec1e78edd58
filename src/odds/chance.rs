//! A probability as people read it.

use std::fmt;

use num_bigint::BigInt;
use num_traits::Zero;
use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};

use crate::dice::Probability;

/// An exact probability. Shown in percent with two decimals, rounded half up; in JSON as the texts
/// `numerator`, `denominator` and `percent`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Chance(Probability);

impl Chance {
    /// The chance of this probability, from 0 to 1.
    pub fn new(probability: Probability) -> Self {
        Self(probability)
    }

    /// So many cards of a pile; 0 of an empty one.
    pub fn of_cards(cards: u32, pile: u32) -> Self {
        if pile == 0 {
            return Self(Probability::zero());
        }
        Self(Probability::new(cards.into(), pile.into()))
    }

    /// The exact number.
    pub fn probability(&self) -> &Probability {
        &self.0
    }
}

impl fmt::Display for Chance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let scaled = &self.0 * BigInt::from(10_000);
        let hundredths = (scaled + Probability::new(1.into(), 2.into())).floor().to_integer();
        let (whole, rest) = (&hundredths / 100, &hundredths % BigInt::from(100));
        f.pad(&format!("{whole}.{:0>2} %", rest.to_string()))
    }
}

impl Serialize for Chance {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut chance = serializer.serialize_struct("Chance", 3)?;
        chance.serialize_field("numerator", &self.0.numer().to_string())?;
        chance.serialize_field("denominator", &self.0.denom().to_string())?;
        chance.serialize_field("percent", self.to_string().trim_end_matches(" %"))?;
        chance.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percent_is_rounded_half_up_to_two_decimals() {
        let shown = |cards, pile| Chance::of_cards(cards, pile).to_string();
        assert_eq!("33.33 %", shown(1, 3));
        assert_eq!("66.67 %", shown(2, 3));
        assert_eq!("0.01 %", shown(1, 20_000));
        assert_eq!("0.00 %", shown(0, 0));
        assert_eq!("100.00 %", shown(54, 54));
        assert_eq!("5.00 %", shown(1, 20));
    }
}
