//! The numbers of a deck's cards, and the playing cards that follow from them.

use std::fmt;
use std::str::FromStr;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Rank, Suit, ValueError};

/// A card's printed number, which identifies the card in its deck.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, JsonSchema, Serialize, Deserialize,
)]
#[serde(try_from = "u8")]
#[schemars(extend("maximum" = CardNumbers::MOST))]
pub struct CardNumber(u8);

impl CardNumber {
    /// The card with this number, or `None` above [`CardNumbers::MOST`]. Whether a deck has the card is
    /// decided by its [`CardNumbers`].
    pub const fn new(number: u8) -> Option<Self> {
        if number as usize <= CardNumbers::MOST { Some(Self(number)) } else { None }
    }

    /// The number.
    pub const fn get(self) -> u8 {
        self.0
    }
}

impl fmt::Display for CardNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for CardNumber {
    type Err = ValueError;

    fn from_str(text: &str) -> Result<Self, ValueError> {
        let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
        let number = if is_number { text.parse().ok() } else { None };
        number.and_then(Self::new).ok_or_else(|| no_card(text, "the number of a card"))
    }
}

impl TryFrom<u8> for CardNumber {
    type Error = ValueError;

    fn try_from(number: u8) -> Result<Self, ValueError> {
        Self::new(number).ok_or_else(|| no_card(number, "the number of a card"))
    }
}

fn no_card(original: impl ToString, accepted: &str) -> ValueError {
    ValueError::new("card", original, accepted)
}

/// The numbers of a deck's cards, without gaps from 0 or 1, and the playing cards they are. Printed as
/// `0 to 53`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CardNumbers {
    first: u8,
    count: u8,
    playing_cards: Option<PlayingCards>,
}

impl CardNumbers {
    /// The smallest deck.
    pub const LEAST: usize = 20;
    /// The largest deck.
    pub const MOST: usize = 120;
    /// A poker deck with both jokers (Action Cards, "The Basics"), numbered from 0.
    pub const POKER: Self = Self { first: 0, count: 54, playing_cards: Some(PlayingCards::POKER) };

    /// `count` numbers from `first`, or `None` if `first` is above 1 or the deck is too small or too large.
    /// Decks of 52 and 54 cards are poker decks.
    pub fn new(first: u8, count: usize) -> Option<Self> {
        let playing_cards = PlayingCards::usual(count);
        let fits = first <= 1 && (Self::LEAST..=Self::MOST).contains(&count);
        fits.then_some(Self { first, count: count as u8, playing_cards })
    }

    /// The same numbers with these playing cards, or `None` if the deck has fewer cards.
    pub fn with_playing_cards(self, cards: PlayingCards) -> Option<Self> {
        (cards.count() <= self.count()).then_some(Self { playing_cards: Some(cards), ..self })
    }

    /// The suits and ranks of the cards, if they are playing cards.
    pub const fn playing_cards(self) -> Option<PlayingCards> {
        self.playing_cards
    }

    /// The rank and the suit of a card, if the cards are playing cards.
    pub fn corners(self, number: CardNumber) -> Option<(Rank, Suit)> {
        Some(self.playing_cards?.corners(self.index(number), self.count()))
    }

    /// The index of a rank as a playing card shows it: `2`, `J`, `Joker`. The number of the rank if the cards
    /// are not playing cards.
    pub fn card_index(self, rank: Rank) -> String {
        self.playing_cards.map_or_else(|| rank.to_string(), |cards| cards.card_index(rank))
    }

    /// Whether a card is a joker of this suit.
    pub fn is_joker(self, number: CardNumber, joker: Suit) -> bool {
        self.corners(number).is_some_and(|(_, suit)| suit == joker)
    }

    /// The number of cards.
    pub const fn count(self) -> usize {
        self.count as usize
    }

    /// The number of the first card, 0 or 1.
    pub const fn first(self) -> CardNumber {
        CardNumber(self.first)
    }

    /// The number of the last card.
    pub const fn last(self) -> CardNumber {
        CardNumber(self.first + self.count - 1)
    }

    /// All numbers in order.
    pub fn iter(self) -> impl DoubleEndedIterator<Item = CardNumber> + ExactSizeIterator + Clone {
        (self.first..self.first + self.count).map(CardNumber)
    }

    /// Whether a card with this number exists.
    pub const fn contains(self, number: CardNumber) -> bool {
        self.index(number) < self.count()
    }

