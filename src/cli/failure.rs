//! Results of commands, and their exit codes.

use std::io;
use std::process::ExitCode;

use crate::diagnostic::{FaultsRecord, Problem, Problems};
use clap::error::{ContextKind, ContextValue};
use serde_json::json;

/// The result of a command that completed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// Done, and every check passed.
    Holds,
    /// A check failed.
    Fails,
}

impl Exit {
    /// 0 or 1.
    pub fn exit_code(self) -> ExitCode {
        match self {
            Self::Holds => ExitCode::SUCCESS,
            Self::Fails => ExitCode::from(1),
        }
    }
}

/// Why a command did not complete.
#[derive(Debug)]
pub enum Failure {
    /// Bad usage or bad input: exit code 2.
    Input(Problems),
    /// Arguments that clap refuses: exit code 2.
    Usage(Box<clap::Error>),
    /// A file could not be read or written: exit code 3.
    File {
        /// The operation, such as `cannot read deck.json`.
        attempt: String,
        /// The error of the system.
        cause: io::Error,
    },
}

impl Failure {
    /// 2 or 3.
    pub fn exit_code(&self) -> ExitCode {
        ExitCode::from(match self {
            Self::Input(_) | Self::Usage(_) => 2,
            Self::File { .. } => 3,
        })
    }

    /// The failure as one JSON object, described in `docs/faults.md`.
    pub fn json(&self) -> String {
        let record = match self {
            Self::Input(problems) => FaultsRecord::from(problems),
            Self::Usage(error) => FaultsRecord::from(&usage_problem(error).into()),
            Self::File { attempt, cause } => {
                let problem = Problem::coded("file.system", format!("{attempt}: {cause}"));
                FaultsRecord::from(&problem.into())
            }
        };
        format!("{:#}\n", json!(record))
    }

    /// For `map_err`: adds the operation to an error of the system.
    pub fn file(attempt: impl Into<String>) -> impl FnOnce(io::Error) -> Self {
        let attempt = attempt.into();
        move |cause| Self::File { attempt, cause }
    }
}

/// Converts an error of clap, without its usage text: which argument, and what would be accepted.
pub fn usage_problem(error: &clap::Error) -> Problem {
    let complaint = error.render().to_string();
    let first = complaint.split("\n\n").next().unwrap_or_default();
    let message = first.split_whitespace().collect::<Vec<_>>().join(" ");
    let message = message.strip_prefix("error: ").unwrap_or(&message);
    // The accepted values are a field of the problem.
    let message = message.split(" [possible values: ").next().unwrap_or(message);
    let describe = |kind| error.get(kind).map(ToString::to_string);
    let accepted = [
        ContextKind::ValidValue,
        ContextKind::ValidSubcommand,
        ContextKind::SuggestedArg,
        ContextKind::SuggestedSubcommand,
        ContextKind::Usage,
    ];
    let accepted = accepted.into_iter().find_map(describe).map(|accepted| {
        let accepted = accepted.trim_start_matches("Usage: ").replace('\n', " ");
        accepted.split_whitespace().collect::<Vec<_>>().join(" ")
    });
    let mut problem = Problem::coded("argument.usage", message);
    if let Some(accepted) = accepted.filter(|accepted| !accepted.is_empty()) {
        problem = problem.accepts(accepted);
    }
    // Of `--tn <NUMBER>` only the name.
    let argument = match error.get(ContextKind::InvalidArg) {
        Some(ContextValue::String(argument)) => Some(argument),
        Some(ContextValue::Strings(missing)) => missing.first(),
        _ => None,
    };
    if let Some(argument) = argument {
        let name = argument.split([' ', '=']).next().unwrap_or_default();
        problem =
            problem.for_argument(name.trim_matches(['-', '<', '>', '[', ']', '.']).to_lowercase());
    }
    problem
}

impl From<clap::Error> for Failure {
    fn from(error: clap::Error) -> Self {
        Self::Usage(Box::new(error))
    }
}

impl From<Problems> for Failure {
    fn from(problems: Problems) -> Self {
        Self::Input(problems)
    }
}

impl From<Problem> for Failure {
    fn from(problem: Problem) -> Self {
        Self::Input(problem.into())
    }
}
