//! A session at the table: who holds which card, what was discarded, who is wounded, and the log
//! it all follows from.
//!
//! The log is the session. Each [`Step`] holds the line that was typed and the [`Change`]s it
//! brought about; the [`Table`] is what the changes add up to. So undoing is dropping the last steps,
//! any number of times and after a resume too, and a file cannot say one thing in its log and
//! another in its piles: it holds the log alone, and [`Session::read`] adds the changes up again.
//!
//! Cards are drawn in one of two [`Mode`]s. In a virtual session the program shuffles, from a seed
//! and the number of the shuffle alone, so that an undone draw brings the same card again. In a
//! physical session players draw printed cards and type their numbers; a number that cannot have
//! come up is refused.
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
mod undone;

pub use answer::{
    ActsAnswer, CharacterAnswer, CharactersAnswer, DrawnCards, FactsAnswer, HandDrawn, HandsAnswer,
    LogAnswer, LogLine, PlayerHand, TableAnswer,
};
pub use change::{Change, PendingQuestion, Question, Resolution, ShuffleReason, Step};
pub use condition::Condition;
pub use error::SessionError;
pub use facts::{Ammo, Facts};
pub use record::{FileEnd, LoadedSession, Record, deck_file, with_checks};
pub use store::{Store, StoreError};
pub use table::{Mode, Table};
pub use turn::Turn;

use self::undone::UndoneSteps;
use crate::deck::{Deck, Digest};

/// A session: the deck it belongs to, its log, and the table as it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Session {
    deck_name: String,
    deck: Digest,
    deck_file: Option<String>,
    mode: Mode,
    log: Vec<Step>,
    /// The steps that were taken back and can be taken again.
    undone: UndoneSteps,
    table: Table,
    /// The table after every so many steps, so that undoing need not begin at the start.
    kept: Vec<Table>,
}

/// After so many steps the table is kept.
const STRIDE: usize = 128;

impl Session {
    /// A table at which nothing has happened yet.
    pub fn start(deck: &Deck, mode: Mode) -> Self {
        Self {
            deck_name: deck.name().to_owned(),
            deck: deck.digest(),
            deck_file: None,
            mode,
            log: Vec::new(),
            undone: UndoneSteps::default(),
            table: Table::new(mode),
            kept: Vec::new(),
        }
    }

    /// The session with the place of its deck file, as seen from the folder of the session, so that a
    /// resume need not be told it again.
    #[must_use]
    pub fn with_deck_file(self, file: Option<String>) -> Self {
        Self { deck_file: file, ..self }
    }

    /// How cards are drawn.
    pub fn mode(&self) -> Mode {
        self.mode
    }

    /// The table as it stands.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// Every step taken and not undone.
    pub fn log(&self) -> &[Step] {
        &self.log
    }

    /// Begins a step for the line typed. Nothing happens at the table before [`Session::take`].
    pub fn turn(&self, line: &str) -> Turn {
        Turn::new(self.table.clone(), line)
    }

    /// Takes the step. A turn of an older state of the table would be out of place: each turn is
    /// taken before the next begins, or dropped. After another step than the one taken back last,
    /// nothing can be taken again.
    pub fn take(&mut self, turn: Turn) {
        let (table, step) = turn.finish();
        self.table = table;
        self.undone.forget(&step);
        self.note(step);
    }

    /// The steps that were taken back and can be taken again, the next one first.
    pub fn undone(&self) -> impl ExactSizeIterator<Item = &Step> {
        self.undone.iter()
    }

    /// Begins the step that was taken back last once more; none where there is none.
    ///
    /// # Errors
    /// Why it cannot happen: its file was changed.
    pub fn turn_again(&self) -> Result<Option<Turn>, SessionError> {
        self.undone.iter().next().map(|step| Turn::again(self.table.clone(), step)).transpose()
    }

    fn note(&mut self, step: Step) {
        self.log.push(step);
        if self.log.len().is_multiple_of(STRIDE) {
            self.kept.push(self.table.clone());
        }
    }

    /// Takes the last steps back, or as many as there are. They can be taken again.
    pub fn undo(&mut self, steps: usize) {
        self.undone.take_back(&mut self.log, steps);
        self.kept.truncate(self.log.len() / STRIDE);
        self.table = self.kept.last().cloned().unwrap_or_else(|| Table::new(self.mode));
        for step in &self.log[self.kept.len() * STRIDE..] {
            // A log that was taken step by step can be added up again.
            let _ = self.table.replay(step);
        }
    }

    /// The session file, as `docs/json.md` describes it. Of what was taken back it holds what
    /// can be taken again.
    pub fn to_text(&self) -> String {
        let steps = self.log.iter().chain(self.undone()).map(Record::Step);
        let undone = self.undone.iter().len();
        let undo = Record::Undo { steps: undone };
        record::write(self, steps.chain((undone > 0).then_some(undo)))
    }

    /// As [`to_text`](Self::to_text), after one more record and without what was taken back.
    fn text_after(&self, record: Record<'_>) -> String {
        let steps = self.log.iter().map(Record::Step);
        match record {
            Record::Step(_) => record::write(self, steps.chain([record])),
            Record::Undo { steps: undone } => {
                record::write(self, steps.take(self.log.len().saturating_sub(undone)))
            }
        }
    }

    /// Reads a session file. A last line without an end was being written when the program or the
    /// machine was stopped; it is left out.
    ///
    /// # Errors
    /// No session file, one of another deck, a line that was changed, or a step that cannot have
    /// happened; each with its line.
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
