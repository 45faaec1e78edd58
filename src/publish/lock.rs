//! Lock files and folder locks, which keep two runs of the program from the same file or folder.

use std::fs::{self, File, Metadata, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use super::FolderError;
#[cfg(not(unix))]
use super::STATE;

/// Why a lock was not taken.
#[derive(Debug)]
pub(crate) enum LockError {
    /// Another run holds it.
    Taken,
    /// The system refused, or something else is at its place.
    System(io::Error),
}

/// A lock in a separate file, for a target that is replaced by every change. The file is removed when the
/// lock is released; a leftover file does no harm.
#[derive(Debug)]
pub(crate) struct FileLock {
    path: PathBuf,
    /// Locked while it is open.
    _file: File,
}

impl FileLock {
    /// Takes the lock at `path`.
    pub fn take(path: PathBuf) -> Result<Self, LockError> {
        loop {
            let file = open(&path).map_err(LockError::System)?;
            match file.try_lock() {
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => return Err(LockError::Taken),
                Err(TryLockError::Error(error)) => return Err(LockError::System(error)),
            }
            // The previous owner may have removed the file between open and lock; then this lock is on a
            // file without a name.
            if is_still_at(&file, &path) {
                return Ok(Self { path, _file: file });
            }
        }
    }
}

impl Drop for FileLock {
    fn drop(&mut self) {
        // Removed while still locked; see above. A leftover file does no harm.
        let _ = fs::remove_file(&self.path);
    }
}

/// Opens a lock file, but not a link, pipe or device at its path.
fn open(path: &Path) -> io::Result<File> {
    loop {
        match OpenOptions::new().write(true).create_new(true).open(path) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            other => return other,
        }
        match fs::symlink_metadata(path) {
            Ok(found) if found.is_file() => {}
            Ok(_) => {
                let message = format!("{} is in the way and is not a file", path.display());
                return Err(io::Error::new(io::ErrorKind::AlreadyExists, message));
            }
            // Removed in the meantime.
            Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
            Err(error) => return Err(error),
        }
        match OpenOptions::new().write(true).open(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            other => return other,
        }
    }
}

/// Locks a folder while it is held. The system releases the lock when the program ends.
#[derive(Debug)]
pub(super) struct FolderLock {
    /// The folder itself, locked.
    #[cfg(unix)]
    _folder: File,
    /// A lock file, where folders cannot be locked.
    #[cfg(not(unix))]
    _file: FileLock,
}

impl FolderLock {
    #[cfg(unix)]
    pub(super) fn take(path: &Path) -> Result<Self, FolderError> {
        let refused = |cause| FolderError::System { folder: path.to_owned(), cause };
        let folder = File::open(path).map_err(refused)?;
        match folder.try_lock() {
            Err(TryLockError::WouldBlock) => Err(FolderError::InUse(path.to_owned())),
            // Some network file systems cannot lock folders. A switch is still atomic there, but two
            // concurrent runs are not detected.
            Ok(()) | Err(TryLockError::Error(_)) => Ok(Self { _folder: folder }),
        }
    }

    #[cfg(not(unix))]
    pub(super) fn take(path: &Path) -> Result<Self, FolderError> {
        let refused = |cause| FolderError::System { folder: path.to_owned(), cause };
        let state = path.join(STATE);
        fs::create_dir_all(&state).map_err(refused)?;
        match FileLock::take(state.join("lock")) {
            Ok(file) => Ok(Self { _file: file }),
            Err(LockError::Taken) => Err(FolderError::InUse(path.to_owned())),
            Err(LockError::System(cause)) => Err(refused(cause)),
        }
    }
}

/// Whether the open file is still the one at this path, and not the target of a link.
#[cfg(unix)]
pub(super) fn is_still_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;

    let identity = |data: Metadata| (data.dev(), data.ino());
    match (file.metadata(), fs::symlink_metadata(path)) {
        (Ok(ours), Ok(there)) => identity(ours) == identity(there),
        _ => false,
    }
}

/// On other systems an open file keeps its name.
#[cfg(not(unix))]
pub(super) fn is_still_at(_file: &File, path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|found: Metadata| found.is_file())
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn a_link_or_pipe_at_the_path_of_a_lock_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.lock");
        let elsewhere = folder.path().join("elsewhere");
        std::os::unix::fs::symlink(&elsewhere, &path).unwrap();
        assert!(matches!(FileLock::take(path.clone()), Err(LockError::System(_))));
        assert!(!elsewhere.exists());
        fs::remove_file(&path).unwrap();
        fs::create_dir(&path).unwrap();
        assert!(matches!(FileLock::take(path), Err(LockError::System(_))));
    }

    #[test]
    fn a_lock_is_exclusive_and_leaves_no_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.lock");
        let lock = FileLock::take(path.clone()).unwrap();
        assert!(matches!(FileLock::take(path.clone()), Err(LockError::Taken)));
        drop(lock);
        assert!(!path.exists());
        FileLock::take(path).unwrap();
    }
}
