//! The imprint of a deck: the language of its words, and texts of the publisher.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::{Barcode, BarcodeError, CheckRule, Deck, Game, check_text};

/// The publisher's texts, printed on cards that have a place for them and stored in every PDF.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Imprint {
    /// The version of the game or deck, such as `2.1`.
    pub version: Option<String>,
    /// The author.
    pub credit: Option<String>,
    /// The licence.
    pub licence: Option<String>,
    /// The bar code number of the product, printed on the tuck box.
    pub barcode: Option<Barcode>,
    /// The age of the players, such as `14+`, printed on the tuck box.
    pub age: Option<String>,
    /// Where the product was made, printed on the tuck box.
    pub origin: Option<String>,
    /// How the game reads a check, for instruction card and leaflet.
    pub check: CheckRule,
    /// The game of the deck, if its spec names one; see [`Deck::game`].
    pub game: Option<Game>,
    /// How designer elements are read, by id, for instruction card and leaflet.
    pub elements: BTreeMap<String, String>,
}

impl Imprint {
    /// The texts by their names in spec, deck and template.
    pub const NAMES: [&str; 6] = ["version", "credit", "licence", "barcode", "age", "origin"];

    /// The text with this name.
    pub fn text(&self, name: &str) -> Option<&str> {
        self.texts().find(|(own, _)| *own == name).and_then(|(_, text)| text)
    }

    /// Sets the text of one of [`NAMES`](Self::NAMES).
    ///
    /// # Errors
    /// A bar code that is not one.
    pub(crate) fn set(&mut self, name: &str, text: String) -> Result<(), BarcodeError> {
        match name {
            "version" => self.version = Some(text),
            "credit" => self.credit = Some(text),
            "licence" => self.licence = Some(text),
            "barcode" => self.barcode = Some(text.parse()?),
            "age" => self.age = Some(text),
            "origin" => self.origin = Some(text),
            _ => {}
        }
        Ok(())
    }

    fn texts(&self) -> impl Iterator<Item = (&'static str, Option<&str>)> {
        let [version, credit, licence, age, origin] =
            [&self.version, &self.credit, &self.licence, &self.age, &self.origin]
                .map(Option::as_deref);
        let barcode = self.barcode.as_ref().map(Barcode::digits);
        Self::NAMES.into_iter().zip([version, credit, licence, barcode, age, origin])
    }
}

impl Deck {
    /// The words on the cards, if the deck file names them: a built-in language, or a file of words next to
    /// the deck file or above. Not covered by the digest.
    pub fn words(&self) -> Option<&str> {
        self.words.as_deref()
    }

    /// The same cards with these words. A name that a deck file cannot hold is dropped.
    #[must_use]
    pub fn with_words(self, name: Option<String>) -> Self {
        Self { words: name.filter(|name| check_text(name).is_ok()), ..self }
    }

    /// The imprint, which is not covered by the digest.
    pub fn imprint(&self) -> &Imprint {
        &self.imprint
    }

    /// The same cards with another imprint.
    #[must_use]
    pub fn with_imprint(self, imprint: Imprint) -> Self {
        Self { imprint, ..self }
    }

    /// Writes words, imprint and extra cards to the head of a deck file.
    pub(super) fn write_print(&self, head: &mut Map<String, Value>) {
        let texts = self.imprint.texts();
        for (name, text) in std::iter::once(("words", self.words())).chain(texts) {
            if let Some(text) = text {
                head.insert(name.into(), json!(text));
            }
        }
        if !self.extra_cards().is_empty() {
            head.insert("extra_cards".into(), json!(self.extra_cards()));
        }
        if self.imprint.check != CheckRule::default() || self.is_from_spec_file() {
            head.insert("check".into(), json!(self.imprint.check.name()));
        }
        if let Some(game) = self.imprint.game {
            head.insert("game".into(), json!(game.name()));
        }
        if !self.imprint.elements.is_empty() || self.has_own_elements() {
            head.insert("element_how".into(), json!(self.imprint.elements));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_imprint_are_read_back_and_change_no_edition() {
        let plain = Deck::built_in();
        let imprint = Imprint {
            version: Some("2.1".to_owned()),
            licence: Some("CC BY 4.0".to_owned()),
            barcode: Some("4006381333931".parse().unwrap()),
            age: Some("14+".to_owned()),
            check: CheckRule::Under,
            elements: BTreeMap::from([("omen".to_owned(), "ask the raven".to_owned())]),
            ..Imprint::default()
        };
        let deck = plain.clone().with_words(Some("de".to_owned())).with_imprint(imprint.clone());
        let read = Deck::read("deck.json", &deck.to_json()).unwrap();
        assert_eq!((Some("de"), &imprint), (read.words(), read.imprint()));
        assert_eq!(plain.edition(), read.edition());
        assert_eq!((Some("2.1"), None), (imprint.text("version"), imprint.text("credit")));
        assert_eq!(None, plain.with_words(Some(" de".to_owned())).words());
    }
}
