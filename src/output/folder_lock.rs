//! One run at a time in a folder.

use std::fs;
#[cfg(unix)]
use std::fs::File;
use std::path::Path;

use super::FolderError;
#[cfg(not(unix))]
use super::STATE;

/// Keeps other runs of the program from the folder for as long as it is held. The system lets it go
/// when the program ends in any way.
#[derive(Debug)]
pub(super) struct Lock {
    /// The folder itself, locked.
    #[cfg(unix)]
    _folder: File,
    /// A file, where folders cannot be locked.
    #[cfg(not(unix))]
    _file: super::FileLock,
}

impl Lock {
    #[cfg(unix)]
    pub(super) fn take(path: &Path) -> Result<Self, FolderError> {
        let refused = |cause| FolderError::System { folder: path.to_owned(), cause };
        let folder = File::open(path).map_err(refused)?;
        match folder.try_lock() {
            Err(fs::TryLockError::WouldBlock) => Err(FolderError::InUse(path.to_owned())),
            // Some network file systems lock no folders. The switch is still whole there, only two
            // runs at once are not noticed.
            Ok(()) | Err(fs::TryLockError::Error(_)) => Ok(Self { _folder: folder }),
        }
    }

    #[cfg(not(unix))]
    pub(super) fn take(path: &Path) -> Result<Self, FolderError> {
        use std::io;

        use super::{FileLock, NoLock};

        let refused = |cause| FolderError::System { folder: path.to_owned(), cause };
        let state = path.join(STATE);
        match fs::create_dir(&state) {
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists => {
                return Err(refused(error));
            }
            _ => {}
        }
        match FileLock::take(state.join("lock")) {
            Ok(file) => Ok(Self { _file: file }),
            Err(NoLock::Taken) => Err(FolderError::InUse(path.to_owned())),
            Err(NoLock::System(cause)) => Err(refused(cause)),
        }
    }
}
