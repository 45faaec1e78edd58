//! Values of names: from the card, the deck and the words of the language.

use crate::deck::{Card, Deck, ExtraValue, Field};

use super::Words;
use super::fonts::Fonts;
use super::name::{Name, element_id};
use super::text::lettering::Lettering;

/// The values that a card or a back may show.
#[derive(Clone, Copy, Debug)]
pub(super) struct Values<'a> {
    pub(super) deck: &'a Deck,
    /// The language.
    pub(super) words: &'a Words,
    /// The fonts.
    pub(super) fonts: &'a Fonts,
    /// The edition code, computed once for the deck.
    pub(super) edition: &'a str,
    /// The scale of the print relative to the drawing.
    pub(super) scale: f64,
    /// The card; `None` for a back.
    pub(super) card: Option<&'a Card>,
}

impl Values<'_> {
    /// The default lettering of a template.
    pub(super) fn lettering(&self) -> Lettering {
        Lettering::printed_at(self.scale, self.fonts)
    }
}

impl Name {
    /// The printed text: the card's own in the words of the language.
    ///
    /// # Panics
    /// As [`text`](Self::text).
    pub(super) fn printed(&self, values: &Values<'_>) -> String {
        values.words.printed(self, self.text(values))
    }

    /// The card's own text, empty for "none". Penetration has its sign, a true minus; so does a custom
    /// element with numbers below 0.
    ///
    /// # Panics
    /// If the name is not on the deck's layout, or is a card's value on a back.
    pub(super) fn text(&self, values: &Values<'_>) -> String {
        let card = || values.card.expect("a back is only asked for the deck's names");
        match self {
            Self::Field(Field::Penetration) => signed(card().penetration.into()),
            Self::Field(Field::Extra(id)) => element(values.deck, id, card()),
            Self::Element(place) => match element_id(values.deck.layout(), *place) {
                Some(id) => element(values.deck, id, card()),
                None => String::new(),
            },
            Self::ElementId(place) => {
                let id = element_id(values.deck.layout(), *place);
                id.map_or_else(String::new, |id| values.deck.element_label(id).to_owned())
            }
            Self::Field(field) => field.text(values.deck.layout(), card()),
            Self::RankCard => values.deck.numbers().card_index(card().rank),
            Self::SuitInWords => card().suit.name().to_owned(),
            Self::Deck => values.deck.name().to_owned(),
            Self::Cards => values.deck.size().to_string(),
            Self::Edition => values.edition.to_owned(),
            Self::Imprint(name) => values.deck.imprint().text(name).unwrap_or_default().to_owned(),
        }
    }
}

/// The text of a custom element on a card.
fn element(deck: &Deck, id: &str, card: &Card) -> String {
    let Some(place) = deck.layout().extras.iter().position(|extra| extra == id) else {
        return String::new();
    };
    let is_below_0 = |card: &Card| matches!(card.extras[place], ExtraValue::Number(..0));
    match &card.extras[place] {
        ExtraValue::Number(number) if deck.cards().iter().any(is_below_0) => signed(*number),
        value => value.to_string(),
    }
}

/// `+1`, `0`, `−1` with a true minus.
fn signed(number: i32) -> String {
    match number {
        0 => "0".to_owned(),
        below @ ..0 => format!("\u{2212}{}", below.unsigned_abs()),
        above => format!("+{above}"),
    }
}

/// The number that a printed figure reads as upside down, if another: 9 of `6`, 61 of `19`, 81 of `18`, but
/// none of `69` (the same again), `60` (a figure does not begin with 0) or `26`.
fn upside_down(figure: &str) -> Option<i32> {
    let turned: String = figure
        .chars()
        .rev()
        .map(|digit| match digit {
            '0' | '1' | '8' => Some(digit),
            '6' => Some('9'),
            '9' => Some('6'),
            _ => None,
        })
        .collect::<Option<String>>()?;
    if turned == figure || turned.starts_with('0') { None } else { turned.parse().ok() }
}

