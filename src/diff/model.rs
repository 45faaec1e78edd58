//! The result of a comparison.

use schemars::JsonSchema;
use serde::Serialize;

use crate::validate::{Amount, DeckNote, FigureVerdict, Unit};

/// The version of [`Difference`] as JSON.
pub(super) const FORMAT: &str = "actiondeck-diff/1";

/// The result of [`diff`](super::diff).
#[derive(Clone, Debug, PartialEq, JsonSchema, Serialize)]
#[non_exhaustive]
pub struct Difference {
    /// The format.
    #[schemars(extend("const" = FORMAT))]
    pub format: &'static str,
    /// The old deck.
    pub old: DeckNote,
    /// The new deck.
    pub new: DeckNote,
    /// Whether all cells of the cards are equal.
    pub identical: bool,
    /// Fields that only the new deck has, named as the columns of `deck.csv`.
    pub added: Vec<String>,
    /// Fields that only the old deck has.
    pub removed: Vec<String>,
    /// The changed cards in order of number.
    pub cards: Vec<CardChange>,
    /// Fields of both decks with changed counts of values.
    pub distributions: Vec<DistributionChange>,
    /// Checks whose odds changed, the first card alone.
    pub checks: Vec<CheckOdds>,
    /// Effect cells whose odds changed.
    pub effects: Vec<EffectOdds>,
    /// The validator's figures of both decks, changed or not.
    pub figures: Vec<FigureChange>,
}

impl Difference {
    /// Whether every card changed.
    pub fn all_changed(&self) -> bool {
        self.cards.len() == self.old.cards.max(self.new.cards)
    }

    /// The number of changed cells on all cards.
    pub fn cells(&self) -> usize {
        self.cards.iter().map(|card| card.cells.len()).sum()
    }
}

/// A card and its changed cells.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct CardChange {
    /// The card's number.
    pub number: u8,
    /// Its changed cells in the order of `deck.csv`.
    pub cells: Vec<CellChange>,
}

/// A changed cell.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct CellChange {
    /// The field, such as `cause_d10_2`.
    pub field: String,
    /// The old text, as in `deck.csv`; empty for a blank, `None` if the deck has no such field. The highest number
    /// of a closed or plain column is followed by that word: `20 plain`.
    pub old: Option<String>,
    /// The new text, likewise.
    pub new: Option<String>,
}

/// A field and the values with changed numbers of cards.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct DistributionChange {
    /// The field.
    pub field: String,
    /// The values, numbers ascending, then texts.
    pub values: Vec<ValueChange>,
}

/// A value and the number of cards that show it.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct ValueChange {
    /// The value.
    pub value: String,
    /// Cards before.
    pub old: usize,
    /// Cards now.
    pub new: usize,
}

/// The odds of a check, one card drawn from the full deck, no follow-up.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize)]
#[non_exhaustive]
pub struct CheckOdds {
    /// The column's die.
    pub sides: u16,
    /// The level.
    pub level: u8,
    /// The target number.
    pub target: u16,
    /// Cards that reached it.
    pub old: usize,
    /// Cards that reach it now.
    pub new: usize,
    /// The expected cards with dice.
    pub dice: Amount,
}

/// The odds of an effect of at least some magnitude.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct EffectOdds {
    /// The column's die.
    pub sides: u16,
    /// The row: the number of dice in the sum.
    pub row: u8,
    /// The magnitude.
    pub at_least: u32,
    /// Cards that reached it.
    pub old: usize,
    /// Cards that reach it now.
    pub new: usize,
}

/// One of the validator's figures.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize)]
#[non_exhaustive]
pub struct FigureChange {
    /// Its name in files.
    pub id: &'static str,
    /// Its title in reports.
    pub title: &'static str,
    /// Its unit.
    pub unit: Unit,
    /// Whether any part of it changed.
    pub changed: bool,
    /// The value of the old deck.
    pub old: Amount,
    /// The value of the new deck.
    pub new: Amount,
    /// The limit of the old deck.
    pub old_limit: Option<Amount>,
    /// The limit of the new deck.
    pub new_limit: Option<Amount>,
    /// The verdict on the old deck.
    pub old_verdict: FigureVerdict,
    /// The verdict on the new deck.
    pub new_verdict: FigureVerdict,
}
