//! Errors of writing to a folder.

use std::io;
use std::path::PathBuf;

use super::{NameError, RelativeName, STATE};

/// Why a folder was not written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FolderError {
    /// The system refused. Nothing was changed.
    #[error("cannot write to {}: {cause}", folder.display())]
    System {
        /// The folder.
        folder: PathBuf,
        /// The system's error.
        cause: io::Error,
    },
    /// Another run of the program is writing to it.
    #[error("another actiondeck is writing to {}", .0.display())]
    InUse(PathBuf),
    /// Something that is not a record has the record's name.
    #[error("{} is in the way: it is not actiondeck's record of the folder", .0.display())]
    NoRecord(PathBuf),
    /// A file has an invalid name.
    #[error(transparent)]
    Name(#[from] NameError),
    /// Two files have the same name, or names that differ in case alone.
    #[error("two files are called {0}")]
    Twice(RelativeName),
    /// The run was stopped. Nothing was changed.
    #[error("interrupted")]
    Stopped,
    /// The system refused after some files were in place.
    #[error(
        "cannot finish writing to {}: {cause}; the new files are complete in {STATE} there, and the next \
         command that writes to the folder puts them in place", folder.display()
    )]
    Unfinished {
        /// The folder.
        folder: PathBuf,
        /// The system's error.
        cause: io::Error,
    },
}
