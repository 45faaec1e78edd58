//! What names on a card stand for: the card, the deck, the words it is printed in.

use crate::deck::{Card, Deck, ExtraValue, Field};

use super::Words;
use super::fonts::Fonts;
use super::name::{Name, element_id};
use super::text::lettering::Lettering;

/// What a card or a back can be asked.
#[derive(Clone, Copy, Debug)]
pub(super) struct Values<'a> {
    pub(super) deck: &'a Deck,
    /// In which it is printed.
    pub(super) words: &'a Words,
    /// In which it is set.
    pub(super) fonts: &'a Fonts,
    /// The edition code, computed once for the deck.
    pub(super) edition: &'a str,
    /// How much larger than drawn it is printed.
    pub(super) scale: f64,
    /// The card; a back has none.
    pub(super) card: Option<&'a Card>,
}

impl Values<'_> {
    /// How texts are set where a template says nothing.
    pub(super) fn lettering(&self) -> Lettering {
        Lettering::printed_at(self.scale, self.fonts)
    }
}

impl Name {
    /// The text that is printed: the card's own in the words of the language.
    ///
    /// # Panics
    /// As [`text`](Self::text).
    pub(super) fn printed(&self, values: &Values<'_>) -> String {
        values.words.printed(self, self.text(values))
    }

    /// The text that the card has, empty for "none". Penetration bears its sign, a true minus; so
    /// does a designer element with numbers below 0.
    ///
    /// # Panics
    /// If the name is not on the deck's layout, or asks a back for a card's value.
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
            Self::RankCard => card().rank.playing_card().to_owned(),
            Self::SuitInWords => card().suit.name().to_owned(),
            Self::Deck => values.deck.name().to_owned(),
            Self::Edition => values.edition.to_owned(),
            Self::Imprint(name) => values.deck.imprint().text(name).unwrap_or_default().to_owned(),
        }
    }
}

/// What a designer element shows on a card.
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

/// What a printed figure is upside down, if that is another figure: 9 of `6`, 61 of `19`, 81 of
/// `18`, but nothing of `69` (the same again), `60` (no figure begins with 0) or `26`.
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
    /// Whether the figure on this card needs a mark that says which way is up: a 6 or 9 always does,
    /// since a single figure has no neighbour to tell; a longer one where its kind could hold what it
    /// is upside down. 19 among effects up to 68 may be taken for 61, but 16 for no 91.
    pub(super) fn is_turnable(&self, values: &Values<'_>) -> bool {
        let figure = self.text(values);
        upside_down(&figure).is_some_and(|other| figure.len() == 1 || self.could_be(other, values))
    }

    /// Whether a number lies between the least and the greatest of its kind on the deck's cards: the
    /// whole cause or effect grid, or the element.
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
    fn a_figure_upside_down_is_another_itself_or_none() {
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
    fn a_mark_stands_where_the_other_reading_could_be_printed_too() {
        let (deck, words) = (crate::face::testing::deck(), Words::usual());
        let fonts = Fonts::bundled();
        let marked = |name: &str| {
            let name = Name::parse(name).unwrap();
            let card = &deck.cards()[0];
            let values = values_of(&deck, &words, &fonts, card);
            (name.text(&values), name.is_turnable(&values))
        };
        // The effects of this deck reach 81: a 19 may be a 61, a 16 is no 91.
        assert_eq!(("19".to_owned(), true), marked("effect.d4.5"));
        assert_eq!(("16".to_owned(), false), marked("effect.d4.4"));
        assert_eq!(("18".to_owned(), true), marked("effect.d6.4"));
        assert_eq!(("10".to_owned(), false), marked("effect.d4.3"));
        // A 6 is marked where no 9 is printed.
        assert_eq!(("6".to_owned(), true), marked("cause.d6.1"));
    }

    #[test]
    fn of_the_numbers_of_cards_only_6_and_9_may_be_taken_for_others() {
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
