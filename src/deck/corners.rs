//! The enumerated values on a card.

use crate::diagnostic::{Fault, Problem, fault, quoted};
use std::fmt;
use std::str::FromStr;

use schemars::JsonSchema;
use serde::Serialize;

use super::PlayingCards;

/// A text that is not an accepted value, with the accepted ones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValueError {
    what: &'static str,
    original: String,
    accepted: String,
}

impl ValueError {
    pub(super) fn new(
        what: &'static str,
        original: impl ToString,
        accepted: impl Into<String>,
    ) -> Self {
        Self { what, original: original.to_string(), accepted: accepted.into() }
    }
}

impl Fault for ValueError {
    fn problem(&self) -> Problem {
        let Self { what, original, accepted } = self;
        Problem::coded("deck.value", format!("{what} {} does not exist", quoted(original)))
            .accepts(accepted)
    }
}

fault!(ValueError);

/// A rank: the red joker 0, the deuce 1, and on to the ace, 13 in a poker deck, and the black joker. By
/// default that of a deck without playing cards.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, JsonSchema, Serialize,
)]
pub struct Rank(u8);

impl Rank {
    /// The rank with this value, or `None` above that of a black joker in a deck of
    /// [`PlayingCards::MOST_RANKS`].
    pub const fn new(rank: u8) -> Option<Self> {
        if rank <= PlayingCards::MOST_RANKS + 1 { Some(Self(rank)) } else { None }
    }

    /// The value.
    pub const fn get(self) -> u8 {
        self.0
    }
}

impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A suit, printed 0 to 5. By default that of a deck without playing cards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Suit {
    /// Printed 0.
    RedJoker,
    /// Printed 1.
    #[default]
    Clubs,
    /// Printed 2.
    Diamonds,
    /// Printed 3.
    Hearts,
    /// Printed 4.
    Spades,
    /// Printed 5.
    BlackJoker,
}

impl Suit {
    const ALL: [Self; 6] =
        [Self::RedJoker, Self::Clubs, Self::Diamonds, Self::Hearts, Self::Spades, Self::BlackJoker];

    /// The suit with this value, or `None` above 5.
    pub fn new(suit: u8) -> Option<Self> {
        Self::ALL.get(usize::from(suit)).copied()
    }

    /// The value, 0 to 5.
    pub const fn get(self) -> u8 {
        self as u8
    }

    /// The name in lower case: `clubs`, `red joker`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::RedJoker => "red joker",
            Self::Clubs => "clubs",
            Self::Diamonds => "diamonds",
            Self::Hearts => "hearts",
            Self::Spades => "spades",
            Self::BlackJoker => "black joker",
        }
    }

    /// Whether a text is the name of a suit.
    pub fn is_name(text: &str) -> bool {
        Self::ALL.iter().any(|suit| suit.name() == text)
    }

    /// Whether a playing card of this suit is printed red.
    pub const fn is_red(self) -> bool {
        matches!(self, Self::RedJoker | Self::Diamonds | Self::Hearts)
    }
}

impl fmt::Display for Suit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.get().fmt(f)
    }
}

/// The yes/no corner of a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, JsonSchema, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Toggle {
    /// Printed `no`.
    No,
    /// Printed `yes`.
    Yes,
}

impl fmt::Display for Toggle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::No => "no",
            Self::Yes => "yes",
        })
    }
}

impl FromStr for Toggle {
    type Err = ValueError;

    fn from_str(text: &str) -> Result<Self, ValueError> {
        match text {
            "yes" => Ok(Self::Yes),
            "no" => Ok(Self::No),
            _ => Err(ValueError::new("toggle", text, "yes or no")),
        }
    }
}

/// A direction on the scatter clock, 1 to 12. 12 points away from the thrower, 6 back at him.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, JsonSchema, Serialize)]
pub struct ClockHour(u8);

impl ClockHour {
    pub(crate) const TWELVE: Self = Self(12);

    /// The hour, or `None` outside 1 to 12.
    pub const fn new(hour: u8) -> Option<Self> {
        if hour >= 1 && hour <= 12 { Some(Self(hour)) } else { None }
    }

    /// The hour, 1 to 12.
    pub const fn get(self) -> u8 {
        self.0
    }

    /// The opposite hour on the clock.
    pub const fn opposite(self) -> Self {
        Self((self.0 + 5) % 12 + 1)
    }

    /// 418·sin of 0, 30, 60 and 90 degrees. 181/209 is a convergent of √3/2 with an error of 3 in a million,
    /// so that the clock has whole coordinates, the same on every machine.
    const QUARTER: [i64; 4] = [0, 209, 362, 418];

    /// The component of the hour to the right (toward 3 o'clock), in 418ths.
    pub fn right(self) -> i64 {
        let hour = usize::from(self.0) % 12;
        let (half, sign) = if hour < 6 { (hour, 1) } else { (hour - 6, -1) };
        sign * Self::QUARTER[half.min(6 - half)]
    }

    /// The component of the hour away (toward 12 o'clock), in 418ths.
    pub fn away(self) -> i64 {
        Self((self.0 + 3 - 1) % 12 + 1).right()
    }
}

impl fmt::Display for ClockHour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn opposite_hours_differ_by_six() {
        for hour in 1..=12 {
            let hour = ClockHour::new(hour).unwrap();
            assert_eq!(6, hour.get().abs_diff(hour.opposite().get()));
        }
    }

    #[test]
    fn hours_point_as_on_a_clock() {
        let at = |hour| {
            let hour = ClockHour::new(hour).unwrap();
            (hour.right(), hour.away())
        };
        assert_eq!([(0, 418), (418, 0), (0, -418), (-418, 0)], [at(12), at(3), at(6), at(9)]);
        assert_eq!([(209, 362), (362, 209), (-209, 362)], [at(1), at(2), at(11)]);
        assert_eq!([(362, -209), (-209, -362)], [at(4), at(7)]);
    }
}
