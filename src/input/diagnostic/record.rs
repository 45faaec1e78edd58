//! Faults as data: the objects that `--json` prints of them.

use serde::Serialize;

use super::{Problem, Problems};

/// A fault as JSON gives it; what has no place has no file. `docs/faults.md` describes it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct FaultRecord {
    /// Which fault it is; stays the same when words change.
    pub code: &'static str,
    /// What is wrong.
    pub message: String,
    /// The file as it was named.
    pub file: Option<String>,
    /// The line, from 1.
    pub line: Option<usize>,
    /// The column in characters, from 1.
    pub column: Option<usize>,
    /// The argument of the command, without dashes.
    pub argument: Option<String>,
    /// What would be accepted.
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
    /// The faults as data, and how many more there are than are kept.
    pub fn records(&self) -> (Vec<FaultRecord>, usize) {
        (self.iter().map(FaultRecord::from).collect(), self.untold)
    }
}
