//! Reads files that another file names: only from its folder and the folders below it.
//!
//! Specs and themes come from other people. The files they name are read on the user's machine, quoted in
//! messages and printed on cards. So a name must not lead out of the folder.

use std::io;
use std::path::{Component, Path, PathBuf};

use crate::input::disk;

/// Why a named file is not read.
#[derive(Debug, thiserror::Error)]
pub(crate) enum PathError {
    /// The name leads out of the folder: it is absolute, or has `..`, a drive or a scheme.
    #[error("leads out of the folder, where no one else has it")]
    Outside,
    /// A symbolic link leads out of the folder.
    #[error("leads out of the folder")]
    LinkedOutside,
    /// It is a folder, a device or a pipe.
    #[error("is not a file")]
    NoFile,
    /// The file is too large: its size in megabytes.
    #[error("has {0} MB")]
    Large(u64),
    /// The system returned an error.
    #[error("is not readable: {0}")]
    Unreadable(#[from] io::Error),
}

/// Returns a name as a relative path that stays below its start, or `None`.
pub(crate) fn below(name: &str) -> Option<PathBuf> {
    // A colon separates a scheme or a drive from the rest; on some systems a backslash separates folders.
    if name.is_empty() || name.contains([':', '\\', '\0']) {
        return None;
    }
    let path = PathBuf::from(name);
    let stays = |part: Component<'_>| matches!(part, Component::Normal(_) | Component::CurDir);
    path.components().all(stays).then_some(path)
}

/// Returns the path of `name` in `folder`, with symbolic links resolved.
///
/// # Errors
/// [`PathError::Outside`], [`PathError::LinkedOutside`], or [`PathError::Unreadable`] if the file does not
/// exist.
pub(crate) fn find(folder: &Path, name: &str) -> Result<PathBuf, PathError> {
    let relative = below(name).ok_or(PathError::Outside)?;
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let home = disk::resolve(folder)?;
    let place = disk::resolve(&home.join(relative))?;
    if place.starts_with(&home) { Ok(place) } else { Err(PathError::LinkedOutside) }
}

/// Finds `name` in `folder` or in the nearest folder above it where it satisfies `is_it`. The path is as
/// short as possible. So a project is found from its output folder, and a name still cannot lead upward.
pub(crate) fn upward(folder: &Path, name: &str, is_it: fn(&Path) -> bool) -> Option<PathBuf> {
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let home = folder.canonicalize().ok()?;
    let place = home.ancestors().find_map(|above| find(above, name).ok().filter(|at| is_it(at)))?;
    let here = Path::new(".").canonicalize().ok();
    let short = here.and_then(|here| Some(place.strip_prefix(here).ok()?.to_owned()));
    Some(short.filter(|path| !path.as_os_str().is_empty()).unwrap_or(place))
}

/// Converts a path from the command line to a name for [`upward`]: itself if it leads down, else its last
/// part.
pub(crate) fn name_of(path: &Path) -> Option<String> {
    let parts: Option<Vec<&str>> = path
        .components()
        .filter(|part| *part != Component::CurDir)
        .map(|part| match part {
            Component::Normal(part) => part.to_str(),
            _ => None,
        })
        .collect();
    let leads_down = parts.filter(|parts| !parts.is_empty()).map(|parts| parts.join("/"));
    leads_down.or_else(|| path.file_name()?.to_str().map(str::to_owned))
}

/// Whether a file belongs to an operating system or an editor, by its name: hidden files, among them the
/// `._name` files of macOS, and the folder settings of Windows. They are skipped where a whole folder is
/// read.
pub(crate) fn is_of_the_system(name: &str) -> bool {
    let own = ["Thumbs.db", "desktop.ini", "__MACOSX"];
    name.starts_with('.') || own.iter().any(|own| own.eq_ignore_ascii_case(name))
}

/// Reads the file `name` in `folder`, at most `largest` bytes.
///
/// # Errors
/// As [`find`], and if it is not a file, too large or unreadable.
pub(crate) fn read(folder: &Path, name: &str, largest: usize) -> Result<Vec<u8>, PathError> {
    let place = find(folder, name)?;
    // Checked before opening: opening a pipe blocks until it has a writer.
    let about = disk::about(&place)?;
    if !about.is_file {
        return Err(PathError::NoFile);
    }
    let bytes = disk::up_to(&place, largest)?;
    if bytes.len() > largest { Err(PathError::Large(about.bytes >> 20)) } else { Ok(bytes) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_below_the_folder_are_accepted() {
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
    fn a_name_is_found_in_the_nearest_folder_above() {
        let root = tempfile::tempdir().unwrap();
        let out = root.path().join("p/out/day");
        std::fs::create_dir_all(&out).unwrap();
        std::fs::create_dir(root.path().join("looks")).unwrap();
        std::fs::create_dir(root.path().join("p/looks")).unwrap();
        std::fs::write(root.path().join("p/out/looks"), "a file").unwrap();
        let found = |name| upward(&out, name, Path::is_dir);
        assert_eq!(Some(root.path().canonicalize().unwrap().join("p/looks")), found("looks"));
        assert_eq!(None, found("../looks"));
        assert_eq!(None, found("nothing"));
    }

    #[test]
    fn files_of_the_system_are_recognized_by_name() {
        for name in
            ["._Plex.ttf", ".DS_Store", ".card.svg.swp", "Thumbs.db", "thumbs.db", "desktop.ini"]
        {
            assert!(is_of_the_system(name), "{name}");
        }
        for name in ["Plex.ttf", "_a.svg", "a.DS_Store", "Thumbs.ttf"] {
            assert!(!is_of_the_system(name), "{name}");
        }
    }

    #[test]
    fn a_path_that_leads_down_keeps_its_folders() {
        for (path, name) in [
            ("mine/deck.toml", Some("mine/deck.toml")),
            ("./deck.toml", Some("deck.toml")),
            ("../mine/deck.toml", Some("deck.toml")),
            ("/p/mine/theme/", Some("theme")),
            ("..", None),
        ] {
            assert_eq!(name, name_of(Path::new(path)).as_deref(), "{path}");
        }
    }

    #[test]
    fn only_files_within_the_limit_are_read() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("p")).unwrap();
        std::fs::write(folder.path().join("p/a.csv"), "1234").unwrap();
        let read = |name: &str, largest| super::read(folder.path(), name, largest);
        assert_eq!(b"1234"[..], read("p/a.csv", 4).unwrap());
        assert!(matches!(read("p/a.csv", 3), Err(PathError::Large(0))));
        assert!(matches!(read("p", 9), Err(PathError::NoFile)));
        assert!(matches!(read("p/b.csv", 9), Err(PathError::Unreadable(_))));
        assert!(matches!(read("../b.csv", 9), Err(PathError::Outside)));
    }

    #[cfg(unix)]
    #[test]
    fn a_symbolic_link_does_not_lead_out() {
        let outside = tempfile::tempdir().unwrap();
        std::fs::write(outside.path().join("a.csv"), "1").unwrap();
        let folder = tempfile::tempdir().unwrap();
        std::os::unix::fs::symlink(outside.path(), folder.path().join("p")).unwrap();
        let read = super::read(folder.path(), "p/a.csv", 9);
        assert!(matches!(read, Err(PathError::LinkedOutside)));
    }
}
