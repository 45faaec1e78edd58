//! Crash-safe writing of files and folders.
//!
//! - [`whole_file`]: one file, written atomically.
//! - [`Folder`]: the files of a command in a folder, all or none of them. A record says which command wrote
//!   which file, so that a command replaces its own files only, not those of other commands or of the user.
//!   A file that is finished before the others is kept as a [`PendingFile`].
//! - [`seal`]: single files that the program recognises later.
//!
//! This module does not print, wait or handle signals; the caller says when to stop.

mod disk;
mod file;
mod folder;
mod folder_error;
mod journal;
mod lock;
mod name;
mod pending;
mod place;
mod record;
mod seal;
#[cfg(feature = "print")]
mod slug;
mod switch;
#[cfg(test)]
mod trial;
pub mod whole_file;

pub use file::owner_of;
pub use folder::{EarlierFiles, Folder, FolderState, NewFile, Plan};
pub use folder_error::FolderError;
pub(crate) use lock::{FileLock, LockError};
pub use name::{NameError, RelativeName};
pub use pending::{Content, PendingFile};
pub use place::{Hindrance, Obstacle};
pub use record::Owner;
pub use seal::{Comment, Seal, read_seal, seal};
#[cfg(feature = "print")]
pub(crate) use slug::slug;

/// The list of written files in the format of `sha256sum`; `sha256sum --check SHA256SUMS` shows whether they are
/// unchanged.
pub const LIST: &str = "SHA256SUMS";

/// The hidden folder for the record, and for new files until all are complete.
const STATE: &str = ".actiondeck";

/// The file name of the record in [`STATE`].
const RECORD: &str = "written";
