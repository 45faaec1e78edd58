//! The ladder die of a card: the deck's own element, or four cells of the cause grid read as four
//! Fudge dice.

use std::fmt;

use schemars::JsonSchema;
use serde::Serialize;

#[cfg(test)]
use crate::deck::Deck;
use crate::deck::{CardNumber, ExtraValue};
use crate::dice::Die;
use crate::table::lookup::{CardView, DeckView};

use super::{LADDER_DIE, LadderError};

/// The columns that can be read as Fudge dice, the better one first. The numbers of a d12 or a d6
/// can be divided into thirds, so that each face is equally likely.
const COLUMNS: [Die; 2] = [Die::new(12).expect("a die"), Die::new(6).expect("a die")];

/// The extreme results of the die.
#[derive(Clone, Copy, Debug, PartialEq, Eq, JsonSchema, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Extreme {
    /// +4.
    CriticalSuccess,
    /// −4.
    Botch,
}

/// The ladder die read on a card.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct LadderRoll {
    /// The card.
    pub card: CardNumber,
    /// The value, −4 to +4.
    pub value: i8,
    /// The extreme result, if it is one.
    pub extreme: Option<Extreme>,
    /// The four Fudge dice, if the deck has no element for their sum.
    pub dice: Option<FudgeDice>,
}

/// Four cells of a cause column read as Fudge dice.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct FudgeDice {
    /// The column.
    pub column: Die,
    /// The rows.
    pub rows: Vec<u8>,
    /// −1, 0 or +1 for each row.
    pub faces: Vec<i8>,
}

/// The reading of the ladder die on a deck.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LadderReading {
    /// The designer element with this index.
    Element(usize),
    /// Four rows of a cause column.
    Cells {
        /// The column.
        column: Die,
        /// The rows.
        rows: [u8; 4],
    },
}

impl LadderReading {
    /// The best reading that this deck allows: its element [`LADDER_DIE`], otherwise four rows of
    /// d12, otherwise four rows of d6, [`fudge_rows`](crate::deck::GridShape::fudge_rows); `odds
    /// fit` shows the other options.
    ///
    /// # Errors
    /// [`LadderError::NoDie`] if the deck does not have any of them.
    pub fn new<'d>(deck: impl Into<DeckView<'d>>) -> Result<Self, LadderError> {
        let deck = deck.into();
        let layout = deck.layout();
        let is_ladder = |card: CardView<'_>, place: usize| {
            matches!(card.extras()[place], ExtraValue::Number(-4..=4))
        };
        let element = layout.extras.iter().position(|id| id == LADDER_DIE);
        if let Some(place) = element.filter(|&at| deck.cards().all(|c| is_ladder(c, at))) {
            return Ok(Self::Element(place));
        }
        let rows = layout.cause.fudge_rows().ok_or(LadderError::NoDie)?;
        let column = COLUMNS.into_iter().find(|&die| layout.cause.column(die).is_some());
        column.map(|column| Self::Cells { column, rows }).ok_or(LadderError::NoDie)
    }

    /// Reads a card.
    ///
    /// # Errors
    /// [`LadderError::NoDie`] if the deck does not have these cells.
    pub fn read<'d>(
        &self,
        deck: impl Into<DeckView<'d>>,
        card: CardNumber,
    ) -> Result<LadderRoll, LadderError> {
        let deck = deck.into();
        let (value, dice) = match self {
            Self::Element(place) => match deck.card(card).extras().get(*place) {
                Some(ExtraValue::Number(number)) => (i8::try_from(*number).ok(), None),
                _ => (None, None),
            },
            Self::Cells { column, rows } => {
                let place = deck.layout().cause.column(*column).ok_or(LadderError::NoDie)?;
                let cells = deck.card(card).cause().column(place);
                let faces: Option<Vec<i8>> = rows
                    .iter()
                    .map(|&row| Some(cells.get(usize::from(row) - 1)?.fudge(*column)))
                    .collect();
                let faces = faces.ok_or(LadderError::NoDie)?;
                let dice = FudgeDice { column: *column, rows: rows.to_vec(), faces };
                (Some(dice.faces.iter().sum()), Some(dice))
            }
        };
        let value = value.ok_or(LadderError::NoDie)?;
        let extreme = match value {
            4 => Some(Extreme::CriticalSuccess),
            -4 => Some(Extreme::Botch),
            _ => None,
        };
        Ok(LadderRoll { card, value, extreme, dice })
    }
}

