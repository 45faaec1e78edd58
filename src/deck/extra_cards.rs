//! The extra cards of a printed deck: cards of the theme that are never drawn in play.

use crate::input::limits::{EXTRA_CARDS, ID_CHARS};

use super::Deck;

/// The extra cards that every theme may have.
pub(crate) const USUAL_EXTRA_CARDS: [&str; 2] = ["instruction", "title"];

/// The accepted names of extra cards.
pub(crate) const ACCEPTED_EXTRA_CARD: &str = "instruction, title, or extra- and small letters, digits and -, \
    as in extra-reference for the file extra-reference.svg of the theme";

/// Whether an extra card may have this name, which is that of its file without `.svg`.
pub(crate) fn is_extra_card(name: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    let own = name.strip_prefix("extra-").filter(|own| !own.is_empty());
    let is_own = own.is_some_and(|own| own.bytes().all(is_plain));
    USUAL_EXTRA_CARDS.contains(&name) || is_own && !ID_CHARS.is_passed_by(name.len())
}

impl Deck {
    /// The names of its extra cards in the order of printing; one that is listed twice is printed twice. Not
    /// covered by the digest.
    pub fn extra_cards(&self) -> &[String] {
        &self.extra_cards
    }

    /// The same deck with these extra cards. Names that no extra card may have, and cards beyond the limit, are
    /// dropped.
    #[must_use]
    pub fn with_extra_cards(self, names: impl IntoIterator<Item = String>) -> Self {
        let known = names.into_iter().filter(|name| is_extra_card(name));
        Self { extra_cards: known.take(EXTRA_CARDS.most).collect(), ..self }
    }

    /// The number of cards of the printed deck: its cards and its extra cards.
    pub fn printed_size(&self) -> usize {
        self.size() + self.extra_cards.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_files_that_no_other_face_may_have() {
        for name in ["instruction", "title", "extra-reference", "extra-a-2"] {
            assert!(is_extra_card(name), "{name}");
        }
        for name in
            ["", "extra-", "reference", "extra-A", "extra-a_2", "extra-a/b", "back", "card-07"]
        {
            assert!(!is_extra_card(name), "{name}");
        }
    }

    #[test]
    fn extra_cards_are_read_back_and_change_no_edition() {
        let plain = Deck::built_in();
        let names = ["title", "extra-turns", "extra-turns"].map(str::to_owned);
        let deck = plain.clone().with_extra_cards(names.clone());
        let read = Deck::read("deck.json", &deck.to_json()).unwrap();
        assert_eq!((&names[..], 57), (read.extra_cards(), read.printed_size()));
        assert_eq!(plain.edition(), read.edition());
        assert_eq!(54, plain.printed_size());
        let wrong = deck.to_json().replace("\"title\"", "\"rules\"");
        let reported = Deck::read("deck.json", &wrong).unwrap_err().to_string();
        assert!(reported.contains("extra_cards is not a list of extra cards"), "{reported}");
    }
}
