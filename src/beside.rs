//! Files that another file names: found in its folder and below, and nowhere else.
//!
//! Specs and themes come from other people. What they name is read on the reader's machine, and
//! told in messages, printed on cards; so a name never leads to a file the folder did not bring.

use std::io;
use std::path::{Component, Path, PathBuf};

use crate::input::file;

/// Why a name leads to no file that is read.
#[derive(Debug, thiserror::Error)]
pub(crate) enum PathError {
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
/// [`PathError::Outside`], [`PathError::LinkedOutside`], or [`PathError::Unreadable`] when nothing is there.
pub(crate) fn find(folder: &Path, name: &str) -> Result<PathBuf, PathError> {
    let relative = below(name).ok_or(PathError::Outside)?;
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let home = folder.canonicalize()?;
    let place = home.join(relative).canonicalize()?;
    if place.starts_with(&home) { Ok(place) } else { Err(PathError::LinkedOutside) }
}

/// The place that `name` means in `folder` or in the nearest folder above it where it is what
/// `is_it` looks for, as short as it can be written here. So a project is found from its results, and
/// a name still leads nowhere but down.
pub(crate) fn upward(folder: &Path, name: &str, is_it: fn(&Path) -> bool) -> Option<PathBuf> {
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let home = folder.canonicalize().ok()?;
    let place = home.ancestors().find_map(|above| find(above, name).ok().filter(|at| is_it(at)))?;
    let here = Path::new(".").canonicalize().ok();
    let short = here.and_then(|here| Some(place.strip_prefix(here).ok()?.to_owned()));
    Some(short.filter(|path| !path.as_os_str().is_empty()).unwrap_or(place))
}

/// A path that was typed as a name for [`upward`]: as it is if it leads down, else its last part.
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

/// Whether a file is an operating system's or an editor's own by its name, where all files of a folder are read:
/// hidden files, among them the `._name` that macOS puts beside each file, and what Windows keeps of a folder.
pub(crate) fn is_of_the_system(name: &str) -> bool {
    let own = ["Thumbs.db", "desktop.ini", "__MACOSX"];
    name.starts_with('.') || own.iter().any(|own| own.eq_ignore_ascii_case(name))
}

/// The bytes of the file that `name` means in `folder`, of at most `largest` bytes.
///
/// # Errors
/// As [`find`], and when it is no file, too large or unreadable.
pub(crate) fn read(folder: &Path, name: &str, largest: usize) -> Result<Vec<u8>, PathError> {
    let place = find(folder, name)?;
    // Asked before it is opened: opening a pipe waits for whoever writes to it.
    let about = place.metadata()?;
    if !about.is_file() {
        return Err(PathError::NoFile);
    }
    let bytes = file::up_to(&place, largest)?;
    if bytes.len() > largest { Err(PathError::Large(about.len() >> 20)) } else { Ok(bytes) }
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
    fn a_name_is_found_in_the_nearest_folder_above_and_nowhere_else() {
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
    fn files_of_the_system_are_known_by_their_names() {
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
    fn a_typed_path_is_named_as_it_leads_down_or_by_its_last_part() {
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
    fn a_file_is_read_and_what_is_none_says_why() {
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
    fn a_link_of_the_file_system_does_not_lead_out_either() {
        let outside = tempfile::tempdir().unwrap();
        std::fs::write(outside.path().join("a.csv"), "1").unwrap();
        let folder = tempfile::tempdir().unwrap();
        std::os::unix::fs::symlink(outside.path(), folder.path().join("p")).unwrap();
        let read = super::read(folder.path(), "p/a.csv", 9);
        assert!(matches!(read, Err(PathError::LinkedOutside)));
    }
}
