//! A question: its arguments, how it is answered, and the tables in which questions stand.
//!
//! A question is a struct of its arguments that implements [`Question`], and one row of the table of
//! its game. The row has the name, the help and two examples; clap is told the arguments only of the
//! question that was typed, for a program of a hundred questions answers one.

use std::cell::RefCell;
use std::fmt::Debug;

use clap::builder::StyledStr;
use clap::{Arg, ArgMatches, Args, Command, FromArgMatches};
use serde::Serialize;
use serde_json::{Map, Value};

use super::cards::Context;
use super::games::{self, FOR};
use super::{spelling, unused};
use crate::cli::argument::told;
use crate::diagnostic::{Problem, Problems};
use crate::lookup::{Answer, AnyAnswer, left_out};
use crate::rules::Game;
use crate::session;

/// What becomes of a question.
pub type Answered = Result<Box<dyn AnyAnswer>, Problems>;

/// The arguments of a question.
pub trait Question: Debug {
    /// Answers it. Cards that were not named by their numbers have them afterwards.
    ///
    /// # Errors
    /// Everything that is wrong with what was typed, or why the deck or the rules have no answer.
    fn answer(&mut self, at: &mut Context<'_, '_>) -> Answered;

    /// The shots that are fired for it.
    fn shots(&self) -> u16 {
        0
    }
}

/// What the library answered.
///
/// # Errors
/// The fault, if there is one.
pub fn said<A: Answer + 'static>(answer: Result<A, impl Into<Problem>>) -> Answered {
    Ok(Box::new(told(answer)?))
}

/// The arguments of a question of any kind.
trait AnyQuestion: Question {
    /// The arguments by name, those left out among them only where they have a usual value.
    fn arguments(&self) -> Map<String, Value>;
}

impl<Q: Question + Serialize> AnyQuestion for Q {
    fn arguments(&self) -> Map<String, Value> {
        given(serde_json::to_value(self).unwrap_or_default())
    }
}

/// Of the arguments of a question those that were not left out.
fn given(arguments: Value) -> Map<String, Value> {
    let is_left_out = |value: &Value| match value {
        Value::Null | Value::Bool(false) => true,
        Value::Array(list) => list.is_empty(),
        _ => false,
    };
    match arguments {
        Value::Object(map) => map.into_iter().filter(|(_, value)| !is_left_out(value)).collect(),
        // Arguments are texts, numbers and lists under names.
        _ => Map::new(),
    }
}

type Read = fn(&ArgMatches) -> Result<Box<dyn AnyQuestion>, clap::Error>;

/// A row of the table of a game.
pub struct Row {
    /// The name as it is written in full: a word, then what for, as in `hurt stun` or `check for
    /// stun`; a word alone is the plain question.
    name: &'static str,
    help: &'static str,
    /// Arguments to try, as they are typed at the table.
    examples: [&'static str; 2],
    /// Other names for what it is for.
    also: &'static [&'static str],
    /// What the whole question was called in release 0.1 where that is none of the names above.
    old: &'static [&'static str],
    /// Tells clap the arguments.
    prepare: fn(Command) -> Command,
    /// Reads the arguments.
    read: Read,
}

impl Row {
    /// A question.
    pub const fn new<Q>(name: &'static str, help: &'static str, examples: [&'static str; 2]) -> Self
    where
        Q: Question + Serialize + Args + 'static,
    {
        let (prepare, read) = (arguments::<Q>, read::<Q> as Read);
        Self { name, help, examples, also: &[], old: &[], prepare, read }
    }

    /// The same question, with other names for what it is for.
    #[must_use]
    pub const fn also(self, names: &'static [&'static str]) -> Self {
        Self { also: names, ..self }
    }

    /// The same question, which had other names in release 0.1.
    #[must_use]
    pub const fn once(self, names: &'static [&'static str]) -> Self {
        Self { old: names, ..self }
    }

    /// The name in full, such as `hurt stun`.
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// The word that the name begins with.
    pub fn word(&self) -> &'static str {
        self.name.split(' ').next().unwrap_or(self.name)
    }

    /// What for; nothing for the plain question of the word.
    pub fn what(&self) -> Option<&'static str> {
        self.name.rsplit_once(' ').map(|(_, what)| what)
    }

    /// Whether it is for this.
    pub fn is_for(&self, what: &str) -> bool {
        self.what() == Some(what) || self.also.contains(&what)
    }

    /// Whether it was once called so.
    pub fn was_called(&self, name: &str) -> bool {
        self.old.contains(&name)
    }

    /// Every name it had once.
    #[cfg(test)]
    pub const fn old(&self) -> &'static [&'static str] {
        self.old
    }

    /// What it answers, in a line.
    pub const fn help(&self) -> &'static str {
        self.help
    }

    /// Lines to try: the question with arguments that have an answer.
    pub fn examples(&self) -> [String; 2] {
        self.examples.map(|arguments| {
            let (word, what) = (self.word(), self.what().unwrap_or_default());
            let line = match arguments.split_once(' ') {
                _ if self.name.contains(FOR) => format!("{word} {arguments} {} {what}", FOR.trim()),
                // A card is read: which, then what.
                Some((card, rest)) if word == games::READ => format!("{word} {card} {what} {rest}"),
                None if word == games::READ => format!("{word} {arguments} {what}"),
                _ => format!("{} {arguments}", self.name),
            };
            line.trim_end().to_owned()
        })
    }

    /// Its arguments for clap.
    pub fn command(&self) -> Command {
        (self.prepare)(Command::new(self.name).about(self.help))
    }
}

impl Debug for Row {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        Debug::fmt(self.name, f)
    }
}

