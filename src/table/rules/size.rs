//! The Size of a target, which sets the damage of a wound and the difficulty to hit.

use crate::diagnostic::{Fault, Problem, fault, quoted};
use std::fmt;
use std::str::FromStr;

use schemars::JsonSchema;
use serde::{Serialize, Serializer};

/// A Size, 0.001 to 9,999; a human has 6 (Conflict, "Dealing Damage").
///
/// Stored in thousandths, so that the small sizes of the text (.5, .25, .125) are exact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, JsonSchema)]
#[schemars(with = "String")]
pub struct Size {
    thousandths: u32,
}

/// The error of a text that is not a size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SizeError {
    original: String,
}

impl Fault for SizeError {
    fn problem(&self) -> Problem {
        let Self { original } = self;
        Problem::coded("rules.size", format!("size {} is out of range", quoted(original)))
            .accepts("0.001 to 9999, such as 6 or 0.25")
    }
}

fault!(SizeError);

impl Size {
    /// The Size of a human.
    pub const HUMAN: Self = Self { thousandths: 6_000 };

    /// The number of full sizes in `effect`.
    pub fn multiples(self, effect: u32) -> u32 {
        let multiples = u64::from(effect) * 1000 / u64::from(self.thousandths);
        u32::try_from(multiples).unwrap_or(u32::MAX)
    }

    /// The rest of `effect` after the full sizes, rounded down.
    pub fn remainder(self, effect: u32) -> u32 {
        // The result is below 10,000,000 / 1,000, so it fits.
        (u64::from(effect) * 1000 % u64::from(self.thousandths) / 1000) as u32
    }

    /// The number of full sizes by which this is more than `other`; 0 if it is not.
    pub fn above(self, other: Self) -> u32 {
        self.thousandths.saturating_sub(other.thousandths) / 1000
    }

    /// The penalty to hit (Conflict, "Target Size"): 1 at size 3 or less, plus one each at 2, 1,
    /// .5, .25 and .125; a bonus of 1 at size 12, plus one for each further 6, 6 at most.
    pub fn to_hit_penalty(self) -> i32 {
        let small = [3_000, 2_000, 1_000, 500, 250, 125];
        let penalty = small.iter().filter(|limit| self.thousandths <= **limit).count() as i32;
        let bonus = (self.thousandths / 6_000).saturating_sub(1).min(6) as i32;
        penalty - bonus
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (whole, rest) = (self.thousandths / 1000, self.thousandths % 1000);
        match rest {
            0 => write!(f, "{whole}"),
            rest => write!(f, "{whole}.{}", format!("{rest:03}").trim_end_matches('0')),
        }
    }
}

impl FromStr for Size {
    type Err = SizeError;

    fn from_str(text: &str) -> Result<Self, SizeError> {
        let digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
        let parse = || {
            let (whole, rest) = text.split_once('.').unwrap_or((text, ""));
            if text.is_empty() || text == "." || rest.len() > 3 || !digits(whole) || !digits(rest) {
                return None;
            }
            let whole: u32 = if whole.is_empty() { 0 } else { whole.parse().ok()? };
            let rest: u32 = format!("{rest:0<3}").parse().ok()?;
            let thousandths = whole.checked_mul(1000)?.checked_add(rest)?;
            (1..=9_999_000).contains(&thousandths).then_some(Self { thousandths })
        };
        parse().ok_or_else(|| SizeError { original: text.to_owned() })
    }
}

impl Serialize for Size {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn size(text: &str) -> Size {
        text.parse().unwrap()
    }

    #[test]
    fn small_targets_are_harder_and_large_ones_easier_to_hit() {
        let table = [
            ("6", 0),
            ("3.001", 0),
            ("3", 1),
            ("2", 2),
            ("1", 3),
            (".5", 4),
            ("0.25", 5),
            (".125", 6),
            ("0.001", 6),
            ("11.999", 0),
            ("12", -1),
            ("18", -2),
            ("42", -6),
            ("9999", -6),
        ];
        for (text, penalty) in table {
            assert_eq!(penalty, size(text).to_hit_penalty(), "size {text}");
        }
    }

    #[test]
    fn full_sizes_and_the_rest_make_up_the_effect() {
        for effect in 0..100 {
            let human = Size::HUMAN;
            assert_eq!(effect, human.multiples(effect) * 6 + human.remainder(effect));
        }
        assert_eq!((20, 0), (size(".5").multiples(10), size(".5").remainder(10)));
        assert_eq!(u32::MAX, size("0.001").multiples(u32::MAX));
    }

    #[test]
    fn sizes_read_back_and_nonsense_is_refused() {
        for text in ["6", "0.25", "0.125", "9999", "1.5"] {
            assert_eq!(text, size(text).to_string());
        }
        for text in ["0", "", ".", "-1", "1.0001", "10000", "6m", "1e3", "99999999999"] {
            assert!(text.parse::<Size>().is_err(), "{text:?}");
        }
    }
}
