//! `actiondeck validate`: judges a deck by its spec and by true dice.

use std::path::PathBuf;

use crate::deck::Deck;
use crate::spec::{PRESETS, Spec};
use crate::validate::{report, validate};
use clap::Args;

use super::deck_file::read_deck;
use super::files::OutputFile;
use super::spec_file::read_spec;
use super::{Failure, Verdict, console};

/// What was typed.
#[derive(Debug, Args)]
pub struct Typed {
    /// Deck to judge (.json or .csv)
    deck: PathBuf,
    /// Preset or TOML file to judge it by; otherwise the preset it was made from, if it was
    #[arg(long)]
    spec: Option<String>,
    /// Write the judgement as JSON
    #[arg(long)]
    pub(super) json: bool,
    /// Write a page with plots
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Write the figures as a table, one a line
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Overwrite files even if another program wrote them
    #[arg(long)]
    force: bool,
}

/// Judges and prints; a deck that falls short ends in exit code 1.
pub fn run(typed: Typed) -> Result<Verdict, Failure> {
    let prepare = |path: &Option<PathBuf>| {
        path.as_deref().map(|path| OutputFile::prepare(path, typed.force)).transpose()
    };
    let (html, csv) = (prepare(&typed.html)?, prepare(&typed.csv)?);
    let deck = read_deck(&typed.deck)?;
    let spec = match &typed.spec {
        Some(spec) => Some(read_spec(spec)?),
        None => preset_of(&deck),
    };
    let validation = validate(&deck, spec.as_ref());
    if let Some(file) = html {
        file.commit(report::html(&validation).as_bytes())?;
    }
    if let Some(file) = csv {
        file.commit(report::csv(&validation).as_bytes())?;
    }
    let text = if typed.json { report::json(&validation) } else { report::terminal(&validation) };
    console::answer(text.as_bytes())?;
    Ok(if validation.holds() { Verdict::Holds } else { Verdict::Fails })
}

/// The preset a generated deck was made from, known by the digest it carries.
pub(super) fn preset_of(deck: &Deck) -> Option<Spec> {
    let digest = deck.origin()?.spec_digest;
    PRESETS.iter().filter_map(|preset| preset.spec().ok()).find(|spec| spec.digest == digest)
}
