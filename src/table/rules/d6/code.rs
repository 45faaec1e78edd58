//! Die codes: a number of six-sided dice, plus pips.

use crate::diagnostic::{Fault, Problem, fault, quoted};
use crate::dice::normalized;
use std::fmt;
use std::str::FromStr;

use schemars::JsonSchema;
use serde::{Serialize, Serializer};

/// A number of six-sided dice, and pips that are added to their sum, each 0 to 99. Written `4D+2`;
/// `4d6+2` is accepted too.
///
/// ```
/// use actiondeck::table::rules::d6::DieCode;
///
/// let strength: DieCode = "3D+2".parse()?;
/// assert_eq!("2D", strength.strength_damage().to_string());
/// assert_eq!("1D+2", strength.less(2).to_string());
/// # Ok::<(), actiondeck::table::rules::d6::DieCodeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, JsonSchema)]
#[schemars(with = "String")]
pub struct DieCode {
    dice: u8,
    pips: u8,
}

/// The error of a text that is not a die code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DieCodeError {
    original: String,
}

impl Fault for DieCodeError {
    fn problem(&self) -> Problem {
        let Self { original } = self;
        Problem::coded("d6.die-code", format!("{} cannot be read as a die code", quoted(original)))
            .accepts("0 to 99 dice and pips, such as 4D or 4D+2")
    }
}

fault!(DieCodeError);

impl DieCode {
    const MOST: u8 = 99;

    /// A code of these dice and pips, each clamped to 99.
    pub fn new(dice: u8, pips: u8) -> Self {
        Self { dice: dice.min(Self::MOST), pips: pips.min(Self::MOST) }
    }

    /// The dice.
    pub fn dice(self) -> u8 {
        self.dice
    }

    /// The pips.
    pub fn pips(self) -> u8 {
        self.pips
    }

    /// The code minus a number of dice, at least 0.
    #[must_use]
    pub fn less(self, dice: u8) -> Self {
        Self { dice: self.dice.saturating_sub(dice), ..self }
    }

    /// The sum of both codes.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        Self::new(self.dice.saturating_add(other.dice), self.pips.saturating_add(other.pips))
    }

    /// The Strength Damage of a Strength of this code: without pips, half the dice, rounded up
    /// (D6 combat, "Determining Strength Damage").
    #[must_use]
    pub fn strength_damage(self) -> Self {
        Self { dice: self.dice.div_ceil(2), pips: 0 }
    }
}

impl fmt::Display for DieCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}D", self.dice)?;
        if self.pips == 0 { Ok(()) } else { write!(f, "+{}", self.pips) }
    }
}

/// Written as text, such as `4D+2`.
impl Serialize for DieCode {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl FromStr for DieCode {
    type Err = DieCodeError;

    fn from_str(text: &str) -> Result<Self, DieCodeError> {
        let parse = || {
            // A `D` alone, as in `3D+2`, means six-sided dice in every language.
            let text = normalized(text).replace('w', "d");
            let (dice, rest) = text.split_once('d')?;
            let rest = rest.strip_prefix('6').unwrap_or(rest);
            let pips = if rest.is_empty() { "0" } else { rest.strip_prefix('+')? };
            Some(Self { dice: count(dice)?, pips: count(pips)? })
        };
        parse().ok_or_else(|| DieCodeError { original: text.to_owned() })
    }
}

/// Parses 0 to 99 in ASCII digits.
fn count(text: &str) -> Option<u8> {
    let is_plain = text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|&count| is_plain && count <= DieCode::MOST)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn near_misses_are_refused() {
        for text in ["", "D", "3", "3D+", "3D-1", "100D", "3D+100", "-1D", "3D8", "3D+1+1", "3 0D"]
        {
            assert!(text.parse::<DieCode>().is_err(), "{text:?}");
        }
        for text in ["4 D + 2", "4W+2", "4W6 + 2"] {
            assert_eq!("4D+2", text.parse::<DieCode>().unwrap().to_string());
        }
        assert_eq!("4D+2", "4d6+2".parse::<DieCode>().unwrap().to_string());
    }

    #[test]
    fn strength_damage_drops_the_pips_and_rounds_the_half_up() {
        let damage = |text: &str| text.parse::<DieCode>().unwrap().strength_damage().to_string();
        assert_eq!(
            ["0D", "1D", "1D", "2D", "2D", "3D"].map(str::to_owned),
            ["0D", "1D+2", "2D", "3D+2", "4D+1", "5D"].map(damage),
        );
    }

    proptest! {
        #[test]
        fn a_printed_code_reads_back(dice in 0..=99_u8, pips in 0..=99_u8) {
            let code = DieCode::new(dice, pips);
            prop_assert_eq!(Ok(code), code.to_string().parse());
        }
    }
}
