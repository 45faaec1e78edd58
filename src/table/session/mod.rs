//! A session at the table: hands, discard pile, wounds, and the log from which they are derived.
//!
//! The log is the session. Each [`Step`] contains the line that was typed and the resulting
//! [`Change`]s; the [`Table`] is the sum of the changes. Undoing means dropping the last steps, any
//! number of times and also after a resume. A file contains the log only, so its log and its piles
//! cannot contradict each other: [`Session::read`] applies the changes again.
//!
//! Cards are drawn in one of two [`Mode`]s. In a virtual session the program shuffles, from a seed
//! and the number of the shuffle alone, so that the same card is drawn again after an undo. In a
//! physical session players draw printed cards and type their numbers; a number of a card that is
//! not in the draw pile is refused.
//!
//! ```
//! use actiondeck::deck::Deck;
//! use actiondeck::table::session::{Mode, Session};
//! # let csv = include_str!("../../../tests/data/deck.csv");
//! # let deck = Deck::read("deck.csv", csv).unwrap();
//!
//! let mut session = Session::start(&deck, Mode::Virtual { seed: 7 });
//! let mut turn = session.turn("draw");
//! let card = turn.draw(None)?;
//! session.take(turn);
//! assert_eq!(session.table().discard(), [card]);
//!
//! let resumed = Session::read("evening.json", session.to_text().as_bytes(), &deck).unwrap();
//! assert_eq!(resumed.session, session);
//! # Ok::<(), actiondeck::table::session::SessionError>(())
//! ```

mod answer;
mod change;
mod condition;
mod error;
mod facts;
mod record;
mod store;
mod table;
mod turn;

pub use answer::{
    ActsAnswer, CharacterAnswer, CharactersAnswer, ComparedCard, Comparison, DrawnCards,
    FactsAnswer, HandDrawn, HandsAnswer, LogAnswer, LogLine, PlayerHand, TableAnswer,
};
pub use change::{Change, PendingQuestion, Question, Resolution, ShuffleDue, ShuffleReason, Step};
pub use condition::Condition;
pub use error::SessionError;
pub use facts::{Ammo, Facts};
pub use record::{FileEnd, LoadedSession, Record, deck_file, with_checks};
#[cfg(feature = "print")]
pub(crate) use record::{Head, StepLine, UndoLine};
pub use store::{Store, StoreError};
pub use table::{Mode, Table};
pub use turn::Turn;

use self::record::UndoneSteps;
use crate::deck::{Deck, Digest, ShuffleRule};

/// A session: the deck it belongs to, its log, and the current table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Session {
    deck_name: String,
    deck: Digest,
    deck_file: Option<String>,
    mode: Mode,
    log: Vec<Step>,
    /// The undone steps, which can be redone.
    undone: UndoneSteps,
    table: Table,
    /// Snapshots of the table at regular intervals of steps, so that undoing need not begin at the
    /// start.
    kept: Vec<Table>,
}

/// The number of steps between two snapshots.
const STRIDE: usize = 128;

impl Session {
    /// A new session without steps.
    pub fn start(deck: &Deck, mode: Mode) -> Self {
        Self {
            deck_name: deck.name().to_owned(),
            deck: deck.digest(),
            deck_file: None,
            mode,
            log: Vec::new(),
            undone: UndoneSteps::default(),
            table: Table::new(mode, deck.numbers(), ShuffleRule::from_deck(deck)),
            kept: Vec::new(),
        }
    }

    /// The session with the path of its deck file relative to the folder of the session, so that a
    /// resume finds it.
    #[must_use]
    pub fn with_deck_file(self, file: Option<String>) -> Self {
        Self { deck_file: file, ..self }
    }

    /// Who draws the cards.
    pub fn mode(&self) -> Mode {
        self.mode
    }

    /// The current table.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// All steps that were taken and not undone.
    pub fn log(&self) -> &[Step] {
        &self.log
    }

    /// Begins a step for the typed line. The table does not change before [`Session::take`].
    pub fn turn(&self, line: &str) -> Turn {
        Turn::new(self.table.clone(), line)
    }

    /// Takes a step. The turn must be the latest: each turn is taken or dropped before the next one
    /// begins. If the step differs from the last undone one, the undone steps are dropped.
    pub fn take(&mut self, turn: Turn) {
        let (table, step) = turn.finish();
        self.table = table;
        self.undone.forget(&step);
        self.note(step);
    }

    /// The undone steps, which can be redone, next one first.
    pub fn undone(&self) -> impl ExactSizeIterator<Item = &Step> {
        self.undone.iter()
    }

    /// Begins to redo the last undone step; none if there is none.
    ///
    /// # Errors
    /// The error of a step that cannot happen because its file was changed.
    pub fn turn_again(&self) -> Result<Option<Turn>, SessionError> {
        self.undone.iter().next().map(|step| Turn::again(self.table.clone(), step)).transpose()
    }

    fn note(&mut self, step: Step) {
        self.log.push(step);
        if self.log.len().is_multiple_of(STRIDE) {
            self.kept.push(self.table.clone());
        }
    }

    /// Undoes the last steps, at most all of them. They can be redone.
    pub fn undo(&mut self, steps: usize) {
        self.undone.take_back(&mut self.log, steps);
        self.kept.truncate(self.log.len() / STRIDE);
        self.table = self.kept.last().cloned().unwrap_or_else(|| {
            let (numbers, shuffle) = (self.table.numbers(), self.table.shuffle_rule().clone());
            Table::new(self.mode, numbers, shuffle)
        });
        for step in &self.log[self.kept.len() * STRIDE..] {
            // Steps of the log apply without errors.
            let _ = self.table.replay(step);
        }
    }

    /// The session file, as described in `docs/json.md`. It includes undone steps that can
    /// be redone.
    pub fn to_text(&self) -> String {
        let steps = self.log.iter().chain(self.undone()).map(Record::Step);
        let undone = self.undone.iter().len();
        let undo = Record::Undo { steps: undone };
        record::write(self, steps.chain((undone > 0).then_some(undo)))
    }

    /// As [`to_text`](Self::to_text), with one more record and without undone steps.
    fn text_after(&self, record: Record<'_>) -> String {
        let steps = self.log.iter().map(Record::Step);
        match record {
            Record::Step(_) => record::write(self, steps.chain([record])),
            Record::Undo { steps: undone } => {
                record::write(self, steps.take(self.log.len().saturating_sub(undone)))
            }
        }
    }

    /// Reads a session file. An incomplete last line is ignored: the program or the machine was
    /// stopped while writing it.
    ///
    /// # Errors
    /// A file that is not a session or belongs to another deck, a changed line, or a step that
    /// cannot have happened; each with its line.
    pub fn read(
        file_name: &str,
        bytes: &[u8],
        deck: &Deck,
    ) -> Result<LoadedSession, crate::diagnostic::Problems> {
        record::read(file_name, bytes, deck)
    }
}

#[cfg(test)]
mod tests;
