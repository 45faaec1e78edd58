//! `actiondeck validate`: checks a deck against its spec and true dice.

use std::path::{Path, PathBuf};

use crate::publish::Comment;
use crate::validate::{report, validate};
use clap::Args;

use super::deck_file::read_deck;
use super::output_file::{Kind, OutputFile, Rule};
use super::spec_file::{find_spec_file, read_spec};
use super::{Exit, Failure, console};

/// The arguments of `actiondeck validate`.
#[derive(Debug, Args)]
pub struct ValidateArgs {
    /// Deck to compare with dice (.json or .csv)
    deck: PathBuf,
    /// Preset or TOML file whose counts and limits apply; by default the one the deck was made from, if it is
    /// unchanged
    #[arg(long)]
    spec: Option<String>,
    /// Write the report as JSON
    #[arg(long)]
    pub(super) json: bool,
    /// Write the report as a page with plots
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Write the figures as a CSV table
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Replace files even if this command did not write them, or they were changed since
    #[arg(long)]
    force: bool,
}

/// Validates and prints; exit code 1 if the deck misses a limit.
pub fn run(args: ValidateArgs) -> Result<Exit, Failure> {
    let deck = read_deck(&args.deck)?;
    let spec = match &args.spec {
        Some(spec) => Some(read_spec(spec)?),
        None => find_spec_file(&deck, &args.deck).map(|file| file.spec),
    };
    let validation = validate(&deck, spec.as_ref());
    let inputs = [Some(args.deck.as_path()), args.spec.as_deref().map(Path::new)];
    let inputs: Vec<&Path> = inputs.into_iter().flatten().collect();
    let prepare = |path: &Path, kind, content: String| {
        let rule = Rule { kind, force: args.force, inputs: &inputs };
        let file = OutputFile::prepare(path, rule, Some(content.as_bytes()))?;
        Ok::<_, Failure>((file, content))
    };
    let html = args.html.as_deref().map(|path| {
        let kind = Kind::Sealed(Comment::Markup, "validate");
        prepare(path, kind, report::html(&validation))
    });
    let csv = args.csv.as_deref();
    let csv = csv.map(|path| prepare(path, Kind::Unmarked, report::csv(&validation)));
    // Both paths are checked before one is written.
    for (file, content) in [html.transpose()?, csv.transpose()?].into_iter().flatten() {
        file.commit(content.as_bytes())?;
    }
    if args.json {
        console::answer_json(&report::json(&validation))?;
    } else {
        console::answer(&report::terminal(&validation, console::columns()))?;
    }
    Ok(if validation.holds() { Exit::Holds } else { Exit::Fails })
}
