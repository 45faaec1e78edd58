//! The cells that a question reads: a check's rows of a cause column, or one cell of the effect
//! grid.
//!
//! Both borrow their deck, so that they cannot be used with a deck that does not have the level,
//! row or column.

use super::view::DeckView;
use crate::deck::{CardNumber, CauseCell};
use crate::dice::{CheckDice, DiceKind, Die, EffectDice};

use super::LookupError;

/// Rows 1 to the skill level of one cause column (Action Cards, "The Cause Grid").
#[derive(Clone, Copy, Debug)]
pub struct Pool<'d> {
    deck: DeckView<'d>,
    column: usize,
    dice: CheckDice,
}

/// The result of a check on one card, without follow-up cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Outcome {
    /// The exact cell (level, column) is CF; no other cell counts.
    CriticalFailure,
    /// The best number in rows 1 to the level; a CF in a row above the level's row is ignored.
    Number(u16),
}

impl<'d> Pool<'d> {
    /// The cells of `dice` on the cards of `deck`.
    ///
    /// # Errors
    /// [`LookupError::Column`] and [`LookupError::Level`] if the cause grid does not have them.
    ///
    /// ```
    /// # use actiondeck::{deck::Deck, table::lookup::{Pool, LookupError}};
    /// # let csv = include_str!("../../../tests/data/deck.csv");
    /// # let deck = Deck::read("deck.csv", csv).unwrap();
    /// assert!(Pool::new(&deck, "3d10".parse().unwrap()).is_ok());
    /// assert!(matches!(
    ///     Pool::new(&deck, "6d10".parse().unwrap()),
    ///     Err(LookupError::Level { rows: 5, .. }),
    /// ));
    /// ```
    pub fn new(deck: impl Into<DeckView<'d>>, dice: CheckDice) -> Result<Self, LookupError> {
        let deck = deck.into();
        let grid = &deck.layout().cause;
        let column = grid
            .column(dice.die)
            .ok_or_else(|| LookupError::column(dice, dice.die, &grid.columns))?;
        if dice.level == 0 || dice.level > grid.rows {
            return Err(LookupError::Level { dice, rows: grid.rows });
        }
        Ok(Self { deck, column, dice })
    }

    /// The dice of the check.
    pub fn dice(self) -> CheckDice {
        self.dice
    }

    /// The column's die.
    pub fn die(self) -> Die {
        self.dice.die
    }

    /// The deck that is read.
    pub fn deck(self) -> DeckView<'d> {
        self.deck
    }

    /// The cells of rows 1 to the level.
    pub fn cells(self, card: CardNumber) -> &'d [CauseCell] {
        let column = self.deck.card(card).cause().column(self.column);
        &column[..usize::from(self.dice.level)]
    }

    /// The result of the check on one card.
    pub fn outcome(self, card: CardNumber) -> Outcome {
        let cells = self.cells(card);
        match cells.last() {
            Some(CauseCell::CriticalFailure) | None => Outcome::CriticalFailure,
            Some(_) => {
                Outcome::Number(cells.iter().map(|cell| cell.value()).max().unwrap_or_default())
            }
        }
    }

    /// The kind of dice that the column represents.
    pub fn kind(self) -> DiceKind {
        match self.deck.layout().closed.contains(&self.dice.die) {
            true => DiceKind::Closed,
            false => DiceKind::OpenEnded,
        }
    }

    /// Whether a cell of this column may be followed by another card ([`Layout::goes_on`]).
    ///
    /// [`Layout::goes_on`]: crate::deck::Layout::goes_on
    pub fn goes_on(self, cell: CauseCell) -> bool {
        self.deck.layout().goes_on(self.dice.die, cell)
    }

    /// Whether a cell of this column is marked as exceptional ([`Layout::is_exceptional`]).
    ///
    /// [`Layout::is_exceptional`]: crate::deck::Layout::is_exceptional
    pub fn is_exceptional(self, cell: CauseCell) -> bool {
        self.deck.layout().is_exceptional(self.dice.die, cell)
    }
}

/// One cell of the effect grid (Action Cards, "Using the Effect Grid": the exact cell only).
#[derive(Clone, Copy, Debug)]
pub struct EffectCell<'d> {
    deck: DeckView<'d>,
    column: usize,
    dice: EffectDice,
}

