//! Requests of the page.

use serde::Deserialize;

use crate::diagnostic::Problem;
use crate::table::session::{Mode, Question};

/// A request. Its required keys depend on `do`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Request {
    #[serde(rename = "do")]
    pub(super) what: String,
    /// A question with all values, as in the session log.
    pub(super) asked: Option<Question>,
    /// Cards of the question without fields of their own, in the order drawn, such as `34` or `34+11`.
    #[serde(default)]
    pub(super) cards: Vec<String>,
    /// Whether the odds are those of the whole deck.
    #[serde(default)]
    pub(super) whole: bool,
    /// Whether the question reuses the card of the last one.
    #[serde(default)]
    pub(super) again: bool,
    /// A line of `play`.
    pub(super) line: Option<String>,
    pub(super) steps: Option<usize>,
    pub(super) draws: Option<Mode>,
    pub(super) name: Option<String>,
    pub(super) text: Option<String>,
}

/// The names of all requests.
const REQUESTS: &str = "about, state, look, before, ask, last, line, log, start, export, import";

/// The value of a required key.
///
/// # Errors
/// A problem that names the key.
pub(super) fn needed<T>(value: Option<T>, key: &str) -> Result<T, Problem> {
    value.ok_or_else(|| {
        Problem::coded("companion.request", format!("{key} is missing")).accepts(key)
    })
}

/// The problem of a request of an unknown name.
pub(super) fn unknown(what: &str) -> Problem {
    Problem::coded("companion.request", format!("{what:?} cannot be requested")).accepts(REQUESTS)
}

/// The problem of a text that is not a request.
pub(super) fn unreadable(error: &serde_json::Error) -> Problem {
    Problem::coded("companion.request", format!("the request cannot be read: {error}"))
        .accepts("an object with the key do")
}
