//! A folder into which several commands write, each its own files.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, Permissions};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use rayon::prelude::*;

use super::content::Content;
use super::folder_lock::Lock;
use super::journal::{Before, Journal, Step};
use super::place::{Found, Hindrance, Obstacle, look};
use super::record::{Entry, Record};
use super::switch::{self, Care, NotStaged, Staged};
use super::{Aside, FolderError, LIST, Owner, RECORD, RelativeName, STATE};
use crate::deck::Digest;

/// A file that a command wants to write.
#[derive(Clone, Debug)]
pub struct NewFile<'a> {
    /// Where it belongs.
    pub name: RelativeName,
    /// What is in it.
    pub content: Content<'a>,
}

impl<'a> NewFile<'a> {
    /// A file of these bytes.
    pub fn of(name: RelativeName, bytes: &'a [u8]) -> Self {
        Self { name, content: Content::Bytes(bytes) }
    }
}

impl<'a> From<&'a Aside> for NewFile<'a> {
    fn from(aside: &'a Aside) -> Self {
        Self { name: aside.name.clone(), content: Content::Aside(aside) }
    }
}

/// What becomes of the files that the same command wrote earlier and does not write now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Earlier<'a> {
    /// They stay.
    Stay,
    /// They go, if they are as they were written.
    Go,
    /// Those below these folders go, if they are as they were written; the others stay.
    GoBelow(&'a [&'a str]),
}

impl Earlier<'_> {
    /// Whether a file that is not written again goes.
    fn takes(self, name: &RelativeName) -> bool {
        match self {
            Self::Stay => false,
            Self::Go => true,
            Self::GoBelow(folders) => name.folders().any(|folder| folders.contains(&folder)),
        }
    }
}

/// A folder that this run alone writes to.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    /// Who writes; `None` keeps no record.
    owner: Option<Owner>,
    record: Record,
    /// Whether it was made for this run.
    is_new: bool,
    /// The names of files that were put aside, in small letters.
    aside: Mutex<BTreeSet<String>>,
    _lock: Lock,
}

/// A folder as it was found.
#[derive(Debug)]
pub struct Opened {
    /// The folder.
    pub folder: Folder,
    /// Whether an interrupted run had to be finished first.
    pub was_unfinished: bool,
}

/// What a run is about to change.
#[derive(Debug)]
pub struct Plan<'a> {
    /// What is in its way.
    pub obstacles: Vec<Obstacle>,
    files: Vec<NewFile<'a>>,
    /// The permissions of the files that are replaced.
    like: BTreeMap<RelativeName, Permissions>,
    journal: Journal,
}

impl Folder {
    /// Makes the folder if need be, locks it, finishes what an interrupted run left, and finds out
    /// whether it can be written. Without an owner, what is written is neither recorded nor listed.
    ///
    /// # Errors
    /// [`FolderError`] if it cannot be had.
    pub fn open(path: &Path, owner: Option<Owner>) -> Result<Opened, FolderError> {
        let refused = |cause| FolderError::System { folder: path.to_owned(), cause };
        let is_new = !path.exists();
        fs::create_dir_all(path).map_err(refused)?;
        let state = path.join(STATE);
        if fs::symlink_metadata(&state).is_ok_and(|found| !found.is_dir()) {
            return Err(FolderError::NoRecord(state));
        }
        let lock = Lock::take(path)?;
        let record = Record::default();
        let aside = Mutex::default();
        let mut folder = Self { path: path.to_owned(), owner, record, is_new, aside, _lock: lock };
        let was_unfinished = folder.finish()?;
        switch::probe(path).map_err(refused)?;
        folder.record = read_record(path).map_err(refused)?;
        Ok(Opened { folder, was_unfinished })
    }

    /// Finishes what an interrupted run began, and sweeps what it left.
    fn finish(&self) -> Result<bool, FolderError> {
        let path = switch::journal(&self.path);
        let refused = |cause| FolderError::System { folder: self.path.clone(), cause };
        match read_plain(&path).map_err(refused)? {
            None => {
                switch::sweep(&self.path).map_err(refused)?;
                Ok(false)
            }
            Some(text) => {
                let journal = Journal::read(&text).ok_or(FolderError::NoRecord(path))?;
                let done = switch::switch(&self.path, &journal, Care::Resumed);
                done.map_err(|cause| self.unfinished(cause))?;
                Ok(true)
            }
        }
    }