impl Name {
    /// Whether the figure on this card needs a mark for its orientation: a 6 or 9 always does, since a single
    /// digit has no context; a longer one if the other reading is possible for its kind. 19 among effects up
    /// to 68 may be read as 61, but 16 not as 91.
    pub(super) fn is_turnable(&self, values: &Values<'_>) -> bool {
        let figure = self.text(values);
        upside_down(&figure).is_some_and(|other| figure.len() == 1 || self.could_be(other, values))
    }

    /// Whether a number is between the least and the greatest of its kind on the deck's cards: the whole
    /// cause or effect grid, or the element.
    fn could_be(&self, number: i32, values: &Values<'_>) -> bool {
        let cards = values.deck.cards().iter();
        let printed: Vec<i32> = cards
            .flat_map(|card| self.numbers_of_kind(&Values { card: Some(card), ..*values }, card))
            .collect();
        printed.iter().min().is_some_and(|least| *least <= number)
            && printed.iter().max().is_some_and(|most| number <= *most)
    }

    /// The numbers of the name's kind on a card.
    fn numbers_of_kind(&self, values: &Values<'_>, card: &Card) -> Vec<i32> {
        match self {
            Self::Field(Field::Cause { .. }) => (0..card.cause.columns())
                .flat_map(|column| card.cause.column(column))
                .filter_map(|cell| cell.number().map(i32::from))
                .collect(),
            Self::Field(Field::Effect { .. }) => (0..card.effect.columns())
                .flat_map(|column| card.effect.column(column))
                .filter_map(|&number| i32::try_from(number).ok())
                .collect(),
            _ => self.text(values).parse().into_iter().collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_upside_down_figure_is_another_itself_or_none() {
        let others = [
            ("6", 9),
            ("9", 6),
            ("66", 99),
            ("99", 66),
            ("68", 89),
            ("89", 68),
            ("86", 98),
            ("98", 86),
            ("16", 91),
            ("91", 16),
            ("19", 61),
            ("61", 19),
            ("18", 81),
            ("81", 18),
        ];
        for (figure, other) in others {
            assert_eq!(Some(other), upside_down(figure), "{figure}");
        }
        for figure in ["", "0", "1", "8", "11", "88", "69", "96", "10", "60", "90", "26", "7", "CF"]
        {
            assert_eq!(None, upside_down(figure), "{figure}");
        }
    }

    fn values_of<'a>(
        deck: &'a Deck,
        words: &'a Words,
        fonts: &'a Fonts,
        card: &'a Card,
    ) -> Values<'a> {
        Values { deck, words, fonts, scale: 1.0, edition: "", card: Some(card) }
    }

    #[test]
    fn a_mark_is_set_if_the_other_reading_is_possible() {
        let (deck, words) = (crate::face::testing::deck(), Words::usual());
        let fonts = Fonts::bundled();
        let marked = |name: &str| {
            let name = Name::parse(name).unwrap();
            let card = &deck.cards()[0];
            let values = values_of(&deck, &words, &fonts, card);
            (name.text(&values), name.is_turnable(&values))
        };
        // The effects of this deck reach 81: a 19 may be a 61, but a 16 is not a 91.
        assert_eq!(("19".to_owned(), true), marked("effect.d4.5"));
        assert_eq!(("16".to_owned(), false), marked("effect.d4.4"));
        assert_eq!(("18".to_owned(), true), marked("effect.d6.4"));
        assert_eq!(("10".to_owned(), false), marked("effect.d4.3"));
        // A 6 is marked even if no 9 is printed.
        assert_eq!(("6".to_owned(), true), marked("cause.d6.1"));
    }

    #[test]
    fn only_6_and_9_are_turnable_among_card_numbers() {
        let (deck, words) = (crate::face::testing::deck(), Words::usual());
        let fonts = Fonts::bundled();
        let marked = deck.cards().iter().filter(|card| {
            let values = values_of(&deck, &words, &fonts, card);
            Name::parse("number").unwrap().is_turnable(&values)
        });
        let marked: Vec<String> = marked.map(|card| card.number.to_string()).collect();
        assert_eq!(["6", "9"], *marked);
    }
}
