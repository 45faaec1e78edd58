//! Wakes a thread when files may have changed.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;
use std::time::Duration;

use notify_debouncer_mini::notify::{RecommendedWatcher, RecursiveMode};
use notify_debouncer_mini::{Debouncer, new_debouncer};

/// How long a file must be unchanged before its change is reported.
pub const DEBOUNCE: Duration = Duration::from_millis(50);

/// The polling interval in addition to the events of the system.
///
/// A change by another machine to a shared folder causes no event here.
const FALLBACK_POLL: Duration = Duration::from_secs(2);

/// Waits for changes in folders: for events of the system, or for the next time to poll.
#[derive(Debug)]
pub struct ChangeWatcher {
    wakeups: Receiver<()>,
    sender: SyncSender<()>,
    /// `None` if files are only polled.
    debouncer: Option<Debouncer<RecommendedWatcher>>,
    /// The folders whose events are reported.
    folders: BTreeSet<PathBuf>,
    poll_interval: Duration,
}

impl ChangeWatcher {
    /// Returns a watcher that uses the events of the system, or polls this often if it has none.
    pub fn new(poll_interval: Duration) -> Self {
        let mut watcher = Self::polling(poll_interval);
        let sender = watcher.notifier();
        let debouncer = new_debouncer(DEBOUNCE, move |_| {
            // A pending wakeup covers this event too.
            let _ = sender.try_send(());
        });
        if let Ok(debouncer) = debouncer {
            watcher.debouncer = Some(debouncer);
            watcher.poll_interval = poll_interval.max(FALLBACK_POLL);
        }
        watcher
    }

    /// Returns a watcher that only polls.
    pub fn polling(poll_interval: Duration) -> Self {
        let (sender, wakeups) = sync_channel(1);
        Self { wakeups, sender, debouncer: None, folders: BTreeSet::new(), poll_interval }
    }

    /// Returns a sender with which another thread wakes this watcher.
    pub fn notifier(&self) -> SyncSender<()> {
        self.sender.clone()
    }

    /// Watches the folders of these files and of their link targets, instead of earlier ones.
    ///
    /// If a folder is missing, the nearest existing one above it is watched.
    pub fn watch_folders_of<'p>(&mut self, files: impl Iterator<Item = &'p PathBuf>) {
        let Some(debouncer) = &mut self.debouncer else { return };
        let folder = |path: &Path| {
            // The folder of a bare name is the current one.
            let mut above = path.ancestors().skip(1).map(|above| Path::new(".").join(above));
            above.find(|path| path.is_dir())
        };
        let folders: BTreeSet<PathBuf> = files
            .flat_map(|path| [folder(path), path.canonicalize().ok().and_then(|at| folder(&at))])
            .flatten()
            .collect();
        for old in self.folders.difference(&folders) {
            // Fails if the folder was removed, and the watch with it.
            let _ = debouncer.watcher().unwatch(old);
        }
        for new in folders.difference(&self.folders) {
            // Files in a folder that cannot be watched are polled.
            let _ = debouncer.watcher().watch(new, RecursiveMode::NonRecursive);
        }
        self.folders = folders;
    }

    /// Waits for an event, a notifier or the next poll.
    pub fn wait(&self) {
        let _ = self.wakeups.recv_timeout(self.poll_interval);
    }

    /// Waits until a file is completely saved. Events are debounced already, polling is not.
    pub fn settle(&self) {
        if self.debouncer.is_none() {
            thread::sleep(DEBOUNCE.min(self.poll_interval));
        }
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn every_kind_of_change_to_a_file_wakes_the_watcher() {
        let home = tempfile::tempdir().unwrap();
        let [one, other, later] = ["one", "one~", "new/later"].map(|name| home.path().join(name));
        fs::write(&one, "a").unwrap();
        let mut watcher = ChangeWatcher::new(Duration::from_secs(3600));
        let files = [one.clone(), later.clone()];
        let mut wakes = |change: &dyn Fn()| {
            watcher.watch_folders_of(files.iter());
            change();
            watcher.wakeups.recv_timeout(Duration::from_secs(10)).unwrap();
            // Later events of the same change must not count for the next one.
            while watcher.wakeups.recv_timeout(4 * DEBOUNCE).is_ok() {}
        };
        wakes(&|| fs::write(&one, "b").unwrap());
        wakes(&|| fs::write(&other, "c").unwrap());
        wakes(&|| fs::rename(&other, &one).unwrap());
        wakes(&|| fs::remove_file(&one).unwrap());
        wakes(&|| fs::create_dir(home.path().join("new")).unwrap());
        wakes(&|| fs::write(&later, "d").unwrap());
    }

    #[test]
    fn a_notifier_wakes_the_watcher_without_any_change() {
        let watcher = ChangeWatcher::polling(Duration::from_secs(3600));
        watcher.notifier().try_send(()).unwrap();
        watcher.wakeups.recv_timeout(Duration::from_secs(10)).unwrap();
    }
}