    fn unfinished(&self, cause: io::Error) -> FolderError {
        FolderError::Unfinished { folder: self.path.clone(), cause }
    }

    /// Files in the way of these names that will be in the way whatever is to be written: known before
    /// anything is made. What other commands wrote is not among them, for it may be the same.
    ///
    /// # Errors
    /// [`FolderError::System`] if the folder cannot be read.
    pub fn obstacles(
        &self,
        names: &[RelativeName],
        inputs: &[PathBuf],
    ) -> Result<Vec<Obstacle>, FolderError> {
        let inputs = real(inputs);
        let list = self.owner.is_some().then(switch::list_name);
        let mut obstacles = Vec::new();
        for name in names.iter().chain(&list) {
            let found = self.look(name)?;
            let known = if name.as_str() == LIST { self.list_entry() } else { self.entry(name) };
            let hindrance = match &found {
                Found::File(digest, _) => hindrance(*digest, known.as_ref(), self.owner.as_ref()),
                other => hindrance_of(other),
            };
            let hindrance = hindrance.filter(|found| !matches!(found, Hindrance::Owned(_)));
            let hindrance = self.reads(name, &inputs).or(hindrance);
            obstacles.extend(hindrance.map(|hindrance| Obstacle { name: name.clone(), hindrance }));
        }
        Ok(obstacles)
    }

    /// Puts a finished file aside until all are: it lies in the hidden folder, and nothing in sight changes. It goes
    /// if nothing comes of the run.
    ///
    /// # Errors
    /// [`FolderError::Twice`], and [`FolderError::System`] if it cannot be written.
    pub fn put_aside(&self, name: RelativeName, bytes: &[u8]) -> Result<Aside, FolderError> {
        if !self.lock_aside().insert(name.as_str().to_lowercase()) {
            return Err(FolderError::Twice(name));
        }
        let waits_at = switch::put_aside(&self.path, &name, bytes);
        let refused = |cause| FolderError::System { folder: self.path.clone(), cause };
        Ok(Aside { name, digest: Digest::of(bytes), waits_at: waits_at.map_err(refused)? })
    }

