//! The file a session is kept in: locked while it is played, replaced whole at every step.
//!
//! This is the one part of the session that touches files. A step counts once [`Store::save`] has
//! come back: the new content is on the disk then, whatever happens to the program or the machine.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use crate::input::file::{self, ReadError};
use crate::input::limits::SESSION_FILE;
use crate::whole_file::{WholeFile, sweep};

/// A session file that no other program of this kind writes to.
#[derive(Debug)]
pub struct Store {
    path: PathBuf,
    lock: Lock,
}

/// Why a session file cannot be had.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// Somebody plays it already.
    #[error("{} is being played in another window", .0.display())]
    InUse(PathBuf),
    /// No session can be kept in such a file.
    #[error(transparent)]
    Refused(#[from] ReadError),
    /// The system refused.
    #[error("{attempt}: {cause}")]
    System {
        /// What was tried, such as `cannot write evening.json`.
        attempt: String,
        /// What the system said.
        cause: io::Error,
    },
}

impl StoreError {
    fn system(verb: &str, path: &Path) -> impl FnOnce(io::Error) -> Self {
        let attempt = format!("cannot {verb} {}", path.display());
        move |cause| Self::System { attempt, cause }
    }
}

impl Store {
    /// Locks the file at `path`, whether there is one already or not, and removes what a killed run
    /// left beside it. The lock is let go when the store is dropped and when the program ends in any
    /// way.
    ///
    /// # Errors
    /// [`StoreError::InUse`] when another program holds the lock, [`StoreError::System`] when the
    /// folder cannot be written.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        let lock = Lock::take(path)?;
        sweep(path);
        Ok(Self { path: path.to_owned(), lock })
    }

    /// The bytes of the file, `None` when there is none yet.
    ///
    /// # Errors
    /// [`StoreError::System`] when it is there and cannot be read, [`StoreError::Refused`] when it is
    /// a pipe, a device or larger than [`SESSION_FILE`].
    pub fn load(&self) -> Result<Option<Vec<u8>>, StoreError> {
        match file::bytes(&self.path, SESSION_FILE) {
            Ok(bytes) => Ok(Some(bytes)),
            Err(ReadError::System { cause, .. }) if cause.kind() == io::ErrorKind::NotFound => {
                Ok(None)
            }
            Err(ReadError::System { cause, .. }) => {
                Err(StoreError::system("read", &self.path)(cause))
            }
            Err(refused) => Err(StoreError::Refused(refused)),
        }
    }

    /// Replaces the file. When this comes back without an error, the content is on the disk.
    ///
    /// # Errors
    /// [`StoreError::System`], or [`StoreError::Refused`] for what [`load`](Self::load) would not
    /// take back; the file is what it was before then.
    pub fn save(&self, content: &str) -> Result<(), StoreError> {
        if SESSION_FILE.is_passed_by(content.len()) {
            let bytes = Some(content.len());
            return Err(ReadError::TooLarge {
                path: self.path.clone(),
                bytes,
                limit: SESSION_FILE,
            }
            .into());
        }
        WholeFile::prepare(&self.path)
            .and_then(|file| file.commit_durably(content.as_bytes()))
            .map_err(StoreError::system("write", &self.path))
    }

    /// The file of the lock, beside the session.
    pub fn lock_path(&self) -> &Path {
        &self.lock.path
    }
}

/// A lock on a file of its own, since the session file is another one after every step.
#[derive(Debug)]
struct Lock {
    path: PathBuf,
    /// Locked as long as it is open.
    _file: File,
}

impl Lock {
    fn take(session: &Path) -> Result<Self, StoreError> {
        let mut name = session.as_os_str().to_owned();
        name.push(".lock");
        let path = PathBuf::from(name);
        let refused = || StoreError::system("write", session);
        loop {
            let mut options = OpenOptions::new();
            options.create(true).truncate(false).write(true);
            let file = options.open(&path).map_err(refused())?;
            match file.try_lock() {
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => return Err(StoreError::InUse(session.to_owned())),
                Err(TryLockError::Error(error)) => return Err(refused()(error)),
            }
            // The former owner may have removed the file between our opening and locking it; then
            // the lock is on a file that nobody else can find.
            if is_still_at(&file, &path) {
                return Ok(Self { path, _file: file });
            }
        }
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // Removed while it is locked; see above. If that fails, the file stays and does no harm.
        let _ = fs::remove_file(&self.path);
    }
}

#[cfg(unix)]
fn is_still_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;

    let identity = |data: fs::Metadata| (data.dev(), data.ino());
    match (file.metadata(), fs::metadata(path)) {
        (Ok(ours), Ok(there)) => identity(ours) == identity(there),
        _ => false,
    }
}

/// Elsewhere an open file cannot lose its name to another.
#[cfg(not(unix))]
fn is_still_at(_file: &File, path: &Path) -> bool {
    path.exists()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_session_is_played_once_at_a_time() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("evening.json");
        let store = Store::open(&path).unwrap();
        assert!(matches!(Store::open(&path), Err(StoreError::InUse(_))));
        drop(store);
        Store::open(&path).unwrap();
    }

    #[test]
    fn what_was_saved_is_loaded_and_nothing_else_is_left_behind() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("evening.json");
        fs::write(folder.path().join(".evening.json.actiondeck-old"), "half a f").unwrap();
        let store = Store::open(&path).unwrap();
        assert_eq!(None, store.load().unwrap());
        store.save("one").unwrap();
        store.save("two").unwrap();
        assert_eq!(Some(b"two".to_vec()), store.load().unwrap());
        drop(store);
        assert_eq!(1, fs::read_dir(folder.path()).unwrap().count());
    }

    #[test]
    fn a_missing_folder_is_told_with_the_name_of_the_file() {
        let folder = tempfile::tempdir().unwrap();
        let error = Store::open(&folder.path().join("nowhere/evening.json")).unwrap_err();
        let message = error.to_string();
        assert!(message.starts_with("cannot write ") && message.contains("evening.json"));
    }
}