    /// The index of a card, from 0; of another number an index outside the deck.
    pub const fn index(self, number: CardNumber) -> usize {
        (number.0 as usize).wrapping_sub(self.first as usize)
    }

    /// The number of the card at this index.
    ///
    /// # Panics
    /// If the deck does not have as many cards.
    pub fn at(self, index: usize) -> CardNumber {
        assert!(index < self.count(), "card {index} of {}", self.count);
        CardNumber(self.first + index as u8)
    }

    /// A number with leading zeros, two digits in decks up to 99, for the names of files: `card-07`.
    pub fn padded(self, number: CardNumber) -> String {
        let width = if self.last().get() < 100 { 2 } else { 3 };
        format!("{:0width$}", number.get())
    }

    /// The number if a card has it.
    ///
    /// # Errors
    /// [`ValueError`] otherwise, which names the accepted numbers.
    pub fn check(self, number: CardNumber) -> Result<CardNumber, ValueError> {
        if self.contains(number) { Ok(number) } else { Err(no_card(number, &self.to_string())) }
    }

    /// Parses the number of a card.
    ///
    /// # Errors
    /// [`ValueError`] for any other text, which names the accepted numbers.
    pub fn parse(self, text: &str) -> Result<CardNumber, ValueError> {
        let known = text.parse().ok().filter(|&number| self.contains(number));
        known.ok_or_else(|| no_card(text, &self.to_string()))
    }
}

/// How a deck file writes the numbers: `0-59`, and with suits and ranks of its own `0-59 4x15`.
impl CardNumbers {
    pub(in crate::deck) fn to_code(self) -> String {
        let numbers = format!("{}-{}", self.first(), self.last());
        match self.playing_cards {
            Some(own) if self.playing_cards != PlayingCards::usual(self.count()) => {
                format!("{numbers} {}x{}", own.suits, own.ranks)
            }
            _ => numbers,
        }
    }

    pub(in crate::deck) fn from_code(code: &str) -> Option<Self> {
        let (numbers, own) = code.split_once(' ').map_or((code, None), |(a, b)| (a, Some(b)));
        let (first, last) = numbers.split_once('-')?;
        let [first, last] = [first, last].map(|text| text.parse::<CardNumber>().ok());
        let (first, last) = (first?.0, last?.0);
        let numbers = Self::new(first, usize::from(last.checked_sub(first)?) + 1)?;
        let numbers = match own {
            None => numbers,
            Some(own) => {
                let (suits, ranks) = own.split_once('x')?;
                let own = PlayingCards::new(suits.parse().ok()?, ranks.parse().ok()?)?;
                numbers.with_playing_cards(own)?
            }
        };
        (numbers.to_code() == code).then_some(numbers)
    }
}

impl Default for CardNumbers {
    fn default() -> Self {
        Self::POKER
    }
}

impl fmt::Display for CardNumbers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} to {}", self.first(), self.last())
    }
}

/// How rank and suit follow from a card's place in the deck.
///
/// The first half of the jokers, rounded down, are red and come first, the other half are black and come
/// last. The card at place p, from 1, between them is rank ⌈p / suits⌉ and suit (p − 1) mod suits, in
/// alphabetical order. For a poker deck with both jokers this is the corner formula of the card facts, §2.2:
/// number = 4·(rank − 1) + suit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayingCards {
    suits: u8,
    ranks: u8,
}

impl PlayingCards {
    /// The largest number of suits.
    pub const MOST_SUITS: u8 = 4;
    /// The largest number of ranks.
    pub const MOST_RANKS: u8 = 30;
    /// Thirteen ranks of four suits.
    pub const POKER: Self = Self { suits: 4, ranks: 13 };

    /// These suits and ranks, or `None` beyond [`MOST_SUITS`](Self::MOST_SUITS) and
    /// [`MOST_RANKS`](Self::MOST_RANKS).
    pub fn new(suits: u8, ranks: u8) -> Option<Self> {
        let fits =
            (1..=Self::MOST_SUITS).contains(&suits) && (1..=Self::MOST_RANKS).contains(&ranks);
        fits.then_some(Self { suits, ranks })
    }

    /// Those of a deck that does not say otherwise: thirteen ranks of four suits if it has 52 or 54 cards.
    pub fn usual(cards: usize) -> Option<Self> {
        matches!(cards, 52 | 54).then_some(Self::POKER)
    }

    /// The number of suits: of clubs, diamonds, hearts and spades the first.
    pub fn suits(self) -> u8 {
        self.suits
    }

