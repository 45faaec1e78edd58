//! When files are to be looked at: as soon as the system says that something in their folders changed, or
//! every so often where it says nothing.

use std::path::PathBuf;
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::time::Duration;

/// How often files are looked at although nothing was heard: a change made on another machine to a
/// folder that both share is not told.
const UNHEARD: Duration = Duration::from_secs(2);

/// Rings when something may have changed.
#[derive(Debug)]
pub struct Bell {
    rings: Receiver<()>,
    ringer: Ringer,
    ear: Option<ear::Ear>,
    every: Duration,
}

/// What makes a bell ring.
#[derive(Clone, Debug)]
pub struct Ringer(SyncSender<()>);

impl Ringer {
    /// Rings; whether anybody still listens. A bell that rings already rings once.
    pub fn ring(&self) -> bool {
        !matches!(self.0.try_send(()), Err(TrySendError::Disconnected(())))
    }
}

impl Bell {
    /// Rings when the system tells of a change; where it tells of none, every so often.
    pub fn hearing(every: Duration) -> Self {
        let mut bell = Self::timed(every);
        bell.ear = ear::Ear::open(&bell.ringer);
        bell.every = if bell.ear.is_some() { every.max(UNHEARD) } else { every };
        bell
    }

    /// Rings every so often, whatever the system says.
    pub fn timed(every: Duration) -> Self {
        let (ringer, rings) = sync_channel(1);
        Self { rings, ringer: Ringer(ringer), ear: None, every }
    }

    /// For what else is to make it ring.
    pub fn ringer(&self) -> Ringer {
        self.ringer.clone()
    }

    /// Listens at the folders of these files, there or not.
    pub fn listen_at<'p>(&self, files: impl Iterator<Item = &'p PathBuf>) {
        if let Some(ear) = &self.ear {
            ear.listen_at(files);
        }
    }

    /// Waits until it rings.
    pub fn wait(&self) {
        let _ = self.rings.recv_timeout(self.every);
    }

    /// How long it waits at most.
    pub fn every(&self) -> Duration {
        self.every
    }
}

#[cfg(target_os = "linux")]
mod ear {
    use std::collections::BTreeSet;
    use std::mem::MaybeUninit;
    use std::os::fd::OwnedFd;
    use std::path::{Path, PathBuf};
    use std::sync::Arc;
    use std::thread;

    use rustix::fs::inotify::{CreateFlags, Reader, WatchFlags, add_watch, init};
    use rustix::io::Errno;

    use super::Ringer;

    /// What happens in folders, as Linux tells it.
    #[derive(Debug)]
    pub struct Ear(Arc<OwnedFd>);

    impl Ear {
        /// Hears what happens and rings. `None` where the system allows no more of them.
        pub fn open(ringer: &Ringer) -> Option<Self> {
            let events = Arc::new(init(CreateFlags::CLOEXEC).ok()?);
            let (heard, ringer) = (Arc::clone(&events), ringer.clone());
            let listen = move || {
                let mut buffer = [MaybeUninit::uninit(); 4096];
                let mut reader = Reader::new(&*heard, &mut buffer);
                while matches!(reader.next().map(drop), Ok(()) | Err(Errno::INTR)) {
                    if !ringer.ring() {
                        return;
                    }
                }
            };
            thread::Builder::new().spawn(listen).ok()?;
            Some(Self(events))
        }

        /// Listens at the folders of these files, or above them where there are none yet, and where
        /// links lead. Folders are named anew each time: one that was moved away is another.
        pub fn listen_at<'p>(&self, files: impl Iterator<Item = &'p PathBuf>) {
            let folder = |path: &Path| {
                // Above a bare name is nothing: the folder one is in.
                let above = path.ancestors().skip(1).map(|above| Path::new(".").join(above));
                { above }.find(|path| path.is_dir())
            };
            let folders: BTreeSet<PathBuf> = files
                .flat_map(|path| {
                    [folder(path), path.canonicalize().ok().and_then(|at| folder(&at))]
                })
                .flatten()
                .collect();
            let what = WatchFlags::CREATE
                | WatchFlags::MODIFY
                | WatchFlags::ATTRIB
                | WatchFlags::MOVE
                | WatchFlags::DELETE
                | WatchFlags::DELETE_SELF
                | WatchFlags::MOVE_SELF;
            for folder in folders {
                // A folder that cannot be listened at is looked at every so often.
                let _ = add_watch(&*self.0, &folder, what);
            }
        }
    }
}

#[cfg(not(target_os = "linux"))]
mod ear {
    use std::path::PathBuf;

    use super::Ringer;

    /// Other systems are not listened to.
    #[derive(Debug)]
    pub enum Ear {}

    impl Ear {
        /// Nothing is heard.
        pub fn open(_: &Ringer) -> Option<Self> {
            None
        }

        /// There is no ear to listen with.
        pub fn listen_at<'p>(&self, _: impl Iterator<Item = &'p PathBuf>) {
            match *self {}
        }
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::fs;

    use super::*;

    /// A bell that never rings by itself.
    fn bell() -> Bell {
        Bell { every: Duration::from_secs(3600), ..Bell::hearing(Duration::ZERO) }
    }

    #[test]
    fn a_file_that_is_written_moved_into_place_taken_away_or_first_there_rings_without_a_look() {
        let home = tempfile::tempdir().unwrap();
        let [one, other, later] = ["one", "one~", "new/later"].map(|name| home.path().join(name));
        fs::write(&one, "a").unwrap();
        let (bell, files) = (bell(), [one.clone(), later.clone()]);
        let rings = |change: &dyn Fn()| {
            bell.listen_at(files.iter());
            change();
            bell.wait();
            // What one change rang a second time is not taken for the next.
            while bell.rings.recv_timeout(Duration::from_millis(50)).is_ok() {}
        };
        rings(&|| fs::write(&one, "b").unwrap());
        fs::write(&other, "c").unwrap();
        rings(&|| fs::rename(&other, &one).unwrap());
        rings(&|| fs::remove_file(&one).unwrap());
        rings(&|| fs::create_dir(home.path().join("new")).unwrap());
        rings(&|| fs::write(&later, "d").unwrap());
    }

    #[test]
    fn whoever_has_the_ringer_rings_and_a_bell_that_is_gone_is_told() {
        let bell = bell();
        let ringer = bell.ringer();
        assert!(ringer.ring() && ringer.ring());
        bell.wait();
        drop(bell);
        assert!(!ringer.ring());
    }
}
