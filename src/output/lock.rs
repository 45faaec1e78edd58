//! Locks that keep two programs of this kind from one file or folder.

use std::fs::{self, File, Metadata, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use super::FolderError;
#[cfg(not(unix))]
use super::STATE;

/// Why there is no lock.
#[derive(Debug)]
pub(crate) enum LockError {
    /// Another program has it.
    Taken,
    /// The system refused, or something else stands at its place.
    System(io::Error),
}

/// A lock in a file of its own, for what is another file after every change. The file is removed
/// when the lock is let go, and does no harm if that fails.
#[derive(Debug)]
pub(crate) struct FileLock {
    path: PathBuf,
    /// Locked as long as it is open.
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
            // The former owner may have removed the file between our opening and locking it; then
            // the lock is on a file that nobody else can find.
            if is_still_at(&file, &path) {
                return Ok(Self { path, _file: file });
            }
        }
    }
}

impl Drop for FileLock {
    fn drop(&mut self) {
        // Removed while it is locked; see above. If that fails, the file stays and does no harm.
        let _ = fs::remove_file(&self.path);
    }
}

/// Opens the file of a lock, but no link, pipe or device that somebody put there.
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
            // Removed since.
            Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
            Err(error) => return Err(error),
        }
        match OpenOptions::new().write(true).open(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            other => return other,
        }
    }
}

/// Keeps other runs of the program from the folder for as long as it is held. The system lets it go
/// when the program ends in any way.
#[derive(Debug)]
pub(super) struct FolderLock {
    /// The folder itself, locked.
    #[cfg(unix)]
    _folder: File,
    /// A file, where folders cannot be locked.
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
            // Some network file systems lock no folders. The switch is still whole there, only two
            // runs at once are not noticed.
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

/// Whether this open file is the one that has the path, and not a link's target.
#[cfg(unix)]
pub(super) fn is_still_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;

    let identity = |data: Metadata| (data.dev(), data.ino());
    match (file.metadata(), fs::symlink_metadata(path)) {
        (Ok(ours), Ok(there)) => identity(ours) == identity(there),
        _ => false,
    }
}

/// Elsewhere an open file cannot lose its name to another.
#[cfg(not(unix))]
pub(super) fn is_still_at(_file: &File, path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|found: Metadata| found.is_file())
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn what_somebody_put_at_the_place_of_a_lock_is_neither_followed_nor_waited_for() {
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
    fn a_lock_is_had_once_and_leaves_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.lock");
        let lock = FileLock::take(path.clone()).unwrap();
        assert!(matches!(FileLock::take(path.clone()), Err(LockError::Taken)));
        drop(lock);
        assert!(!path.exists());
        FileLock::take(path).unwrap();
    }
}
