//! A session at the table: who holds which card, what was discarded, who is wounded, and the log
//! it all follows from.
//!
//! The log is the session. Each [`Step`] holds the line that was typed and the [`Change`]s it
//! brought about; the [`Table`] is what the changes add up to. So undoing is dropping the last step,
//! any number of times and after a resume too, and a file cannot say one thing in its log and
//! another in its piles: [`Session::read`] adds the changes up again and compares.
//!
//! Cards are drawn in one of two [`Mode`]s. In a virtual session the program shuffles, from a seed
//! and the number of the shuffle alone, so that an undone draw brings the same card again. In a
//! physical session players draw printed cards and type their numbers; a number that cannot have
//! come up is refused.
//!
//! ```
//! use actiondeck::deck::Deck;
//! use actiondeck::session::{Mode, Session};
//! # let csv = include_str!("../../tests/data/deck.csv");
//! # let deck = Deck::read("deck.csv", csv).unwrap();
//!
//! let mut session = Session::start(&deck, Mode::Virtual { seed: 7 });
//! let mut turn = session.turn("draw");
//! let card = turn.draw(None)?;
//! session.take(turn);
//! assert_eq!(session.table().discard(), [card]);
//!
//! let resumed = Session::read("evening.json", &session.to_json(), &deck).unwrap();
//! assert_eq!(resumed, session);
//! # Ok::<(), actiondeck::session::SessionError>(())
//! ```

mod answer;
mod change;
mod error;
mod record;
mod store;
mod table;
mod turn;

pub use answer::{
    CharacterAnswer, Drawn, HandDrawn, HandsAnswer, LogAnswer, LogLine, PlayerHand, TableAnswer,
};
pub use change::{Change, Question, Resolution, ShuffleReason, Step};
pub use error::SessionError;
pub use store::{Store, StoreError};
pub use table::{Mode, Table};
pub use turn::Turn;

use crate::deck::{Deck, Digest};

/// A session: the deck it belongs to, its log, and the table as it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Session {
    deck_name: String,
    deck: Digest,
    mode: Mode,
    log: Vec<Step>,
    table: Table,
}

impl Session {
    /// A table at which nothing has happened yet.
    pub fn start(deck: &Deck, mode: Mode) -> Self {
        Self {
            deck_name: deck.name().to_owned(),
            deck: deck.digest(),
            mode,
            log: Vec::new(),
            table: Table::new(mode),
        }
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
    /// taken before the next begins, or dropped.
    pub fn take(&mut self, turn: Turn) {
        let (table, step) = turn.finish();
        self.table = table;
        self.log.push(step);
    }

    /// Takes the last step back and gives it; `None` when there is none.
    pub fn undo(&mut self) -> Option<Step> {
        let undone = self.log.pop()?;
        // A log that could be taken step by step can be added up again.
        self.table = Table::after(self.mode, &self.log).unwrap_or_else(|_| Table::new(self.mode));
        Some(undone)
    }

    /// The session file, as `docs/session-json.md` describes it.
    pub fn to_json(&self) -> String {
        record::write(self)
    }

    /// Reads a session file.
    ///
    /// # Errors
    /// All faults found: no session file, one of another deck, or a log that cannot have happened.
    pub fn read(
        file_name: &str,
        text: &str,
        deck: &Deck,
    ) -> Result<Self, crate::diagnostic::Problems> {
        record::read(file_name, text, deck)
    }
}

#[cfg(test)]
mod tests;
