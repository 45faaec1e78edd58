//! The cards drawn for one question.

use crate::diagnostic::{Fault, Problem, fault};
use std::str::FromStr;

use schemars::JsonSchema;
use serde::Serialize;

use crate::deck::{CardNumber, CardNumbers, ValueError};

use super::LookupError;

/// A resolution card and the follow-up cards drawn after it, all different: the deck is not
/// shuffled within one resolution.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct Draw {
    /// The resolution card.
    card: CardNumber,
    /// The follow-up cards in the order drawn.
    then: Vec<CardNumber>,
}

impl Draw {
    /// A card without follow-up cards.
    pub fn single(card: CardNumber) -> Self {
        Self { card, then: Vec::new() }
    }

    /// A card and its follow-up cards in the order drawn.
    ///
    /// # Errors
    /// [`LookupError::DrawnTwice`] for the first duplicate.
    pub fn new(card: CardNumber, then: Vec<CardNumber>) -> Result<Self, LookupError> {
        each_once(std::iter::once(&card).chain(&then))?;
        Ok(Self { card, then })
    }

    /// Checks that this draw and `other` have no card in common.
    ///
    /// # Errors
    /// [`LookupError::DrawnTwice`] for the first common card.
    pub fn apart_from(&self, other: &Self) -> Result<(), LookupError> {
        let mine = |card: &CardNumber| *card == self.card || self.then.contains(card);
        match std::iter::once(&other.card).chain(&other.then).find(|card| mine(card)) {
            Some(&card) => Err(LookupError::DrawnTwice(card)),
            None => Ok(()),
        }
    }

    /// The resolution card.
    pub fn card(&self) -> CardNumber {
        self.card
    }

    /// The resolution card, then the follow-up cards.
    pub fn cards(&self) -> impl Iterator<Item = &CardNumber> {
        std::iter::once(&self.card).chain(&self.then)
    }

    /// The follow-up cards in the order drawn.
    pub fn then(&self) -> &[CardNumber] {
        &self.then
    }
}

/// Checks that cards drawn without a shuffle between them are all different.
///
/// # Errors
/// [`LookupError::DrawnTwice`] for the first duplicate.
pub(crate) fn each_once<'a>(
    cards: impl IntoIterator<Item = &'a CardNumber>,
) -> Result<(), LookupError> {
    let mut seen = [false; CardNumbers::MOST + 1];
    for &card in cards {
        let seen = &mut seen[usize::from(card.get())];
        if std::mem::replace(seen, true) {
            return Err(LookupError::DrawnTwice(card));
        }
    }
    Ok(())
}

/// `34`, or with follow-up cards `34+11+10`, also `34,11,10`.
impl FromStr for Draw {
    type Err = DrawError;

    fn from_str(text: &str) -> Result<Self, DrawError> {
        let mut cards = text.split(['+', ',']).map(|card| card.trim().parse::<CardNumber>());
        let first = cards.next().unwrap_or_else(|| text.parse())?;
        Ok(Self::new(first, cards.collect::<Result<_, _>>()?)?)
    }
}

/// The error of a text that is not a draw.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DrawError {
    /// One of the cards does not exist.
    Card(ValueError),
    /// A card is listed twice.
    Twice(LookupError),
}

impl Fault for DrawError {
    fn problem(&self) -> Problem {
        match self {
            Self::Card(error) => error.problem(),
            Self::Twice(error) => error.problem(),
        }
    }
}

fault!(DrawError);

impl From<ValueError> for DrawError {
    fn from(error: ValueError) -> Self {
        Self::Card(error)
    }
}

impl From<LookupError> for DrawError {
    fn from(error: LookupError) -> Self {
        Self::Twice(error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::lookup::samples::card;

    #[test]
    fn no_card_is_drawn_twice() {
        assert!(Draw::new(card(34), vec![card(11), card(10)]).is_ok());
        for (first, then) in [(34, vec![34]), (34, vec![11, 11]), (34, vec![11, 34])] {
            let then = then.into_iter().map(card).collect();
            assert!(matches!(Draw::new(card(first), then), Err(LookupError::DrawnTwice(_))));
        }
    }

    #[test]
    fn a_draw_is_written_with_plus_signs_or_commas() {
        assert_eq!(Ok(Draw::single(card(34))), "34".parse());
        assert_eq!("34+11+10".parse::<Draw>(), "34,11,10".parse());
        assert_eq!(
            Draw::new(card(34), vec![card(11), card(10)]).unwrap(),
            "34+11 + 10".parse().unwrap()
        );
        for text in ["", "34+", "34+34", "121", "34;11", "+34"] {
            assert!(text.parse::<Draw>().is_err(), "{text:?}");
        }
    }

    #[test]
    fn two_resolutions_do_not_share_a_card() {
        let draw: Draw = "34+11".parse().unwrap();
        assert!(draw.apart_from(&"10+12".parse().unwrap()).is_ok());
        assert!(draw.apart_from(&"10+11".parse().unwrap()).is_err());
        assert!(draw.apart_from(&"34".parse().unwrap()).is_err());
    }
}
