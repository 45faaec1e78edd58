//! The file a session is kept in: locked while it is played, replaced whole at every step.
//!
//! This is the one part of the session that touches files. A step counts once [`Store::save`] has
//! come back: the new content is on the disk then, whatever happens to the program or the machine.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::input::file::{self, ReadError};
use crate::input::limits::SESSION_FILE;
use crate::output::{FileLock, NoLock, whole_file};

/// A session file that no other program of this kind writes to.
#[derive(Debug)]
pub struct Store {
    path: PathBuf,
    lock: FileLock,
}

/// Why a session file cannot be had.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
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
    /// left beside it. A link stands for the file it leads to, so that two names of one session are
    /// played once at a time. The lock is let go when the store is dropped and when the program ends in any
    /// way.
    ///
    /// # Errors
    /// [`StoreError::InUse`] when another program holds the lock, [`StoreError::System`] when the
    /// folder cannot be written.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        let refused = || StoreError::system("write", path);
        let is_link = fs::symlink_metadata(path).is_ok_and(|found| found.is_symlink());
        let place =
            if is_link { fs::canonicalize(path).map_err(refused())? } else { path.to_owned() };
        let mut beside = place.as_os_str().to_owned();
        beside.push(".lock");
        let lock = FileLock::take(beside.into()).map_err(|error| match error {
            NoLock::Taken => StoreError::InUse(path.to_owned()),
            NoLock::System(cause) => refused()(cause),
        })?;
        whole_file::sweep(&place);
        Ok(Self { path: place, lock })
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
        whole_file::write(&self.path, content.as_bytes())
            .map_err(StoreError::system("write", &self.path))
    }

    /// The file of the lock, beside the session.
    pub fn lock_path(&self) -> &Path {
        self.lock.path()
    }
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
        let store = Store::open(&path).unwrap();
        assert_eq!(None, store.load().unwrap());
        store.save("one").unwrap();
        store.save("two").unwrap();
        assert_eq!(Some(b"two".to_vec()), store.load().unwrap());
        drop(store);
        assert_eq!(1, fs::read_dir(folder.path()).unwrap().count());
    }

    #[cfg(unix)]
    #[test]
    fn a_link_to_a_session_is_that_session_and_stays_a_link() {
        let folder = tempfile::tempdir().unwrap();
        let (path, link) = (folder.path().join("evening.json"), folder.path().join("tonight.json"));
        std::os::unix::fs::symlink("evening.json", &link).unwrap();
        assert!(Store::open(&link).is_err(), "it leads to nothing");
        fs::write(&path, "one").unwrap();
        let store = Store::open(&link).unwrap();
        assert!(matches!(Store::open(&path), Err(StoreError::InUse(_))));
        store.save("two").unwrap();
        assert_eq!("two", fs::read_to_string(&path).unwrap());
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    }

    #[test]
    fn a_missing_folder_is_told_with_the_name_of_the_file() {
        let folder = tempfile::tempdir().unwrap();
        let error = Store::open(&folder.path().join("nowhere/evening.json")).unwrap_err();
        let message = error.to_string();
        assert!(message.starts_with("cannot write ") && message.contains("evening.json"));
    }
}
