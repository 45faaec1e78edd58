//! The cells that a number of open-ended dice read, and all totals they can make.

use std::cmp::Reverse;

use schemars::JsonSchema;
use serde::Serialize;

use crate::deck::{CardNumber, CauseCell};
use crate::dice::{CheckDice, Die};
use crate::table::lookup::{Check, Choice, DeckView, LookupError, Pool, Reading};

const D20: u16 = 20;

/// A cell that a roll reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct DieReading {
    /// The card.
    pub card: CardNumber,
    /// The row, from 1; 0 for the step of the hit location, where a d20 without a column is read.
    pub row: u8,
    /// What is printed there.
    pub value: CauseCell,
    /// Whether a follow-up card may be drawn.
    pub exceptional: bool,
    /// Whether a white chip bought it.
    pub chip: bool,
}

/// A total that can be chosen, and the card of its first cell.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct DieChoice {
    /// The card.
    pub card: CardNumber,
    /// The cells that are summed.
    #[serde(flatten)]
    pub choice: Choice,
}

/// The cells of `count` dice and the totals they make.
pub(in crate::table::rules::fi3) struct Spread {
    pub readings: Vec<DieReading>,
    pub choices: Vec<DieChoice>,
    pub best: Option<usize>,
    /// The number of follow-up cards that are read.
    pub used: usize,
}

/// As [`spread_freely`]; an unused follow-up card is an error.
pub(in crate::table::rules::fi3) fn spread(
    deck: DeckView<'_>,
    die: Die,
    count: usize,
    cards: &[CardNumber],
    then: &[CardNumber],
) -> Result<Spread, LookupError> {
    let spread = spread_freely(deck, die, count, cards, then)?;
    match then.get(spread.used) {
        Some(&card) => Err(nothing_to_follow(card, spread.used, format!("{count}{die}"))),
        None => Ok(spread),
    }
}

/// Whether a die has no column and is read by the step of the hit location, one die a card, like
/// the d20 of damage.
pub(in crate::table::rules::fi3) fn is_by_steps(deck: DeckView<'_>, die: Die) -> bool {
    die.sides() == D20 && deck.layout().cause.column(die).is_none()
}

/// Reads `count` dice on `cards`, from row 1 down, card after card, and as many follow-up cards as
/// there are exceptional results.
pub(super) fn spread_freely(
    deck: DeckView<'_>,
    die: Die,
    count: usize,
    cards: &[CardNumber],
    then: &[CardNumber],
) -> Result<Spread, LookupError> {
    let by_steps = is_by_steps(deck, die);
    let rows = if by_steps { 1 } else { deck.layout().cause.rows };
    let pool = match by_steps {
        true => None,
        false => Some(Pool::new(deck, CheckDice { level: rows, die })?),
    };
    let needed = count.div_ceil(rows.into());
    if cards.len() != needed {
        return Err(LookupError::card_count(format!("{count}{die}"), needed, cards.len()));
    }
    let places = cards.iter().flat_map(|&card| (1..=rows).map(move |row| (card, row)));
    let readings: Vec<DieReading> = places
        .take(count)
        .map(|(card, row)| match pool {
            Some(pool) => {
                let value = pool.cells(card)[usize::from(row) - 1];
                let exceptional = pool.is_exceptional(value);
                DieReading { card, row, value, exceptional, chip: false }
            }
            None => step_reading(deck, card),
        })
        .collect();
    let mut choices = Vec::new();
    for reading in &readings {
        let found = match pool {
            Some(pool) => chain(pool, *reading, then),
            None => chain_of_steps(deck, *reading, then),
        };
        choices.extend(found.into_iter().map(|choice| DieChoice { card: reading.card, choice }));
    }
    let used = choices.iter().map(|c| c.choice.cells.len() - 1).max().unwrap_or(0);
    // Of equal totals, the first cell and in its chain the last card.
    let best = (0..choices.len()).min_by_key(|&place| {
        let DieChoice { card, choice } = &choices[place];
        let cell = (cards.iter().position(|other| other == card), choice.row);
        (Reverse(choice.total), cell, Reverse(place))
    });
    Ok(Spread { readings, choices, best, used })
}

/// The totals of one cell and its follow-up cards.
pub(super) fn chain(pool: Pool<'_>, reading: DieReading, then: &[CardNumber]) -> Vec<Choice> {
    let DieReading { row, value, exceptional, .. } = reading;
    let mut found = Vec::new();
    let check = Check { pool, target: None };
    check.choices_of(&Reading { row, value, exceptional }, then, &mut found);
    found
}

/// A d20 read by the step of the hit location; a 20 may be followed.
fn step_reading(deck: DeckView<'_>, card: CardNumber) -> DieReading {
    let step = u16::from(deck.card(card).hit_step()).min(D20);
    let value = CauseCell::Number(step);
    DieReading { card, row: 0, value, exceptional: step == D20, chip: false }
}

/// As [`chain`], for a d20 read by the step.
fn chain_of_steps(deck: DeckView<'_>, first: DieReading, then: &[CardNumber]) -> Vec<Choice> {
    let further = then.iter().map(|&card| step_reading(deck, card));
    let (mut found, mut cells, mut exceptional) = (Vec::<Choice>::new(), Vec::new(), Vec::new());
    for reading in std::iter::once(first).chain(further) {
        if found.last().is_some_and(|last| !last.open) {
            break;
        }
        found.iter_mut().for_each(|before| before.open = false);
        cells.push(reading.value);
        exceptional.push(reading.exceptional);
        found.push(Choice {
            row: 0,
            cells: cells.clone(),
            exceptional: exceptional.clone(),
            total: cells.iter().map(|cell| u32::from(cell.value())).sum(),
            open: reading.exceptional,
            judgement: None,
        });
    }
    found
}

/// The error of an unused follow-up card: the one after the first `used`.
pub(super) fn nothing_to_follow(card: CardNumber, used: usize, dice: String) -> LookupError {
    LookupError::NothingToFollow {
        card,
        reason: format!("no result of {dice} is exceptional any more"),
        accepted: match used {
            0 => "no follow-up card".to_owned(),
            1 => "1 follow-up card".to_owned(),
            used => format!("{used} follow-up cards"),
        },
    }
}
