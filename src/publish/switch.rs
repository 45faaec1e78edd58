//! The switch of a folder from its old files to the new ones.
//!
//! 1. All new files are written into a hidden folder inside the target and synced, pending files as soon as they
//!    are finished. Until then no visible file has changed, and a failure changes nothing.
//! 2. The journal is written: the steps of the switch, file by file.
//! 3. `SHA256SUMS` is replaced, in one step, by a list with the paths of the new files in the hidden folder. From
//!    here on the new edition is valid.
//! 4. Each new file is renamed to its final name; obsolete files are removed.
//! 5. `SHA256SUMS` is replaced by the list of the final names, then the record; the journal and the hidden
//!    copies are removed.
//!
//! So at every moment `sha256sum --check SHA256SUMS` holds for one complete edition. A program that is killed in
//! step 4 leaves visible files of both editions; the next command that writes to the folder finishes the step
//! from the journal.

use std::collections::BTreeSet;
use std::fs::{self, Metadata, Permissions};
use std::io;
use std::path::{Path, PathBuf};

use super::journal::{Journal, PreviousEntry, Step};
use super::place::{EntryKind, look};
use super::{Content, Hindrance, LIST, NewFile, RECORD, RelativeName, STATE, disk};
use crate::deck::Digest;

/// The folder of new files in the hidden folder.
const NEXT: &str = "next";
/// The prepared lists and record.
const LIST_MEANWHILE: &str = "list-meanwhile";
const LIST_AFTER: &str = "list-after";
const RECORD_AFTER: &str = "written-after";
/// The journal, and its name while it is written.
const JOURNAL: &str = "journal";
const JOURNAL_DRAFT: &str = "journal-draft";
/// The temporary name of a file that is put at its place.
const LINK: &str = "link";
/// The file that tests whether the folder is writable.
const TRIAL: &str = "trial";

/// Everything that may be in the hidden folder except the record.
const LEFT_OVERS: [&str; 6] =
    [LIST_MEANWHILE, LIST_AFTER, RECORD_AFTER, JOURNAL_DRAFT, LINK, TRIAL];

fn state(folder: &Path) -> PathBuf {
    folder.join(STATE)
}

/// Checks that the folder is writable.
pub(super) fn probe(folder: &Path) -> io::Result<()> {
    let state = state(folder);
    disk::make_folder(&state)?;
    disk::write_new(&state.join(TRIAL), b"", None)?;
    disk::remove(&state.join(TRIAL))?;
    disk::remove_empty(&state);
    Ok(())
}

/// Writes a pending file; [`stage`] syncs it once its place is known.
pub(super) fn write_pending(
    folder: &Path,
    name: &RelativeName,
    bytes: &[u8],
) -> io::Result<PathBuf> {
    let state = state(folder);
    let next = state.join(NEXT);
    disk::make_folder(&state)?;
    disk::make_folder(&next)?;
    for above in name.folders() {
        disk::make_folder(&next.join(above))?;
    }
    let waits_at = name.below(&next);
    disk::write_draft(&waits_at, bytes)?;
    Ok(waits_at)
}

