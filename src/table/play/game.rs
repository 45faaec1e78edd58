//! Runs a line: parsing, changes of the table, and the reply.
//!
//! A line is executed on a copy of the table. The session takes the step only if there is an answer
//! and the session file is on the disk, so a line that fails has no effect.

use crate::diagnostic::{Problem, Problems};
use crate::table::grammar::{
    Arguments, AskMode, Line, Topic, Vocabulary, parse, resolve_topic, split,
};
use crate::table::questions::field::Fields;
use crate::table::questions::odds::{self, find_odds};
use crate::table::questions::reader::Reader;
use crate::table::questions::setting::Setting;
use crate::table::rules::{Game as Rules, Weapon};
use crate::table::session::{Record, Session, SessionError, Store, StoreError, Turn};

use super::commands::{HELP, ODDS, command, names};
use super::reply::Reply;

/// A table in play.
pub struct Game {
    /// Deck, house rules, weapons, characters.
    pub setting: Setting,
    /// The session.
    pub session: Session,
    /// The default game, if none was chosen at the table.
    usual_game: Rules,
    /// The session file.
    store: Option<Store>,
}

/// The outcome of a line.
pub enum Outcome {
    /// The line was empty.
    Nothing,
    /// The reply.
    Reply(Box<Reply>),
    /// A help request: about a topic, or about everything.
    Help(Option<Topic>),
    /// The players quit.
    Quit,
}

impl From<Reply> for Outcome {
    fn from(reply: Reply) -> Self {
        Self::Reply(Box::new(reply))
    }
}

/// The error of a line, which then has no effect.
#[derive(Debug)]
pub enum PlayError {
    /// It cannot be answered.
    Refused(Problems),
    /// The session cannot be written.
    Store(StoreError),
}

impl From<Problems> for PlayError {
    fn from(problems: Problems) -> Self {
        Self::Refused(problems)
    }
}

impl From<Problem> for PlayError {
    fn from(problem: Problem) -> Self {
        Self::Refused(problem.into())
    }
}

impl From<SessionError> for PlayError {
    fn from(error: SessionError) -> Self {
        Problem::from(error).into()
    }
}

impl Game {
    /// A table whose session is not stored.
    pub fn new(setting: Setting, session: Session) -> Self {
        let usual_game = setting.game;
        let mut new = Self { setting, session, usual_game, store: None };
        new.setting.game = new.rules();
        new
    }

    /// Replaces the session by one that is not stored.
    pub fn restart(&mut self, session: Session) {
        self.session = session;
        self.store = None;
        self.setting.game = self.rules();
    }

    /// The game of the questions: the one chosen at the table, or else that of the setting.
    pub fn rules(&self) -> Rules {
        self.session.table().game().unwrap_or(self.usual_game)
    }

    /// Stores the session in a file from now on. A new session is written at once, so that an error
    /// is found before play.
    ///
    /// # Errors
    /// [`StoreError`] if it cannot be written.
    pub fn keep_in(&mut self, mut store: Store, is_new: bool) -> Result<(), StoreError> {
        if is_new {
            store.save(&self.session)?;
        }
        self.store = Some(store);
        Ok(())
    }

    /// Ends the play and unlocks the file. The memory of many steps is not freed one by one,
    /// because the system reclaims it faster.
    pub fn leave(self) {
        drop(self.store);
        std::mem::forget(self.session);
    }

