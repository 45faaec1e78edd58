//! Target numbers and bumps.

use crate::diagnostic::{Fault, Problem, fault, quoted};
use std::str::FromStr;

use schemars::JsonSchema;
use serde::Serialize;

/// The number that a check must reach, −9,999 to 9,999.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, JsonSchema, Serialize)]
pub struct TargetNumber(i16);

/// The error of a text that is not a target number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TargetNumberError {
    original: String,
}

impl Fault for TargetNumberError {
    fn problem(&self) -> Problem {
        let Self { original } = self;
        Problem::coded(
            "lookup.target-number",
            format!("target number {} is out of range", quoted(original)),
        )
        .accepts("-9999 to 9999")
    }
}

fault!(TargetNumberError);

impl TargetNumber {
    const LIMIT: i16 = 9999;
    /// Easy, also called foolproof (Conflict, "Surprise").
    pub const EASY: Self = Self(3);
    /// Standard, also called fair (Conflict, "Ranged Attacks").
    pub const STANDARD: Self = Self(5);
    /// Difficult (Conflict, "Surprise").
    pub const DIFFICULT: Self = Self(9);

    /// The target number, clamped to its range.
    pub const fn clamped(number: i64) -> Self {
        let limit = Self::LIMIT as i64;
        if number > limit {
            Self(Self::LIMIT)
        } else if number < -limit {
            Self(-Self::LIMIT)
        } else {
            Self(number as i16)
        }
    }

    /// The number.
    pub const fn get(self) -> i32 {
        self.0 as i32
    }

    /// The number plus `penalty` (which may be negative), clamped to the range.
    #[must_use]
    pub fn harder(self, penalty: i32) -> Self {
        Self::clamped(i64::from(self.0) + i64::from(penalty))
    }
}

impl std::fmt::Display for TargetNumber {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for TargetNumber {
    type Err = TargetNumberError;

    fn from_str(text: &str) -> Result<Self, TargetNumberError> {
        text.parse()
            .ok()
            .filter(|number: &i16| (-Self::LIMIT..=Self::LIMIT).contains(number))
            .map(Self)
            .ok_or_else(|| TargetNumberError { original: text.to_owned() })
    }
}

/// The number of points above the target number for each bump. 4 is the rule of Action Cards and 004;
/// an older form of the rules had 3.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, JsonSchema)]
#[schemars(with = "u8")]
pub enum BumpDivisor {
    /// One bump for each full 3.
    Three,
    /// One bump for each full 4.
    #[default]
    Four,
}

/// The error of a text that is not a bump divisor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BumpDivisorError {
    original: String,
}

impl Fault for BumpDivisorError {
    fn problem(&self) -> Problem {
        let Self { original } = self;
        Problem::coded(
            "lookup.bump-divisor",
            format!("bump divisor {} does not exist", quoted(original)),
        )
        .accepts("4, or 3 for the older rule")
    }
}

fault!(BumpDivisorError);

impl BumpDivisor {
    /// The value, 3 or 4.
    pub const fn get(self) -> u32 {
        match self {
            Self::Three => 3,
            Self::Four => 4,
        }
    }
}

impl Serialize for BumpDivisor {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u32(self.get())
    }
}

impl FromStr for BumpDivisor {
    type Err = BumpDivisorError;

    fn from_str(text: &str) -> Result<Self, BumpDivisorError> {
        match text {
            "3" => Ok(Self::Three),
            "4" => Ok(Self::Four),
            _ => Err(BumpDivisorError { original: text.to_owned() }),
        }
    }
}

/// The target of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct Target {
    /// The target number.
    pub tn: TargetNumber,
    /// The bump divisor.
    pub bump_divisor: BumpDivisor,
}

/// The comparison of a total with a target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct Judgement {
    /// Whether the total reaches the target number (Conflict, "Combat Actions").
    pub success: bool,
    /// Total minus target number.
    pub margin: i32,
    /// One for each full divisor in the margin (Action Cards, examples 1 and 2); 0 without success.
    pub bumps: u32,
}

impl Target {
    /// A target with the bumps of Action Cards and Conflict.
    pub fn new(tn: TargetNumber) -> Self {
        Self { tn, bump_divisor: BumpDivisor::default() }
    }

    /// Compares a total with the target.
    ///
    /// ```
    /// use actiondeck::table::lookup::{Target, TargetNumber};
    ///
    /// let judgement = Target::new(TargetNumber::clamped(11)).judge(19);
    /// assert!(judgement.success);
    /// assert_eq!((judgement.margin, judgement.bumps), (8, 2));
    /// ```
    pub fn judge(self, total: u32) -> Judgement {
        let margin = i32::try_from(total).unwrap_or(i32::MAX).saturating_sub(self.tn.get());
        let bumps =
            u32::try_from(margin).map_or(0, |beaten_by| beaten_by / self.bump_divisor.get());
        Judgement { success: margin >= 0, margin, bumps }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_full_divisor_above_the_target_is_a_bump() {
        let tn = TargetNumber::clamped(5);
        let bumps = |bump_divisor, total| Target { tn, bump_divisor }.judge(total).bumps;
        assert_eq!([0, 0, 0, 1, 2], [4, 5, 8, 9, 13].map(|total| bumps(BumpDivisor::Four, total)));
        assert_eq!([0, 0, 1, 1, 2], [4, 5, 8, 9, 13].map(|total| bumps(BumpDivisor::Three, total)));
    }

    #[test]
    fn reaching_the_target_is_success_and_missing_it_is_not() {
        let target = Target::new(TargetNumber::clamped(5));
        assert!(target.judge(5).success);
        assert!(!target.judge(4).success);
        assert_eq!(-5, target.judge(0).margin);
    }

    #[test]
    fn numbers_beyond_any_sane_range_neither_overflow_nor_panic() {
        assert_eq!(
            "target number \"99999999999\" is out of range; accepted: -9999 to 9999",
            "99999999999".parse::<TargetNumber>().unwrap_err().to_string()
        );
        let lowest = TargetNumber::clamped(i64::MIN);
        assert_eq!(-9999, lowest.get());
        // A margin has 31 bits and saturates.
        let judged = Target::new(lowest).judge(u32::MAX);
        assert_eq!((true, i32::MAX, 536_870_911), (judged.success, judged.margin, judged.bumps));
        assert_eq!(9999, lowest.harder(i32::MAX).get());
    }
}
