//! `actiondeck leaf`: the folded rules leaflet for the box.

use std::path::{Path, PathBuf};

use crate::diagnostic::Problems;
use crate::face::Faces;
use crate::input::limits::TOML_FILE;
use crate::render::{Leaf, SMALLEST_LEAF};
use crate::table::rules::HouseRules;
use clap::Args;

use super::deck_file::read_deck;
use super::folder::OutputArgs;
use super::paper;
use super::print_args::source_date;
use super::printer::PrinterArgs;
use super::progress::ProgressArgs;
use super::read::read_text;
use super::theme_choice::ThemeArgs;
use super::{Exit, Failure};

/// The arguments of `actiondeck leaf`.
#[derive(Debug, Args)]
pub struct LeafArgs {
    /// Deck that the leaf is about (.json or .csv)
    deck: PathBuf,
    #[command(flatten)]
    theme: ThemeArgs,
    #[arg(long, value_name = "PAPER", default_value = "a4", help = paper::HELP)]
    paper: String,
    /// House rules (.toml) for what the rule texts leave open
    #[arg(long, value_name = "FILE")]
    rules: Option<PathBuf>,
    #[command(flatten)]
    printer: PrinterArgs,
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    progress: ProgressArgs,
}

/// Writes the leaf.
pub fn run(args: LeafArgs) -> Result<Exit, Failure> {
    let leaf = Leaf {
        paper: paper::read(&args.paper, SMALLEST_LEAF)?,
        flip: args.printer.flip(),
        printer: args.printer.profile()?,
        date: source_date().map_err(Problems::from)?,
    };
    let rules = match &args.rules {
        Some(path) => HouseRules::read(&path.display().to_string(), &read_text(path, TOML_FILE)?)?,
        None => HouseRules::default(),
    };
    let deck = read_deck(&args.deck)?;
    let theme = args.theme.read(&deck, Some(&args.deck))?;
    let inputs: Vec<&Path> =
        args.rules.as_deref().into_iter().chain([args.deck.as_path()]).collect();
    let folder = args.output.prepare("leaf", &inputs)?;
    let files = leaf.files(&Faces::fitting(&theme, &deck)?, &rules.west)?;
    folder.add(&files)?;
    if !args.progress.quiet {
        args.output.written(files.len());
    }
    Ok(Exit::Holds)
}
