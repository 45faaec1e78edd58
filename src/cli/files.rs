//! Reading input files.

use std::fs;
use std::path::Path;

use crate::diagnostic::Problem;

use super::Failure;

/// The text of the file at `path`.
///
/// # Errors
/// [`Failure::File`] naming the path when it cannot be read, [`Failure::Input`] when it is not
/// UTF-8.
pub fn read_text(path: &Path) -> Result<String, Failure> {
    let bytes = fs::read(path).map_err(Failure::file(format!("cannot read {}", path.display())))?;
    as_text(path, bytes)
}

/// The content of the file at `path` as text.
///
/// # Errors
/// [`Failure::Input`] when it is not UTF-8.
pub fn as_text(path: &Path, bytes: Vec<u8>) -> Result<String, Failure> {
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        let message = format!("{} is not text: byte {at} is not UTF-8", path.display());
        Problem::new(message).accepts("a text file in UTF-8").into()
    })
}
