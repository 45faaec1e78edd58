//! A folder that several commands write to, each its own files.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use rayon::prelude::*;

use super::journal::{Journal, PreviousEntry, Step};
use super::lock::FolderLock;
use super::place::{EntryKind, Hindrance, Obstacle, look};
use super::record::{Entry, Record};
use super::switch;
use super::{Content, FolderError, LIST, Owner, PendingFile, RECORD, RelativeName, STATE};
use crate::deck::Digest;

/// A file to write.
#[derive(Clone, Debug)]
pub struct NewFile<'a> {
    /// Its name below the folder.
    pub name: RelativeName,
    /// Its content.
    pub content: Content<'a>,
}

impl<'a> NewFile<'a> {
    /// A file with these bytes.
    pub fn new(name: RelativeName, bytes: &'a [u8]) -> Self {
        Self { name, content: Content::Bytes(bytes) }
    }
}

impl<'a> From<&'a PendingFile> for NewFile<'a> {
    fn from(pending: &'a PendingFile) -> Self {
        Self { name: pending.name.clone(), content: Content::Pending(pending) }
    }
}

/// What happens to files that the same command wrote earlier and does not write now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EarlierFiles<'a> {
    /// They are kept.
    Stay,
    /// They are removed, if unchanged.
    Go,
    /// Those below these folders are removed, if unchanged; the others are kept.
    GoBelow(&'a [&'a str]),
}

impl EarlierFiles<'_> {
    /// Whether a file that is not written again is removed.
    fn takes(self, name: &RelativeName) -> bool {
        match self {
            Self::Stay => false,
            Self::Go => true,
            Self::GoBelow(folders) => name.folders().any(|folder| folders.contains(&folder)),
        }
    }
}

/// A target folder, locked for this run.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    /// The command that writes; with `None`, no record is kept.
    owner: Option<Owner>,
    record: Record,
    /// Whether it was created by this run.
    is_new: bool,
    _lock: FolderLock,
}

/// A folder after opening.
#[derive(Debug)]
pub struct FolderState {
    /// The folder.
    pub folder: Folder,
    /// Whether an interrupted run had to be finished first.
    pub was_unfinished: bool,
}

/// The changes a run is about to make.
#[derive(Debug)]
pub struct Plan<'a> {
    /// The files that block it.
    pub obstacles: Vec<Obstacle>,
    /// The files that differ from the existing ones.
    files: Vec<NewFile<'a>>,
    journal: Journal,
}

impl Folder {
    /// Creates the folder if necessary, locks it, finishes an interrupted run and checks that it is
    /// writable. Without an owner, files are neither recorded nor listed.
    ///
    /// # Errors
    /// [`FolderError`] if any of that fails.
    pub fn open(path: &Path, owner: Option<Owner>) -> Result<FolderState, FolderError> {
        let refused = |cause| FolderError::System { folder: path.to_owned(), cause };
        let is_new = !path.exists();
        fs::create_dir_all(path).map_err(refused)?;
        let state = path.join(STATE);
        if fs::symlink_metadata(&state).is_ok_and(|found| !found.is_dir()) {
            return Err(FolderError::NoRecord(state));
        }
        let lock = FolderLock::take(path)?;
        let record = Record::default();
        let mut folder = Self { path: path.to_owned(), owner, record, is_new, _lock: lock };
        let was_unfinished = folder.finish()?;
        switch::probe(path).map_err(refused)?;
        folder.record = read_record(path).map_err(refused)?;
        Ok(FolderState { folder, was_unfinished })
    }

