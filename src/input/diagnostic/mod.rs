//! Problems in users' files: the place, the message and the accepted values.
//!
//! Readers in this crate do not stop at the first fault. They collect [`Problem`]s in a [`Problems`] list, so
//! that one run reports all of them.
//!
//! ```
//! use actiondeck::diagnostic::{Problem, Problems, Source};
//!
//! let source = Source::new("deck.csv", "number,rank\n0,x\n");
//! let mut problems = Problems::new();
//! problems.push(Problem::new("rank \"x\" is not a number").at(&source, 14..15).accepts("0 to 14"));
//! assert_eq!(
//!     problems.to_string(),
//!     "deck.csv:2:3: rank \"x\" is not a number; accepted: 0 to 14",
//! );
//! ```

mod distinct;
mod fault;
mod record;
mod shown;
mod source;
mod visible;

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use crate::input::limits::{FAULTS, MESSAGE_CHARS};
use crate::wording::grouped;

pub use distinct::Distinct;
pub use fault::Fault;
pub(crate) use fault::fault;
pub use record::{FaultRecord, FaultsRecord};
pub use shown::{cut, quoted};
pub use source::{LineColumn, Source};
pub use visible::visible;
#[cfg(feature = "cli")]
pub(crate) use visible::visible_json;

/// One problem: a code, a message, optionally its place and the accepted values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    code: &'static str,
    message: String,
    place: Option<(Arc<Source>, Range<usize>)>,
    accepted: Option<String>,
    argument: Option<String>,
}

impl Problem {
    /// A problem without a place. The message is a lower-case phrase that quotes the bad value and has no
    /// full stop. Values from a file are [`quoted`] or [`cut`] in it; a message longer than [`MESSAGE_CHARS`]
    /// is cut.
    ///
    /// Its code is `fault`, for problems that programs need not distinguish.
    pub fn new(message: impl Into<String>) -> Self {
        Self::coded("fault", message)
    }

    /// As [`new`](Self::new), with a code: the kind of file or question, a full stop, the fault, such as
    /// `deck.value-missing`. Codes are stable; `docs/faults.md` lists them.
    pub fn coded(code: &'static str, message: impl Into<String>) -> Self {
        Self { code, message: bounded(message.into()), place: None, accepted: None, argument: None }
    }

    /// Sets the place: the bytes `span` of `source`, limited to its end.
    #[must_use]
    pub fn at(mut self, source: &Arc<Source>, span: Range<usize>) -> Self {
        let end = span.end.min(source.text().len());
        let start = span.start.min(end);
        self.place = Some((Arc::clone(source), start..end));
        self
    }

    /// Sets the accepted values.
    #[must_use]
    pub fn accepts(mut self, accepted: impl Into<String>) -> Self {
        self.accepted = Some(bounded(accepted.into()));
        self
    }

    /// Sets the argument of a command that is at fault, by its name without dashes.
    #[must_use]
    pub fn for_argument(mut self, name: impl Into<String>) -> Self {
        self.argument = Some(bounded(name.into()));
        self
    }

    /// The argument of a command that is at fault, if it is a single one.
    pub fn argument(&self) -> Option<&str> {
        self.argument.as_deref()
    }

    /// The same problem with another message.
    #[must_use]
    pub fn reworded(self, message: impl Into<String>) -> Self {
        Self { message: bounded(message.into()), ..self }
    }

    /// The code, which is stable.
    pub fn code(&self) -> &'static str {
        self.code
    }

    /// The message alone.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// The accepted values, if known.
    pub fn accepted(&self) -> Option<&str> {
        self.accepted.as_deref()
    }

    /// The file and the byte range in it.
    pub fn place(&self) -> Option<(&Arc<Source>, Range<usize>)> {
        self.place.as_ref().map(|(source, span)| (source, span.clone()))
    }

    /// Line and column of the first byte of the place, both counted from 1.
    pub fn line_column(&self) -> Option<LineColumn> {
        self.place.as_ref().map(|(source, span)| source.line_column(span.start))
    }
}

