//! File operations of a switch. Tests count these calls to kill the program, or fill the disk, at each one.

use std::fs::{self, File, OpenOptions, Permissions};
use std::io::{self, Write};
use std::path::Path;

/// Creates one folder unless it exists.
pub fn make_folder(path: &Path) -> io::Result<()> {
    tick()?;
    match fs::create_dir(path) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            if fs::symlink_metadata(path)?.is_dir() { Ok(()) } else { Err(error) }
        }
        other => other,
    }
}

/// Writes a new file and syncs it.
pub fn write_new(path: &Path, bytes: &[u8], like: Option<Permissions>) -> io::Result<()> {
    write_draft(path, bytes)?;
    finish(path, like)
}

/// Writes a new file without syncing it; [`finish`] does that later.
pub fn write_draft(path: &Path, bytes: &[u8]) -> io::Result<()> {
    tick()?;
    let mut file = OpenOptions::new().write(true).create_new(true).open(path)?;
    tick_within(&mut file, bytes)?;
    file.write_all(bytes)
}

/// Syncs a file written by [`write_draft`] and sets its permissions.
pub fn finish(path: &Path, like: Option<Permissions>) -> io::Result<()> {
    tick()?;
    let file = OpenOptions::new().write(true).open(path)?;
    if let Some(permissions) = like {
        file.set_permissions(permissions)?;
    }
    file.sync_all()
}

/// Puts a complete file at a place in one step and keeps the original, by a hard link that is made at
/// `link` and renamed.
pub fn put(from: &Path, link: &Path, to: &Path) -> io::Result<()> {
    remove(link)?;
    tick()?;
    if fs::hard_link(from, link).is_err() {
        // A file system without hard links gets a copy.
        fs::copy(from, link)?;
        File::open(link)?.sync_all()?;
    }
    rename(link, to)
}

/// Renames a file, replacing what has the new name.
pub fn rename(from: &Path, to: &Path) -> io::Result<()> {
    tick()?;
    fs::rename(from, to)
}

/// Removes a file if it exists.
pub fn remove(path: &Path) -> io::Result<()> {
    tick()?;
    gone(fs::remove_file(path))
}

/// Removes a folder and its content if it exists.
pub fn remove_folder(path: &Path) -> io::Result<()> {
    tick()?;
    gone(fs::remove_dir_all(path))
}

/// Removes a folder if it is empty.
pub fn remove_empty(path: &Path) {
    if tick().is_ok() {
        let _ = fs::remove_dir(path);
    }
}

/// Syncs a folder, so that the names in it are on the disk. Not every system supports this.
pub fn sync_folder(path: &Path) -> io::Result<()> {
    tick()?;
    if let Ok(folder) = File::open(path) {
        let _ = folder.sync_all();
    }
    Ok(())
}

fn gone(result: io::Result<()>) -> io::Result<()> {
    match result {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        other => other,
    }
}

#[cfg(not(test))]
fn tick() -> io::Result<()> {
    Ok(())
}

#[cfg(not(test))]
fn tick_within(_file: &mut File, _bytes: &[u8]) -> io::Result<()> {
    Ok(())
}

#[cfg(test)]
pub use fault::{Fault, with_fault};
#[cfg(test)]
use fault::{tick, tick_within};

/// Injected faults for tests.
#[cfg(test)]
mod fault {
    use std::cell::Cell;
    use std::fs::File;
    use std::io::{self, Write};

    /// What happens at the change with this number.
    #[derive(Clone, Copy, Debug)]
    pub enum Fault {
        /// It and all later ones fail: the disk is left as by a killed program.
        Killed(usize),
        /// It alone fails, as on a disk that is full for a moment.
        Refused(usize),
    }

    thread_local! {
        static FAULT: Cell<Option<Fault>> = const { Cell::new(None) };
        static DONE: Cell<usize> = const { Cell::new(0) };
    }

    /// Runs a closure with a fault; also returns how many changes it tried.
    pub fn with_fault<T>(fault: Option<Fault>, run: impl FnOnce() -> T) -> (T, usize) {
        FAULT.set(fault);
        DONE.set(0);
        let result = run();
        FAULT.set(None);
        (result, DONE.get())
    }

    pub fn tick() -> io::Result<()> {
        let number = DONE.get();
        DONE.set(number + 1);
        let hit = match FAULT.get() {
            Some(Fault::Killed(at)) => number >= at,
            Some(Fault::Refused(at)) => number == at,
            None => false,
        };
        if hit { Err(io::Error::other("no more")) } else { Ok(()) }
    }

    /// A fault during the write of a file leaves half of it.
    pub fn tick_within(file: &mut File, bytes: &[u8]) -> io::Result<()> {
        tick().inspect_err(|_| {
            let _ = file.write_all(&bytes[..bytes.len() / 2]);
        })
    }
}
