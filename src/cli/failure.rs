//! How a command can end, and the exit code of each way.

use std::io;
use std::process::ExitCode;

use crate::diagnostic::{Problem, Problems};
use serde_json::json;

/// How a command that ran to its end came out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// Done, and whatever was checked held.
    Holds,
    /// What was checked did not hold.
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

/// Why a command did not run to its end.
#[derive(Debug)]
pub enum Failure {
    /// Bad usage or bad input: exit code 2.
    Input(Problems),
    /// Arguments that clap does not take: exit code 2.
    Usage(Box<clap::Error>),
    /// A file could not be read or written: exit code 3.
    File {
        /// What was tried, such as `cannot read deck.json`.
        attempt: String,
        /// What the system said.
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

    /// The failure as data, one object; `docs/faults.md` describes it.
    pub fn json(&self) -> String {
        let (faults, more) = match self {
            Self::Input(problems) => problems.records(),
            Self::Usage(error) => Problems::from(usage_problem(error)).records(),
            Self::File { attempt, cause } => {
                let problem = Problem::coded("file.system", format!("{attempt}: {cause}"));
                Problems::from(problem).records()
            }
        };
        let object = json!({ "format": "actiondeck-faults/1", "faults": faults, "more": more });
        format!("{object:#}\n")
    }

    /// For `map_err`: names what was tried when the system refused.
    pub fn file(attempt: impl Into<String>) -> impl FnOnce(io::Error) -> Self {
        let attempt = attempt.into();
        move |cause| Self::File { attempt, cause }
    }
}

/// What clap complains of, without its page of usage.
pub fn usage_problem(error: &clap::Error) -> Problem {
    let complaint = error.render().to_string();
    let mut parts = complaint.split("\n\n");
    let first: Vec<&str> = parts.next().unwrap_or_default().split_whitespace().collect();
    let message = first.join(" ");
    let message = message.strip_prefix("error: ").unwrap_or(&message);
    let (message, listed) = match message.split_once(" [possible values: ") {
        Some((message, values)) => (message, Some(values.trim_end_matches(']').to_owned())),
        None => (message, None),
    };
    let part = |begin: &str| {
        let found = parts.clone().find_map(|part| part.trim_start().strip_prefix(begin));
        found.map(|text| text.lines().next().unwrap_or_default().trim().to_owned())
    };
    let accepted = listed.or_else(|| part("tip: ")).or_else(|| part("Usage: "));
    let problem = Problem::coded("argument.usage", message);
    match accepted {
        Some(accepted) => problem.accepts(accepted),
        None => problem,
    }
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
