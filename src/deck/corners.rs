//! The enumerated values on a card, and the corners that follow from its number.
//!
//! Corner formula (card facts §2.2, a reconstruction): number 0 is the red joker, 53 the black
//! joker, else number = 4·(rank − 1) + suit with rank 1 (deuce) to 13 (ace) and suits in
//! alphabetical order.

use crate::diagnostic::{Fault, Problem, fault, quoted};
use std::fmt;
use std::str::FromStr;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The number of cards in a deck: a poker deck with both jokers (Action Cards, "The Basics").
pub const DECK_SIZE: usize = 54;

/// A card's number, 0 to 53, which identifies the card.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, JsonSchema, Serialize, Deserialize,
)]
#[serde(try_from = "u8")]
#[schemars(extend("maximum" = DECK_SIZE - 1))]
pub struct CardNumber(u8);

impl CardNumber {
    /// The card with this number, or `None` above 53.
    pub const fn new(number: u8) -> Option<Self> {
        if (number as usize) < DECK_SIZE { Some(Self(number)) } else { None }
    }

    /// The number, 0 to 53.
    pub const fn get(self) -> u8 {
        self.0
    }

    /// All card numbers in order.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (0..DECK_SIZE as u8).map(Self)
    }

    /// The rank that belongs to this number.
    pub fn rank(self) -> Rank {
        Rank(match usize::from(self.0) {
            0 => 0,
            number if number == DECK_SIZE - 1 => 14,
            number => ((number - 1) / 4 + 1) as u8,
        })
    }

    /// The suit that belongs to this number.
    pub fn suit(self) -> Suit {
        match usize::from(self.0) {
            0 => Suit::RedJoker,
            number if number == DECK_SIZE - 1 => Suit::BlackJoker,
            number => [Suit::Clubs, Suit::Diamonds, Suit::Hearts, Suit::Spades][(number - 1) % 4],
        }
    }
}

impl fmt::Display for CardNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A text that is not an accepted value, with the accepted ones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValueError {
    what: &'static str,
    original: String,
    accepted: &'static str,
}

impl Fault for ValueError {
    fn problem(&self) -> Problem {
        let Self { what, original, accepted } = self;
        Problem::coded("deck.value", format!("{what} {} does not exist", quoted(original)))
            .accepts(*accepted)
    }
}

fault!(ValueError);

impl CardNumber {
    fn missing(original: impl ToString) -> ValueError {
        ValueError { what: "card", original: original.to_string(), accepted: "0 to 53" }
    }
}

impl FromStr for CardNumber {
    type Err = ValueError;

    fn from_str(text: &str) -> Result<Self, ValueError> {
        small_number(text).and_then(Self::new).ok_or_else(|| Self::missing(text))
    }
}

impl TryFrom<u8> for CardNumber {
    type Error = ValueError;

    fn try_from(number: u8) -> Result<Self, ValueError> {
        Self::new(number).ok_or_else(|| Self::missing(number))
    }
}

/// A rank, 0 to 14: deuce is 1, ace is 13, the red joker 0 and the black joker 14.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, JsonSchema, Serialize)]
pub struct Rank(u8);

impl Rank {
    /// The rank with this value, or `None` above 14.
    pub const fn new(rank: u8) -> Option<Self> {
        if rank <= 14 { Some(Self(rank)) } else { None }
    }

    /// The value, 0 to 14.
    pub const fn get(self) -> u8 {
        self.0
    }

    /// Whether this is the black joker's rank, the highest.
    pub const fn is_black_joker(self) -> bool {
        self.0 == 14
    }

    /// Whether this is the red joker's rank, the lowest.
    pub const fn is_red_joker(self) -> bool {
        self.0 == 0
    }

    /// The index a playing card shows: `2` to `10`, `J`, `Q`, `K`, `A`, or `Joker`.
    pub fn playing_card(self) -> &'static str {
        const INDEX: [&str; 15] =
            ["Joker", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "Joker"];
        INDEX[usize::from(self.0)]
    }
}

impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A suit, printed 0 to 5.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Suit {
    /// Printed 0.
    RedJoker,
    /// Printed 1.
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
            _ => {
                Err(ValueError { what: "toggle", original: text.to_owned(), accepted: "yes or no" })
            }
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

fn small_number(text: &str) -> Option<u8> {
    if text.bytes().all(|byte| byte.is_ascii_digit()) { text.parse().ok() } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn corners(number: u8) -> (u8, u8) {
        let card = CardNumber::new(number).unwrap();
        (card.rank().get(), card.suit().get())
    }

    #[test]
    fn corners_match_the_card_facts() {
        let table = [
            (0, (0, 0)),
            (4, (1, 4)),
            (10, (3, 2)),
            (11, (3, 3)),
            (34, (9, 2)),
            (37, (10, 1)),
            (39, (10, 3)),
            (42, (11, 2)),
            (43, (11, 3)),
            (45, (12, 1)),
            (50, (13, 2)),
            (53, (14, 5)),
        ];
        for (number, expected) in table {
            assert_eq!(expected, corners(number), "card {number}");
        }
    }

    #[test]
    fn ranks_occur_four_times_and_suits_thirteen_times() {
        for rank in 1..=13 {
            assert_eq!(4, CardNumber::all().filter(|card| card.rank().get() == rank).count());
        }
        for suit in 1..=4 {
            assert_eq!(13, CardNumber::all().filter(|card| card.suit().get() == suit).count());
        }
    }

    #[test]
    fn rank_and_suit_give_the_number_back() {
        let mut pairs: Vec<_> = (0..54).map(corners).collect();
        pairs.sort_unstable();
        pairs.dedup();
        assert_eq!(54, pairs.len());
    }

    #[test]
    fn opposite_hours_differ_by_six() {
        for hour in 1..=12 {
            let hour = ClockHour::new(hour).unwrap();
            assert_eq!(6, hour.get().abs_diff(hour.opposite().get()));
        }
    }

    #[test]
    fn numbers_off_the_deck_are_refused() {
        for text in ["54", "-1", "+1", "", "3.0", "256", "ten"] {
            assert!(text.parse::<CardNumber>().is_err(), "{text:?}");
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