/// Reads the die of a card by the best reading of the deck, see [`LadderReading::new`].
///
/// # Errors
/// [`LadderError::NoDie`] if the deck has neither the element nor four rows of d12 or d6.
pub fn roll<'d>(
    deck: impl Into<DeckView<'d>>,
    card: CardNumber,
) -> Result<LadderRoll, LadderError> {
    let deck = deck.into();
    LadderReading::new(deck)?.read(deck, card)
}

/// `card 12 shows +2`, `card 12, rows 1, 2, 4 and 5 of d12: - + blank +: +1`
impl fmt::Display for LadderRoll {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(dice) = &self.dice else {
            return write!(f, "card {} shows {:+}", self.card, self.value);
        };
        let face = |face: &i8| match face {
            -1 => "-",
            0 => "blank",
            _ => "+",
        };
        let faces: Vec<&str> = dice.faces.iter().map(face).collect();
        let rows: Vec<String> = dice.rows.iter().map(u8::to_string).collect();
        let (rows, faces) = (rows.join(", "), faces.join(" "));
        write!(f, "card {}, rows {rows} of {}: {faces}: {:+}", self.card, dice.column, self.value)
    }
}

/// The sample deck with a ladder die that runs from −4 to +4 over nine cards: card 4 shows 0.
#[cfg(test)]
pub(super) fn sample() -> Deck {
    let csv: String = crate::table::lookup::samples::deck()
        .to_csv()
        .lines()
        .enumerate()
        .map(|(line, text)| match line {
            0 => format!("{text},4dF\n"),
            line => format!("{text},{}\n", (line - 1) as i64 % 9 - 4),
        })
        .collect();
    Deck::read("ladder.csv", &csv).unwrap_or_else(|problems| panic!("{problems}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deck::CardNumbers;
    use crate::deck::CauseCell;
    use crate::table::lookup::samples::card;

    #[test]
    fn the_ends_of_the_die_are_reported_apart() {
        let deck = sample();
        let ask = |number| {
            let roll = roll(&deck, card(number)).unwrap();
            (roll.value, roll.extreme)
        };
        assert_eq!((-4, Some(Extreme::Botch)), ask(0));
        assert_eq!((0, None), ask(4));
        assert_eq!((4, Some(Extreme::CriticalSuccess)), ask(8));
    }

    #[test]
    fn a_deck_without_4df_reads_four_rows_of_d12_as_fudge_dice() {
        let deck = crate::table::lookup::samples::deck();
        let column = deck.layout().cause.column(Die::new(12).unwrap()).unwrap();
        for number in CardNumbers::POKER.iter() {
            let cells = deck.card(number).cause.column(column);
            let faces: Vec<i8> = [0, 1, 3, 4]
                .map(|place| match cells[place] {
                    CauseCell::CriticalFailure => -1,
                    cell => [-1, 0, 1][usize::from((cell.value() - 1) / 4).min(2)],
                })
                .to_vec();
            let rolled = roll(&deck, number).unwrap();
            assert_eq!(rolled.value, faces.iter().sum::<i8>(), "card {number}");
            assert_eq!(Some(faces), rolled.dice.map(|dice| dice.faces));
        }
    }

    #[test]
    fn the_built_in_deck_has_a_botch_and_a_critical_success() {
        let deck = Deck::built_in();
        let extreme = |wanted| {
            CardNumbers::POKER.iter().any(|card| roll(&deck, card).unwrap().extreme == Some(wanted))
        };
        assert!(extreme(Extreme::Botch) && extreme(Extreme::CriticalSuccess));
    }
}
