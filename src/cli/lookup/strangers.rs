//! A word that means nothing is refused in every argument of every question, with code, argument and
//! what would be accepted.

use std::any::TypeId;

use clap::Arg;

use super::lines::{TOGETHER, examples, line};
use super::{SETTING, all_questions};
use crate::cli::Failure;
use crate::cli::argument::argument_name;
use crate::cli::failure::usage_problem;
use crate::cli::lookup::name::PersonName;
use crate::cli::lookup::written::is_one_of;
use crate::diagnostic::FaultRecord;
use crate::rules::Game;

const STRANGER: &str = "xyzzy";

/// What is wrong with a line; nothing if it is answered.
fn faults(words: &[String]) -> Vec<FaultRecord> {
    let asked = SETTING.with(|setting| crate::cli::lookup::ask(words, Game::West, setting));
    match asked.map(super::answer) {
        Ok(Ok(_)) => Vec::new(),
        Ok(Err(problems)) | Err(Failure::Input(problems)) => problems.records().0,
        Err(Failure::Usage(error)) => vec![FaultRecord::from(&usage_problem(&error))],
        Err(failure) => panic!("{words:?}: {failure:?}"),
    }
}

/// Any name may be given to people.
fn is_free(argument: &Arg) -> bool {
    is_one_of(argument, &[TypeId::of::<PersonName>(), TypeId::of::<String>()])
}

#[test]
fn a_word_that_means_nothing_is_refused_in_every_argument_with_what_would_be_accepted() {
    let (mut wrong, mut looked_at) = (Vec::new(), 0);
    for (game, row) in all_questions() {
        for argument in row.command().get_arguments() {
            let takes_values = argument.get_action().takes_values();
            if !takes_values || is_free(argument) || argument.get_id() == "help" {
                continue;
            }
            let (id, name) = (argument.get_id().as_str(), argument_name(argument));
            let told: Vec<FaultRecord> = examples(game, row)
                .into_iter()
                .flat_map(|mut arguments| {
                    for (one, other, value) in TOGETHER {
                        if one == id {
                            arguments.insert(other.to_owned(), value.into());
                        }
                    }
                    arguments.insert(id.to_owned(), STRANGER.into());
                    let words = line(game, row, &arguments);
                    let faults = faults(&words);
                    if faults.is_empty() {
                        wrong.push(format!("answered: {words:?}"));
                    }
                    faults
                })
                .collect();
            let of_it = |fault: &&FaultRecord| fault.argument.as_deref() == Some(&name);
            let is_whole = |fault: &&FaultRecord| {
                fault.code != "fault" && fault.accepted.as_deref().is_some_and(|it| !it.is_empty())
            };
            looked_at += 1;
            if !told.iter().filter(of_it).any(|fault| is_whole(&fault)) {
                wrong.push(format!("{game} {} {name}: {told:?}", row.name()));
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {looked_at}:\n{}", wrong.len(), wrong.join("\n"));
    assert!(looked_at > 400, "{looked_at}");
}