    /// Finishes an interrupted run and removes its leftovers.
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
                let done = switch::switch(&self.path, &journal);
                done.map_err(|cause| self.unfinished(cause))?;
                Ok(true)
            }
        }
    }

    fn unfinished(&self, cause: io::Error) -> FolderError {
        FolderError::Unfinished { folder: self.path.clone(), cause }
    }

    /// The obstacles to these names that do not depend on the content, so they can be reported before any work is
    /// done. Files of other commands are not among them, because their content may turn out to be equal.
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
            let obstacle = self.obstacle(name, &self.look(name)?, &inputs);
            obstacles
                .extend(obstacle.filter(|found| !matches!(found.hindrance, Hindrance::Owned(_))));
        }
        Ok(obstacles)
    }

    /// Writes a finished file into the hidden folder, where it stays until all files are complete. It is
    /// removed if the run is not committed.
    ///
    /// # Errors
    /// [`FolderError::Twice`], and [`FolderError::System`] if it cannot be written.
    pub fn write_pending(
        &self,
        name: RelativeName,
        bytes: &[u8],
    ) -> Result<PendingFile, FolderError> {
        match switch::write_pending(&self.path, &name, bytes) {
            Ok(waits_at) => Ok(PendingFile { name, digest: Digest::from_bytes(bytes), waits_at }),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                Err(FolderError::Twice(name))
            }
            Err(cause) => Err(FolderError::System { folder: self.path.clone(), cause }),
        }
    }

    /// The changes needed to write these files. `inputs` are the files the run reads.
    ///
    /// # Errors
    /// [`FolderError::Twice`], and [`FolderError::System`] if the folder cannot be read.
    pub fn plan<'a>(
        &self,
        files: Vec<NewFile<'a>>,
        earlier: EarlierFiles<'_>,
        inputs: &[PathBuf],
    ) -> Result<Plan<'a>, FolderError> {
        self.unique(&files)?;
        let inputs = real(inputs);
        let mut record = self.record.clone();
        let (mut obstacles, mut steps, mut new) = (Vec::new(), Vec::new(), Vec::new());
        let look = |file: &NewFile<'_>| (file.content.digest(), self.look(&file.name));
        let seen: Vec<(Digest, Result<EntryKind, FolderError>)> =
            files.par_iter().map(look).collect();
        let outdated = self.outdated(&files, earlier, &inputs, &mut record)?;
        for (file, (digest, found)) in files.into_iter().zip(seen) {
            let (name, found) = (&file.name, found?);
            if found == EntryKind::File(digest) {
                self.keep(&mut record, name, digest);
                continue;
            }
            obstacles.extend(self.obstacle(name, &found, &inputs));
            steps.push(Step::Put { name: name.clone(), new: digest, before: before(&found) });
            if let Some(owner) = &self.owner {
                record.files.insert(name.clone(), Entry { owner: owner.clone(), digest });
            }
            new.push(file);
        }
        steps.extend(outdated);
        let list = switch::list_name();
        let mut list_before = PreviousEntry::Nothing;
        if self.owner.is_some() && record.files.is_empty() {
            // Nothing is left to list. The list is removed first, since it must not name removed files.
            if let Some(old) = record.list.take() {
                steps.insert(0, Step::Drop { name: list, old });
            }
        } else if self.owner.is_some() {
            let after = Digest::from_bytes(record.sums(RelativeName::to_string).as_bytes());
            record.list = Some(after);
            let found = self.look(&list)?;
            list_before = before(&found);
            if found != EntryKind::File(after) {
                obstacles.extend(self.obstacle(&list, &found, &inputs));
            }
        }
        let journal = Journal { steps, list_before, is_recorded: self.owner.is_some(), record };
        Ok(Plan { obstacles, files: new, journal })
    }

    /// Carries out a plan and replaces its obstacles. `stop` is called between files until the first visible
    /// change.
    ///
    /// # Errors
    /// [`FolderError`]; except for [`FolderError::Unfinished`], the folder is unchanged.
    pub fn commit(mut self, plan: &Plan<'_>, stop: &dyn Fn() -> bool) -> Result<(), FolderError> {
        let journal = &plan.journal;
        let list = journal.record.list;
        let list_is_there =
            list.is_none_or(|list| journal.list_before == PreviousEntry::File(list));
        if journal.steps.is_empty() && journal.record == self.record && list_is_there {
            return Ok(());
        }
        let is_staged = switch::stage(&self.path, &plan.files, journal, stop);
        if !matches!(is_staged, Ok(true)) {
            let _ = switch::give_up(&self.path);
            let refused = |cause| FolderError::System { folder: self.path.clone(), cause };
            return is_staged.map_err(refused).and(Err(FolderError::Stopped));
        }
        self.is_new = false;
        switch::switch(&self.path, journal).map_err(|cause| self.unfinished(cause))
    }

    /// Records a file that already has the wanted content; its owner stays the same.
    fn keep(&self, record: &mut Record, name: &RelativeName, digest: Digest) {
        let Some(owner) = &self.owner else { return };
        if record.files.get(name).is_none_or(|known| known.digest != digest) {
            record.files.insert(name.clone(), Entry { owner: owner.clone(), digest });
        }
    }

    /// The steps that remove this owner's earlier files that it does not write now.
    fn outdated(
        &self,
        files: &[NewFile<'_>],
        earlier: EarlierFiles<'_>,
        inputs: &BTreeSet<PathBuf>,
        record: &mut Record,
    ) -> Result<Vec<Step>, FolderError> {
        let new: BTreeSet<&RelativeName> = files.iter().map(|file| &file.name).collect();
        let mut steps = Vec::new();
        for (name, entry) in &self.record.files {
            let is_own = self.owner.as_ref() == Some(&entry.owner);
            let goes = is_own && earlier.takes(name);
            if !goes || new.contains(name) || self.reads(name, inputs) {
                continue;
            }
            record.files.remove(name);
            match self.look(name)? {
                EntryKind::File(now) if now != entry.digest => {}
                EntryKind::File(_) | EntryKind::Nothing => {
                    steps.push(Step::Drop { name: name.clone(), old: entry.digest });
                }
                EntryKind::Other(_) => {}
            }
        }
        Ok(steps)
    }

    /// Refuses names that differ in case alone: some file systems would write one over the other.
    fn unique(&self, files: &[NewFile<'_>]) -> Result<(), FolderError> {
        let list = self.owner.is_some().then(|| LIST.to_lowercase());
        let mut seen: BTreeSet<String> = list.into_iter().collect();
        match files.iter().find(|file| !seen.insert(file.name.as_str().to_lowercase())) {
            Some(file) => Err(FolderError::Twice(file.name.clone())),
            None => Ok(()),
        }
    }

    /// The entry of the list, which belongs to every command that keeps a record.
    fn list_entry(&self) -> Option<Entry> {
        Some(Entry { owner: self.owner.clone()?, digest: self.record.list? })
    }

    fn look(&self, name: &RelativeName) -> Result<EntryKind, FolderError> {
        let refused = |cause| FolderError::System { folder: self.path.clone(), cause };
        look(&self.path, name).map_err(refused)
    }

    /// The obstacle to a new file of this name.
    fn obstacle(
        &self,
        name: &RelativeName,
        found: &EntryKind,
        inputs: &BTreeSet<PathBuf>,
    ) -> Option<Obstacle> {
        let known = match name.as_str() {
            LIST => self.list_entry(),
            _ => self.record.files.get(name).cloned(),
        };
        let hindrance = match (found, known) {
            _ if self.reads(name, inputs) => Hindrance::Input,
            (EntryKind::Nothing, _) => return None,
            (EntryKind::Other(hindrance), _) => hindrance.clone(),
            (EntryKind::File(_), None) => Hindrance::Foreign,
            (EntryKind::File(now), Some(entry)) if entry.digest != *now => Hindrance::Changed,
            (_, Some(entry)) if Some(&entry.owner) == self.owner.as_ref() => return None,
            (_, Some(entry)) => Hindrance::Owned(entry.owner),
        };
        Some(Obstacle { name: name.clone(), hindrance })
    }

    fn reads(&self, name: &RelativeName, inputs: &BTreeSet<PathBuf>) -> bool {
        fs::canonicalize(name.below(&self.path)).is_ok_and(|path| inputs.contains(&path))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        if !switch::journal(&self.path).exists() {
            // Leftovers that cannot be removed now are removed by the next run.
            let _ = switch::sweep(&self.path);
        }
        if self.is_new {
            // Succeeds only if the folder is empty, that is, if nothing was written.
            let _ = fs::remove_dir(&self.path);
        }
    }
}

fn before(found: &EntryKind) -> PreviousEntry {
    match found {
        EntryKind::File(digest) => PreviousEntry::File(*digest),
        EntryKind::Other(Hindrance::Link) => PreviousEntry::Link,
        _ => PreviousEntry::Nothing,
    }
}

/// The paths with links resolved. A path that does not exist cannot be overwritten either.
fn real(inputs: &[PathBuf]) -> BTreeSet<PathBuf> {
    inputs.iter().filter_map(|path| fs::canonicalize(path).ok()).collect()
}

/// Reads the record of a folder; empty if it does not keep one.
pub(super) fn read_record(folder: &Path) -> io::Result<Record> {
    let text = read_plain(&folder.join(STATE).join(RECORD))?;
    Ok(text.map(|text| Record::read(&text)).unwrap_or_default())
}

/// Reads one of the program's own files; `None` if it does not exist.
fn read_plain(path: &Path) -> io::Result<Option<String>> {
    match fs::symlink_metadata(path) {
        Ok(found) if found.is_file() && found.len() <= LARGEST_RECORD => {}
        Ok(_) => return Ok(None),
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error),
    }
    Ok(String::from_utf8(fs::read(path)?).ok())
}

/// The size limit of a record or journal in bytes; 100,000 files fit.
const LARGEST_RECORD: u64 = 32 << 20;