/// The text, cut at [`MESSAGE_CHARS`].
fn bounded(text: String) -> String {
    match text.len() <= MESSAGE_CHARS.most {
        true => text,
        false => shown::first(&text, MESSAGE_CHARS.most).into_owned(),
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let (Some((source, _)), Some(at)) = (&self.place, self.line_column()) {
            write!(f, "{}:{}:{}: ", source.name(), at.line, at.column)?;
        }
        f.write_str(&self.message)?;
        match &self.accepted {
            Some(accepted) => write!(f, "; accepted: {accepted}"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for Problem {}

/// The problems of one run, in the order found. As an error the list is never empty:
/// [`Problems::into_result`] converts it to a `Result`.
///
/// The first [`FAULTS`] problems are kept and the rest are counted, since a file of a few bytes can have a
/// million.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Problems {
    items: Vec<Problem>,
    untold: usize,
}

impl Problems {
    /// An empty list.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds one problem; beyond [`FAULTS`] it is only counted.
    pub fn push(&mut self, problem: Problem) {
        if self.items.len() < FAULTS.most {
            self.items.push(problem);
        } else {
            self.untold += 1;
        }
    }

    /// Adds all problems of another list.
    pub fn extend(&mut self, other: Problems) {
        for problem in other.items {
            self.push(problem);
        }
        self.untold += other.untold;
    }

    /// Whether the list is empty.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// The number of problems, including those that were only counted.
    pub fn len(&self) -> usize {
        self.items.len() + self.untold
    }

    /// `and 900 more faults`, if some were only counted.
    pub fn rest(&self) -> Option<String> {
        match self.untold {
            0 => None,
            1 => Some("and 1 more fault".to_owned()),
            more => Some(format!("and {} more faults", grouped(more))),
        }
    }

    /// The problems in the order found, the first [`FAULTS`] of them.
    pub fn iter(&self) -> std::slice::Iter<'_, Problem> {
        self.items.iter()
    }

    /// Every problem changed; the count of the others stays.
    #[must_use]
    pub fn map(&self, change: impl FnMut(&Problem) -> Problem) -> Self {
        Self { items: self.items.iter().map(change).collect(), untold: self.untold }
    }

    /// Sorts the problems by their places, file by file in the order the files were read; those without a
    /// place come first.
    pub fn sort_by_place(&mut self) {
        let mut files: Vec<Arc<Source>> = Vec::new();
        for (source, _) in self.items.iter().filter_map(|problem| problem.place.as_ref()) {
            if !files.contains(source) {
                files.push(Arc::clone(source));
            }
        }
        self.items.sort_by_key(|problem| {
            problem
                .place
                .as_ref()
                .map(|(source, span)| (files.iter().position(|file| file == source), span.start))
        });
    }

    /// `Ok(value)` if the list is empty, else the list as the error.
    ///
    /// # Errors
    /// The list itself, if it is not empty.
    pub fn into_result<T>(self, value: T) -> Result<T, Problems> {
        if self.items.is_empty() { Ok(value) } else { Err(self) }
    }
}

impl From<std::convert::Infallible> for Problem {
    fn from(never: std::convert::Infallible) -> Self {
        match never {}
    }
}

impl From<Problem> for Problems {
    fn from(problem: Problem) -> Self {
        Self { items: vec![problem], untold: 0 }
    }
}

impl<'a> IntoIterator for &'a Problems {
    type Item = &'a Problem;
    type IntoIter = std::slice::Iter<'a, Problem>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl fmt::Display for Problems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, problem) in self.items.iter().enumerate() {
            if index > 0 {
                f.write_str("\n")?;
            }
            write!(f, "{problem}")?;
        }
        match self.rest() {
            Some(rest) => write!(f, "\n{rest}"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for Problems {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hundred_problems_are_reported_and_the_rest_counted() {
        let mut problems = Problems::new();
        for number in 0..FAULTS.most {
            problems.push(Problem::new(format!("fault {number}")));
        }
        assert_eq!((FAULTS.most, None), (problems.len(), problems.rest()));
        let mut all = problems.clone();
        all.extend(problems);
        all.push(Problem::new("the last"));
        assert_eq!((2 * FAULTS.most + 1, FAULTS.most), (all.len(), all.iter().count()));
        let text = all.to_string();
        assert!(text.ends_with("fault 99\nand 101 more faults"), "{text}");
        assert_eq!(FAULTS.most + 1, text.lines().count());
    }

    #[test]
    fn a_message_of_a_million_letters_is_cut() {
        let long = "ř".repeat(1_000_000);
        let problem = Problem::new(long.clone()).accepts(long);
        assert_eq!(MESSAGE_CHARS.most, problem.message().chars().count());
        assert!(problem.message().ends_with('…'), "the cut shows");
        assert_eq!(Some(problem.message()), problem.accepted());
    }
}
