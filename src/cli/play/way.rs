//! How a question is asked at the table.

/// How a question is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// With cards of the table.
    Drawing,
    /// With any card, and nothing happens.
    Looking,
    /// For its target number, before a card is drawn.
    Aiming,
}

impl Way {
    /// The words before a question that say how it is asked; without one it is asked with cards of the table.
    pub const WORDS: [(&str, Self); 2] = [("look", Self::Looking), ("tn", Self::Aiming)];

    /// Takes the word that says how off the front of a line.
    pub fn taken_off(words: &mut Vec<String>) -> Self {
        let first = words.first().map(|word| word.to_lowercase());
        match Self::WORDS.into_iter().find(|(word, _)| first.as_deref() == Some(*word)) {
            Some((_, way)) => {
                words.remove(0);
                way
            }
            None => Self::Drawing,
        }
    }
}
