//! A request of the page: what is wanted, and with what.

use serde::Deserialize;

use crate::diagnostic::Problem;
use crate::table::session::{Mode, Question};

/// A request as it is read. Which keys it needs depends on `do`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Request {
    #[serde(rename = "do")]
    pub(super) what: String,
    /// A question in full, as the log of a session has it.
    pub(super) asked: Option<Question>,
    /// Cards of the question that have no field of their own, in the order drawn, such as `34` or `34+11`.
    #[serde(default)]
    pub(super) cards: Vec<String>,
    /// Whether the odds are those of the whole deck.
    #[serde(default)]
    pub(super) whole: bool,
    /// Whether the question is asked with the card of the last one.
    #[serde(default)]
    pub(super) again: bool,
    /// A line as it is typed in `play`.
    pub(super) line: Option<String>,
    pub(super) steps: Option<usize>,
    pub(super) draws: Option<Mode>,
    pub(super) name: Option<String>,
    pub(super) text: Option<String>,
}

/// Everything that can be requested.
const REQUESTS: &str = "about, state, look, before, ask, last, line, log, start, export, import";

/// The value of a key that the request cannot do without.
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
