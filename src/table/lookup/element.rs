//! Elements defined by the designer: one value a card.

use schemars::JsonSchema;
use serde::Serialize;

use super::view::DeckView;
use crate::deck::{CardNumber, ExtraValue};
use crate::diagnostic::{Fault, Problem, fault, quoted};

use super::Answer;

/// An element of a deck.
#[derive(Clone, Copy, Debug)]
pub struct Element<'d> {
    deck: DeckView<'d>,
    place: usize,
}

/// The error of an element that the deck does not have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ElementError {
    asked: String,
    /// The elements of the deck.
    elements: Vec<String>,
}

impl Fault for ElementError {
    fn problem(&self) -> Problem {
        let accepted = match &self.elements[..] {
            [] => "a deck with designer elements; this one does not have any".to_owned(),
            elements => elements.join(", "),
        };
        Problem::coded("lookup.element", format!("the deck has no element {}", quoted(&self.asked)))
            .accepts(accepted)
    }
}

fault!(ElementError);

/// The value of an element on a card.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct ElementAnswer {
    /// The card.
    pub card: CardNumber,
    /// The element's id.
    pub element: String,
    /// The value.
    pub value: ExtraValue,
}

impl<'d> Element<'d> {
    /// The element with this id; case is ignored unless two ids differ by case only.
    ///
    /// # Errors
    /// [`ElementError`] if the deck does not have it.
    pub fn new(deck: impl Into<DeckView<'d>>, id: &str) -> Result<Self, ElementError> {
        let deck = deck.into();
        let elements = &deck.layout().extras;
        let wanted = id.trim();
        let exact = elements.iter().position(|own| own == wanted);
        let alike = || {
            let mut alike = (0..elements.len())
                .filter(|&place| elements[place].to_lowercase() == wanted.to_lowercase());
            alike.next().filter(|_| alike.next().is_none())
        };
        match exact.or_else(alike) {
            Some(place) => Ok(Self { deck, place }),
            None => Err(ElementError { asked: wanted.to_owned(), elements: elements.clone() }),
        }
    }

    /// The id.
    pub fn id(self) -> &'d str {
        &self.deck.layout().extras[self.place]
    }

    /// The deck that is read.
    pub fn deck(self) -> DeckView<'d> {
        self.deck
    }

    /// The value on the card.
    pub fn value(self, card: CardNumber) -> &'d ExtraValue {
        &self.deck.card(card).extras()[self.place]
    }

    /// The number on the card, if it shows one.
    pub fn number(self, card: CardNumber) -> Option<i64> {
        match self.value(card) {
            ExtraValue::Number(number) => Some(i64::from(*number)),
            ExtraValue::Blank | ExtraValue::Text(_) => None,
        }
    }

    /// Whether at least one card shows a number.
    pub fn has_numbers(self) -> bool {
        self.deck.numbers().iter().any(|card| self.number(card).is_some())
    }

    /// Reads the card.
    pub fn answer(self, card: CardNumber) -> ElementAnswer {
        ElementAnswer { card, element: self.id().to_owned(), value: self.value(card).clone() }
    }
}

impl Answer for ElementAnswer {
    const KIND: &'static str = "element";

    fn explanation(&self) -> Vec<String> {
        let value = self.value.to_string();
        let shown = if value.is_empty() { "nothing" } else { &value };
        vec![format!("card {}, {}: {shown}", self.card, self.element)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deck::Deck;
    use crate::table::lookup::samples::{card, deck};

    /// The sample deck with an element that has numbers, one text and empty values.
    fn with_omen() -> Deck {
        let deck = deck();
        let mut layout = deck.layout().clone();
        layout.extras = vec!["omen".to_owned()];
        let mut cards = deck.cards().to_vec();
        for card in &mut cards {
            card.extras = vec![match card.number.get() {
                0 => ExtraValue::Text("raven".to_owned()),
                number @ 1..=9 => ExtraValue::Number(number.into()),
                _ => ExtraValue::Blank,
            }];
        }
        Deck::new("omens", None, layout, cards).unwrap()
    }

    #[test]
    fn a_card_shows_a_number_a_word_or_nothing_for_an_element() {
        let deck = with_omen();
        let omen = Element::new(&deck, "Omen").unwrap();
        let said = |number| omen.answer(card(number)).explanation().remove(0);
        assert_eq!("card 0, omen: raven", said(0));
        assert_eq!("card 7, omen: 7", said(7));
        assert_eq!("card 20, omen: nothing", said(20));
        assert_eq!([None, Some(7)], [0, 7].map(|number| omen.number(card(number))));
    }

    #[test]
    fn an_element_that_the_deck_lacks_is_refused_with_those_it_has() {
        let error = Element::new(&with_omen(), "weather").unwrap_err();
        assert_eq!("the deck has no element \"weather\"; accepted: omen", error.to_string());
        assert!(
            Element::new(&deck(), "omen").unwrap_err().to_string().contains("does not have any")
        );
    }
}