impl<'d> EffectCell<'d> {
    /// The cell `dice` on the cards of `deck`.
    ///
    /// # Errors
    /// [`LookupError::Column`] and [`LookupError::Row`] if the effect grid does not have them.
    pub fn new(deck: impl Into<DeckView<'d>>, dice: EffectDice) -> Result<Self, LookupError> {
        let deck = deck.into();
        let grid = &deck.layout().effect;
        let column = grid
            .column(dice.die)
            .ok_or_else(|| LookupError::column(dice, dice.die, &grid.columns))?;
        if dice.row == 0 || dice.row > grid.rows {
            return Err(LookupError::Row { cell: dice, rows: grid.rows });
        }
        Ok(Self { deck, column, dice })
    }

    /// The deck that is read.
    pub fn deck(self) -> DeckView<'d> {
        self.deck
    }

    /// The notation of the cell.
    pub fn dice(self) -> EffectDice {
        self.dice
    }

    /// The number in the cell: the magnitude.
    pub fn magnitude(self, card: CardNumber) -> u32 {
        let column = self.deck.card(card).effect().column(self.column);
        column[usize::from(self.dice.row) - 1]
    }

    /// The cell `bumps` rows further down (up if negative), clamped to the grid.
    #[must_use]
    pub fn moved(self, bumps: i32) -> Self {
        let rows = i32::from(self.deck.layout().effect.rows);
        let row = i32::from(self.dice.row).saturating_add(bumps).clamp(1, rows);
        Self { dice: EffectDice { row: row as u8, ..self.dice }, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deck::CardNumbers;
    use crate::table::lookup::samples::{card, deck};

    #[test]
    fn a_critical_failure_counts_only_in_the_exact_cell() {
        let deck = deck();
        let outcome =
            |dice: &str| Pool::new(&deck, dice.parse().unwrap()).unwrap().outcome(card(10));
        assert_eq!(Outcome::CriticalFailure, outcome("4d10"));
        assert_eq!(Outcome::Number(11), outcome("5d10"));
        assert_eq!(Outcome::Number(11), outcome("3d10"));
    }

    #[test]
    fn the_outcome_is_the_best_cell_by_definition() {
        let deck = deck();
        for die in deck.layout().cause.columns.clone() {
            for level in 1..=deck.layout().cause.rows {
                let pool = Pool::new(&deck, CheckDice { level, die }).unwrap();
                for number in CardNumbers::POKER.iter() {
                    let cells: Vec<CauseCell> = (1..=level)
                        .map(|row| {
                            let column = deck.layout().cause.column(die).unwrap();
                            deck.card(number).cause.get(column, row).unwrap()
                        })
                        .collect();
                    let expected = match cells[usize::from(level) - 1] {
                        CauseCell::CriticalFailure => Outcome::CriticalFailure,
                        CauseCell::Number(_) => {
                            Outcome::Number(cells.iter().filter_map(|c| c.number()).max().unwrap())
                        }
                    };
                    assert_eq!(expected, pool.outcome(number));
                }
            }
        }
    }

    #[test]
    fn levels_rows_and_columns_the_deck_lacks_are_refused() {
        let deck = deck();
        for (dice, expected) in [
            ("6d10", "6d10 has level 6; accepted: levels 1 to 5"),
            ("3d7", "3d7 needs a column d7, which the deck lacks; accepted: d4, d6, d8, d10, d12"),
        ] {
            let error = Pool::new(&deck, dice.parse().unwrap()).unwrap_err();
            assert_eq!(expected, error.to_string());
        }
        let error = EffectCell::new(&deck, "(6)6".parse().unwrap()).unwrap_err();
        assert_eq!("(6)6 has row 6; accepted: rows 1 to 5", error.to_string());
        assert!(EffectCell::new(&deck, "(1)20".parse().unwrap()).is_err());
    }

    #[test]
    fn bumps_move_down_the_effect_column_and_stop_at_its_ends() {
        let deck = deck();
        let cell = EffectCell::new(&deck, "(3)6".parse().unwrap()).unwrap();
        assert_eq!(5, cell.moved(2).dice().row);
        assert_eq!(5, cell.moved(i32::MAX).dice().row);
        assert_eq!(1, cell.moved(i32::MIN).dice().row);
        assert!(cell.moved(1).magnitude(card(34)) > cell.magnitude(card(34)));
    }
}
