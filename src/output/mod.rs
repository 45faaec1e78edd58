//! What may be written where, and how it is written so that nothing is lost.
//!
//! - [`whole_file`]: one file, whole or not at all.
//! - [`Folder`]: the files of a command in a folder, all or none of them. The folder keeps a record of
//!   which command wrote which file, so that no command mistakes another's files, or a person's, for
//!   its own. A file that is finished before the others can be put [`PendingFile`] there.
//! - [`seal`]: single files that the program can recognise later.
//!
//! Nothing here prints, waits or handles signals; the caller says when to stop.

mod aside;
mod disk;
mod file;
mod folder;
mod folder_error;
mod journal;
mod lock;
mod name;
mod place;
mod record;
mod seal;
#[cfg(feature = "print")]
mod slug;
mod switch;
#[cfg(test)]
mod trial;
pub mod whole_file;

pub use aside::{Content, PendingFile};
pub use file::owner_of;
pub use folder::{EarlierFiles, Folder, FolderState, NewFile, Plan};
pub use folder_error::FolderError;
pub(crate) use lock::{FileLock, LockError};
pub use name::{NameError, RelativeName};
pub use place::{Hindrance, Obstacle};
pub use record::Owner;
pub use seal::{Comment, Seal, read_seal, seal};
#[cfg(feature = "print")]
pub(crate) use slug::slug;

/// The list of written files, in the form of `sha256sum`, so that `sha256sum --check SHA256SUMS`
/// shows whether they are unchanged.
pub const LIST: &str = "SHA256SUMS";

/// The hidden folder in which the record lies, and new files until they are all complete.
const STATE: &str = ".actiondeck";

/// The record in it.
const RECORD: &str = "written";
