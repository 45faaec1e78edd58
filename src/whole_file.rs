//! A file that is written whole or not at all.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

/// A place that can be written to; nothing changes there before [`commit`](WholeFile::commit).
#[derive(Debug)]
pub struct WholeFile {
    path: PathBuf,
    /// Beside the place, so that it can be moved into it; removed when dropped.
    temporary: NamedTempFile,
}

impl WholeFile {
    /// Finds out whether a file can be written at `path`, before any long work.
    ///
    /// # Errors
    /// What the system says when the folder is missing or cannot be written.
    pub fn prepare(path: &Path) -> io::Result<Self> {
        let mut builder = tempfile::Builder::new();
        let prefix = prefix(path);
        builder.prefix(&prefix);
        // Temporary files are private by default; this one becomes an ordinary file. The system
        // takes the person's umask from these bits.
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        Ok(Self { path: path.to_owned(), temporary: builder.tempfile_in(folder(path))? })
    }

    /// Writes the content, waits until it is on the disk and moves it into place.
    ///
    /// # Errors
    /// What the system says; whatever stood at the path before still stands there then.
    pub fn commit(mut self, content: &[u8]) -> io::Result<()> {
        let file = self.temporary.as_file_mut();
        file.write_all(content)?;
        file.sync_all()?;
        self.temporary.persist(&self.path).map(drop).map_err(|error| error.error)
    }

    /// As [`commit`](Self::commit), and waits until the disk knows the new name too, so that not
    /// even a power failure brings the old content back.
    ///
    /// # Errors
    /// As [`commit`](Self::commit).
    pub fn commit_durably(self, content: &[u8]) -> io::Result<()> {
        let folder = folder(&self.path).to_owned();
        self.commit(content)?;
        // Not every system lets a folder be opened; the file is in place either way.
        if let Ok(folder) = File::open(folder) {
            let _ = folder.sync_all();
        }
        Ok(())
    }
}

/// The folder of a file; the current one when the path names none.
fn folder(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// How the temporary files for `path` begin.
fn prefix(path: &Path) -> String {
    let name = path.file_name().map(|name| name.to_string_lossy()).unwrap_or_default();
    format!(".{name}.actiondeck-")
}

/// Removes the temporary files that killed runs left beside `path`. Only for a file that nobody
/// else writes at the same time, such as one that is locked.
pub fn sweep(path: &Path) {
    let prefix = prefix(path);
    let Ok(entries) = fs::read_dir(folder(path)) else { return };
    for entry in entries.flatten() {
        if entry.file_name().to_string_lossy().starts_with(&prefix) {
            // What cannot be removed is litter, and no reason to stop.
            let _ = fs::remove_file(entry.path());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_old_content_stands_until_the_new_is_complete() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("note.txt");
        fs::write(&path, "old").unwrap();
        let file = WholeFile::prepare(&path).unwrap();
        assert_eq!("old", fs::read_to_string(&path).unwrap());
        file.commit_durably(b"new").unwrap();
        assert_eq!("new", fs::read_to_string(&path).unwrap());
        assert_eq!(1, fs::read_dir(folder.path()).unwrap().count());
    }

    #[test]
    fn leavings_are_swept_for_one_file_and_no_other() {
        let folder = tempfile::tempdir().unwrap();
        for name in [".a.json.actiondeck-x1", ".b.json.actiondeck-x2", "a.json"] {
            fs::write(folder.path().join(name), "").unwrap();
        }
        sweep(&folder.path().join("a.json"));
        assert!(!folder.path().join(".a.json.actiondeck-x1").exists());
        assert_eq!(2, fs::read_dir(folder.path()).unwrap().count());
    }
}