fn read<Q>(matches: &ArgMatches) -> Result<Box<dyn AnyQuestion>, clap::Error>
where
    Q: Question + Serialize + FromArgMatches + 'static,
{
    Ok(Box::new(Q::from_arg_matches(matches)?))
}

fn arguments<Q: Args>(command: Command) -> Command {
    // The comment of the struct is not what the question is for; the row says that.
    let help = command.get_about().cloned().unwrap_or_default();
    told_of(Q::augment_args(command), help)
}

/// Apart from [`arguments`], of which there is one for every question.
fn told_of(command: Command, help: StyledStr) -> Command {
    command.mut_args(in_both_spellings).about(help).long_about(None)
}

/// An option that can be typed in British and in American spelling.
fn in_both_spellings(argument: Arg) -> Arg {
    let others: Vec<String> = argument.get_long().into_iter().flat_map(spelling::others).collect();
    argument.aliases(others)
}

/// A question as it was asked.
#[derive(Debug)]
pub struct Asked {
    game: Game,
    row: &'static Row,
    /// The options that were typed with a value other than the usual.
    typed: Vec<(String, String)>,
    question: Box<dyn AnyQuestion>,
}

impl Asked {
    /// The question of this row with its arguments as clap read them from a line.
    ///
    /// # Errors
    /// clap's complaint when an argument is missing.
    pub fn read(game: Game, row: &'static Row, matches: &ArgMatches) -> Result<Self, clap::Error> {
        let typed = unused::typed(&row.command(), matches);
        Ok(Self { game, row, typed, question: (row.read)(matches)? })
    }

    /// The options that were typed with a value other than the usual: each as its name in the log
    /// and as it is typed.
    pub fn typed(&self) -> &[(String, String)] {
        &self.typed
    }

    /// Its arguments for clap.
    pub fn command(&self) -> Command {
        self.row.command()
    }

    /// Answers it, as [`Question::answer`].
    ///
    /// # Errors
    /// As [`Question::answer`].
    pub fn answer(&mut self, at: &mut Context<'_, '_>) -> Answered {
        let setting = at.setting;
        // Everything on a card is what it shows.
        if setting.deck.blanks().next().is_none() || self.row.name == super::CARD.name {
            return self.question.answer(at);
        }
        let with = |deck| setting.with_deck(deck);
        let (game, row, question) = (self.game, self.row, RefCell::new(&mut self.question));
        left_out::answer(
            &setting.deck,
            |deck| question.borrow_mut().answer(&mut at.at(&with(deck))),
            |answer, deck| {
                let record = recorded(game, row, question.borrow().arguments());
                unused::again(&record, &with(deck)) == Some(unused::words(&**answer))
            },
        )
    }

    /// As [`Question::shots`].
    pub fn shots(&self) -> u16 {
        self.question.shots()
    }

    /// The question as the log of a session keeps it, asked by this character.
    pub fn record(&self, who: Option<&str>) -> session::Question {
        let record = recorded(self.game, self.row, self.question.arguments());
        session::Question { who: who.map(str::to_owned), ..record }
    }

    /// The question of a log: its arguments are read as if they had been typed, so a log can hold
    /// nothing that a line could not.
    ///
    /// # Errors
    /// A problem when there is no such question, or it has no such arguments.
    pub fn of_record(record: &session::Question) -> Result<Self, Problem> {
        let cannot_be_asked = |why: String| {
            Problem::new(format!(
                "the question {:?} of the log cannot be asked: {why}",
                record.name
            ))
            .accepts("a log written by this program, or as docs/session-json.md says")
        };
        let (game, row) = games::of_name(&record.name)
            .ok_or_else(|| cannot_be_asked("no question is called so".to_owned()))?;
        let command = row.command().no_binary_name(true);
        let mut words = Vec::new();
        let mut places = Vec::new();
        let mut arguments = record.arguments.clone();
        for argument in command.get_arguments() {
            let Some(value) = arguments.remove(argument.get_id().as_str()) else { continue };
            match (argument.get_long(), value) {
                (Some(long), Value::Bool(true)) => words.push(format!("--{long}")),
                (Some(long), value) => {
                    let texts: Vec<String> = texts(value).collect();
                    // Typed, a usual value would contradict what excludes it, as shots do a melee.
                    let usual = argument.get_default_values().iter();
                    if !usual.eq(texts.iter().map(String::as_str)) {
                        words.extend(texts.iter().map(|text| format!("--{long}={text}")));
                    }
                }
                (None, value) => places.extend(texts(value)),
            }
        }
        if let Some(unknown) = arguments.keys().next() {
            return Err(cannot_be_asked(format!("it has no argument {unknown:?}")));
        }
        words.push("--".to_owned());
        words.extend(places);
        let read = command.try_get_matches_from(words);
        let question = read.and_then(|matches| (row.read)(&matches));
        // Nobody types a log.
        let asked = question.map(|question| Self { game, row, typed: Vec::new(), question });
        asked.map_err(|error| {
            let told = error.render().to_string();
            let first = told.lines().next().unwrap_or_default().to_owned();
            cannot_be_asked(first.trim_start_matches("error: ").to_owned())
        })
    }
}

/// The question of a row with these arguments as the log of a session keeps it.
fn recorded(game: Game, row: &Row, arguments: Map<String, Value>) -> session::Question {
    session::Question { name: format!("{game} {}", row.name), who: None, target: None, arguments }
}

/// The words of a value: of a list, one for each entry.
fn texts(value: Value) -> impl Iterator<Item = String> {
    let values = match value {
        Value::Array(values) => values,
        value => vec![value],
    };
    values.into_iter().map(|value| match value {
        Value::String(text) => text,
        value => value.to_string(),
    })
}