    /// The number of ranks without jokers.
    pub fn ranks(self) -> u8 {
        self.ranks
    }

    /// The number of cards without jokers.
    pub fn count(self) -> usize {
        usize::from(self.suits) * usize::from(self.ranks)
    }

    /// The rank and the suit of the card at `index`, from 0, of a deck of `cards`.
    pub fn corners(self, index: usize, cards: usize) -> (Rank, Suit) {
        let rank = |value| Rank::new(value).expect("ranks are limited");
        let red = cards.saturating_sub(self.count()) / 2;
        match index.checked_sub(red) {
            None => (rank(0), Suit::RedJoker),
            Some(place) if place < self.count() => {
                let (above, suit) =
                    (place / usize::from(self.suits), place % usize::from(self.suits));
                let suits = [Suit::Clubs, Suit::Diamonds, Suit::Hearts, Suit::Spades];
                (rank(above as u8 + 1), suits[suit])
            }
            Some(_) => (rank(self.ranks + 1), Suit::BlackJoker),
        }
    }

    /// The index that a playing card shows: numbers, then `J`, `Q`, `K`, `A`; or `Joker`. Up to 13 ranks end
    /// with the ace of a poker deck, as 6 to ace in a deck of 36; more begin with 2.
    pub fn card_index(self, rank: Rank) -> String {
        let value = rank.get();
        if value == 0 || value > self.ranks {
            return "Joker".to_owned();
        }
        match self.ranks - value {
            0 => "A".to_owned(),
            1 => "K".to_owned(),
            2 => "Q".to_owned(),
            3 => "J".to_owned(),
            _ => (value + 1 + 13_u8.saturating_sub(self.ranks)).to_string(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_read_back() {
        for code in ["0-53", "1-54", "0-51", "0-59", "0-59 4x15", "1-120 3x30"] {
            assert_eq!(
                Some(code),
                CardNumbers::from_code(code).map(CardNumbers::to_code).as_deref()
            );
        }
        for code in
            ["0-53 4x13", "0-18", "0-120", "2-60", "0-59 4x16", "0-59 5x12", "59-0", "+0-59"]
        {
            assert_eq!(None, CardNumbers::from_code(code), "{code}");
        }
    }

    fn corners(number: usize) -> (u8, u8) {
        let (rank, suit) = PlayingCards::POKER.corners(number, 54);
        (rank.get(), suit.get())
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
            assert_eq!(4, (0..54).filter(|&card| corners(card).0 == rank).count());
        }
        for suit in 1..=4 {
            assert_eq!(13, (0..54).filter(|&card| corners(card).1 == suit).count());
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
    fn other_decks_have_their_ranks_and_jokers() {
        let indices = |suits, ranks, cards| -> String {
            let cards_of = PlayingCards::new(suits, ranks).unwrap();
            let indices =
                (0..cards).map(|index| cards_of.card_index(cards_of.corners(index, cards).0));
            indices.step_by(suits.into()).collect::<Vec<_>>().join(" ")
        };
        assert_eq!("6 7 8 9 10 J Q K A", indices(4, 9, 36));
        assert_eq!("2 3 4 5 6 7 8 9 10 J Q K A", indices(4, 13, 52));
        assert_eq!("2 3 4 5 6 7 8 9 10 11 12 J Q K A", indices(4, 15, 60));
        assert_eq!("Joker 2 3 4 5 6 7 8 9 10 J Q K A Joker", indices(1, 13, 15));
        let jokers = |cards: usize| {
            let suit = |index| PlayingCards::POKER.corners(index, cards).1;
            [Suit::RedJoker, Suit::BlackJoker]
                .map(|joker| (0..cards).filter(|&index| suit(index) == joker).count())
        };
        assert_eq!([[0, 0], [0, 1], [1, 1], [2, 3]], [52, 53, 54, 57].map(jokers));
    }

    #[test]
    fn numbers_off_the_deck_are_refused() {
        for text in ["54", "-1", "+1", "", "3.0", "256", "ten"] {
            assert!(CardNumbers::POKER.parse(text).is_err(), "{text:?}");
        }
        let from_one = CardNumbers::new(1, 60).unwrap();
        assert!(from_one.parse("0").is_err() && from_one.parse("60").is_ok());
        assert_eq!("1 to 60", from_one.to_string());
        assert_eq!(59, from_one.index(from_one.last()));
        assert_eq!(None, CardNumbers::new(0, 121));
    }
}
