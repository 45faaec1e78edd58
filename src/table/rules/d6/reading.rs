//! The cells of a deck that are read as the dice of a code.

use schemars::JsonSchema;
use serde::Serialize;

use crate::deck::{CardNumber, CauseCell, ExtraValue};
use crate::dice::{Die, EffectDice};
use crate::table::lookup::{CardView, DeckView};

use super::DieCode;

/// The designer element that is read as a Wild Die.
pub const WILD_DIE: &str = "wild";

pub(super) const D6: Die = Die::new(6).expect("six sides are a die");

/// The number of rows of a card that are read as ordinary dice. One row more would save a few
/// cards, but the rows of one card are not independent enough: `odds fit` shows the error.
const ROWS_OF_A_CARD: u8 = 3;

/// The place of the Wild Die of a code. Its 6 is rolled again and added.
#[derive(Clone, Copy, Debug, PartialEq, Eq, JsonSchema, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum WildDie {
    /// In the element [`WILD_DIE`].
    Element,
    /// In cell (1)6 of an effect grid of open-ended dice.
    Cell,
    /// No place: a 6 of this deck is not rolled again.
    Missing,
    /// Every die: the deck sums open-ended dice and does not have ordinary ones.
    EveryDie,
}

/// The place of the ordinary dice of a code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum OrdinaryDice {
    /// One cell of the d6 column in the effect grid, whose row is the number of dice.
    Sums,
    /// Rows of the d6 column in the cause grid, one die each.
    Rows(u8),
}

/// The reading of die codes on a deck.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Reading {
    pub(super) wild: WildDie,
    pub(super) ordinary: OrdinaryDice,
    /// Index of the Wild Die among the designer elements.
    element: Option<usize>,
    /// The number of ordinary dice of a card.
    pub(super) per_card: u8,
}

impl Reading {
    /// The best reading that the deck allows.
    pub(super) fn new(deck: DeckView<'_>) -> Self {
        let layout = deck.layout();
        let element = layout.extras.iter().position(|id| id == WILD_DIE).filter(|&place| {
            let is_number =
                |card: CardView<'_>| matches!(card.extras()[place], ExtraValue::Number(_));
            deck.cards().all(is_number)
        });
        let sums_rows = layout.effect.rows.max(1);
        let is_open = layout.effect.column(D6).is_some_and(|column| {
            deck.cards().any(|card| card.effect().get(column, 1).is_some_and(|sum| sum > 6))
        });
        let rows = layout.cause.rows.min(ROWS_OF_A_CARD);
        let has_rows = rows > 0 && layout.cause.column(D6).is_some();
        let ordinary =
            if is_open && has_rows { OrdinaryDice::Rows(rows) } else { OrdinaryDice::Sums };
        let wild = match (element, is_open, ordinary) {
            (Some(_), ..) => WildDie::Element,
            (None, false, _) => WildDie::Missing,
            (None, true, OrdinaryDice::Rows(_)) => WildDie::Cell,
            (None, true, OrdinaryDice::Sums) => WildDie::EveryDie,
        };
        let per_card = if let OrdinaryDice::Rows(rows) = ordinary { rows } else { sums_rows };
        Self { wild, ordinary, element, per_card }
    }

    /// The number of dice of a code that are the Wild Die: 0 or 1.
    pub(super) fn wild_dice(self) -> u8 {
        u8::from(matches!(self.wild, WildDie::Element | WildDie::Cell))
    }

    /// The number of cards that a code needs.
    pub(super) fn cards_needed(self, code: DieCode) -> usize {
        let ordinary = code.dice().saturating_sub(self.wild_dice());
        usize::from(ordinary).div_ceil(usize::from(self.per_card)).max(1)
    }

    /// The Wild Die of a card, or an ordinary die if the deck has none; also the cell, if it is
    /// read in one.
    pub(super) fn one_die(
        self,
        deck: DeckView<'_>,
        card: CardNumber,
    ) -> Option<(i64, Option<EffectDice>)> {
        if let Some(place) = self.element {
            return match &deck.card(card).extras()[place] {
                ExtraValue::Number(number) => Some((i64::from(*number), None)),
                _ => None,
            };
        }
        let column = deck.layout().effect.column(D6)?;
        let sum = deck.card(card).effect().get(column, 1)?;
        Some((sum.into(), Some(EffectDice { row: 1, die: D6 })))
    }
}

/// A cell of the d6 column as an ordinary die: CF counts as 1, and an exceptional number as 6.
pub(super) fn face(cell: CauseCell) -> u8 {
    match cell {
        CauseCell::CriticalFailure => 1,
        cell => cell.value().clamp(1, 6) as u8,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deck::Deck;

    #[test]
    fn every_row_of_the_built_in_deck_is_a_fair_die() {
        let deck = Deck::built_in();
        let column = deck.layout().cause.column(D6).unwrap();
        for row in 0..usize::from(deck.layout().cause.rows) {
            let mut counts = [0; 6];
            for card in deck.cards() {
                counts[usize::from(face(card.cause.column(column)[row])) - 1] += 1;
            }
            assert_eq!([9; 6], counts, "row {}", row + 1);
        }
    }
}
