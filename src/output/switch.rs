//! From the old files of a folder to the new ones.
//!
//! 1. All new files are written into a hidden folder inside the target, each as soon as it is finished if
//!    the command puts it aside, and synced. Until then nothing in sight has changed, and a failure leaves
//!    everything as it was.
//! 2. The journal is written: what is about to happen, file by file.
//! 3. `SHA256SUMS` is replaced, in one step, by a list that names the new files where they are
//!    complete. From here on the new edition counts.
//! 4. Each new file takes its place under its own name, by a rename; files that are no longer wanted
//!    are removed.
//! 5. `SHA256SUMS` is replaced by the list of the names in sight, then the record; the journal and the
//!    hidden copies go.
//!
//! So at every moment `sha256sum --check SHA256SUMS` holds for one whole edition. A program that is
//! killed in step 4 leaves names in sight that belong to both; the journal finishes the step when a
//! command writes there next.

use std::collections::BTreeSet;
use std::fs::{self, Metadata, Permissions};
use std::io;
use std::path::{Path, PathBuf};

use super::journal::{Journal, PreviousEntry, Step};
use super::place::{EntryKind, look};
use super::{Content, Hindrance, LIST, NewFile, RECORD, RelativeName, STATE, disk};
use crate::deck::Digest;

/// Where new files wait in the hidden folder.
const NEXT: &str = "next";
/// The lists and the record that wait there.
const LIST_MEANWHILE: &str = "list-meanwhile";
const LIST_AFTER: &str = "list-after";
const RECORD_AFTER: &str = "written-after";
/// The journal, and its name before it is complete.
const JOURNAL: &str = "journal";
const JOURNAL_DRAFT: &str = "journal-draft";
/// Where a file passes through on its way.
const LINK: &str = "link";
/// What a folder is tried with.
const TRIAL: &str = "trial";

/// Everything that may lie in the hidden folder but the record.
const LEFT_OVERS: [&str; 6] =
    [LIST_MEANWHILE, LIST_AFTER, RECORD_AFTER, JOURNAL_DRAFT, LINK, TRIAL];

fn state(folder: &Path) -> PathBuf {
    folder.join(STATE)
}

/// Finds out whether the folder can be written.
pub(super) fn probe(folder: &Path) -> io::Result<()> {
    let state = state(folder);
    disk::make_folder(&state)?;
    disk::write_new(&state.join(TRIAL), b"", None)?;
    disk::remove(&state.join(TRIAL))?;
    disk::remove_empty(&state);
    Ok(())
}

/// Writes a file where it waits, before it is known what it replaces. [`stage`] waits until it is on the disk.
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
            Content::PendingFile(aside) => disk::finish(&aside.waits_at, like)?,
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

/// Carries a journal out. It may have been carried out in part before; a file that was changed since it was written
/// down stays as it is.
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

/// Removes what a switch leaves in the hidden folder, when there is no journal.
pub(super) fn sweep(folder: &Path) -> io::Result<()> {
    let state = state(folder);
    disk::remove_folder(&state.join(NEXT))?;
    for left_over in LEFT_OVERS {
        disk::remove(&state.join(left_over))?;
    }
    disk::remove_empty(&state);
    Ok(())
}

/// Gives a staged switch up before its first step.
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

/// Whether the list in sight is the old one or one of this switch. A list that was changed since stays.
fn list_is_ours(folder: &Path, journal: &Journal) -> bool {
    let Ok(found) = look(folder, &list_name()) else { return false };
    let meanwhile = journal.list_meanwhile(&format!("{STATE}/{NEXT}"));
    let known = [meanwhile, journal.list_after()];
    is_still(journal.list_before, &found)
        || known.iter().any(|list| found == EntryKind::File(Digest::from_bytes(list.as_bytes())))
}

/// Puts a list in sight. If it does not wait any more, it was put before.
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
