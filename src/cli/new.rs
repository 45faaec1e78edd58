//! `actiondeck new`: starts a folder for designing a deck.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::deck::Part;
use crate::diagnostic::Problem;
use crate::dice::Die;
use crate::face::Words;
use crate::project::{self, Changes};
use crate::render::NamedFile;
use crate::spec::{PRESETS, preset};
use clap::Args;
use clap::builder::PossibleValuesParser;

use super::folder::OutputFolder;
use super::progress::ProgressArgs;
use super::spec_file::PROJECT_SPEC;
use super::{Exit, Failure, console};

/// The arguments of `actiondeck new`.
#[derive(Debug, Args)]
pub struct NewArgs {
    /// Folder to start the project in
    dir: PathBuf,
    /// Preset to start from [default: future-imperfect, or true-dice with --columns, --rows, --cards or
    /// --without]
    #[arg(long, value_name = "NAME")]
    preset: Option<String>,
    /// Columns of both grids, such as d6,d20
    #[arg(long, value_name = "DICE", value_delimiter = ',')]
    columns: Option<Vec<Die>>,
    /// Rows of both grids, 1 to 8
    #[arg(long, value_name = "ROWS", value_parser = clap::value_parser!(u8).range(1..=8))]
    rows: Option<u8>,
    /// Number of cards, 20 to 120; the preset's counts are scaled
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u8).range(20..=120))]
    cards: Option<u8>,
    /// Parts of the card that the game does without, such as hit,scatter
    #[arg(long, value_name = "PARTS", value_delimiter = ',', value_parser = Part::NAMES)]
    without: Vec<String>,
    /// Languages of the cards: their words are copied to be changed; `build` prints the first
    #[arg(long, value_name = "LANGUAGES", value_delimiter = ',', value_parser = languages())]
    language: Vec<String>,
    /// Write into a folder that is not empty, over files of the same names, and say which
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    progress: ProgressArgs,
}

fn languages() -> PossibleValuesParser {
    Words::built_in_names().collect::<Vec<_>>().into()
}

/// Writes the project's files.
pub fn run(args: NewArgs) -> Result<Exit, Failure> {
    let without: Vec<Part> = args.without.iter().filter_map(|name| Part::named(name)).collect();
    let languages: Vec<&str> = args.language.iter().map(String::as_str).collect();
    let mut columns = args.columns;
    columns.iter_mut().for_each(|columns| columns.sort());
    let changes = Changes {
        columns: columns.as_deref(),
        rows: args.rows,
        cards: args.cards,
        without: &without,
        languages: &languages,
    };
    let usual = if changes.change_cards() { "true-dice" } else { "future-imperfect" };
    let name = args.preset.as_deref().unwrap_or(usual);
    let Some(preset) = preset(name) else {
        let names: Vec<&str> = PRESETS.iter().map(|preset| preset.name).collect();
        let message = format!("unknown preset {name:?}");
        return Err(Problem::coded("spec.unknown", message).accepts(names.join(", ")).into());
    };
    let files = project::files_for(preset, &changes)?;
    // Completes what an interrupted run left there, before the content is checked.
    let folder = OutputFolder::prepare(&args.dir, None, args.force, &[])?;
    if !args.force && holds_more_than(&args.dir, &files) {
        let message = format!("{} is not empty", args.dir.display());
        return Err(Problem::coded("output.in-the-way", message)
            .accepts("a new or empty folder, or --force")
            .into());
    }
    folder.add(&files)?;
    let rounded = args.cards.map(|cards| project::rounded_counts(preset, cards)).transpose()?;
    if let Some(rounded) = rounded.filter(|rounded| !rounded.is_empty()) {
        console::note(&format!("rounded to whole cards: {}", rounded.join(", ")));
    }
    if !args.progress.quiet {
        console::written(files.len(), &args.dir);
        console::note(&format!("start with {}", args.dir.join(PROJECT_SPEC).display()));
    }
    Ok(Exit::Holds)
}

/// Whether a folder holds anything but exactly these files.
fn holds_more_than(folder: &Path, files: &[NamedFile]) -> bool {
    let known: BTreeSet<PathBuf> = files
        .iter()
        .map(|file| folder.join(&file.path))
        .filter(|path| !path.is_symlink())
        .collect();
    let is_same = |file: &NamedFile| {
        let path = folder.join(&file.path);
        !path.exists() || fs::read(path).is_ok_and(|bytes| bytes == file.bytes)
    };
    !files.iter().all(is_same) || !is_known(folder, &known)
}

/// Whether a folder holds only known files.
fn is_known(folder: &Path, known: &BTreeSet<PathBuf>) -> bool {
    let Ok(entries) = fs::read_dir(folder) else { return false };
    entries.flatten().all(|entry| {
        let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
        let path = entry.path();
        if is_folder { is_known(&path, known) } else { known.contains(&path) }
    })
}
