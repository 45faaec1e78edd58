//! The files that the last rebuild read, and whether they have changed.
//!
//! They are compared when a [`ChangeWatcher`] wakes. This works wherever a file can be read: on network
//! shares, in containers, and when an editor saves by replacing the file.

use std::path::{Path, PathBuf};
use std::thread;
use std::time::SystemTime;

use super::change_watcher::{ChangeWatcher, DEBOUNCE};

/// How many times a missing file is looked for before it counts as removed.
const MOST_LOOKS: usize = 10;

/// Size and modification time of a file; `None` if it is missing. Missing files are watched too.
type Stamp = Option<(u64, SystemTime)>;

/// Files and their stamps when they were read.
#[derive(Debug)]
pub struct Files(Vec<(PathBuf, Stamp)>);

impl Files {
    /// These files with their present stamps.
    pub fn new(paths: Vec<PathBuf>) -> Self {
        Self(paths.into_iter().map(|path| (path.clone(), stamp(&path))).collect())
    }

    /// Updates the stamps; the files are about to be read.
    pub fn remember(&mut self) {
        self.0.iter_mut().for_each(|(path, known)| *known = stamp(path));
    }

    /// Watches these files instead. Known files keep their stamps, so that a change since is not missed.
    pub fn keep(&mut self, mut paths: Vec<PathBuf>) {
        paths.sort();
        paths.dedup();
        let known = |path: &PathBuf| self.0.iter().find(|(own, _)| own == path).map(|(_, at)| *at);
        let files = paths.into_iter().map(|path| {
            let at = known(&path).unwrap_or_else(|| stamp(&path));
            (path, at)
        });
        self.0 = files.collect();
    }

    /// Whether any file has changed since it was read.
    pub fn have_changed(&self) -> bool {
        self.0.iter().any(|(path, known)| stamp(path) != *known)
    }

    /// Waits until a file has changed and is completely saved.
    pub fn wait(&self, watcher: &mut ChangeWatcher) {
        watcher.watch_folders_of(self.paths());
        while !self.have_changed() {
            watcher.wait();
            watcher.watch_folders_of(self.paths());
        }
        self.settle(watcher);
    }

    /// Waits until a changed file is completely saved.
    pub fn settle(&self, watcher: &ChangeWatcher) {
        watcher.settle();
        // Some editors move a file away before they write it anew.
        let is_missing = |(path, known): &(PathBuf, Stamp)| known.is_some() && !path.exists();
        for _ in 0..MOST_LOOKS {
            if !self.0.iter().any(is_missing) {
                return;
            }
            thread::sleep(DEBOUNCE);
        }
    }

    /// Their paths, existing or not.
    pub fn paths(&self) -> impl Iterator<Item = &PathBuf> {
        self.0.iter().map(|(path, _)| path)
    }

    /// A description of the files: the first, and the number of others.
    pub fn listed(&self) -> String {
        let first = self.0.first().map_or_else(String::new, |(path, _)| path.display().to_string());
        match self.0.len() {
            0 | 1 => first,
            count => format!("{first} and {} more", crate::wording::counted(count - 1, "file")),
        }
    }
}

fn stamp(path: &Path) -> Stamp {
    let about = path.metadata().ok()?;
    Some((about.len(), about.modified().unwrap_or(SystemTime::UNIX_EPOCH)))
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::time::Duration;

    use super::*;

    #[test]
    fn changed_removed_and_new_files_are_detected() {
        let folder = tempfile::tempdir().unwrap();
        let [one, two] = ["one", "two"].map(|name| folder.path().join(name));
        fs::write(&one, "a").unwrap();
        let mut files = Files::new(vec![one.clone(), two.clone()]);
        fs::read(&one).unwrap();
        assert!(!files.have_changed());
        fs::write(&two, "b").unwrap();
        assert!(files.have_changed());
        files.remember();
        assert!(!files.have_changed());
        fs::write(&one, "longer").unwrap();
        assert!(files.have_changed());
        files.keep(vec![one.clone()]);
        assert!(files.have_changed(), "a change during reading is detected");
        files.remember();
        fs::remove_file(&one).unwrap();
        assert!(files.have_changed());
    }

    #[test]
    fn a_file_moved_into_place_by_an_editor_ends_the_wait() {
        let folder = tempfile::tempdir().unwrap();
        let [one, other] = ["one", "one~"].map(|name| folder.path().join(name));
        fs::write(&one, "a").unwrap();
        let files = Files::new(vec![one.clone()]);
        fs::write(&other, "bc").unwrap();
        fs::rename(&other, &one).unwrap();
        files.wait(&mut ChangeWatcher::polling(Duration::from_millis(10)));
        assert!(files.have_changed());
    }
}
