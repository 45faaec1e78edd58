//! The words of a line.

use crate::diagnostic::Problem;

/// The words of a line as a shell splits it: quotes hold a word together, `#` begins a comment.
///
/// # Errors
/// A problem when a quote is not closed.
pub fn split(line: &str) -> Result<Vec<String>, Problem> {
    shlex::split(line).ok_or_else(|| {
        Problem::new("a quote or a backslash has no end")
            .accepts("quotes in pairs, as in \"left arm\"")
    })
}
