//! Files that another file names: found in its folder and below, and nowhere else.
//!
//! Specs and themes come from other people. What they name is read on the reader's machine, and
//! told in messages, printed on cards; so a name never leads to a file the folder did not bring.

use std::io;
use std::path::{Component, Path, PathBuf};

use crate::input::file;

/// Why a name leads to no file that is read.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Astray {
    /// The name itself leads out: absolute, with `..`, a drive or a scheme.
    #[error("leads out of the folder, where no one else has it")]
    Outside,
    /// A link of the file system leads out.
    #[error("leads out of the folder")]
    LinkedOutside,
    /// A folder, a device, a pipe.
    #[error("is not a file")]
    NoFile,
    /// The file has so many megabytes.
    #[error("has {0} MB")]
    Large(u64),
    /// The system refused.
    #[error("is not readable: {0}")]
    Unreadable(#[from] io::Error),
}

/// A name as a path that stays below where it starts, if it is one.
pub(crate) fn below(name: &str) -> Option<PathBuf> {
    // A colon parts a scheme or a drive from the rest, a backslash is a slash on some machines.
    if name.is_empty() || name.contains([':', '\\', '\0']) {
        return None;
    }
    let path = PathBuf::from(name);
    let stays = |part: Component<'_>| matches!(part, Component::Normal(_) | Component::CurDir);
    path.components().all(stays).then_some(path)
}

/// The place that `name` means in `folder`, with every link of the file system followed.
///
/// # Errors
/// [`Astray::Outside`], [`Astray::LinkedOutside`], or [`Astray::Unreadable`] when nothing is there.
pub(crate) fn find(folder: &Path, name: &str) -> Result<PathBuf, Astray> {
    let relative = below(name).ok_or(Astray::Outside)?;
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let home = folder.canonicalize()?;
    let place = home.join(relative).canonicalize()?;
    if place.starts_with(&home) { Ok(place) } else { Err(Astray::LinkedOutside) }
}

/// The bytes of the file that `name` means in `folder`, of at most `largest` bytes.
///
/// # Errors
/// As [`find`], and when it is no file, too large or unreadable.
pub(crate) fn read(folder: &Path, name: &str, largest: usize) -> Result<Vec<u8>, Astray> {
    let place = find(folder, name)?;
    // Asked before it is opened: opening a pipe waits for whoever writes to it.
    let about = place.metadata()?;
    if !about.is_file() {
        return Err(Astray::NoFile);
    }
    let bytes = file::up_to(&place, largest)?;
    if bytes.len() > largest { Err(Astray::Large(about.len() >> 20)) } else { Ok(bytes) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_below_the_folder_stay_and_all_others_do_not() {
        for name in ["a.csv", "./p/a b.csv", "ř.csv", "..a", "a..b/c"] {
            assert_eq!(Some(PathBuf::from(name)), below(name), "{name}");
        }
        for name in
            ["", "/etc/shadow", "../a", "p/../../a", "file:a", "C:a", "p\\..\\a", "a\0b", "p/.."]
        {
            assert_eq!(None, below(name), "{name}");
        }
    }

    #[test]
    fn a_file_is_read_and_what_is_none_says_why() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("p")).unwrap();
        std::fs::write(folder.path().join("p/a.csv"), "1234").unwrap();
        let read = |name: &str, largest| super::read(folder.path(), name, largest);
        assert_eq!(b"1234"[..], read("p/a.csv", 4).unwrap());
        assert!(matches!(read("p/a.csv", 3), Err(Astray::Large(0))));
        assert!(matches!(read("p", 9), Err(Astray::NoFile)));
        assert!(matches!(read("p/b.csv", 9), Err(Astray::Unreadable(_))));
        assert!(matches!(read("../b.csv", 9), Err(Astray::Outside)));
    }

    #[cfg(unix)]
    #[test]
    fn a_link_of_the_file_system_does_not_lead_out_either() {
        let outside = tempfile::tempdir().unwrap();
        std::fs::write(outside.path().join("a.csv"), "1").unwrap();
        let folder = tempfile::tempdir().unwrap();
        std::os::unix::fs::symlink(outside.path(), folder.path().join("p")).unwrap();
        let read = super::read(folder.path(), "p/a.csv", 9);
        assert!(matches!(read, Err(Astray::LinkedOutside)));
    }
}
