//! `actiondeck preflight`: reads finished files back and checks them.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crate::beside;
use crate::deck::CardNumber;
use crate::diagnostic::{Problem, Problems};
use crate::face::Theme;
use crate::input::file;
use crate::preflight::{
    Expectation, Finding, Findings, LARGEST_FILE, PrintedDeck, WantedCards, is_print_file,
};
use crate::render;
use clap::Args;

use super::deck_file::read_deck;
use super::other_looks::Held;
use super::print_files::{coded, read_theme, read_vendor, sized};
use super::theme_choice::{ThemeArgs, USUAL_THEME};
use super::{Exit, Failure, console};

/// What was typed.
#[derive(Debug, Args)]
pub struct Typed {
    /// Files to check (PDF, SVG or PNG), or folders, with the folders in them
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Compare with this deck: every printed figure is read back from the text of a PDF, the text or
    /// outlines of an SVG, the note in a PNG of what was drawn, and every face is drawn and compared
    /// with the face that ought to be there
    #[arg(long)]
    deck: Option<PathBuf>,
    #[command(flatten)]
    theme: ThemeArgs,
    /// The address that the codes on the cards open, for --deck
    #[arg(long, value_name = "ADDRESS", requires = "deck")]
    code: Option<String>,
    /// The size they were printed in, if it is not the theme's
    #[arg(long, value_name = "SIZE", requires = "deck")]
    size: Option<String>,
    /// The cards that should be there, such as 3,10,34-36, where not all of the deck were printed
    #[arg(long, value_name = "CARDS", requires = "deck")]
    only: Option<String>,
    /// How often each card should be on the sheets
    #[arg(long, value_name = "COUNT", requires = "deck", default_value = "1",
        value_parser = clap::value_parser!(u8).range(1..=MOST_COPIES))]
    copies: u8,
    /// Do not draw the pages, which takes longer than all else
    #[arg(long)]
    quick: bool,
    /// Write a picture of each difference into this folder: what ought to be there, left, beside
    /// what is there
    #[arg(long, value_name = "DIR", requires = "deck", conflicts_with = "quick")]
    pictures: Option<PathBuf>,
    /// Check against this vendor's requirements: drivethrucards, thegamecrafter, makeplayingcards,
    /// printerstudio, mbprint, printplaygames, press-x4, home, or a TOML file
    #[arg(long, value_name = "VENDOR")]
    vendor: Option<String>,
    /// Write the findings as JSON
    #[arg(long)]
    pub(super) json: bool,
}

/// The most decks that are laid on sheets together.
pub const MOST_COPIES: i64 = 100;

/// Checks and prints; a file that breaks a rule or differs from the deck, and a deck that is not
/// whole, end in exit code 1.
pub fn run(typed: Typed) -> Result<Exit, Failure> {
    let deck = match &typed.deck {
        Some(path) => Some(read_deck(path)?),
        None => None,
    };
    let theme = match &deck {
        Some(deck) => typed.theme.read(deck, typed.deck.as_deref()),
        None => read_theme(typed.theme.typed().unwrap_or(USUAL_THEME)),
    };
    let unsized_theme = theme.as_ref().ok().cloned();
    let vendor = typed.vendor.as_deref().map(read_vendor).transpose()?;
    let cut = |theme: Result<Theme, Problems>| {
        let theme = coded(sized(theme, typed.size.as_deref()), typed.code.as_deref())?;
        match (&vendor, &typed.size) {
            (Some(vendor), None) => vendor.fitted(&theme),
            (Some(vendor), Some(_)) => vendor.inset(&theme),
            (None, _) => Ok(theme),
        }
    };
    let theme = cut(theme)?;
    let wanted = only(typed.only.as_deref())?;
    let paths = paths(&typed.files)?;
    let mut expectation = vendor.as_ref().map(Expectation::of).unwrap_or_default();
    if deck.is_some() {
        // Only then is it known which theme the files are of.
        expectation = expectation.with_card(theme.format());
    }
    if !typed.quick {
        expectation = expectation.with_drawing();
    }
    let printed = deck.as_ref().map(|deck| PrintedDeck::new(deck, &theme)).transpose()?;
    // Each file is read when its turn comes, so that a folder need not fit into memory.
    let wanted = WantedCards { cards: &wanted, copies: usize::from(typed.copies) };
    let findings = Findings::of(&paths, printed.as_ref(), wanted, PathBuf::as_path, |path| {
        let name = path.display().to_string();
        // One byte too many is what preflight itself refuses.
        match file::up_to(path, LARGEST_FILE) {
            Ok(bytes) => Finding::of(&name, &bytes, &expectation, printed.as_ref()),
            Err(error) => Finding::unread(&name, &format!("cannot be read: {error}")),
        }
    });
    if let Some(deck) = &deck {
        let held = Held { deck, file: typed.deck.as_deref(), chosen: &typed.theme, theme: &theme };
        if let Some(problem) = held.printed_otherwise(&findings, &paths, &cut) {
            return Err(problem.into());
        }
        let drawn = unsized_theme.and_then(|theme| coded(Ok(theme), typed.code.as_deref()).ok());
        let cut_otherwise = |drawn| held.cut_otherwise(&findings, &paths, &drawn);
        if let Some(problem) = drawn.and_then(cut_otherwise) {
            return Err(problem.into());
        }
    }
    if let Some(folder) = &typed.pictures {
        findings.write_pictures(folder)?;
    }
    if typed.json {
        console::answer_json(&findings.json())?;
    } else {
        console::answer(&findings.to_string())?;
    }
    Ok(if findings.hold() { Exit::Holds } else { Exit::Fails })
}

/// The cards of `--only`, else all.
fn only(typed: Option<&str>) -> Result<Vec<CardNumber>, Problems> {
    typed.map_or_else(|| Ok(CardNumber::all().collect()), render::only)
}

/// The files that were typed; for a folder the print files in it and in the folders below, by name.
/// All are there and are files, so that a slip of the hand is told before any work.
fn paths(typed: &[PathBuf]) -> Result<Vec<PathBuf>, Failure> {
    let mut paths = Vec::new();
    for path in typed {
        if !file::about(path)?.is_dir() {
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
    // A folder and one below it name the same files.
    let mut known = BTreeSet::new();
    paths.retain(|path| known.insert(path.clone()));
    Ok(paths)
}

/// Finds the print files of a folder to the bottom. Links to folders are not followed, as they may
/// lead back; what is hidden is the program's own or an editor's.
fn print_files(folder: &Path, found: &mut Vec<PathBuf>) -> Result<(), Failure> {
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        let unread = || Failure::file(format!("cannot read {}", folder.display()));
        for entry in std::fs::read_dir(&folder).map_err(unread())? {
            let entry = entry.map_err(unread())?;
            let path = entry.path();
            if beside::is_of_the_system(&entry.file_name().to_string_lossy()) {
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
