//! Reading the files a command names, within the limits of their kind.

use std::path::Path;

use crate::input::file::{self, ReadError};
use crate::input::limits::Limit;

use super::Failure;

/// The text of the file at `path`.
///
/// # Errors
/// [`Failure::File`] naming the path when it cannot be read, [`Failure::Input`] when it is no file,
/// larger than `limit` or not UTF-8.
pub fn read_text(path: &Path, limit: Limit) -> Result<String, Failure> {
    Ok(file::text(path, limit)?)
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
