//! A question: its arguments, how it is answered, and its row in the table of its game.
//!
//! A question is a struct of its arguments that implements [`Question`], and one row of the table of
//! its game. The row has the name, the help and two examples; clap is told the arguments only of the
//! question that was typed, for a program of a hundred questions answers one.

use std::fmt::Debug;

use clap::builder::StyledStr;
use clap::{Arg, ArgMatches, Args, Command, FromArgMatches};
use serde::Serialize;
use serde_json::{Map, Value};

use super::cards::Context;
use super::spelling;
use crate::cli::argument::told;
use crate::diagnostic::{Problem, Problems};
use crate::lookup::{Answer, AnyAnswer};

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
pub trait AnyQuestion: Question {
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

/// The word whose questions name the card first, as in `read 34 location`.
pub const READ: &str = "read";

/// What stands between a word and what for in the name of a question that is a kind of check. What a
/// check is for cannot follow its word at once: there stand the dice, and a skill may have any name.
pub const FOR: &str = " for ";

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
    pub(super) read: Read,
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
                Some((card, rest)) if word == READ => format!("{word} {card} {what} {rest}"),
                None if word == READ => format!("{word} {arguments} {what}"),
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
