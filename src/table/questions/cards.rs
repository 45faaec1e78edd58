//! The notation of cards: by number or by word, one or several.

use std::fmt;

use crate::deck::{CardNumber, CardNumbers, CardRange, ValueError};
use crate::diagnostic::Problem;
use crate::table::lookup::Draw;

use super::args::ArgType;
use super::field::FieldKind;
use super::setting::Setting;

/// A reference to a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CardRef {
    /// The card with this number.
    Number(CardNumber),
    /// `draw`: the next card of the pile.
    Draw,
    /// `last`: the card of the last question.
    Last,
    /// Left out: the default card of the question.
    Usual,
}

impl CardRef {
    /// The card, if it is given by number and nothing is drawn.
    ///
    /// # Errors
    /// A problem that asks for a number.
    pub fn number(self) -> Result<CardNumber, Problem> {
        match self {
            Self::Number(card) => Ok(card),
            Self::Usual => {
                Err(Problem::coded("lookup.card-missing", "a card is missing")
                    .accepts("its number"))
            }
            word => word.to_string().parse::<CardNumber>().map_err(Problem::from),
        }
    }
}

impl CardRef {
    /// Parses a reference to a card of a deck.
    ///
    /// # Errors
    /// A text that is neither the number of a card nor one of the words.
    pub fn read(text: &str, deck: CardNumbers) -> Result<Self, ValueError> {
        Ok(match text {
            "" => Self::Usual,
            "draw" => Self::Draw,
            "last" => Self::Last,
            number => Self::Number(deck.parse(number)?),
        })
    }
}

impl fmt::Display for CardRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(card) => card.fmt(f),
            Self::Draw => f.write_str("draw"),
            Self::Last => f.write_str("last"),
            Self::Usual => Ok(()),
        }
    }
}

/// The parts of a word joined by `+` or `,`.
fn joined(text: &str) -> impl Iterator<Item = &str> {
    text.split(['+', ',']).map(str::trim)
}

/// Cards in one word: `34+11`, a card with its follow-ups.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chain {
    /// The card.
    pub card: CardRef,
    /// Its follow-up cards in the order drawn.
    pub then: Vec<CardRef>,
}

impl Chain {
    /// Whether no card is given, so that the default cards are drawn.
    pub fn is_left_out(&self) -> bool {
        self.card == CardRef::Usual && self.then.is_empty()
    }
}

impl Chain {
    /// Parses cards of a deck joined by `+` or `,`.
    ///
    /// # Errors
    /// As [`CardRef::read`].
    pub fn read(text: &str, deck: CardNumbers) -> Result<Self, ValueError> {
        let mut cards = joined(text).map(|card| CardRef::read(card, deck));
        let card = cards.next().unwrap_or(Ok(CardRef::Usual))?;
        Ok(Self { card, then: cards.collect::<Result<_, _>>()? })
    }
}

impl fmt::Display for Chain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.card.fmt(f)?;
        self.then.iter().try_for_each(|card| write!(f, "+{card}"))
    }
}

impl From<&Draw> for Chain {
    fn from(draw: &Draw) -> Self {
        let then = draw.then().iter().map(|card| CardRef::Number(*card)).collect();
        Self { card: CardRef::Number(draw.card()), then }
    }
}

/// Cards in one word: `34,10` or `34-36`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CardList(pub Vec<CardRef>);

impl CardList {
    /// Parses cards and ranges of cards of a deck, joined by `+` or `,`.
    ///
    /// # Errors
    /// As [`CardRef::read`], and ranges that run backward or out of the deck.
    pub fn read(text: &str, deck: CardNumbers) -> Result<Self, Problem> {
        let mut cards = Vec::new();
        for part in joined(text) {
            match CardRange::is_written(part) {
                true => {
                    let range = CardRange::read(part, deck)?;
                    cards.extend(range.cards().map(CardRef::Number));
                }
                false => cards.push(CardRef::read(part, deck)?),
            }
        }
        Ok(Self(cards))
    }
}

impl fmt::Display for CardList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, card) in self.0.iter().enumerate() {
            write!(f, "{}{card}", if place == 0 { "" } else { "," })?;
        }
        Ok(())
    }
}

/// One text with the number of each card.
pub fn texts(cards: &[CardNumber]) -> Vec<String> {
    cards.iter().map(CardNumber::to_string).collect()
}

/// The text of a card with its follow-up cards: `34+11`.
pub fn chain_text(cards: &[CardNumber]) -> String {
    texts(cards).join("+")
}

impl ArgType for CardRef {
    type Value = Self;
    const KIND: FieldKind = FieldKind::Card;

    fn parse(text: &str, _: &str, setting: &Setting) -> Result<Self, Problem> {
        Ok(Self::read(text, setting.deck.numbers())?)
    }

    fn left_out() -> Option<Self> {
        Some(Self::Usual)
    }
}

impl ArgType for Chain {
    type Value = Self;
    const KIND: FieldKind = FieldKind::Chain;

    fn parse(text: &str, _: &str, setting: &Setting) -> Result<Self, Problem> {
        Ok(Self::read(text, setting.deck.numbers())?)
    }

    fn left_out() -> Option<Self> {
        Some(Self { card: CardRef::Usual, then: Vec::new() })
    }
}

impl ArgType for CardRange {
    type Value = Self;
    const KIND: FieldKind = FieldKind::Cards;

    fn parse(text: &str, _: &str, setting: &Setting) -> Result<Self, Problem> {
        Self::read(text, setting.deck.numbers())
    }
}

impl ArgType for CardList {
    type Value = Self;
    const KIND: FieldKind = FieldKind::Cards;

    fn parse(text: &str, _: &str, setting: &Setting) -> Result<Self, Problem> {
        Self::read(text, setting.deck.numbers())
    }

    fn left_out() -> Option<Self> {
        Some(Self(vec![CardRef::Usual]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_card_is_named_by_its_number_or_by_a_word() {
        let chain = |text| Chain::read(text, CardNumbers::POKER).unwrap();
        let list = |text| CardList::read(text, CardNumbers::POKER);
        assert_eq!(Ok(CardRef::Last), CardRef::read("last", CardNumbers::POKER));
        assert_eq!("draw+11+draw", chain("draw+11 + draw").to_string());
        assert_eq!("34,draw", list("34, draw").unwrap().to_string());
        assert_eq!(chain("34+11+10"), chain("34,11,10"));
        assert_eq!(list("34+11+10"), list("34,11, 10"));
        assert_eq!(list("34-36,10"), list("34,35,36,10"));
        let backward = list("36-34").unwrap_err();
        assert_eq!("\"36-34\" runs backward", backward.message());
        for text in ["54", "-1", "next", "34+11"] {
            assert!(CardRef::read(text, CardNumbers::POKER).is_err(), "{text:?}");
        }
    }
}
