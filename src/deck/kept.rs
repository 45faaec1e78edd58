//! Cards of earlier editions that are still valid.
//!
//! Every card bears the edition code of the deck it was printed with. If a changed deck keeps most of its
//! cards, printed ones bear the old code and need not be reprinted; the deck file lists them.

use super::{CardNumber, Deck, Edition};

/// The cards printed with an earlier edition that equal the deck's own cards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptCards {
    /// The code they bear.
    pub edition: Edition,
    /// Their numbers, ascending.
    pub cards: Vec<CardNumber>,
}

impl Deck {
    /// Earlier editions of which cards are still valid, the latest first. Not covered by the digest, and not
    /// in a CSV file.
    pub fn kept(&self) -> &[KeptCards] {
        &self.kept
    }

    /// The deck as the successor of `old`: with the unchanged cards of `old` and of the editions known to
    /// `old`.
    #[must_use]
    pub fn succeeding(mut self, old: &Deck) -> Self {
        if self.digest() == old.digest() {
            self.kept = old.kept.clone();
            return self;
        }
        let changed = self.changed_from(old);
        let unchanged: Vec<CardNumber> =
            self.numbers().iter().filter(|card| !changed.contains(card)).collect();
        let still = |earlier: &KeptCards| KeptCards {
            edition: earlier.edition,
            cards: earlier.cards.iter().copied().filter(|card| unchanged.contains(card)).collect(),
        };
        let mut kept: Vec<KeptCards> = old.kept.iter().map(still).collect();
        kept.retain(|earlier| earlier.edition != old.edition());
        kept.insert(0, KeptCards { edition: old.edition(), cards: unchanged });
        let own = self.edition();
        kept.retain(|earlier| !earlier.cards.is_empty() && earlier.edition != own);
        self.kept = kept;
        self
    }

    /// The cards that mean something else than the same cards of `old`: all of them if numbers, columns or
    /// parts differ; if a column is closed or plain in only one of the decks, those that show its highest number.
    pub fn changed_from(&self, old: &Deck) -> Vec<CardNumber> {
        let fields = self.layout.fields();
        let alike = fields == old.layout.fields() && self.numbers() == old.numbers();
        let same = |number: &CardNumber| {
            let says = |deck: &Deck, field| deck.layout.says(field, deck.card(*number));
            alike && fields.iter().all(|field| says(self, field) == says(old, field))
        };
        self.numbers().iter().filter(|number| !same(number)).collect()
    }

    /// The cards that are outdated if they bear this edition code: none for the deck's own, the changed ones
    /// for an earlier one. `None` for an unknown edition.
    pub fn outdated(&self, edition: Edition) -> Option<Vec<CardNumber>> {
        if edition == self.edition() {
            return Some(Vec::new());
        }
        let kept = self.kept.iter().find(|kept| kept.edition == edition)?;
        Some(self.numbers().iter().filter(|card| !kept.cards.contains(card)).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn deck() -> Deck {
        Deck::read("deck.csv", include_str!("../../tests/data/deck.csv")).unwrap()
    }

    /// The deck with the scatter of these cards turned by an hour.
    fn turned(deck: &Deck, numbers: &[usize]) -> Deck {
        let mut cards = deck.cards().to_vec();
        for &number in numbers {
            let hour = cards[number].scatter.get() % 12 + 1;
            cards[number].scatter = super::super::ClockHour::new(hour).unwrap();
        }
        Deck::new("deck", None, deck.layout().clone(), cards).unwrap().succeeding(deck)
    }

    fn outdated(deck: &Deck, edition: Edition) -> Option<Vec<u8>> {
        Some(deck.outdated(edition)?.into_iter().map(CardNumber::get).collect())
    }

    #[test]
    fn unchanged_cards_of_earlier_editions_stay_valid() {
        let first = deck();
        let second = turned(&first, &[3]);
        let third = turned(&second, &[7, 8]);
        assert_eq!(Some(vec![]), outdated(&third, third.edition()));
        assert_eq!(Some(vec![7, 8]), outdated(&third, second.edition()));
        assert_eq!(Some(vec![3, 7, 8]), outdated(&third, first.edition()));
        assert_eq!(None, outdated(&first, third.edition()));
    }

    #[test]
    fn closing_a_column_changes_the_cards_with_its_highest_number() {
        let first = deck();
        let d6 = "d6".parse().unwrap();
        let column = first.layout().cause.columns.iter().position(|die| *die == d6).unwrap();
        let has_highest = |card: &&super::super::Card| {
            card.cause.column(column).iter().any(|cell| cell.is_highest(6))
        };
        let highest: Vec<CardNumber> =
            first.cards().iter().filter(has_highest).map(|card| card.number).collect();
        assert!((10..50).contains(&highest.len()), "{highest:?}");
        for closed in [false, true] {
            let mut layout = first.layout().clone();
            if closed { &mut layout.closed } else { &mut layout.plain }.insert(d6);
            let second = Deck::new("deck", None, layout, first.cards().to_vec()).unwrap();
            assert_eq!(highest, second.changed_from(&first));
        }
    }

    #[test]
    fn the_list_is_read_back_and_does_not_change_the_edition() {
        let (first, second) = (deck(), turned(&deck(), &[3, 50]));
        let text = second.to_json();
        assert!(text.contains(&format!("\"kept\": {{\"{}\":[0,1,2,4,", first.edition())), "{text}");
        let read = Deck::read("deck.json", &text).unwrap();
        assert_eq!(second, read);
        assert_eq!(second.edition(), read.edition());
        assert!(!first.to_json().contains("kept"));
    }

    #[test]
    fn a_broken_list_is_reported_at_its_place() {
        let (first, text) = (deck().edition().to_string(), turned(&deck(), &[3]).to_json());
        for (from, to, reported) in [
            (format!("{first}\":["), "0001-0\":[".to_owned(), "mistyped"),
            (format!("{first}\":[0,"), format!("{first}\":[54,"), "kept cards of"),
            (format!("{{\"{first}\":["), "[[".to_owned(), "not JSON"),
        ] {
            let broken = text.replacen(&from, &to, 1);
            assert_ne!(text, broken);
            let problems = Deck::read("deck.json", &broken).unwrap_err().to_string();
            assert!(problems.contains(reported), "{problems}");
        }
    }
}
