//! Reads the input files of a command, within the limits of their kind.

use std::io::{self, Read};
use std::path::Path;

use crate::input::file::{self, ReadError};
use crate::input::limits::Limit;

use super::Failure;

/// The text of the file at `path`.
///
/// # Errors
/// [`Failure::File`] with the path if it cannot be read, [`Failure::Input`] if it is not a file, larger than
/// `limit` or not UTF-8.
pub fn read_text(path: &Path, limit: Limit) -> Result<String, Failure> {
    Ok(file::text(path, limit)?)
}

/// Reads stdin, for the file name `-`.
///
/// # Errors
/// As [`read_text`], of `stdin`.
pub fn read_stdin(limit: Limit) -> Result<String, Failure> {
    let path = Path::new("stdin");
    let mut content = Vec::new();
    let read = io::stdin().lock().take(limit.most as u64 + 1).read_to_end(&mut content);
    read.map_err(Failure::file("cannot read stdin"))?;
    if limit.is_passed_by(content.len()) {
        return Err(ReadError::TooLarge { path: path.to_owned(), bytes: None, limit }.into());
    }
    Ok(file::as_text(path, content)?)
}

impl From<ReadError> for Failure {
    fn from(error: ReadError) -> Self {
        match error {
            ReadError::System { path, cause } => {
                Self::File { attempt: format!("cannot read {}", path.display()), cause }
            }
            refused => Self::Input(crate::diagnostic::Problem::from(refused).into()),
        }
    }
}
