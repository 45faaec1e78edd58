//! Problems as data: the objects in the output of `--json`.

use serde::Serialize;

use super::{Problem, Problems};

/// A problem in JSON; without a place it has no file. Described in `docs/faults.md`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct FaultRecord {
    /// The code, which is stable.
    pub code: &'static str,
    /// The message.
    pub message: String,
    /// The name of the file.
    pub file: Option<String>,
    /// The line, from 1.
    pub line: Option<usize>,
    /// The column in characters, from 1.
    pub column: Option<usize>,
    /// The argument of the command, without dashes.
    pub argument: Option<String>,
    /// The accepted values.
    pub accepted: Option<String>,
}

impl From<&Problem> for FaultRecord {
    fn from(problem: &Problem) -> Self {
        let at = problem.line_column();
        Self {
            code: problem.code(),
            message: problem.message().to_owned(),
            file: problem.place().map(|(source, _)| source.name().to_owned()),
            line: at.map(|at| at.line),
            column: at.map(|at| at.column),
            argument: problem.argument().map(str::to_owned),
            accepted: problem.accepted().map(str::to_owned),
        }
    }
}

impl Problems {
    /// The problems as data, and the number of those only counted.
    pub fn records(&self) -> (Vec<FaultRecord>, usize) {
        (self.iter().map(FaultRecord::from).collect(), self.untold)
    }
}
