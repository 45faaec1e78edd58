//! A file that is written whole or not at all.

use std::ffi::OsStr;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

use tempfile::NamedTempFile;

use super::lock::is_still_at;
use super::record::hex;
use crate::deck::Digest;

/// Finds out whether a file can be written at `path`, before any long work. Nothing is left there.
///
/// # Errors
/// What the system says when the folder is missing or cannot be written.
pub fn probe(path: &Path) -> io::Result<()> {
    temporary(path).map(drop)
}

/// Writes a file beside the place, waits until it is on the disk and moves it there; then waits until
/// the disk knows its name too, so that not even a power failure brings the old content back. A file
/// that is replaced leaves its permissions to the new one. A link at the place is replaced itself.
///
/// # Errors
/// What the system says; whatever stood at the path before still stands there then.
pub fn write(path: &Path, content: &[u8]) -> io::Result<()> {
    let mut temporary = temporary(path)?;
    let file = temporary.as_file_mut();
    file.write_all(content)?;
    if let Ok(old) = fs::symlink_metadata(path)
        && old.is_file()
    {
        file.set_permissions(old.permissions())?;
    }
    file.sync_all()?;
    temporary.persist(path).map_err(|error| error.error)?;
    // Not every system lets a folder be opened; the file is in place either way.
    if let Ok(folder) = File::open(folder(path)) {
        let _ = folder.sync_all();
    }
    Ok(())
}

/// Removes the temporary files that killed runs left for `path`. Those of running programs are locked
/// and stay.
pub fn sweep(path: &Path) {
    let prefix = prefix(path);
    let Ok(entries) = fs::read_dir(folder(path)) else { return };
    for entry in entries.flatten() {
        let is_ours = entry.file_name().to_string_lossy().starts_with(&prefix)
            && entry.file_type().is_ok_and(|kind| kind.is_file());
        if !is_ours {
            continue;
        }
        let file = OpenOptions::new().write(true).open(entry.path());
        if file.is_ok_and(|file| file.try_lock().is_ok()) {
            // What cannot be removed is litter, and no reason to stop.
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// A temporary file beside the place, locked as long as it is open; removed when dropped.
fn temporary(path: &Path) -> io::Result<NamedTempFile> {
    let prefix = prefix(path);
    loop {
        let mut builder = tempfile::Builder::new();
        builder.prefix(&prefix);
        // Temporary files are private by default; this one becomes an ordinary file. The system
        // takes the person's umask from these bits.
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        let file = builder.tempfile_in(folder(path)).map_err(|error| without_path(&error))?;
        // A file system without locks has none to sweep by either. Another run may have swept the
        // file before it was locked.
        if file.as_file().try_lock().is_err() || is_still_at(file.as_file(), file.path()) {
            return Ok(file);
        }
    }
}

/// What the system said, without the name of the temporary file, which nobody knows.
fn without_path(error: &io::Error) -> io::Error {
    let message = error.to_string();
    io::Error::new(error.kind(), message.split(" at path ").next().unwrap_or_default())
}

/// The folder of a file; the current one when the path names none.
fn folder(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// How the temporary files for `path` begin: short, however long its name is.
fn prefix(path: &Path) -> String {
    let name = path.file_name().map(OsStr::as_encoded_bytes).unwrap_or_default();
    format!(".actiondeck-{}-", &hex(&Digest::from_bytes(name))[..12])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_is_reported_without_the_name_of_the_temporary_file() {
        let folder = tempfile::tempdir().unwrap();
        let error = probe(&folder.path().join("none/deck.json")).unwrap_err();
        assert_eq!(io::ErrorKind::NotFound, error.kind());
        let reported = error.to_string();
        assert!(!reported.contains("actiondeck") && reported.ends_with(')'), "{reported}");
    }

    fn count(folder: &Path) -> usize {
        fs::read_dir(folder).unwrap().count()
    }

    #[test]
    fn a_file_is_replaced_and_nothing_else_is_left() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("note.txt");
        fs::write(&path, "old").unwrap();
        probe(&path).unwrap();
        assert_eq!("old", fs::read_to_string(&path).unwrap());
        write(&path, b"new").unwrap();
        assert_eq!("new", fs::read_to_string(&path).unwrap());
        assert_eq!(1, count(folder.path()));
    }

    #[test]
    fn a_name_may_be_as_long_as_the_file_system_allows() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x".repeat(255));
        write(&path, b"new").unwrap();
        assert_eq!("new", fs::read_to_string(&path).unwrap());
    }

    #[test]
    fn leavings_are_swept_for_one_file_unless_a_running_program_writes_them() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.json");
        let other = folder.path().join("b.json");
        let left = |path: &Path| temporary(path).unwrap().keep().unwrap();
        drop((left(&path), left(&other)));
        let running = temporary(&path).unwrap();
        assert_eq!(3, count(folder.path()));
        sweep(&path);
        assert_eq!(2, count(folder.path()));
        assert!(running.path().exists());
    }

    #[cfg(unix)]
    #[test]
    fn the_new_file_has_the_permissions_of_the_old_and_a_link_gives_way_without_its_target() {
        use std::os::unix::fs::{PermissionsExt, symlink};

        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("secret.json");
        fs::write(&path, "old").unwrap();
        fs::set_permissions(&path, PermissionsExt::from_mode(0o600)).unwrap();
        write(&path, b"new").unwrap();
        assert_eq!(0o600, fs::metadata(&path).unwrap().permissions().mode() & 0o777);
        let link = folder.path().join("link");
        symlink(&path, &link).unwrap();
        write(&link, b"other").unwrap();
        assert_eq!("new", fs::read_to_string(&path).unwrap());
        assert_eq!("other", fs::read_to_string(&link).unwrap());
    }
}
