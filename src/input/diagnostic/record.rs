//! Problems as data: the objects in the output of `--json`.

use schemars::JsonSchema;
use serde::Serialize;

use super::{Problem, Problems};

/// A fault as data; a key that does not apply is null.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize)]
#[non_exhaustive]
pub struct FaultRecord {
    /// The code, which does not change with the wording.
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

/// The output of a command that cannot answer.
#[derive(Clone, Debug, JsonSchema, Serialize)]
#[schemars(rename = "FaultList")]
pub struct FaultsRecord {
    /// The format.
    #[schemars(extend("const" = FAULTS_FORMAT))]
    format: &'static str,
    /// The faults, at most 100.
    faults: Vec<FaultRecord>,
    /// The number of further faults.
    more: usize,
}

const FAULTS_FORMAT: &str = "actiondeck-faults/1";

impl From<&Problems> for FaultsRecord {
    fn from(problems: &Problems) -> Self {
        let (faults, more) = problems.records();
        Self { format: FAULTS_FORMAT, faults, more }
    }
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