    /// Passes the names that lines may use to `read`.
    pub fn with_vocabulary<T>(&self, read: impl FnOnce(&Vocabulary<'_>) -> T) -> T {
        let commands: Vec<&'static str> = names().collect();
        let (people, skills) = (self.people(), self.skills());
        let weapon_of = |who: Option<&str>| self.weapon_in_hand(who);
        read(&Vocabulary {
            game: self.rules(),
            setting: &self.setting,
            commands: &commands,
            people: &people,
            skills: &skills,
            in_hand: &weapon_of,
        })
    }

    /// The weapon in the hand of a character, or of the acting one if none is given.
    fn weapon_in_hand(&self, who: Option<&str>) -> Option<Weapon> {
        let name = match who {
            Some(name) => self.person(name).ok()?,
            None => self.acting_now()?,
        };
        self.participant(&name).weapon(&self.setting)
    }

    /// Runs a line.
    ///
    /// # Errors
    /// [`PlayError`]; the session is then unchanged.
    pub fn hear(&mut self, text: &str) -> Result<Outcome, PlayError> {
        let mut words = split(text)?;
        if let Some(waiting) = self.session.table().waiting()
            && self.are_its_cards(&words)
        {
            let waiting = waiting.clone();
            return self.answer_waiting(text, waiting, &words).map(Outcome::from);
        }
        let mode = AskMode::take(&mut words);
        if words.is_empty() {
            return Ok(Outcome::Nothing);
        }
        if words.iter().take_while(|word| *word != "--").any(|word| word == "--help") {
            words.retain(|word| word != "--help");
            return self.help(&words);
        }
        match self.with_vocabulary(|vocabulary| parse(words, vocabulary))? {
            Line::Question(parsed) => self.question(text, parsed, mode).map(Outcome::from),
            _ if mode != AskMode::Draw => {
                Err(Problem::new("look, compare and tn ask questions about cards only")
                    .accepts("a question, such as: look 34 3d10 tn 7")
                    .into())
            }
            Line::Command { name: HELP, words } => self.help(&words),
            Line::Command { name: ODDS, words } => self.odds(&words).map(Outcome::from),
            Line::Command { name, words } => {
                let command = command(name).and_then(|spec| Some((spec, spec.run?)));
                let Some((spec, run)) = command else { return Ok(Outcome::Quit) };
                let arguments = Arguments::for_command(spec.name, &spec.fields(), words)?;
                run(self, text, &arguments).map(Outcome::from)
            }
        }
    }

    /// The exact odds for the cards in the draw pile.
    fn odds(&mut self, words: &[String]) -> Result<Reply, PlayError> {
        let (spec, words) = find_odds(words);
        let fields = spec.all_fields();
        let arguments = Arguments::for_command(
            format!("{ODDS} {}", spec.name).trim_end(),
            &fields,
            words.to_vec(),
        )?;
        let who = match &arguments.who {
            Some(name) => Some(self.person(name)?),
            None => self.acting_now(),
        };
        self.setting.update(self.session.table());
        let found = self.with_actor(who.as_deref(), |game| {
            odds::answer(spec, &arguments.values, &game.setting)
        })?;
        let reply = Reply::new(&self.setting.deck, found.odds.answer()).with_text(found.text());
        Ok(reply.with_note(found.is_shuffled.then(|| odds::SHUFFLED.to_owned())))
    }

    fn help(&self, words: &[String]) -> Result<Outcome, PlayError> {
        let topic = match words {
            [] => None,
            words => Some(self.with_vocabulary(|vocabulary| resolve_topic(words, vocabulary))?),
        };
        Ok(Outcome::Help(topic))
    }

    /// Parses the arguments of a command.
    pub(super) fn read<C: Fields>(&self, arguments: &Arguments) -> Result<C, Problems> {
        Reader::new(&arguments.values, &self.setting, true).read()
    }

    /// Runs `ask` with an acting character: the given one, or that of the setting. A participant
    /// without an entry in the table of characters has no traits.
    pub fn with_actor<T>(&mut self, who: Option<&str>, ask: impl FnOnce(&Self) -> T) -> T {
        let Some(name) = who else { return ask(self) };
        let character = self.setting.listed(name);
        let usual = std::mem::replace(&mut self.setting.character, character);
        let answer = ask(self);
        self.setting.character = usual;
        answer
    }

    /// Takes the step once it is on the disk.
    pub(super) fn commit(&mut self, turn: Turn) -> Result<(), PlayError> {
        self.record(Record::Step(turn.step()))?;
        self.session.take(turn);
        self.setting.game = self.rules();
        Ok(())
    }

    /// Undoes steps once that is on the disk.
    pub(super) fn take_back(&mut self, steps: usize) -> Result<(), PlayError> {
        self.record(Record::Undo { steps })?;
        self.session.undo(steps);
        self.setting.game = self.rules();
        Ok(())
    }

    fn record(&mut self, record: Record<'_>) -> Result<(), PlayError> {
        match &mut self.store {
            None => Ok(()),
            Some(store) => store.append(&self.session, record).map_err(PlayError::Store),
        }
    }
}
