//! Results of reading files back.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::piece::Piece;
use crate::deck::CardNumber;
use crate::preflight::report::{Fault, Faults};
use crate::wording::counted;

/// The texts read back from a file.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize, Deserialize)]
pub struct ReadBack {
    /// The kind of piece, if the file is not of cards but goes with the deck.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub piece: Option<Piece>,
    /// The number of different cards found.
    pub cards: usize,
    /// The cards in the order of their numbers; a card that is found twice is listed twice.
    pub numbers: Vec<CardNumber>,
    /// The extra cards by the names of their files; one that is found twice is listed twice.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub extras: Vec<String>,
    /// The number of compared texts.
    pub texts: usize,
    /// The texts that differ from the deck, at most a hundred.
    pub differences: Vec<Fault>,
    /// The number of further differences.
    #[serde(default, skip_serializing_if = "is_none")]
    pub untold: usize,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "required by serde")]
fn is_none(count: &usize) -> bool {
    *count == 0
}

impl ReadBack {
    /// Whether all texts match the deck. Whether the set of cards is complete is up to
    /// [`PrintedSet`](super::PrintedSet).
    pub fn agrees(&self) -> bool {
        self.differences.is_empty()
    }

    /// The number of texts that differ from the deck.
    pub fn difference_count(&self) -> usize {
        self.differences.len() + self.untold
    }
}

impl ReadBack {
    /// Adds a difference if the file is named after another card than it shows.
    pub(in crate::preflight) fn named(mut self, name: &str) -> Self {
        if let (Some(named), [shown]) = (named_after(name), &self.numbers[..])
            && named != *shown
        {
            let reason = format!("the file is named after card {named} but shows card {shown}");
            self.differences.insert(0, Fault::whole(reason));
        }
        self
    }
}

/// The card a file is named after: `fronts/card-07.png` after card 7.
fn named_after(name: &str) -> Option<CardNumber> {
    let file = name.rsplit(['/', '\\']).next()?;
    let (stem, _) = file.rsplit_once('.')?;
    let digits = stem.strip_prefix("card-")?;
    CardNumber::new(digits.parse().ok()?)
}

/// The texts read back so far.
#[derive(Default)]
pub(super) struct Reading {
    pub numbers: Vec<CardNumber>,
    pub extras: Vec<String>,
    pub texts: usize,
    pub differences: Faults,
}

impl Reading {
    pub(super) fn differs(&mut self, page: Option<u32>, reason: impl Into<String>) {
        self.differences.add(Fault::at(page, reason));
    }

    /// The result, with the cards in order.
    pub(super) fn done(self) -> ReadBack {
        let Self { mut numbers, mut extras, texts, differences } = self;
        numbers.sort_unstable();
        extras.sort_unstable();
        let mut different = numbers.clone();
        different.dedup();
        let (differences, untold) = differences.into_reported();
        ReadBack {
            piece: None,
            cards: different.len(),
            numbers,
            extras,
            texts,
            differences,
            untold,
        }
    }
}

impl fmt::Display for ReadBack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(piece) = self.piece {
            return match self.agrees() {
                true => write!(f, "the {piece} of this edition; it has no cards"),
                false => write!(f, "a {piece}, but not of this edition"),
            };
        }
        if self.numbers.is_empty() && self.agrees() {
            return f.write_str("no card");
        }
        match self.numbers[..] {
            [number] => write!(f, "card {number}, ")?,
            _ => write!(f, "{}, ", counted(self.cards, "card"))?,
        }
        write!(f, "{}, ", counted(self.texts, "text"))?;
        match self.difference_count() {
            0 => f.write_str("all equal"),
            count => write!(f, "{count} differ"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_named_after_another_card_differs() {
        let differences = |name: &str, card: u8| {
            let numbers = vec![CardNumber::new(card).unwrap()];
            let reading = Reading { numbers, ..Reading::default() };
            reading.done().named(name).differences
        };
        for (name, card) in
            [("a/card-07.png", 7), ("card-10.svg", 10), ("10.png", 7), ("card-x.png", 7)]
        {
            assert!(differences(name, card).is_empty(), "{name}");
        }
        let [fault] = differences("fronts/card-10.png", 11).try_into().unwrap();
        assert_eq!("the file is named after card 10 but shows card 11", fault.reason);
    }
}
