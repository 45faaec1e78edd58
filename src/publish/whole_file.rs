//! Atomic writes of a single file.

use std::ffi::OsStr;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

use tempfile::NamedTempFile;

use super::lock::is_still_at;
use crate::deck::Digest;

/// Checks that a file can be written at `path`, before any long work. Leaves no file.
///
/// # Errors
/// The system's error if the folder is missing or not writable.
pub fn probe(path: &Path) -> io::Result<()> {
    temporary(path).map(drop)
}

/// Writes a temporary file in the same folder, syncs it, renames it to `path` and syncs the folder, so that not
/// even a power failure brings the old content back. The permissions of a replaced file are kept. A link is
/// replaced itself, not its target.
///
/// # Errors
/// The system's error; what was at the path before is unchanged then.
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
    // Not every system can open a folder; the file is in place either way.
    if let Ok(folder) = File::open(folder(path)) {
        let _ = folder.sync_all();
    }
    Ok(())
}

/// Removes temporary files that killed runs left for `path`. Those of running programs are locked and kept.
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
            // A leftover that cannot be removed is not a reason to fail.
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Creates a temporary file in the same folder, locked while it is open and removed when dropped.
fn temporary(path: &Path) -> io::Result<NamedTempFile> {
    let prefix = prefix(path);
    loop {
        let mut builder = tempfile::Builder::new();
        builder.prefix(&prefix);
        // Temporary files are private by default; this one becomes an ordinary file. The system applies the
        // umask to these bits.
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        let file = builder.tempfile_in(folder(path)).map_err(|error| without_path(&error))?;
        // On a file system without locks nothing is swept. Another run may have swept the file before it was
        // locked.
        if file.as_file().try_lock().is_err() || is_still_at(file.as_file(), file.path()) {
            return Ok(file);
        }
    }
}

/// The system's error without the name of the temporary file, which means nothing to users.
fn without_path(error: &io::Error) -> io::Error {
    let message = error.to_string();
    io::Error::new(error.kind(), message.split(" at path ").next().unwrap_or_default())
}

/// The folder of a file; the current one if the path has none.
fn folder(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// The prefix of the temporary files for `path`: short, however long its name is.
fn prefix(path: &Path) -> String {
    let name = path.file_name().map(OsStr::as_encoded_bytes).unwrap_or_default();
    format!(".actiondeck-{}-", &Digest::from_bytes(name).hex()[..12])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_does_not_name_the_temporary_file() {
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
    fn a_file_is_replaced_and_no_other_is_left() {
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
    fn the_longest_allowed_name_is_written() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x".repeat(255));
        write(&path, b"new").unwrap();
        assert_eq!("new", fs::read_to_string(&path).unwrap());
    }

    #[test]
    fn leftovers_of_one_file_are_swept_unless_locked() {
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
    fn permissions_are_kept_and_a_link_is_replaced_not_its_target() {
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
