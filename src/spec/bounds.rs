//! The bounds of the numbers in a spec, for the readers, the schema and the reference.

use std::fmt;
use std::ops::RangeInclusive;

use crate::deck::{CardNumbers, GridShape, PlayingCards};

/// The smallest and the largest value of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bounds {
    pub from: i64,
    pub to: i64,
}

impl Bounds {
    /// Rows of a grid.
    pub const ROWS: Self = Self::new(1, GridShape::MAX_ROWS as i64);
    /// The number of cards in a deck.
    pub const SIZE: Self = Self::new(CardNumbers::LEAST as i64, CardNumbers::MOST as i64);
    /// The number of the first card.
    pub const FIRST: Self = Self::new(0, 1);
    /// Suits of the playing cards.
    pub const SUITS: Self = Self::new(1, PlayingCards::MOST_SUITS as i64);
    /// Ranks of the playing cards.
    pub const RANKS: Self = Self::new(1, PlayingCards::MOST_RANKS as i64);
    /// The number of cards that show a value, 0 included; the sum is that of the deck.
    pub const CARDS: Self = Self::new(0, CardNumbers::MOST as i64);
    /// Cards with the shuffle sign, or left in the draw pile when a shuffle is due.
    pub const SIGNS: Self = Self::new(1, CardNumbers::MOST as i64 - 1);
    /// The seed of a search.
    pub const SEED: Self = Self::new(0, i64::MAX);
    /// Exceptional values of the cause grid.
    pub const EXCEPTIONAL: Self = Self::new(1, 9999);
    /// Steps of a hit location: at most one per card.
    pub const STEPS: Self = Self::new(1, CardNumbers::MOST as i64);
    /// The distance of a line of the hit stack from the card's step.
    pub const READ: Self = Self::new(-20, 20);
    /// Lines of the hit stack.
    pub const READS: Self = Self::new(2, 8);
    pub const PENETRATION: Self = Self::new(-9, 9);
    /// Hours of the scatter clock.
    pub const SCATTER: Self = Self::new(1, 12);
    /// Failure numbers.
    pub const FAILURE: Self = Self::new(1, 13);
    /// Faces of the die of unintended targets.
    pub const UNINTENDED: Self = Self::new(1, 6);
    /// Shots of a burst.
    pub const SHOTS: Self = Self::new(1, 999);
    /// Numbers of a designer element.
    pub const ELEMENT: Self = Self::new(-9999, 9999);

    const fn new(from: i64, to: i64) -> Self {
        Self { from, to }
    }

    pub fn contains(self, number: i64) -> bool {
        self.all().contains(&number)
    }

    pub fn all(self) -> RangeInclusive<i64> {
        self.from..=self.to
    }
}

impl fmt::Display for Bounds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.to {
            i64::MAX => write!(f, "{} or more", self.from),
            to => write!(f, "{} to {to}", self.from),
        }
    }
}
