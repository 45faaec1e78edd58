//! A question as it was asked: from a line or from a log, answered, and written into a log.

use std::cell::RefCell;

use clap::parser::ValueSource;
use clap::{ArgMatches, Command};
use serde_json::{Map, Value};

use super::cards::Context;
use super::every_game::CARD;
use super::games;
use super::question::{Answered, AnyQuestion, Row};
use super::setting::Setting;
use super::source::AsTyped;
use crate::diagnostic::Problem;
use crate::lookup::{AnyAnswer, left_out};
use crate::rules::{Game, fi3};
use crate::session;

/// The discard pile, which is the state of the table and no choice.
pub const DISCARDED: &str = "discarded";

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
        let typed = options_typed(&row.command(), matches);
        Ok(Self { game, row, typed, question: (row.read)(matches)? })
    }

    /// Its game and its row.
    pub const fn name(&self) -> (Game, &'static Row) {
        (self.game, self.row)
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
        if self.row.name() == CARD.name() {
            return self.question.answer(at);
        }
        let answer = self.of_whole_cards(at)?;
        // The dice edition has one ladder, whatever the cards show.
        if self.game == Game::Fi3
            && let Some(other) = fi3::on_other_steps(&setting.deck)
        {
            let record = recorded(self.game, self.row, self.question.arguments());
            if unchecked(&record, &setting.with_deck(other)) != Some(words(&*answer)) {
                let message = "the hit locations of this deck are not those of the dice edition, which this reads";
                let problem = Problem::coded("lookup.other-ladder", message);
                return Err(problem.accepts("a question that does not read them").into());
            }
        }
        Ok(answer)
    }

    /// Answers as with cards that show every part, where the answer does not hang on what they leave out.
    fn of_whole_cards(&mut self, at: &mut Context<'_, '_>) -> Answered {
        let setting = at.setting;
        if setting.deck.blanks().next().is_none() {
            return self.question.answer(at);
        }
        let with = |deck| setting.with_deck(deck);
        let (game, row, question) = (self.game, self.row, RefCell::new(&mut self.question));
        left_out::answer(
            &setting.deck,
            |deck| question.borrow_mut().answer(&mut at.at(&with(deck))),
            |answer, deck| {
                let record = recorded(game, row, question.borrow().arguments());
                unchecked(&record, &with(deck)) == Some(words(&**answer))
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
    session::Question { name: format!("{game} {}", row.name()), who: None, target: None, arguments }
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

/// The options with a value other than their usual one that stand in a line: each as its name in the
/// log and as it is typed.
fn options_typed(command: &Command, matches: &ArgMatches) -> Vec<(String, String)> {
    let options = command.get_arguments().filter_map(|option| {
        let (id, long) = (option.get_id().as_str(), option.get_long()?);
        let known = matches.try_contains_id(id).unwrap_or(false);
        let typed = known && matches.value_source(id) == Some(ValueSource::CommandLine);
        let values = matches.try_get_raw(id).ok().flatten();
        let usual = || option.get_default_values().iter().map(|usual| usual.as_os_str());
        let is_usual = values.is_some_and(|values| values.eq(usual()));
        // What lies on the discard pile lies there whether it matters or not.
        let told = typed && !is_usual && !option.is_required_set() && id != DISCARDED;
        told.then(|| (id.to_owned(), long.to_owned()))
    });
    options.collect()
}

/// What a question is answered; nothing where it has no answer.
pub fn again(question: &session::Question, setting: &Setting) -> Option<Value> {
    replayed(question, setting, Asked::answer)
}

/// As [`again`], on cards that are asked as they are.
fn unchecked(question: &session::Question, setting: &Setting) -> Option<Value> {
    replayed(question, setting, |asked, at| asked.question.answer(at))
}

fn replayed(
    question: &session::Question,
    setting: &Setting,
    ask: impl FnOnce(&mut Asked, &mut Context<'_, '_>) -> Answered,
) -> Option<Value> {
    let mut asked = Asked::of_record(question).ok()?;
    let answer = ask(&mut asked, &mut Context::new(setting, &mut AsTyped)).ok()?;
    Some(words(&*answer))
}

/// Everything that an answer says.
pub fn words(answer: &dyn AnyAnswer) -> Value {
    serde_json::json!([answer.value(), answer.explanation()])
}
