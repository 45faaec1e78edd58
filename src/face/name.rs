//! The names of card values in templates.

use std::fmt;

use crate::deck::{Field, Imprint, Layout, Part};

/// A name in a template: `cause.d10.2`, `hit.3`, `rank.card`, `deck`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Name {
    /// A field of the card, written with dots: `cause.d10.2`, `burst.10`, a custom element's id.
    Field(Field),
    /// `rank.card`: the rank as a playing card shows it.
    RankCard,
    /// `suit.name`: the suit in words.
    SuitInWords,
    /// `deck`: the deck's name.
    Deck,
    /// `cards`: the number of cards.
    Cards,
    /// `edition`: the edition code.
    Edition,
    /// `version`, `credit`, `barcode` and others: the publisher's imprint.
    Imprint(&'static str),
    /// `element.1`: the deck's first custom element by index; empty on a deck without one. So one template
    /// serves decks with elements and decks without.
    Element(u8),
    /// `element.1.name`: its label, or else its id.
    ElementId(u8),
}

impl Name {
    /// The accepted names, for messages.
    pub(super) const ACCEPTED: &str = "cause.d10.2, effect.d10.2, hit.3, burst.10, number, rank, rank.card, suit, suit.name, toggle, penetration, scatter, failure, unintended, shuffle, element.1, element.1.name, deck, cards, edition, version, credit, licence, barcode, age, origin, word.rank or another word, or a designer element of the deck";

    /// Parses a lower-case name; `None` if it cannot be one.
    pub(super) fn parse(text: &str) -> Option<Self> {
        match text {
            "rank.card" => return Some(Self::RankCard),
            "suit.name" => return Some(Self::SuitInWords),
            "deck" => return Some(Self::Deck),
            "cards" => return Some(Self::Cards),
            "edition" => return Some(Self::Edition),
            _ => {}
        }
        if let Some(name) = Imprint::NAMES.into_iter().find(|name| *name == text) {
            return Some(Self::Imprint(name));
        }
        if let Some(place) = text.strip_prefix("element.") {
            let (digits, is_name) = match place.strip_suffix(".name") {
                Some(digits) => (digits, true),
                None => (place, false),
            };
            let place = digits.parse().ok().filter(|place: &u8| place.to_string() == digits)?;
            return match (place, is_name) {
                (0, _) => None,
                (place, true) => Some(Self::ElementId(place)),
                (place, false) => Some(Self::Element(place)),
            };
        }
        let dotted = text.contains('.');
        let field: Field = text.replace('.', "_").parse().ok()?;
        match &field {
            Field::Extra(_) => (!dotted && !Field::is_reserved(text)).then_some(Self::Field(field)),
            // One spelling for each name: `cause_d10_2` is the CSV's, and `hit` alone is incomplete.
            _ => (!text.contains('_')).then_some(Self::Field(field)),
        }
    }

    /// Replaces an element's index by its field on this layout; other names, and indices without an element,
    /// stay unchanged.
    pub(super) fn resolved(self, layout: &Layout) -> Self {
        match self {
            Self::Element(place) => match element_id(layout, place) {
                Some(id) => Self::Field(Field::Extra(id.to_owned())),
                None => self,
            },
            _ => self,
        }
    }

    /// Whether a deck of this layout has the name. Indices of custom elements are valid on every deck.
    pub(super) fn is_on(&self, layout: &Layout) -> bool {
        match self {
            Self::Field(field) => layout.fields().contains(field),
            Self::RankCard => layout.has(Part::Rank),
            Self::SuitInWords => layout.has(Part::Suit),
            _ => true,
        }
    }

    /// Whether it has a value without a card, on a back.
    pub(super) fn is_of_deck(&self) -> bool {
        matches!(self, Self::Deck | Self::Cards | Self::Edition | Self::Imprint(_))
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Field(field @ Field::Extra(_)) => field.fmt(f),
            Self::Field(field) => f.write_str(&field.to_string().replace('_', ".")),
            Self::RankCard => f.write_str("rank.card"),
            Self::SuitInWords => f.write_str("suit.name"),
            Self::Deck => f.write_str("deck"),
            Self::Cards => f.write_str("cards"),
            Self::Edition => f.write_str("edition"),
            Self::Imprint(name) => f.write_str(name),
            Self::Element(place) => write!(f, "element.{place}"),
            Self::ElementId(place) => write!(f, "element.{place}.name"),
        }
    }
}

/// The id of the custom element at an index, from 1.
pub(super) fn element_id(layout: &Layout, place: u8) -> Option<&str> {
    layout.extras.get(usize::from(place).checked_sub(1)?).map(String::as_str)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_read_back() {
        for name in [
            "number",
            "rank",
            "rank.card",
            "suit",
            "suit.name",
            "toggle",
            "cause.d10.2",
            "effect.d4.5",
            "hit.1",
            "hit.step",
            "burst.10",
            "penetration",
            "scatter",
            "failure",
            "unintended",
            "deck",
            "edition",
            "licence",
            "element.1",
            "element.12.name",
            "wild_die",
        ] {
            assert_eq!(name, Name::parse(name).unwrap_or_else(|| panic!("{name}")).to_string());
        }
    }

    #[test]
    fn near_misses_of_names_are_refused() {
        for name in [
            "cause.10.2",
            "cause_d10_2",
            "cause.d10",
            "hit",
            "hit_step",
            "wild.die",
            "",
            "Deck",
            "element.0",
            "element.01",
            "element.x",
            "element.1.id",
            "element.999",
        ] {
            assert_eq!(None, Name::parse(name), "{name:?}");
        }
    }
}
