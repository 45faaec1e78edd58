//! The parts of a card that a game may omit.

use std::fmt;

use schemars::JsonSchema;
use serde::Serialize;

use super::Field;

/// A part of the card that a deck may omit. The number and the cause grid are always present.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, JsonSchema, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Part {
    /// The rank corner.
    Rank,
    /// The suit corner.
    Suit,
    /// The toggle corner.
    Toggle,
    /// The effect grid.
    Effect,
    /// The hit-location stack and its step.
    Hit,
    /// The hits of bursts.
    Burst,
    /// The penetration modifier.
    Penetration,
    /// The scatter clock.
    Scatter,
    /// The equipment-failure number.
    Failure,
    /// The unintended-target figure.
    Unintended,
}

impl Part {
    /// Every part, in the order of a card's fields.
    pub const ALL: [Self; 10] = [
        Self::Rank,
        Self::Suit,
        Self::Toggle,
        Self::Effect,
        Self::Hit,
        Self::Burst,
        Self::Penetration,
        Self::Scatter,
        Self::Failure,
        Self::Unintended,
    ];

    /// The names of all parts, as in a spec.
    pub const NAMES: [&'static str; 10] = [
        "rank",
        "suit",
        "toggle",
        "effect",
        "hit",
        "burst",
        "penetration",
        "scatter",
        "failure",
        "unintended",
    ];

    /// The part with this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::NAMES.iter().position(|known| *known == name).map(|place| Self::ALL[place])
    }

    /// Its name in specs and labels: the key of its description in a spec, except `toggle` for `yes`.
    pub const fn name(self) -> &'static str {
        Self::NAMES[self as usize]
    }

    /// Its name in a sentence: `the hit-location stack`.
    pub const fn in_words(self) -> &'static str {
        match self {
            Self::Rank => "the rank",
            Self::Suit => "the suit",
            Self::Toggle => "the toggle",
            Self::Effect => "the effect grid",
            Self::Hit => "the hit location",
            Self::Burst => "the hits of bursts",
            Self::Penetration => "the penetration",
            Self::Scatter => "the scatter clock",
            Self::Failure => "the equipment failure",
            Self::Unintended => "the unintended target",
        }
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl Field {
    /// The part of this field; `None` for the number, the cause grid, the shuffle sign and designer elements.
    pub const fn part(&self) -> Option<Part> {
        Some(match self {
            Self::Rank => Part::Rank,
            Self::Suit => Part::Suit,
            Self::Toggle => Part::Toggle,
            Self::Effect { .. } => Part::Effect,
            Self::Hit(_) | Self::HitStep => Part::Hit,
            Self::Burst(_) => Part::Burst,
            Self::Penetration => Part::Penetration,
            Self::Scatter => Part::Scatter,
            Self::Failure => Part::Failure,
            Self::Unintended => Part::Unintended,
            Self::Number | Self::Cause { .. } | Self::Shuffle | Self::Extra(_) => return None,
        })
    }
}
