//! Errors of questions that a deck cannot answer.

use crate::deck::CardNumber;
use crate::diagnostic::{Fault, Problem, fault};
use crate::dice::{CheckDice, Die, EffectDice};

/// The error of a question. Each names the bad value and what is accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LookupError {
    /// A check with a level for which the cause grid has no row.
    Level {
        /// The check.
        dice: CheckDice,
        /// The rows of the cause grid.
        rows: u8,
    },
    /// An effect cell in a row that the effect grid does not have.
    Row {
        /// The cell.
        cell: EffectDice,
        /// The rows of the effect grid.
        rows: u8,
    },
    /// A die without a column in the grid.
    Column {
        /// The notation of the question.
        asked: String,
        /// The die in it.
        die: Die,
        /// The columns of the grid.
        columns: String,
    },
    /// A card that was already drawn since the last shuffle.
    DrawnTwice(CardNumber),
    /// The number of cards does not match the question.
    CardCount {
        /// The question.
        what: String,
        /// The number of cards it reads, in words.
        needed: String,
        /// The number of cards given, in words.
        given: String,
    },
    /// A follow-up card after a result that is not exceptional.
    NothingToFollow {
        /// The first unused card.
        card: CardNumber,
        /// Why the chain had ended before it.
        reason: String,
        /// The number of follow-up cards that are possible.
        accepted: String,
    },
}

impl Fault for LookupError {
    fn problem(&self) -> Problem {
        match self {
            Self::Level { dice, rows } => {
                Problem::coded("lookup.level", format!("{dice} has level {}", dice.level))
                    .accepts(format!("levels 1 to {rows}"))
            }
            Self::Row { cell, rows } => {
                Problem::coded("lookup.row", format!("{cell} has row {}", cell.row))
                    .accepts(format!("rows 1 to {rows}"))
            }
            Self::Column { asked, columns, .. } if columns.is_empty() => Problem::coded(
                "lookup.left-out",
                format!("the cards of this deck do not show the effect grid, which {asked} reads"),
            )
            .accepts("a check, or another deck"),
            Self::Column { asked, die, columns } => Problem::coded(
                "lookup.column",
                format!("{asked} needs a column {die}, which the deck lacks"),
            )
            .accepts(columns.to_string()),
            Self::DrawnTwice(card) => Problem::coded(
                "lookup.drawn-twice",
                format!("card {card} was drawn twice without a shuffle"),
            )
            .accepts("each card once"),
            Self::CardCount { what, needed, given } => Problem::coded(
                "lookup.card-count",
                format!("{what} reads {needed}, and {given} named"),
            )
            .accepts(format!("{needed}, each once")),
            Self::NothingToFollow { card, reason, accepted } => Problem::coded(
                "lookup.nothing-to-follow",
                format!("follow-up card {card} has nothing to add to: {reason}"),
            )
            .accepts(accepted.to_string()),
        }
    }
}

fault!(LookupError);

impl LookupError {
    /// [`LookupError::CardCount`] from the numbers.
    pub(crate) fn card_count(what: impl ToString, needed: usize, given: usize) -> Self {
        let cards = |count: usize, verb: &str| match (count, verb) {
            (1, "") => "1 card".to_owned(),
            (1, _) => "1 was".to_owned(),
            (count, "") => format!("{count} cards"),
            (count, _) => format!("{count} were"),
        };
        let (needed, given) = (cards(needed, ""), cards(given, "given"));
        Self::CardCount { what: what.to_string(), needed, given }
    }

    pub(crate) fn column(asked: impl ToString, die: Die, columns: &[Die]) -> Self {
        let columns: Vec<String> = columns.iter().map(Die::to_string).collect();
        Self::Column { asked: asked.to_string(), die, columns: columns.join(", ") }
    }
}
