//! Files in memory, for targets without a file system.

use std::collections::BTreeMap;
use std::io;
use std::path::{Component, Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::FileInfo;

/// The mounted files by name. Paths are relative to the folder that has them all.
static FILES: Mutex<BTreeMap<PathBuf, Arc<[u8]>>> = Mutex::new(BTreeMap::new());

fn files() -> MutexGuard<'static, BTreeMap<PathBuf, Arc<[u8]>>> {
    FILES.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Replaces all files by these.
pub fn mount(new: BTreeMap<PathBuf, Arc<[u8]>>) {
    *files() = new;
}

/// The same path without `.` and `..`.
fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::Normal(part) => plain.push(part),
            Component::ParentDir => drop(plain.pop()),
            _ => {}
        }
    }
    plain
}

/// What is at a path.
pub(crate) fn about(path: &Path) -> io::Result<FileInfo> {
    let (path, files) = (plain(path), files());
    if let Some(bytes) = files.get(&path) {
        let bytes = bytes.len() as u64;
        return Ok(FileInfo { is_file: true, is_folder: false, bytes, endless: None });
    }
    match files.keys().any(|name| name.starts_with(&path)) {
        true => Ok(FileInfo { is_file: false, is_folder: true, bytes: 0, endless: None }),
        false => Err(io::Error::from(io::ErrorKind::NotFound)),
    }
}

/// The bytes of a file, or the first `most` + 1 if it is larger.
pub(crate) fn up_to(path: &Path, most: usize) -> io::Result<Vec<u8>> {
    let files = files();
    let bytes = files.get(&plain(path)).ok_or(io::ErrorKind::NotFound)?;
    Ok(bytes.iter().copied().take(most.saturating_add(1)).collect())
}

/// The names in a folder, in the order of their bytes.
pub(crate) fn names(folder: &Path) -> io::Result<Vec<String>> {
    let folder = plain(folder);
    let files = files();
    let below = files.keys().filter_map(|name| name.strip_prefix(&folder).ok());
    let names = below.filter_map(|name| match name.components().next()? {
        Component::Normal(name) => Some(name.to_string_lossy().into_owned()),
        _ => None,
    });
    let mut names: Vec<String> = names.collect();
    names.dedup();
    match names.is_empty() {
        true => Err(io::Error::from(io::ErrorKind::NotFound)),
        false => Ok(names),
    }
}

/// The path of a file or folder below the folder of all.
pub(crate) fn resolve(path: &Path) -> io::Result<PathBuf> {
    about(path)?;
    Ok(plain(path))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_and_folders_are_found_by_their_paths() {
        let named = ["deck.toml", "theme/card.svg", "theme/fonts/a.ttf"];
        mount(named.map(|name| (name.into(), Arc::from(name.as_bytes()))).into());
        for name in named {
            let path = Path::new(".").join(name);
            assert_eq!((true, name.len() as u64), {
                let about = about(&path).unwrap();
                (about.is_file, about.bytes)
            });
            assert_eq!(name.as_bytes()[..4], up_to(&path, 3).unwrap());
            assert_eq!(Path::new(name), resolve(&path).unwrap());
        }
        assert!(about(Path::new("theme/../theme")).unwrap().is_folder);
        assert_eq!(["card.svg", "fonts"], *names(Path::new("theme/")).unwrap());
        assert_eq!(["deck.toml", "theme"], *names(Path::new("")).unwrap());
        for missing in ["them", "theme/card", "deck.toml/a"] {
            assert!(about(Path::new(missing)).is_err(), "{missing}");
        }
        assert!(names(Path::new("fonts")).is_err() && up_to(Path::new("theme"), 9).is_err());
        mount(BTreeMap::new());
    }
}
