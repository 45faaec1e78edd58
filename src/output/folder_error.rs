//! Why a folder was not written.

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
        /// What the system said.
        cause: io::Error,
    },
    /// Another run of the program writes there.
    #[error("another actiondeck is writing to {}", .0.display())]
    InUse(PathBuf),
    /// The place of the record is taken by something else.
    #[error("{} is in the way: it is not actiondeck's record of the folder", .0.display())]
    NoRecord(PathBuf),
    /// A file has no good name.
    #[error(transparent)]
    Name(#[from] NameError),
    /// Two files have one name, or names that differ in capital letters alone.
    #[error("two files are called {0}")]
    Twice(RelativeName),
    /// The writer was told to stop. Nothing was changed.
    #[error("interrupted")]
    Stopped,
    /// The system refused when some files were in place already.
    #[error(
        "cannot finish writing to {}: {cause}; the new files lie complete in {STATE} there, and the next \
         command that writes to the folder puts them in place", folder.display()
    )]
    Unfinished {
        /// The folder.
        folder: PathBuf,
        /// What the system said.
        cause: io::Error,
    },
}
