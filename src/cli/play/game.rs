//! One line at a time: what it means, what happens at the table, what is answered.
//!
//! A line is worked out on a copy of the table. Only when the answer is known and the session file
//! is on the disk does the session take the step, so a line that fails has not happened.

use std::path::Path;
use std::rc::Rc;

use crate::diagnostic::{Problem, Problems};
use crate::session::{Resolution, Session, Store, StoreError, Turn};
use clap::error::ErrorKind;
use clap::{Command, Parser, Subcommand};

use super::line::{Deed, Line, is_question, root};
use super::reply::{Ear, Reply};
use super::words::{Worded, in_full, split};
use super::{cards, help};
use crate::cli::Failure;
use crate::cli::lookup::setting::Setting;
use crate::cli::lookup::{Question, put};
use crate::input::file;

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

    /// Keeps the session in a file from now on. A new one is written at once, so that a place that
    /// cannot be written is known before anything is played.
    ///
    /// # Errors
    /// [`Failure::File`] when it cannot be written.
    pub fn keep_in(&mut self, store: Store, is_new: bool) -> Result<(), Failure> {
        if is_new {
            store.save(&self.session.to_json()).map_err(store_failure)?;
        }
        self.store = Some(store);
        Ok(())
    }

    /// Does what a line says.
    ///
    /// # Errors
    /// [`Failure::Input`] when it says nothing that can be done, [`Failure::File`] when the session
    /// cannot be written. The session is what it was before then.
    pub fn hear(&mut self, text: &str) -> Result<Outcome, Failure> {
        let mut words = split(text)?;
        let looks = words.first().is_some_and(|word| word == "look");
        if looks {
            words.remove(0);
        }
        if words.is_empty() {
            return Ok(Outcome::Nothing);
        }
        let root = Rc::clone(&self.root);
        let full = in_full(words, &root)?;
        if full.words.first().is_some_and(|name| is_question(name)) {
            return self.question(text, full, looks).map(Outcome::said);
        }
        if looks {
            return Err(Problem::new("look asks questions about cards only")
                .accepts("a question, such as: look 34 3d10 tn 7")
                .into());
        }
        match parse::<Deed>(&full.words)? {
            Parsed::Help(help) => Ok(Outcome::said(Reply::words(help))),
            Parsed::Line(line) => self.do_deed(text, line.request, line.who.as_deref()),
        }
    }

    /// Answers a question with cards of the table.
    fn question(&mut self, text: &str, full: Worded, looks: bool) -> Result<Reply, Failure> {
        let name = full.words.first().cloned().unwrap_or_default();
        if full.words.iter().any(|word| word == "--help") {
            return Ok(Reply::words(help::about(&full.words[..full.names], &self.root)?));
        }
        let mut turn = self.session.turn(text);
        let root = Rc::clone(&self.root);
        let resolution = cards::deal(full, &root, &mut turn, looks)?;
        let reply = self.ask(&resolution.words, &turn)?;
        // A card that is only shown, or a target number without a card, is nothing to log.
        if looks || resolution.cards.is_empty() || (name == "card" && turn.is_idle()) {
            return Ok(reply);
        }
        self.note(turn, resolution, reply)
    }

    /// Goes on with the chain of the last question.
    pub(super) fn go_on(
        &mut self,
        text: &str,
        card: Option<&str>,
        of: Option<&str>,
    ) -> Result<Reply, Failure> {
        let mut turn = self.session.turn(text);
        let resolution = cards::go_on(card, of, &self.root, &mut turn)?;
        let reply = self.ask(&resolution.words, &turn)?;
        self.note(turn, resolution, reply)
    }

    fn note(
        &mut self,
        mut turn: Turn,
        resolution: Resolution,
        reply: Reply,
    ) -> Result<Reply, Failure> {
        turn.note(Some(resolution), reply.explanation.clone());
        self.commit(turn)?;
        Ok(reply.after_step(&self.session))
    }

    /// Puts a question whose cards all have numbers.
    fn ask(&mut self, words: &[String], turn: &Turn) -> Result<Reply, Failure> {
        let line = match parse::<Question>(words)? {
            Parsed::Line(line) => line,
            Parsed::Help(help) => return Ok(Reply::words(help)),
        };
        // The discard pile as it is before these cards are discarded.
        self.setting.sit_at(turn.table());
        let mut ear = Ear::default();
        let Line { who, request } = *line;
        self.acting(who.as_deref(), |game| put(request, &game.setting, &mut ear))?;
        Ok(ear.reply)
    }

    /// Does something while a character acts: the one named, or whoever acts anyway.
    pub(super) fn acting<T>(
        &mut self,
        who: Option<&str>,
        deed: impl FnOnce(&Self) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        let Some(name) = who else { return deed(self) };
        let character = self.setting.character(name)?;
        let usual = self.setting.character.replace(character);
        let done = deed(self);
        self.setting.character = usual;
        done
    }

    /// Takes the step, once it is on the disk.
    pub(super) fn commit(&mut self, turn: Turn) -> Result<(), Failure> {
        let mut next = self.session.clone();
        next.take(turn);
        self.replace(next)
    }

    pub(super) fn replace(&mut self, next: Session) -> Result<(), Failure> {
        if let Some(store) = &self.store {
            store.save(&next.to_json()).map_err(store_failure)?;
        }
        self.session = next;
        Ok(())
    }
}

/// What clap made of the words.
enum Parsed<R: Subcommand> {
    Line(Box<Line<R>>),
    Help(String),
}

fn parse<R: Subcommand>(words: &[String]) -> Result<Parsed<R>, Problems> {
    match Line::try_parse_from(words) {
        Ok(line) => Ok(Parsed::Line(Box::new(line))),
        Err(error) if error.kind() == ErrorKind::DisplayHelp => {
            Ok(Parsed::Help(error.render().to_string()))
        }
        Err(error) => Err(in_one_line(&error.render().to_string(), words).into()),
    }
}

/// clap's complaint without its page of usage.
fn in_one_line(complaint: &str, words: &[String]) -> Problem {
    let first = complaint.split("\n\n").next().unwrap_or(complaint);
    let pieces: Vec<&str> = first.split_whitespace().collect();
    let message = pieces.join(" ");
    let message = message.strip_prefix("error: ").unwrap_or(&message);
    let command = words.first().map_or("", String::as_str);
    Problem::new(message).accepts(format!("what help {command} shows"))
}

/// Opens the session file, if one was named.
///
/// # Errors
/// [`Failure::File`] when it is in use, cannot be read or its folder cannot be written.
pub fn open(path: &Path) -> Result<(Store, Option<String>), Failure> {
    let store = Store::open(path).map_err(store_failure)?;
    let text = match store.load().map_err(store_failure)? {
        None => None,
        Some(bytes) => Some(file::as_text(path, bytes)?),
    };
    Ok((store, text))
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
