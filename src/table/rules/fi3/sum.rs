//! Dice that are summed, read in the effect grid: damage, wind, falls.
//!
//! Cell (k)N is the sum of k open-ended dice. More dice than the grid has rows draw further cards:
//! the last row of each, and on the last card the row of the remaining dice. Most decks do not have
//! a column for the d20 of explosives; then each die is a card of its own, read by the step of its
//! hit location, and a 20 draws one more card.

use schemars::JsonSchema;
use serde::Serialize;

use crate::deck::CardNumber;
use crate::dice::EffectDice;
use crate::table::lookup::{Answer, DeckView, EffectCell, LookupError, each_once};

/// Dice to be summed.
#[derive(Clone, Copy, Debug)]
pub struct Sum<'d> {
    deck: DeckView<'d>,
    dice: EffectDice,
    by_steps: bool,
}

/// One cell of a sum.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct SumCell {
    /// The card.
    pub card: CardNumber,
    /// The effect cell, or `hit step` for a d20 that is read by it.
    pub cell: String,
    /// The number there.
    pub value: u32,
}

/// The result of a sum.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct SumAnswer {
    /// The dice.
    pub dice: EffectDice,
    /// The cells read.
    pub cells: Vec<SumCell>,
    /// Their sum.
    pub total: u32,
    /// Whether the last d20 shows 20, so that one more card may be drawn.
    pub open: bool,
}

const D20: u16 = 20;

impl<'d> Sum<'d> {
    /// The sum of `dice` on the cards of `deck`.
    ///
    /// # Errors
    /// [`LookupError::Column`] for a die that the cards do not have.
    pub fn new(deck: impl Into<DeckView<'d>>, dice: EffectDice) -> Result<Self, LookupError> {
        let deck = deck.into();
        let grid = &deck.layout().effect;
        let has_column = grid.column(dice.die).is_some();
        let by_steps = !has_column && dice.die.sides() == D20;
        if !has_column && !by_steps {
            return Err(LookupError::column(dice, dice.die, &grid.columns));
        }
        Ok(Self { deck, dice, by_steps })
    }

    /// The dice.
    pub fn dice(self) -> EffectDice {
        self.dice
    }

    /// The number of cards it reads; each 20 on a d20 read by hit step may draw one more.
    pub fn cards(self) -> usize {
        let rows = if self.by_steps { 1 } else { self.deck.layout().effect.rows };
        usize::from(self.dice.row).div_ceil(rows.into())
    }

    /// Whether a d20 on the last of these cards shows 20, so that one more card may be drawn.
    pub fn is_open(self, cards: &[CardNumber]) -> bool {
        self.read(cards).is_ok_and(|answer| answer.open)
    }

    /// The number of these cards that it reads, and the number it still needs.
    pub fn needs(self, cards: &[CardNumber]) -> (usize, usize) {
        if !self.by_steps {
            let used = cards.len().min(self.cards());
            return (used, self.cards() - used);
        }
        let (mut left, mut open) = (self.cards(), false);
        for (used, &card) in cards.iter().enumerate() {
            if left == 0 && !open {
                return (used, 0);
            }
            left -= usize::from(!open);
            open = self.step(card) == D20;
        }
        (cards.len(), left)
    }

    fn step(self, card: CardNumber) -> u16 {
        u16::from(self.deck.card(card).hit_step()).min(D20)
    }

    /// Reads the cards.
    ///
    /// # Errors
    /// [`LookupError::CardCount`] or [`LookupError::DrawnTwice`].
    pub fn read(self, cards: &[CardNumber]) -> Result<SumAnswer, LookupError> {
        each_once(cards)?;
        let (cells, open) =
            if self.by_steps { self.by_steps(cards)? } else { (self.by_cells(cards)?, false) };
        let total = cells.iter().fold(0_u32, |sum, cell| sum.saturating_add(cell.value));
        Ok(SumAnswer { dice: self.dice, cells, total, open })
    }

    /// The dice, with the cards that each draw one more; the number of dice alone is too low by
    /// these.
    fn with_its_twenties(self, cards: &[CardNumber]) -> String {
        let twenties = cards.iter().filter(|&&card| self.step(card) == D20);
        let twenties: Vec<String> = twenties.map(|card| format!("the 20 on card {card}")).collect();
        match &twenties[..] {
            [] => self.dice.to_string(),
            twenties => format!("{} with {}", self.dice, twenties.join(" and ")),
        }
    }

