//! `actiondeck diff`: what changed between two decks.

use std::path::{Path, PathBuf};

use crate::deck::{CardNumber, Deck};
use crate::diff::{changelog_card, diff, report};
use crate::face::Faces;
use crate::publish::Comment;
use crate::render::ExtraFront;
use clap::Args;

use super::deck_file::read_deck;
use super::folder::OutputFolder;
use super::output_file::{Kind, OutputFile, Rule};
use super::print_args::PrintArgs;
use super::progress::ProgressArgs;
use super::spec_file::{find_spec_file, read_spec_file};
use super::{Exit, Failure, console};

/// The arguments of `actiondeck diff`.
#[derive(Debug, Args)]
pub struct DiffArgs {
    /// Deck as it was (.json or .csv)
    old: PathBuf,
    /// Deck as it is now
    new: PathBuf,
    /// Preset or TOML file of the new deck; by default the one it was made from, if it is unchanged
    #[arg(long)]
    spec: Option<String>,
    /// Preset or TOML file of the old deck
    #[arg(long, value_name = "SPEC")]
    old_spec: Option<String>,
    /// List every change instead of the first and the largest
    #[arg(long)]
    all: bool,
    /// Write the comparison as JSON
    #[arg(long)]
    pub(super) json: bool,
    /// Write the comparison as a page that can be printed
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Print the changed cards and a changelog card into this folder
    #[arg(long, value_name = "DIR")]
    render: Option<PathBuf>,
    #[command(flatten)]
    print: PrintArgs,
    /// Replace files that this command did not write, or that were changed since, and say which
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    progress: ProgressArgs,
}

/// Compares, and prints the changed cards if `--render` is given.
pub fn run(mut args: DiffArgs) -> Result<Exit, Failure> {
    let (old, new) = (read_deck(&args.old)?, read_deck(&args.new)?);
    let spec_of = |spec: &Option<String>, deck: &Deck, file: &Path| match spec {
        Some(args) => read_spec_file(args).map(Some),
        None => Ok(find_spec_file(deck, file)),
    };
    let old_file = spec_of(&args.old_spec, &old, &args.old)?;
    let new_file = spec_of(&args.spec, &new, &args.new)?;
    let specs = [&args.spec, &args.old_spec].into_iter().flatten().map(Path::new);
    let inputs: Vec<&Path> = specs.chain([args.old.as_path(), args.new.as_path()]).collect();
    let html = args.html.as_deref().map(|path| {
        let kind = Kind::Sealed(Comment::Markup, "diff");
        OutputFile::prepare(path, Rule { kind, force: args.force, inputs: &inputs }, None)
    });
    let html = html.transpose()?;
    args.print.is_reprint = true;
    let settings = args.print.settings(new_file.as_ref(), Some((&new, &args.new)))?;
    let folder = args
        .render
        .as_deref()
        .map(|path| OutputFolder::prepare(path, Some("diff"), args.force, &inputs));
    let folder = folder.transpose()?;
    let [old_spec, new_spec] = [&old_file, &new_file].map(|file| file.as_ref().map(|it| &it.spec));
    let difference = diff((&old, old_spec), (&new, new_spec));
    if let (Some(folder), Some(path)) = (folder, &args.render) {
        let cards: Vec<CardNumber> =
            difference.cards.iter().filter_map(|card| CardNumber::new(card.number)).collect();
        let files = if cards.is_empty() {
            Vec::new()
        } else {
            let faces = Faces::fitting_on(settings.theme(), &new, &cards)?;
            let mut job = settings.job(&new);
            job.cards = cards;
            let svg = changelog_card(&difference, &faces)?;
            job.extras.push(ExtraFront::Drawn { name: "changelog".to_owned(), svg });
            job.run_with(faces, |_| ())?
        };
        folder.replace(&files)?;
        if !args.progress.quiet {
            console::written(files.len(), path);
        }
    }
    if let Some(output) = html {
        output.commit(report::html(&difference).as_bytes())?;
    }
    let length = if args.all { report::Length::Full } else { report::Length::Short };
    if args.json {
        console::answer_json(&report::json(&difference))?;
    } else {
        console::answer(&report::terminal(&difference, length))?;
    }
    Ok(Exit::Holds)
}
