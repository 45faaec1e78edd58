//! What a line lacks that its question needs, all of it at once and with a line that asks the question.
//!
//! clap reports the arguments that it knows to be required, and the question itself those that depend on others.
//! To hear both, the question is asked once more with the values of its example in the place of what clap
//! misses, and nothing of the answer is used but what is still wrong then.

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Command};
use serde_json::{Map, Value};

use super::asked::Asked;
use super::cards::Context;
use super::games;
use super::named::{Named, begun, counts_elsewhere, named_option};
use super::question::Row;
use super::setting::Setting;
use super::source::AsTyped;
use crate::cli::argument::{argument_name, is_lack, lack};
use crate::diagnostic::{Problem, Problems};
use crate::rules::Game;

/// How often a line is completed and read again: once for what each argument that was added needs in turn.
const ROUNDS: usize = 4;

/// What is wrong with a line that clap refuses, where more can be said of it than clap does. `command` is that of
/// the question.
pub fn problems(
    named: &Named,
    command: &Command,
    setting: &Setting,
    error: &clap::Error,
) -> Option<Problems> {
    match error.kind() {
        ErrorKind::MissingRequiredArgument => {
            let problems = all_that_is_missing(named, command, setting, error);
            Some(with_example(problems, named.game, named.row))
        }
        ErrorKind::UnknownArgument => {
            of_another_attack(named.row, named.game, error).map(Problems::from)
        }
        _ => None,
    }
}

/// The problems, the last with a line that asks the question, if something is missing.
pub fn with_example(problems: Problems, game: Game, row: &Row) -> Problems {
    if !problems.iter().any(is_lack) {
        return problems;
    }
    let last = problems.len() - 1;
    let [example, _] = row.examples();
    let game = if game == Game::default() { String::new() } else { format!("{game} ") };
    let mut place = 0;
    problems.map(|problem| {
        place += 1;
        match problem.accepted() {
            Some(accepted) if place > last => {
                problem.clone().accepts(format!("{accepted}; for example: {game}{example}"))
            }
            _ => problem.clone(),
        }
    })
}

fn all_that_is_missing(
    named: &Named,
    command: &Command,
    setting: &Setting,
    error: &clap::Error,
) -> Problems {
    let mut problems = Problems::new();
    let mut words = named.arguments.clone();
    let mut filled = Vec::new();
    let mut missing = missing_of(command, error);
    for _ in 0..ROUNDS {
        for argument in &missing {
            problems.push(is_missing(argument));
            filled.push(argument_name(argument));
        }
        missing.iter().for_each(|argument| fill(argument, named, setting, &mut words));
        match command.clone().try_get_matches_from(&words) {
            Err(error) => missing = missing_of(command, &error),
            Ok(matches) => {
                let Ok(mut asked) = Asked::read(named.game, named.row, &matches) else { break };
                let Err(further) = asked.answer(&mut Context::new(setting, &mut AsTyped)) else {
                    break;
                };
                // Other faults may come of the values that were put in.
                let is_typed = |problem: &Problem| {
                    is_lack(problem)
                        || problem
                            .argument()
                            .is_some_and(|name| !filled.iter().any(|filled| filled == name))
                };
                further.iter().filter(|it| is_typed(it)).for_each(|it| problems.push(it.clone()));
                break;
            }
        }
        if missing.is_empty() {
            break;
        }
    }
    problems
}

/// The arguments that clap misses.
fn missing_of(command: &Command, error: &clap::Error) -> Vec<Arg> {
    let Some(ContextValue::Strings(names)) = error.get(ContextKind::InvalidArg) else {
        return Vec::new();
    };
    let of_name = |name: &String| {
        let option = name.strip_prefix("--").and_then(|long| long.split([' ', '=']).next());
        command.get_arguments().find(|argument| match option {
            Some(long) => argument.get_long() == Some(long),
            None => argument.is_positional() && name.starts_with(&format!("<{}>", shown(argument))),
        })
    };
    names.iter().filter_map(of_name).cloned().collect()
}

/// The name of an argument's value as help shows it.
fn shown(argument: &Arg) -> String {
    let names = argument.get_value_names().and_then(<[_]>::first);
    names.map_or_else(|| argument.get_id().to_string(), ToString::to_string)
}

fn is_flag(argument: &Arg) -> bool {
    !argument.get_action().takes_values()
}

fn is_missing(argument: &Arg) -> Problem {
    let name = argument_name(argument);
    let accepted = match argument.get_long() {
        Some(long) if is_flag(argument) => format!("--{long}"),
        Some(long) => format!("--{long} {}", shown(argument)),
        None => shown(argument),
    };
    lack(&name, &accepted).of_argument(name)
}

/// Puts the value of an example in the place of an argument; a text that is none where no example has one, whose
/// fault is not reported.
fn fill(argument: &Arg, named: &Named, setting: &Setting, words: &mut Vec<String>) {
    if let Some(long) = argument.get_long().filter(|_| is_flag(argument)) {
        words.insert(0, format!("--{long}"));
        return;
    }
    let id = argument.get_id().as_str();
    let mut examples = named.row.examples().into_iter();
    let values = examples.find_map(|it| arguments_of(&it, named.game, setting)?.get(id).cloned());
    let values = match values {
        Some(Value::Array(values)) => values,
        Some(value) => vec![value],
        None => vec!["?".into()],
    };
    let texts = values.into_iter().map(|value| match value {
        Value::String(text) => text,
        value => value.to_string(),
    });
    match argument.get_long() {
        Some(long) => texts.for_each(|text| words.insert(0, format!("--{long}={text}"))),
        None => words.extend(texts),
    }
}

/// The arguments of a line that is right.
fn arguments_of(line: &str, game: Game, setting: &Setting) -> Option<Map<String, Value>> {
    let (begun, _) = begun(&shlex::split(line)?, game).ok()??;
    let no_more = Command::new("lookup");
    let named = setting.at_hand(|at_hand| begun.question(at_hand, &no_more)).ok()?;
    let command = named.row.command().no_binary_name(true);
    let matches = command.try_get_matches_from(&named.arguments).ok()?;
    let asked = Asked::read(named.game, named.row, &matches).ok()?;
    Some(asked.record(None).arguments)
}

/// That an option belongs to another attack than the one that was named.
fn of_another_attack(row: &Row, game: Game, error: &clap::Error) -> Option<Problem> {
    let Some(ContextValue::String(option)) = error.get(ContextKind::InvalidArg) else {
        return None;
    };
    let mut others = games::with_word(game, row.word()).filter(|other| {
        other.name() != row.name()
            && named_option(option, other.command().get_arguments()).is_some()
    });
    match (row.what(), others.next(), others.next()) {
        (None, Some(other), None) if row.word() == games::ATTACK => {
            Some(counts_elsewhere(option, other, None))
        }
        _ => None,
    }
}
