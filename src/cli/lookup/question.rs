//! A question: its arguments, how it is answered, and the tables in which questions stand.
//!
//! A question is a struct of its arguments that implements [`Question`], and one row of a table. The
//! row gives clap the name and the help; the arguments are told to clap only when the question is
//! typed, for a program of a hundred questions answers one.

use std::fmt::Debug;

use clap::error::ErrorKind;
use clap::{ArgMatches, Args, Command, FromArgMatches, Subcommand};
use serde::Serialize;
use serde_json::{Map, Value};

use super::QUESTIONS;
use super::cards::Context;
use crate::cli::argument::told;
use crate::diagnostic::{Problem, Problems};
use crate::lookup::{Answer, AnyAnswer};
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
        let left_out = |value: &Value| match value {
            Value::Null | Value::Bool(false) => true,
            Value::Array(list) => list.is_empty(),
            _ => false,
        };
        match serde_json::to_value(self) {
            Ok(Value::Object(map)) => {
                map.into_iter().filter(|(_, value)| !left_out(value)).collect()
            }
            // Arguments are texts, numbers and lists under names.
            _ => Map::new(),
        }
    }
}

type Read = fn(&ArgMatches) -> Result<Box<dyn AnyQuestion>, clap::Error>;

/// A row of a table of questions.
pub struct Row {
    name: &'static str,
    help: &'static str,
    alias: Option<&'static str>,
    /// Tells clap the arguments.
    prepare: fn(Command) -> Command,
    /// Reads the arguments; nothing for a group that is no question itself.
    read: Option<Read>,
    group: &'static [Row],
}

/// The questions of one game.
pub trait Group {
    /// One row for each.
    const ROWS: &'static [Row];
}

impl Row {
    /// A question.
    pub const fn new<Q>(name: &'static str, help: &'static str) -> Self
    where
        Q: Question + Serialize + Args + 'static,
    {
        let (prepare, read) = (arguments::<Q>, Some(read::<Q> as Read));
        Self { name, help, alias: None, prepare, read, group: &[] }
    }

    /// Questions of a game under one name.
    pub const fn group<G: Group>(name: &'static str, help: &'static str) -> Self {
        Self { name, help, alias: None, prepare: group::<G>, read: None, group: G::ROWS }
    }

    /// A question with the questions of a game under its name.
    pub const fn question_and_group<Q, G>(name: &'static str, help: &'static str) -> Self
    where
        Q: Question + Serialize + Args + 'static,
        G: Group,
    {
        let (prepare, read) = (question_and_group::<Q, G>, Some(read::<Q> as Read));
        Self { name, help, alias: None, prepare, read, group: G::ROWS }
    }

    /// The same question, which has a second name.
    #[must_use]
    pub const fn or(self, alias: &'static str) -> Self {
        Self { alias: Some(alias), ..self }
    }

    /// The name that is typed.
    #[cfg(test)]
    pub const fn name(&self) -> &'static str {
        self.name
    }

    fn command(&self) -> Command {
        let command = Command::new(self.name).about(self.help).defer(self.prepare);
        match self.alias {
            None => command,
            Some(alias) => command.visible_alias(alias),
        }
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
    Q::augment_args(command).about(help).long_about(None)
}

fn group<G: Group>(command: Command) -> Command {
    with_rows(command, G::ROWS).subcommand_required(true).arg_required_else_help(true)
}

fn question_and_group<Q: Args, G: Group>(command: Command) -> Command {
    with_rows(arguments::<Q>(command), G::ROWS)
        .args_conflicts_with_subcommands(true)
        .subcommand_negates_reqs(true)
}

fn with_rows(command: Command, rows: &'static [Row]) -> Command {
    command.subcommands(rows.iter().map(Row::command))
}

/// A question as it was asked.
#[derive(Debug)]
pub struct Asked {
    /// Its name, such as `check` or `fi3 check`.
    name: String,
    question: Box<dyn AnyQuestion>,
}

impl Asked {
    /// The question of this name with its arguments as clap read them.
    ///
    /// # Errors
    /// clap's complaint when an argument is missing, or no question is called so.
    pub fn read(names: &[String], matches: &ArgMatches) -> Result<Self, clap::Error> {
        let read = row(names).and_then(|row| row.read).ok_or_else(no_question)?;
        let question = read(matches)?;
        Ok(Self { name: names.join(" "), question })
    }

    /// Answers it, as [`Question::answer`].
    ///
    /// # Errors
    /// As [`Question::answer`].
    pub fn answer(&mut self, at: &mut Context<'_, '_>) -> Answered {
        self.question.answer(at)
    }

    /// The question as the log of a session keeps it, asked by this character.
    pub fn record(&self, who: Option<&str>) -> session::Question {
        let (name, arguments) = (self.name.clone(), self.question.arguments());
        session::Question { name, who: who.map(str::to_owned), arguments }
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
        let names: Vec<String> = record.name.split(' ').map(str::to_owned).collect();
        let row = row(&names).filter(|row| row.read.is_some());
        let row = row.ok_or_else(|| cannot_be_asked("no question is called so".to_owned()))?;
        let command = (row.prepare)(Command::new(row.name)).no_binary_name(true);
        let mut words = Vec::new();
        let mut places = Vec::new();
        let mut arguments = record.arguments.clone();
        for argument in command.get_arguments() {
            let Some(value) = arguments.remove(argument.get_id().as_str()) else { continue };
            match (argument.get_long(), value) {
                (Some(long), Value::Bool(true)) => words.push(format!("--{long}")),
                (Some(long), value) => {
                    words.extend(texts(value).map(|text| format!("--{long}={text}")));
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
        read.and_then(|matches| Self::read(&names, &matches)).map_err(|error| {
            let told = error.render().to_string();
            let first = told.lines().next().unwrap_or_default().to_owned();
            cannot_be_asked(first.trim_start_matches("error: ").to_owned())
        })
    }
}

/// The row of the question of this name, which may be one of a group.
fn row(names: &[String]) -> Option<&'static Row> {
    let (first, deeper) = names.split_first()?;
    let named = |rows: &'static [Row], name: &str| rows.iter().find(|row| row.name == name);
    deeper.iter().try_fold(named(QUESTIONS, first)?, |row, name| named(row.group, name))
}

fn no_question() -> clap::Error {
    clap::Error::raw(ErrorKind::MissingSubcommand, "a question is missing")
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

impl Subcommand for Asked {
    fn augment_subcommands(command: Command) -> Command {
        with_rows(command, QUESTIONS).subcommand_required(true).arg_required_else_help(true)
    }

    fn augment_subcommands_for_update(command: Command) -> Command {
        Self::augment_subcommands(command)
    }

    fn has_subcommand(name: &str) -> bool {
        QUESTIONS.iter().any(|row| row.name == name || row.alias == Some(name))
    }
}

impl FromArgMatches for Asked {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let (mut names, mut matches) = (Vec::new(), matches);
        while let Some((name, deeper)) = matches.subcommand() {
            names.push(name.to_owned());
            matches = deeper;
        }
        Self::read(&names, matches)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}
