//! Every change that a switch makes on the disk goes through here, one call a change, so that tests
//! can stop the program, or fill the disk, at each of them.

use std::fs::{self, File, OpenOptions, Permissions};
use std::io::{self, Write};
use std::path::Path;

/// Makes one folder; it may be there already.
pub fn make_folder(path: &Path) -> io::Result<()> {
    tick()?;
    match fs::create_dir(path) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            if fs::symlink_metadata(path)?.is_dir() { Ok(()) } else { Err(error) }
        }
        other => other,
    }
}

/// Writes a new file and waits until it is on the disk.
pub fn write_new(path: &Path, bytes: &[u8], like: Option<Permissions>) -> io::Result<()> {
    write_draft(path, bytes)?;
    finish(path, like)
}

/// Writes a new file that [`finish`] is called for later.
pub fn write_draft(path: &Path, bytes: &[u8]) -> io::Result<()> {
    tick()?;
    let mut file = OpenOptions::new().write(true).create_new(true).open(path)?;
    tick_within(&mut file, bytes)?;
    file.write_all(bytes)
}

/// Waits until a file that was written before is on the disk.
pub fn finish(path: &Path, like: Option<Permissions>) -> io::Result<()> {
    tick()?;
    let file = OpenOptions::new().write(true).open(path)?;
    if let Some(permissions) = like {
        file.set_permissions(permissions)?;
    }
    file.sync_all()
}

/// Puts a complete file at a place in one step, and leaves it where it was too. `link` is where it
/// passes through.
pub fn put(from: &Path, link: &Path, to: &Path) -> io::Result<()> {
    remove(link)?;
    tick()?;
    if fs::hard_link(from, link).is_err() {
        // A file system without links gets a copy.
        fs::copy(from, link)?;
        File::open(link)?.sync_all()?;
    }
    rename(link, to)
}

/// Moves a file to another name, over what is there.
pub fn rename(from: &Path, to: &Path) -> io::Result<()> {
    tick()?;
    fs::rename(from, to)
}

/// Removes a file, if there is one.
pub fn remove(path: &Path) -> io::Result<()> {
    tick()?;
    gone(fs::remove_file(path))
}

/// Removes a folder with everything in it, if there is one.
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

/// Waits until the disk knows the names in a folder. Not every system can tell.
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

/// Faults that tests ask for.
#[cfg(test)]
mod fault {
    use std::cell::Cell;
    use std::fs::File;
    use std::io::{self, Write};

    /// What happens at the change of a number.
    #[derive(Clone, Copy, Debug)]
    pub enum Fault {
        /// That one and all after it fail: what is on the disk is what a killed program leaves.
        Killed(usize),
        /// That one fails, as on a disk that is full for a moment.
        Refused(usize),
    }

    thread_local! {
        static FAULT: Cell<Option<Fault>> = const { Cell::new(None) };
        static DONE: Cell<usize> = const { Cell::new(0) };
    }

    /// Runs something with a fault; also how many changes it tried.
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

    /// A fault in the middle of a file leaves half of it.
    pub fn tick_within(file: &mut File, bytes: &[u8]) -> io::Result<()> {
        tick().inspect_err(|_| {
            let _ = file.write_all(&bytes[..bytes.len() / 2]);
        })
    }
}
