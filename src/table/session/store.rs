//! The file of a session: locked while it is played; every step appends a line.
//!
//! This is the only part of the session that accesses files. A step counts once [`Store::append`]
//! has returned: its line is then on the disk, even if the program or the machine crashes.

use std::fs::{self, OpenOptions};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::{FileEnd, Record, Session};

use crate::input::file::{self, ReadError};
use crate::input::limits::SESSION_FILE;
use crate::publish::{FileLock, LockError, whole_file};

/// A session file that is locked against other instances of this program.
#[derive(Debug)]
pub struct Store {
    path: PathBuf,
    /// Held while the session is played.
    _lock: FileLock,
    /// The end of the lines that this program has written or read.
    end: FileEnd,
}

/// The error of a session file.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// Another instance of the program plays it.
    #[error("{} is being played in another window", .0.display())]
    InUse(PathBuf),
    /// The file cannot be used as a session file.
    #[error(transparent)]
    Refused(#[from] ReadError),
    /// An error of the operating system.
    #[error("{attempt}: {cause}")]
    System {
        /// The operation, such as `cannot write evening.json`.
        attempt: String,
        /// The error of the operating system.
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
    /// Locks the file at `path`, which need not exist, and removes temporary files of a killed run.
    /// Links are resolved, so that two paths of one session cannot be played at the same time. The
    /// lock is released when the store is dropped or the program ends.
    ///
    /// # Errors
    /// [`StoreError::InUse`] if another program holds the lock, [`StoreError::System`] if the
    /// folder cannot be written.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        let refused = || StoreError::system("write", path);
        let is_link = fs::symlink_metadata(path).is_ok_and(|found| found.is_symlink());
        let place =
            if is_link { fs::canonicalize(path).map_err(refused())? } else { path.to_owned() };
        let mut beside = place.as_os_str().to_owned();
        beside.push(".lock");
        let lock = FileLock::take(beside.into()).map_err(|error| match error {
            LockError::Taken => StoreError::InUse(path.to_owned()),
            LockError::System(cause) => refused()(cause),
        })?;
        whole_file::sweep(&place);
        Ok(Self { path: place, _lock: lock, end: FileEnd::default() })
    }

    /// The bytes of the file; `None` if it does not exist yet.
    ///
    /// # Errors
    /// [`StoreError::System`] if the file cannot be read, [`StoreError::Refused`] if it is a pipe,
    /// a device or larger than [`SESSION_FILE`].
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

    /// Continues a file that was read up to this end.
    pub fn resume(&mut self, end: FileEnd) {
        self.end = end;
    }

    /// Replaces the file by the whole session, which is on the disk when this returns without an
    /// error.
    ///
    /// # Errors
    /// [`StoreError::System`], or [`StoreError::Refused`] for a file that [`load`](Self::load)
    /// would refuse; the file is then unchanged.
    pub fn save(&mut self, session: &Session) -> Result<(), StoreError> {
        self.replace(&session.to_text())
    }

    /// Appends one more record of the session, which does not contain it yet. The record is on the
    /// disk when this returns without an error.
    ///
    /// The whole file is written instead if it is missing or was changed by another program, if a
    /// killed run left half a line, or if undone steps must be removed.
    ///
    /// # Errors
    /// As [`save`](Self::save). A partial line then has no line break, or is overwritten.
    pub fn append(&mut self, session: &Session, record: Record<'_>) -> Result<(), StoreError> {
        let line = record.line(self.end.lines + 1);
        let end = self.end.after(&line);
        let as_left = fs::symlink_metadata(&self.path)
            .is_ok_and(|file| file.is_file() && file.len() == self.end.bytes as u64);
        if !as_left || SESSION_FILE.is_passed_by(end.bytes) {
            return self.replace(&session.text_after(record));
        }
        self.write_line(&line).map_err(StoreError::system("write", &self.path))?;
        self.end = end;
        Ok(())
    }

    fn write_line(&self, line: &str) -> io::Result<()> {
        let length = self.end.bytes as u64;
        let mut file = OpenOptions::new().write(true).open(&self.path)?;
        file.seek(SeekFrom::Start(length))?;
        file.write_all(line.as_bytes()).and_then(|()| file.sync_data()).inspect_err(|_| {
            // If the file cannot be truncated, the partial line has no line break and is ignored by
            // readers.
            let _ = file.set_len(length);
        })
    }

    fn replace(&mut self, text: &str) -> Result<(), StoreError> {
        if SESSION_FILE.is_passed_by(text.len()) {
            let (path, bytes) = (self.path.clone(), Some(text.len()));
            return Err(ReadError::TooLarge { path, bytes, limit: SESSION_FILE }.into());
        }
        whole_file::write(&self.path, text.as_bytes())
            .map_err(StoreError::system("write", &self.path))?;
        self.end = FileEnd::read(text);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::lookup::samples::deck;
    use crate::table::session::Mode;

    fn start() -> Session {
        Session::start(&deck(), Mode::Virtual { seed: 7 })
    }

    /// Draws a card and appends the step.
    fn draw(store: &mut Store, session: &mut Session) {
        let mut turn = session.turn("draw");
        turn.draw(None).unwrap();
        store.append(session, Record::Step(turn.step())).unwrap();
        session.take(turn);
    }

    fn read(path: &Path) -> Session {
        Session::read("evening.json", &fs::read(path).unwrap(), &deck()).unwrap().session
    }

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
    fn a_step_appends_one_line_and_leaves_no_other_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("evening.json");
        let mut store = Store::open(&path).unwrap();
        assert_eq!(None, store.load().unwrap());
        let mut session = start();
        store.save(&session).unwrap();
        for _ in 0..3 {
            let before = fs::read(&path).unwrap();
            draw(&mut store, &mut session);
            let after = fs::read(&path).unwrap();
            assert!(after.starts_with(&before));
            assert_eq!(1, after[before.len()..].iter().filter(|byte| **byte == b'\n').count());
        }
        store.append(&session, Record::Undo { steps: 2 }).unwrap();
        session.undo(2);
        assert_eq!(session, read(&path));
        assert_eq!(Some(fs::read(&path).unwrap()), store.load().unwrap());
        drop(store);
        assert_eq!(1, fs::read_dir(folder.path()).unwrap().count());
    }

    #[test]
    fn a_file_that_is_not_as_it_was_left_is_written_whole() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("evening.json");
        let mut store = Store::open(&path).unwrap();
        let mut session = start();
        store.save(&session).unwrap();
        draw(&mut store, &mut session);
        // Missing; with the partial line of a kill; of another program.
        let damages: [fn(&Path); 3] = [
            |path| fs::remove_file(path).unwrap(),
            |path| fs::write(path, [&fs::read(path).unwrap()[..], b"{\"li"].concat()).unwrap(),
            |path| fs::write(path, "mine").unwrap(),
        ];
        for damage in damages {
            damage(&path);
            draw(&mut store, &mut session);
            assert_eq!(session.to_text(), fs::read_to_string(&path).unwrap());
            draw(&mut store, &mut session);
            assert_eq!(session, read(&path));
        }
    }

    #[test]
    fn a_torn_file_goes_on_after_its_last_whole_line() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("evening.json");
        let mut session = start();
        let mut store = Store::open(&path).unwrap();
        store.save(&session).unwrap();
        draw(&mut store, &mut session);
        fs::write(&path, [&fs::read(&path).unwrap()[..], b"{\"line\":\"dr"].concat()).unwrap();
        let resumed = Session::read("", &store.load().unwrap().unwrap(), &deck()).unwrap();
        assert!(resumed.torn);
        store.resume(resumed.end);
        let mut session = resumed.session;
        draw(&mut store, &mut session);
        assert_eq!(session, read(&path));
    }

    #[cfg(unix)]
    #[test]
    fn a_link_to_a_session_is_that_session_and_stays_a_link() {
        let folder = tempfile::tempdir().unwrap();
        let (path, link) = (folder.path().join("evening.json"), folder.path().join("tonight.json"));
        std::os::unix::fs::symlink("evening.json", &link).unwrap();
        assert!(Store::open(&link).is_err(), "it leads to nothing");
        fs::write(&path, start().to_text()).unwrap();
        let mut store = Store::open(&link).unwrap();
        assert!(matches!(Store::open(&path), Err(StoreError::InUse(_))));
        let mut session = start();
        draw(&mut store, &mut session);
        assert_eq!(session, read(&path));
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    }

    #[test]
    fn a_missing_folder_is_reported_with_the_name_of_the_file() {
        let folder = tempfile::tempdir().unwrap();
        let error = Store::open(&folder.path().join("nowhere/evening.json")).unwrap_err();
        let message = error.to_string();
        assert!(message.starts_with("cannot write ") && message.contains("evening.json"));
    }
}