/// Writes everything new into the hidden folder, the journal last; false if it was stopped before that.
pub(super) fn stage(
    folder: &Path,
    files: &[NewFile<'_>],
    journal: &Journal,
    stop: &dyn Fn() -> bool,
) -> io::Result<bool> {
    let state = state(folder);
    let next = state.join(NEXT);
    let mut folders = BTreeSet::from([next.clone()]);
    disk::make_folder(&state)?;
    disk::make_folder(&next)?;
    for file in files {
        for above in file.name.folders() {
            let above = next.join(above);
            if !folders.contains(&above) {
                disk::make_folder(&above)?;
                folders.insert(above);
            }
        }
        if stop() {
            return Ok(false);
        }
        let like = permissions(&file.name.below(folder));
        match file.content {
            Content::Bytes(bytes) => disk::write_new(&file.name.below(&next), bytes, like)?,
            Content::Pending(pending) => disk::finish(&pending.waits_at, like)?,
        }
    }
    if journal.record.list.is_some() {
        let like = || permissions(&folder.join(LIST));
        let meanwhile = journal.list_meanwhile(&format!("{STATE}/{NEXT}"));
        disk::write_new(&state.join(LIST_MEANWHILE), meanwhile.as_bytes(), like())?;
        disk::write_new(&state.join(LIST_AFTER), journal.list_after().as_bytes(), like())?;
    }
    if journal.is_recorded {
        disk::write_new(&state.join(RECORD_AFTER), journal.record.text().as_bytes(), None)?;
    }
    for folder in folders.iter().rev() {
        disk::sync_folder(folder)?;
    }
    if stop() {
        return Ok(false);
    }
    disk::write_new(&state.join(JOURNAL_DRAFT), journal.text().as_bytes(), None)?;
    disk::rename(&state.join(JOURNAL_DRAFT), &state.join(JOURNAL))?;
    disk::sync_folder(&state)?;
    disk::sync_folder(folder)?;
    Ok(true)
}

/// The permissions of the file that is replaced.
fn permissions(path: &Path) -> Option<Permissions> {
    let found = fs::symlink_metadata(path).ok().filter(Metadata::is_file);
    found.map(|found| found.permissions())
}

/// Carries out a journal, which may have been carried out in part before. Files that were changed in the meantime are
/// not touched.
pub(super) fn switch(folder: &Path, journal: &Journal) -> io::Result<()> {
    let state = state(folder);
    let list_is_ours = list_is_ours(folder, journal);
    put_list(folder, LIST_MEANWHILE, list_is_ours)?;
    disk::sync_folder(folder)?;
    let mut touched = BTreeSet::from([folder.to_owned()]);
    for step in &journal.steps {
        if !is_to_do(folder, step)? {
            continue;
        }
        let name = match step {
            Step::Put { name, .. } => {
                for above in name.folders() {
                    disk::make_folder(&folder.join(above))?;
                }
                put(&state, &name.below(&state.join(NEXT)), &name.below(folder))?;
                name
            }
            Step::Drop { name, .. } => {
                disk::remove(&name.below(folder))?;
                name
            }
        };
        touched.extend(name.folders().map(|above| folder.join(above)));
    }
    for step in &journal.steps {
        if let Step::Drop { name, .. } = step {
            name.folders().rev().for_each(|above| remove_if_empty(folder, above));
        }
    }
    for folder in touched.iter().filter(|folder| folder.is_dir()) {
        disk::sync_folder(folder)?;
    }
    put_list(folder, LIST_AFTER, list_is_ours)?;
    if journal.is_recorded && state.join(RECORD_AFTER).exists() {
        disk::rename(&state.join(RECORD_AFTER), &state.join(RECORD))?;
    }
    disk::sync_folder(&state)?;
    disk::sync_folder(folder)?;
    disk::remove(&state.join(JOURNAL))?;
    sweep(folder)
}

/// Removes the leftovers of a switch from the hidden folder, when no journal exists.
pub(super) fn sweep(folder: &Path) -> io::Result<()> {
    let state = state(folder);
    disk::remove_folder(&state.join(NEXT))?;
    for left_over in LEFT_OVERS {
        disk::remove(&state.join(left_over))?;
    }
    disk::remove_empty(&state);
    Ok(())
}

/// Abandons a staged switch before its first step.
pub(super) fn give_up(folder: &Path) -> io::Result<()> {
    disk::remove(&state(folder).join(JOURNAL))?;
    sweep(folder)
}

/// The path of the journal.
pub(super) fn journal(folder: &Path) -> PathBuf {
    state(folder).join(JOURNAL)
}

fn put(state: &Path, from: &Path, to: &Path) -> io::Result<()> {
    disk::put(from, &state.join(LINK), to)
}

/// Whether a step is still to be done.
fn is_to_do(folder: &Path, step: &Step) -> io::Result<bool> {
    match step {
        Step::Put { name, new, before } => {
            let staged = look(&state(folder).join(NEXT), name)?;
            let is_whole = staged == EntryKind::File(*new);
            Ok(is_whole && is_still(*before, &look(folder, name)?))
        }
        Step::Drop { name, old } => Ok(is_still(PreviousEntry::File(*old), &look(folder, name)?)),
    }
}

fn is_still(before: PreviousEntry, found: &EntryKind) -> bool {
    match (before, found) {
        (PreviousEntry::Nothing, EntryKind::Nothing) => true,
        (PreviousEntry::Link, EntryKind::Other(Hindrance::Link)) => true,
        (PreviousEntry::File(digest), EntryKind::File(now)) => digest == *now,
        _ => false,
    }
}

fn remove_if_empty(folder: &Path, above: &str) {
    let path = folder.join(above);
    if fs::symlink_metadata(&path).is_ok_and(|found| found.is_dir()) {
        disk::remove_empty(&path);
    }
}

/// Whether the visible list is the old one or one of this switch. A list changed since is kept.
fn list_is_ours(folder: &Path, journal: &Journal) -> bool {
    let Ok(found) = look(folder, &list_name()) else { return false };
    let meanwhile = journal.list_meanwhile(&format!("{STATE}/{NEXT}"));
    let known = [meanwhile, journal.list_after()];
    is_still(journal.list_before, &found)
        || known.iter().any(|list| found == EntryKind::File(Digest::from_bytes(list.as_bytes())))
}

/// Puts a list at its place, unless an earlier run did.
fn put_list(folder: &Path, waiting: &str, is_ours: bool) -> io::Result<()> {
    let waiting = state(folder).join(waiting);
    match is_ours && waiting.is_file() {
        true => disk::rename(&waiting, &folder.join(LIST)),
        false => Ok(()),
    }
}

/// The name of the list.
pub(super) fn list_name() -> RelativeName {
    RelativeName::new(LIST).expect("a plain name")
}
