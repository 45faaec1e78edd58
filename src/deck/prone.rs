//! The hit locations that are exposed when the target is prone.

use std::collections::BTreeSet;

use super::{Deck, check_text};

/// The default of the older dice rules: arms, upper torso and head are exposed from the front (dice edition,
/// "Prone Targets").
fn shows_usually(location: &str) -> bool {
    matches!(location, "head" | "chest" | "left arm" | "right arm")
}

impl Deck {
    /// Whether a location is exposed when the target is prone: by the list in the deck file, else arms, chest
    /// and head.
    pub fn shows_when_prone(&self, location: &str) -> bool {
        match &self.prone {
            Some(shown) => shown.contains(location),
            None => shows_usually(location),
        }
    }

    /// The same cards with these locations, each with whether it is exposed when prone. If none is, the
    /// default applies. Not covered by the digest, since cards do not show it.
    #[must_use]
    pub fn with_prone(self, locations: impl IntoIterator<Item = (String, bool)>) -> Self {
        let locations: Vec<(String, bool)> = locations.into_iter().collect();
        let is_usual = |(location, shows): &(String, bool)| *shows == shows_usually(location);
        let none_shows = !locations.iter().any(|(_, shows)| *shows);
        if none_shows || locations.iter().all(is_usual) {
            return Self { prone: None, ..self };
        }
        let shown = locations.into_iter().filter(|(_, shows)| *shows).map(|(location, _)| location);
        self.with_prone_of_file(Some(shown.collect()))
    }

    /// The same with the list of a deck file.
    pub(super) fn with_prone_of_file(self, shown: Option<BTreeSet<String>>) -> Self {
        let good = |shown: &BTreeSet<String>| shown.iter().all(|text| check_text(text).is_ok());
        Self { prone: shown.filter(good), ..self }
    }

    /// The exposed locations, if not the default ones.
    pub(super) fn prone(&self) -> Option<&BTreeSet<String>> {
        self.prone.as_ref()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_prone_locations_are_stored_in_the_file() {
        let plain = Deck::built_in();
        let describe = |shown: &[(&str, bool)]| {
            let shown = shown.iter().map(|(location, shows)| ((*location).to_owned(), *shows));
            plain.clone().with_prone(shown)
        };
        for usual in [&[("head", true), ("belly", false)][..], &[("head", false)], &[]] {
            let deck = describe(usual);
            assert_eq!(plain, deck);
            assert!(deck.shows_when_prone("head") && !deck.shows_when_prone("belly"));
        }
        let deck = describe(&[("head", false), ("belly", true)]);
        assert!(!deck.shows_when_prone("head") && deck.shows_when_prone("belly"));
        assert_eq!(plain.edition(), deck.edition());
        let read = Deck::read("deck.json", &deck.to_json()).unwrap();
        assert_eq!(deck, read);
        let csv = Deck::read("deck.csv", &deck.to_csv()).unwrap().reported_by(&deck).unwrap();
        assert!(csv.shows_when_prone("belly"));
    }
}
