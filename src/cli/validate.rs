//! `validate DECK`: structure and statistics against true dice.

use std::path::PathBuf;

use actiondeck::deck::Deck;
use actiondeck::spec::{PRESETS, Spec};
use actiondeck::validate::{report, validate};
use clap::Args;

use super::files::{OutputFile, read_text};
use super::spec_file::read_spec;
use super::{Failure, Verdict, console};

/// What was typed.
#[derive(Debug, Args)]
pub struct Typed {
    /// Deck to judge (.json or .csv)
    #[arg(value_name = "DECK")]
    deck: PathBuf,
    /// Spec to judge it by: a preset or a TOML file. Otherwise the preset whose spec the deck was
    /// made from; a deck of other making is judged by itself, without pins and counts
    #[arg(long, value_name = "SPEC")]
    spec: Option<String>,
    /// Print everything as JSON
    #[arg(long)]
    json: bool,
    /// Write every figure as a line of a table
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Overwrite files even if another program wrote them
    #[arg(long)]
    force: bool,
}

/// Judges the deck; fails when a rule is broken or a figure misses its limit.
///
/// # Errors
/// [`Failure`] when deck or spec cannot be read or hold faults, or a file cannot be written.
pub fn run(typed: Typed) -> Result<Verdict, Failure> {
    let prepare = |path: &Option<PathBuf>| {
        path.as_deref().map(|path| OutputFile::prepare(path, typed.force)).transpose()
    };
    let csv = prepare(&typed.csv)?;
    let deck = Deck::read(&typed.deck.display().to_string(), &read_text(&typed.deck)?)?;
    let spec = match &typed.spec {
        Some(name) => Some(read_spec(name)?),
        None => preset_of(&deck)?,
    };
    let validation = validate(&deck, spec.as_ref());
    if let Some(file) = csv {
        file.commit(report::csv(&validation).as_bytes())?;
    }
    let answer = if typed.json { report::json(&validation) } else { report::terminal(&validation) };
    console::answer(answer.as_bytes())?;
    Ok(if validation.holds() { Verdict::Holds } else { Verdict::Fails })
}

/// The preset that the deck says it was made from.
fn preset_of(deck: &Deck) -> Result<Option<Spec>, Failure> {
    let Some(origin) = deck.origin() else { return Ok(None) };
    for known in PRESETS {
        let spec = known.spec()?;
        if spec.digest == origin.spec_digest {
            return Ok(Some(spec));
        }
    }
    Ok(None)
}
