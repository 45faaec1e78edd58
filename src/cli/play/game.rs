//! One line at a time: what it means, what happens at the table, what is answered.
//!
//! A line is worked out on a copy of the table. Only when the answer is known and the session file
//! is on the disk does the session take the step, so a line that fails has not happened.

use std::path::Path;
use std::rc::Rc;

use crate::diagnostic::Problem;
use crate::rules::Game as GameOfCards;
use crate::session::{Record, Session, Store, StoreError, Turn};
use clap::error::ErrorKind;
use clap::{Command, Parser};

use super::help;
use super::line::{Line, root};
use super::reply::Reply;
use super::way::Way;
use super::words::{Known as LineKnown, in_full, split};
use crate::cli::Failure;
use crate::cli::failure::usage_problem;
use crate::cli::lookup::name::PersonName;
use crate::cli::lookup::setting::Setting;
use crate::cli::lookup::spelling::starts_with;

/// A table that is being played.
pub struct Game {
    /// Deck, house rules, weapons, characters.
    pub setting: Setting,
    /// What happened so far.
    pub session: Session,
    /// Where it is kept, if anywhere.
    store: Option<Store>,
    /// The commands.
    root: Rc<Command>,
}

/// What came of a line.
pub enum Outcome {
    /// There was nothing in it.
    Nothing,
    /// It was answered.
    Said(Box<Reply>),
    /// The players leave.
    Quit,
}

impl Outcome {
    /// An answer.
    pub(super) fn said(reply: Reply) -> Self {
        Self::Said(Box::new(reply))
    }
}

impl Game {
    /// A table whose session is not kept.
    pub fn new(setting: Setting, session: Session) -> Self {
        Self { setting, session, store: None, root: Rc::new(root()) }
    }

    /// The commands with their arguments.
    pub fn root(&self) -> &Rc<Command> {
        &self.root
    }

    /// The game whose questions are asked: the one chosen at the table, or else of the house rules.
    pub fn rules(&self) -> GameOfCards {
        self.session.table().game().unwrap_or(self.setting.game)
    }

    /// Does something with what lines are read by.
    pub(super) fn knowing<T>(&self, read: impl FnOnce(LineKnown<'_>) -> T) -> T {
        let skills = self.skills();
        let is_skill = |word: &str| skills.iter().any(|skill| starts_with(skill, word));
        let (root, game, is_skill) = (&*self.root, self.rules(), &is_skill);
        self.setting.at_hand(|at_hand| read(LineKnown { root, game, at_hand, is_skill }))
    }

    /// Keeps the session in a file from now on. A new one is written at once, so that a place that
    /// cannot be written is known before anything is played.
    ///
    /// # Errors
    /// [`Failure::File`] when it cannot be written.
    pub fn keep_in(&mut self, mut store: Store, is_new: bool) -> Result<(), Failure> {
        if is_new {
            store.save(&self.session).map_err(store_failure)?;
        }
        self.store = Some(store);
        Ok(())
    }

    /// Ends the play: the file may be played by others. The system takes the memory of many steps back
    /// faster than they are freed one by one.
    pub fn leave(self) {
        drop(self.store);
        std::mem::forget(self.session);
    }

    /// Does what a line says.
    ///
    /// # Errors
    /// [`Failure::Input`] when it says nothing that can be done, [`Failure::File`] when the session
    /// cannot be written. The session is what it was before then.
    pub fn hear(&mut self, text: &str) -> Result<Outcome, Failure> {
        let mut words = split(text)?;
        if let Some(waiting) = self.session.table().waiting()
            && self.are_its_cards(&words)
        {
            let waiting = waiting.clone();
            return self.answer_waiting(text, waiting, &words).map(Outcome::said);
        }
        let way = Way::taken_off(&mut words);
        if words.is_empty() {
            return Ok(Outcome::Nothing);
        }
        if words.iter().take_while(|word| *word != "--").any(|word| word == "--help") {
            words.retain(|word| word != "--help");
            let text = self.knowing(|known| help::about(&words, known))?;
            return Ok(Outcome::said(Reply::words(text)));
        }
        self.name_first(&mut words)?;
        let full = self.knowing(|known| in_full(words, known))?;
        if full.question.is_some() {
            return self.question(text, full, way).map(Outcome::said);
        }
        if way != Way::Drawing {
            return Err(Problem::new("look and tn ask questions about cards only")
                .accepts("a question, such as: look 34 3d10 tn 7")
                .into());
        }
        match Line::try_parse_from(&full.words) {
            Ok(Line { shared, deed }) => {
                let person = |name: &PersonName| self.person(&name.0);
                let who = shared.who.as_ref().map(person).transpose()?;
                let target = shared.at.as_ref().map(person).transpose()?;
                self.do_deed(text, deed, who.as_deref(), target.as_deref())
            }
            Err(error) => said_by_clap(&error).map(Outcome::said),
        }
    }

    /// Does something while a character acts: the one named, or whoever acts anyway. Somebody who is
    /// known to the session alone has no traits.
    pub(super) fn acting<T>(
        &mut self,
        who: Option<&str>,
        deed: impl FnOnce(&Self) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        let Some(name) = who else { return deed(self) };
        let character = self.setting.listed(name);
        let usual = std::mem::replace(&mut self.setting.character, character);
        let done = deed(self);
        self.setting.character = usual;
        done
    }

    /// Takes the step, once it is on the disk.
    pub(super) fn commit(&mut self, turn: Turn) -> Result<(), Failure> {
        self.record(Record::Step(turn.step()))?;
        self.session.take(turn);
        Ok(())
    }

    /// Takes steps back, once that is on the disk.
    pub(super) fn take_back(&mut self, steps: usize) -> Result<(), Failure> {
        self.record(Record::Undo { steps })?;
        self.session.undo(steps);
        Ok(())
    }

    fn record(&mut self, record: Record<'_>) -> Result<(), Failure> {
        match &mut self.store {
            None => Ok(()),
            Some(store) => store.append(&self.session, record).map_err(store_failure),
        }
    }
}

/// clap's help, or its complaint.
pub(super) fn said_by_clap(error: &clap::Error) -> Result<Reply, Failure> {
    match error.kind() {
        ErrorKind::DisplayHelp => Ok(Reply::words(error.render().to_string())),
        _ => Err(usage_problem(error).into()),
    }
}

/// Opens a session file; its bytes, if there is one yet.
///
/// # Errors
/// [`Failure::File`] when it is in use, cannot be read or its folder cannot be written.
pub fn open(path: &Path) -> Result<(Store, Option<Vec<u8>>), Failure> {
    let store = Store::open(path).map_err(store_failure)?;
    let bytes = store.load().map_err(store_failure)?;
    Ok((store, bytes))
}

fn store_failure(error: StoreError) -> Failure {
    match error {
        StoreError::InUse(path) => in_use(&path),
        StoreError::Refused(error) => error.into(),
        StoreError::System { attempt, cause } => Failure::File { attempt, cause },
    }
}

/// A session in use could be read, but not written without losing somebody's steps.
fn in_use(path: &Path) -> Failure {
    let attempt = format!("cannot write {}", path.display());
    let reason = "it is being played in another window; leave it there first";
    Failure::File { attempt, cause: std::io::Error::new(std::io::ErrorKind::WouldBlock, reason) }
}