    fn lock_aside(&self) -> MutexGuard<'_, BTreeSet<String>> {
        self.aside.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What would be done to write these files. `inputs` are the files the run reads.
    ///
    /// # Errors
    /// [`FolderError::Twice`], and [`FolderError::System`] if the folder cannot be read.
    pub fn plan<'a>(
        &self,
        files: Vec<NewFile<'a>>,
        earlier: Earlier<'_>,
        inputs: &[PathBuf],
    ) -> Result<Plan<'a>, FolderError> {
        self.unique(&files)?;
        let inputs = real(inputs);
        let mut record = self.record.clone();
        let (mut obstacles, mut steps, mut like) = (Vec::new(), Vec::new(), BTreeMap::new());
        let look = |file: &NewFile<'_>| (file.content.digest(), self.look(&file.name));
        let seen: Vec<(Digest, Result<Found, FolderError>)> = files.par_iter().map(look).collect();
        for (file, (new, found)) in files.iter().zip(seen) {
            let (name, found) = (&file.name, found?);
            if matches!(found, Found::File(digest, _) if digest == new) {
                self.keep(&mut record, name, new);
                continue;
            }
            let known = self.entry(name);
            let hindrance = match &found {
                Found::File(digest, _) => hindrance(*digest, known.as_ref(), self.owner.as_ref()),
                other => hindrance_of(other),
            };
            let hindrance = self.reads(name, &inputs).or(hindrance);
            obstacles.extend(hindrance.map(|hindrance| Obstacle { name: name.clone(), hindrance }));
            steps.push(Step::Put { name: name.clone(), new, before: before(&found) });
            if let Found::File(_, permissions) = found {
                like.insert(name.clone(), permissions);
            }
            if let Some(owner) = &self.owner {
                record.files.insert(name.clone(), Entry { owner: owner.clone(), digest: new });
            }
        }
        steps.extend(self.outdated(&files, earlier, &inputs, &mut record)?);
        let list = switch::list_name();
        let mut list_before = Before::Nothing;
        if self.owner.is_some() && record.files.is_empty() {
            // Nothing is left to list. The list goes first: it must not name what is gone.
            if let Some(old) = record.list.take() {
                steps.insert(0, Step::Drop { name: list, old });
            }
        } else if self.owner.is_some() {
            let after = Digest::of(record.sums(RelativeName::to_string).as_bytes());
            record.list = Some(after);
            let found = self.look(&list)?;
            list_before = before(&found);
            let hindrance = match &found {
                Found::File(digest, _) if *digest == after => None,
                Found::File(digest, _) => {
                    hindrance(*digest, self.list_entry().as_ref(), self.owner.as_ref())
                }
                other => hindrance_of(other),
            };
            obstacles.extend(hindrance.map(|hindrance| Obstacle { name: list, hindrance }));
        }
        let journal = Journal { steps, list_before, is_recorded: self.owner.is_some(), record };
        Ok(Plan { obstacles, files, like, journal })
    }

    /// Carries a plan out, over what is in its way. `stop` is asked between files as long as nothing
    /// in sight has changed.
    ///
    /// # Errors
    /// [`FolderError`]; but for [`FolderError::Unfinished`] the folder is what it was.
    pub fn commit(mut self, plan: &Plan<'_>, stop: &dyn Fn() -> bool) -> Result<(), FolderError> {
        let journal = &plan.journal;
        let list = journal.record.list;
        let list_is_there = list.is_none_or(|list| journal.list_before == Before::File(list));
        if journal.steps.is_empty() && journal.record == self.record && list_is_there {
            return Ok(());
        }
        let new: BTreeSet<&RelativeName> = journal
            .steps
            .iter()
            .filter_map(|step| match step {
                Step::Put { name, .. } => Some(name),
                Step::Drop { .. } => None,
            })
            .collect();
        let staged = plan.files.iter().filter(|file| new.contains(&file.name));
        let staged: Vec<Staged<'_>> = staged
            .map(|file| {
                let like = plan.like.get(&file.name).cloned();
                Staged { name: &file.name, content: file.content, like }
            })
            .collect();
        let is_staged = switch::stage(&self.path, &staged, journal, stop);
        // What waits is needed from here on, or goes with the rest.
        self.lock_aside().clear();
        if let Err(error) = is_staged {
            let swept = switch::give_up(&self.path);
            return Err(match (error, swept) {
                (NotStaged::Stopped, _) => FolderError::Stopped,
                (NotStaged::System(cause), _) => {
                    FolderError::System { folder: self.path.clone(), cause }
                }
            });
        }
        self.is_new = false;
        switch::switch(&self.path, journal, Care::Planned).map_err(|cause| self.unfinished(cause))
    }

    /// A file that is there already as it would be written: whoever wrote it keeps it.
    fn keep(&self, record: &mut Record, name: &RelativeName, digest: Digest) {
        let Some(owner) = &self.owner else { return };
        if record.files.get(name).is_none_or(|known| known.digest != digest) {
            record.files.insert(name.clone(), Entry { owner: owner.clone(), digest });
        }
    }

    /// The steps that remove what this owner wrote and does not write now.
    fn outdated(
        &self,
        files: &[NewFile<'_>],
        earlier: Earlier<'_>,
        inputs: &BTreeSet<PathBuf>,
        record: &mut Record,
    ) -> Result<Vec<Step>, FolderError> {
        let new: BTreeSet<&RelativeName> = files.iter().map(|file| &file.name).collect();
        let mut steps = Vec::new();
        for (name, entry) in &self.record.files {
            let is_own = self.owner.as_ref() == Some(&entry.owner);
            let goes = is_own && earlier.takes(name);
            if !goes || new.contains(name) || self.reads(name, inputs).is_some() {
                continue;
            }
            record.files.remove(name);
            match self.look(name)? {
                Found::File(now, _) if now != entry.digest => {}
                Found::File(..) | Found::Nothing => {
                    steps.push(Step::Drop { name: name.clone(), old: entry.digest });
                }
                _ => {}
            }
        }
        Ok(steps)
    }

    /// Systems that do not tell capital letters apart would write one over the other.
    fn unique(&self, files: &[NewFile<'_>]) -> Result<(), FolderError> {
        let list = self.owner.is_some().then(|| LIST.to_lowercase());
        let mut seen: BTreeSet<String> = list.into_iter().collect();
        match files.iter().find(|file| !seen.insert(file.name.as_str().to_lowercase())) {
            Some(file) => Err(FolderError::Twice(file.name.clone())),
            None => Ok(()),
        }
    }

    fn entry(&self, name: &RelativeName) -> Option<Entry> {
        self.record.files.get(name).cloned()
    }

    /// The list belongs to every command that keeps a record.
    fn list_entry(&self) -> Option<Entry> {
        Some(Entry { owner: self.owner.clone()?, digest: self.record.list? })
    }

    fn look(&self, name: &RelativeName) -> Result<Found, FolderError> {
        let refused = |cause| FolderError::System { folder: self.path.clone(), cause };
        look(&self.path, name).map_err(refused)
    }

    fn reads(&self, name: &RelativeName, inputs: &BTreeSet<PathBuf>) -> Option<Hindrance> {
        let path = fs::canonicalize(name.below(&self.path)).ok()?;
        inputs.contains(&path).then_some(Hindrance::Input)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        if !self.lock_aside().is_empty() {
            // What cannot be removed goes with the next run.
            let _ = switch::sweep(&self.path);
        }
        if self.is_new {
            // Only if nothing came of it; what was written keeps it.
            let _ = fs::remove_dir(&self.path);
        }
    }
}

/// What stands in the way of replacing a file of this content.
fn hindrance(now: Digest, known: Option<&Entry>, owner: Option<&Owner>) -> Option<Hindrance> {
    match known {
        None => Some(Hindrance::Foreign),
        Some(entry) if entry.digest != now => Some(Hindrance::Changed),
        Some(entry) if Some(&entry.owner) != owner => Some(Hindrance::Owned(entry.owner.clone())),
        Some(_) => None,
    }
}

fn hindrance_of(found: &Found) -> Option<Hindrance> {
    match found {
        Found::Nothing | Found::File(..) => None,
        Found::Link => Some(Hindrance::Link),
        Found::NoFile => Some(Hindrance::NoFile),
        Found::BehindLink(folder) => Some(Hindrance::BehindLink(folder.clone())),
        Found::BehindFile(folder) => Some(Hindrance::BehindFile(folder.clone())),
    }
}

fn before(found: &Found) -> Before {
    match found {
        Found::File(digest, _) => Before::File(*digest),
        Found::Link => Before::Link,
        _ => Before::Nothing,
    }
}

/// The paths without links. What cannot be found cannot be written over either.
fn real(inputs: &[PathBuf]) -> BTreeSet<PathBuf> {
    inputs.iter().filter_map(|path| fs::canonicalize(path).ok()).collect()
}

/// The record that a folder keeps; an empty one if it keeps none.
pub(super) fn read_record(folder: &Path) -> io::Result<Record> {
    let text = read_plain(&folder.join(STATE).join(RECORD))?;
    Ok(text.map(|text| Record::read(&text)).unwrap_or_default())
}

/// The text of a file of the program's own; `None` where there is none.
fn read_plain(path: &Path) -> io::Result<Option<String>> {
    match fs::symlink_metadata(path) {
        Ok(found) if found.is_file() && found.len() <= LARGEST_RECORD => {}
        Ok(_) => return Ok(None),
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error),
    }
    Ok(String::from_utf8(fs::read(path)?).ok())
}

/// The most bytes a record or journal may have: 100,000 files fit.
const LARGEST_RECORD: u64 = 32 << 20;
