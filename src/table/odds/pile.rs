//! The set of cards that can still be drawn.

use crate::deck::{CardNumber, CardNumbers};
use crate::table::lookup::LookupError;

/// A draw pile in unknown order: a set of cards, empty by default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pile {
    /// Bit n represents card n.
    cards: u128,
}

impl Pile {
    /// All cards of a deck.
    pub fn whole(numbers: CardNumbers) -> Self {
        numbers.iter().fold(Self::default(), Self::with)
    }

    /// The whole deck without the cards of a discard pile.
    ///
    /// # Errors
    /// [`LookupError::DrawnTwice`] for the first duplicate.
    pub fn without(numbers: CardNumbers, discarded: &[CardNumber]) -> Result<Self, LookupError> {
        discarded.iter().try_fold(Self::whole(numbers), |pile, &card| {
            if pile.holds(card) { Ok(pile.less(card)) } else { Err(LookupError::DrawnTwice(card)) }
        })
    }

    /// Whether the card can still be drawn.
    pub const fn holds(self, card: CardNumber) -> bool {
        self.cards >> card.get() & 1 == 1
    }

    /// The pile after drawing `card`.
    #[must_use]
    pub const fn less(self, card: CardNumber) -> Self {
        Self { cards: self.cards & !(1 << card.get()) }
    }

    /// The pile with `card` added.
    #[must_use]
    pub(super) const fn with(self, card: CardNumber) -> Self {
        Self { cards: self.cards | 1 << card.get() }
    }

    /// The number of cards.
    pub const fn len(self) -> u32 {
        self.cards.count_ones()
    }

    /// Whether the pile is empty.
    pub const fn is_empty(self) -> bool {
        self.cards == 0
    }

    /// The cards in order of number.
    pub fn iter(self) -> impl Iterator<Item = CardNumber> {
        let mut left = self.cards;
        std::iter::from_fn(move || {
            let number = u8::try_from(left.trailing_zeros()).ok()?;
            // Without bits the number is 128, which is not a card.
            let card = CardNumber::new(number)?;
            left &= left - 1;
            Some(card)
        })
    }

    /// The cards of a deck that are not in the pile, in order of number.
    pub fn others(self, numbers: CardNumbers) -> impl Iterator<Item = CardNumber> {
        Self::whole(numbers).but(self).iter()
    }

    /// The cards that are in both piles.
    #[must_use]
    pub(super) const fn and(self, other: Self) -> Self {
        Self { cards: self.cards & other.cards }
    }

    /// The cards that are in at least one of the piles.
    #[must_use]
    pub(super) const fn or(self, other: Self) -> Self {
        Self { cards: self.cards | other.cards }
    }

    /// The cards that are not in the other pile.
    #[must_use]
    pub(super) const fn but(self, other: Self) -> Self {
        Self { cards: self.cards & !other.cards }
    }

    /// The cards of a deck that meet a condition.
    pub(super) fn from_fn(numbers: CardNumbers, holds: impl Fn(CardNumber) -> bool) -> Self {
        numbers.iter().filter(|card| holds(*card)).fold(Self::default(), Self::with)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::lookup::samples::card;

    #[test]
    fn a_pile_is_the_deck_without_what_was_discarded() {
        assert_eq!(54, Pile::whole(CardNumbers::POKER).len());
        let pile = Pile::without(CardNumbers::POKER, &[card(3), card(17)]).unwrap();
        assert_eq!((52, false, true), (pile.len(), pile.holds(card(3)), pile.holds(card(4))));
        assert_eq!(52, pile.iter().count());
        assert!(Pile::without(CardNumbers::POKER, &[card(3), card(3)]).is_err());
        let all: Vec<CardNumber> = CardNumbers::POKER.iter().collect();
        assert!(Pile::without(CardNumbers::POKER, &all).unwrap().is_empty());
    }
}