    fn by_cells(self, cards: &[CardNumber]) -> Result<Vec<SumCell>, LookupError> {
        if cards.len() != self.cards() {
            return Err(LookupError::card_count(self.dice, self.cards(), cards.len()));
        }
        let rows = self.deck.layout().effect.rows;
        let mut left = self.dice.row;
        let mut cells = Vec::with_capacity(cards.len());
        for &card in cards {
            let row = left.min(rows);
            left -= row;
            let cell = EffectCell::new(self.deck, EffectDice { row, ..self.dice })?;
            let value = cell.magnitude(card);
            cells.push(SumCell { card, cell: cell.dice().to_string(), value });
        }
        Ok(cells)
    }

    fn by_steps(self, cards: &[CardNumber]) -> Result<(Vec<SumCell>, bool), LookupError> {
        let (used, wanted) = self.needs(cards);
        if wanted > 0 || used < cards.len() {
            return Err(LookupError::card_count(
                self.with_its_twenties(&cards[..used]),
                used + wanted,
                cards.len(),
            ));
        }
        let open = cards.last().is_some_and(|&card| self.step(card) == D20);
        let cells = cards
            .iter()
            .map(|&card| SumCell {
                card,
                cell: "hit step".to_owned(),
                value: self.step(card).into(),
            })
            .collect();
        Ok((cells, open))
    }
}

impl Answer for SumAnswer {
    const KIND: &'static str = "fi3-sum";

    fn is_open(&self) -> bool {
        self.open
    }

    fn explanation(&self) -> Vec<String> {
        let cells: Vec<String> = self
            .cells
            .iter()
            .map(|cell| format!("{} on card {} shows {}", cell.cell, cell.card, cell.value))
            .collect();
        let mut lines = match &cells[..] {
            [only] => vec![only.clone()],
            _ => vec![format!("{}: {}: {}", self.dice, cells.join(", "), self.total)],
        };
        if self.open {
            lines.push("the last d20 shows 20: draw another card".to_owned());
        }
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deck::CardNumbers;
    use crate::table::lookup::samples::{card, deck};

    fn read(dice: &str, cards: &[u8]) -> Result<SumAnswer, LookupError> {
        let deck = deck();
        let cards: Vec<CardNumber> = cards.iter().copied().map(card).collect();
        Sum::new(&deck, dice.parse().unwrap())?.read(&cards)
    }

    #[test]
    fn more_dice_than_rows_are_summed_over_several_cards() {
        let deck = deck();
        let cell = |number: u8, row: u8| {
            let column = deck.layout().effect.column("d6".parse().unwrap()).unwrap();
            deck.card(card(number)).effect.get(column, row).unwrap()
        };
        let answer = read("(12)6", &[34, 11, 37]).unwrap();
        assert_eq!(cell(34, 5) + cell(11, 5) + cell(37, 2), answer.total);
        assert_eq!(cell(34, 3), read("(3)6", &[34]).unwrap().total);
        assert!(matches!(read("(12)6", &[34, 11]), Err(LookupError::CardCount { .. })));
        assert!(matches!(read("(12)6", &[34, 11, 34]), Err(LookupError::DrawnTwice(_))));
        assert!(matches!(read("(2)7", &[34]), Err(LookupError::Column { .. })));
    }

    #[test]
    fn a_d20_is_the_hit_step_of_a_card_and_a_20_draws_one_more() {
        let deck = deck();
        let with = |step: u8| {
            CardNumbers::POKER.iter().find(|&card| deck.card(card).hit_step == step).unwrap().get()
        };
        let (ten, twenty, five) = (with(10), with(20), with(5));
        assert_eq!(15, read("(2)20", &[ten, five]).unwrap().total);
        let open = read("(2)20", &[ten, twenty]).unwrap();
        assert_eq!((30, true), (open.total, open.open));
        let more = read("(2)20", &[ten, twenty, five]).unwrap();
        assert_eq!((35, false), (more.total, more.open));
        assert_eq!(35, read("(2)20", &[twenty, ten, five]).unwrap().total);
        for short in [&[ten][..], &[twenty, ten], &[ten, five, twenty]] {
            assert!(
                matches!(read("(2)20", short), Err(LookupError::CardCount { .. })),
                "{short:?}"
            );
        }
        let short = read("(2)20", &[twenty, ten]).unwrap_err().to_string();
        let reported =
            format!("(2)20 with the 20 on card {twenty} reads 3 cards, and 2 were named");
        assert!(short.starts_with(&reported), "{short}");
        let short = read("(2)20", &[ten]).unwrap_err().to_string();
        assert!(short.starts_with("(2)20 reads 2 cards, and 1 was named"), "{short}");
    }
}
