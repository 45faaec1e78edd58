//! `actiondeck preflight`: reads finished files and checks them.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crate::asset_path;
use crate::deck::{CardNumber, CardNumbers, Deck};
use crate::diagnostic::{Problem, Problems};
use crate::input::file;
use crate::preflight::{Findings, WantedCards, is_print_file};
use crate::render;

use super::deck_file::read_deck;
use super::preflight_process::CheckProcess;
use super::{Exit, Failure, console, preflight_worker};

pub use super::preflight_args::{MOST_COPIES, PreflightArgs};

/// Checks and prints. Exit code 1 if a file breaks a rule or differs from the deck, or the deck is
/// incomplete. `limit_memory` limits the memory of this process.
///
/// Foreign files are read in another process, so that a failing decoder affects neither the report nor the
/// other files.
pub fn run(args: &PreflightArgs, limit_memory: fn(usize)) -> Result<Exit, Failure> {
    if preflight_worker::is_worker() {
        return preflight_worker::run(args, limit_memory);
    }
    let deck = args.deck.as_deref().map(read_deck).transpose()?;
    let numbers = deck.as_ref().map(Deck::numbers).unwrap_or_default();
    let extras = match (&args.only, &deck) {
        (None, Some(deck)) => deck.extra_cards().to_vec(),
        _ => Vec::new(),
    };
    let reference = args.reference(deck)?;
    let wanted = only(args.only.as_deref(), numbers)?;
    let paths = paths(&args.files)?;
    let process =
        CheckProcess { reference: &reference, paths: &paths, time_limit: args.time_limit };
    let copies = usize::from(args.copies);
    let wanted = WantedCards { cards: &wanted, extras: &extras, copies };
    let findings = Findings::joined(process.check()?, wanted);
    if reference.deck.is_some()
        && !findings.hold()
        && let Some(problem) = process.other_look(&findings.files)?
    {
        return Err(problem.into());
    }
    if let Some(folder) = &args.pictures {
        findings.write_pictures(folder)?;
    }
    if args.json {
        console::answer_json(&findings.json())?;
    } else {
        console::answer(&findings.to_string())?;
    }
    Ok(if findings.hold() { Exit::Holds } else { Exit::Fails })
}

/// The cards of `--only`, by default all.
fn only(cards: Option<&str>, numbers: CardNumbers) -> Result<Vec<CardNumber>, Problems> {
    cards.map_or_else(|| Ok(numbers.iter().collect()), |list| render::only(list, numbers))
}

/// The files on the command line; for a folder the print files in it and below, by name. All must exist, so
/// that a mistyped path is reported before any work.
fn paths(files: &[PathBuf]) -> Result<Vec<PathBuf>, Failure> {
    let mut paths = Vec::new();
    for path in files {
        if !file::about(path)?.is_folder {
            paths.push(path.clone());
            continue;
        }
        let mut found = Vec::new();
        print_files(path, &mut found)?;
        if found.is_empty() {
            let problem = Problem::coded(
                "preflight.empty-folder",
                format!("the folder {} holds no PDF, SVG or PNG", path.display()),
            );
            return Err(Problems::from(problem).into());
        }
        found.sort();
        paths.extend(found);
    }
    // A folder and a subfolder of it may name the same files.
    let mut known = BTreeSet::new();
    paths.retain(|path| known.insert(path.clone()));
    Ok(paths)
}

/// Finds the print files of a folder and its subfolders. Links to folders are not followed, as they may form
/// a loop; hidden files belong to this program or an editor.
fn print_files(folder: &Path, found: &mut Vec<PathBuf>) -> Result<(), Failure> {
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        let unread = || Failure::file(format!("cannot read {}", folder.display()));
        for entry in std::fs::read_dir(&folder).map_err(unread())? {
            let entry = entry.map_err(unread())?;
            let path = entry.path();
            if asset_path::is_of_the_system(&entry.file_name().to_string_lossy()) {
                continue;
            }
            if entry.file_type().map_err(unread())?.is_dir() {
                folders.push(path);
            } else if is_print_file(&path) && path.is_file() {
                found.push(path);
            }
        }
    }
    Ok(())
}
