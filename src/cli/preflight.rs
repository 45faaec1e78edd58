//! `actiondeck preflight`: reads finished files back and checks them.

use std::path::PathBuf;

use actiondeck::deck::Deck;
use actiondeck::diagnostic::Problems;
use actiondeck::face::Theme;
use actiondeck::preflight::{Expectation, Kind, PrintedDeck, ReadBack, Report, check, read_back};
use actiondeck::render::NamedFile;
use clap::Args;
use rayon::prelude::*;
use serde::Serialize;

use super::files::read_text;
use super::render::{read_theme, read_vendor, sized};
use super::{Failure, Verdict, console};

/// What was typed.
#[derive(Debug, Args)]
pub struct Typed {
    /// Files to check (PDF or PNG)
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Read every printed figure of a PDF back and compare it with this deck
    #[arg(long)]
    deck: Option<PathBuf>,
    /// The theme the files were printed in, for --deck
    #[arg(long, default_value = "future-imperfect")]
    theme: String,
    /// The size they were printed in, if it is not the theme's
    #[arg(long, value_name = "SIZE", requires = "deck")]
    size: Option<String>,
    /// Hold the files against what this print house asks: drivethrucards, thegamecrafter,
    /// makeplayingcards, press-x4, home, or a TOML file
    #[arg(long, value_name = "HOUSE")]
    vendor: Option<String>,
    /// Write the findings as JSON
    #[arg(long)]
    json: bool,
}

/// What was found in one file.
#[derive(Debug, Serialize)]
pub struct Finding {
    #[serde(flatten)]
    report: Report,
    /// The printed figures against the deck, where a deck was given and the file is a PDF.
    #[serde(skip_serializing_if = "Option::is_none")]
    read_back: Option<ReadBack>,
}

/// Checks and prints; a file that breaks a rule or differs from the deck ends in exit code 1.
pub fn run(typed: Typed) -> Result<Verdict, Failure> {
    let deck = match &typed.deck {
        Some(path) => Some(Deck::read(&path.display().to_string(), &read_text(path)?)?),
        None => None,
    };
    let theme = sized(read_theme(&typed.theme), typed.size.as_deref())?;
    let mut files = Vec::new();
    for path in &typed.files {
        let name = path.display().to_string();
        let bytes = std::fs::read(path).map_err(Failure::file(format!("cannot read {name}")))?;
        files.push(NamedFile { path: name, bytes });
    }
    let expectation = match &typed.vendor {
        Some(vendor) => Expectation::of(&read_vendor(vendor)?),
        None => Expectation::default(),
    };
    let printed = deck.map(|deck| PrintedDeck::new(&deck, &theme)).transpose()?;
    let findings = files
        .iter()
        .map(|file| Finding::of(file, &expectation, printed.as_ref()))
        .collect::<Result<Vec<_>, _>>();
    let findings = findings?;
    let text = if typed.json { json(&findings) } else { lines(&findings) };
    console::answer(text.as_bytes())?;
    Ok(verdict(&findings))
}

impl Finding {
    /// Checks one file, and the figures of a PDF against a whole printed deck.
    fn of(
        file: &NamedFile,
        expectation: &Expectation,
        deck: Option<&PrintedDeck>,
    ) -> Result<Self, Problems> {
        let report = check(&file.path, &file.bytes, expectation);
        let read_back = match deck {
            Some(deck) if report.kind == Kind::Pdf => Some(read_back(&file.bytes, deck)?),
            _ => None,
        };
        Ok(Self { report, read_back })
    }

    /// Whether no rule is broken and all figures are the deck's.
    pub fn holds(&self) -> bool {
        self.report.passes() && self.read_back.as_ref().is_none_or(ReadBack::agrees)
    }
}

/// The findings on every PDF and PNG of a whole printed deck.
///
/// # Errors
/// If a file of our own cannot be read back.
pub fn printed(files: &[NamedFile], deck: &Deck, theme: &Theme) -> Result<Vec<Finding>, Problems> {
    let printed = PrintedDeck::new(deck, theme)?;
    files
        .par_iter()
        .filter(|file| file.path.ends_with(".pdf") || file.path.ends_with(".png"))
        .map(|file| Finding::of(file, &Expectation::default(), Some(&printed)))
        .collect()
}

/// A line a file, and one for every broken rule and every difference.
pub fn lines<'f>(findings: impl IntoIterator<Item = &'f Finding>) -> String {
    let mut text = String::new();
    for finding in findings {
        text.push_str(&format!("{}\n", finding.report));
        if let Some(read_back) = &finding.read_back {
            text.push_str(&format!("  read back: {read_back}\n"));
            for difference in &read_back.differences {
                let page = difference.page.map(|page| format!("page {page}: ")).unwrap_or_default();
                text.push_str(&format!("    {page}{}\n", difference.reason));
            }
        }
    }
    text
}

/// The findings as a JSON list.
pub fn json(findings: &[Finding]) -> String {
    let text = serde_json::to_string_pretty(findings);
    format!("{}\n", text.expect("findings hold nothing that JSON cannot say"))
}

/// Whether every file holds.
fn verdict(findings: &[Finding]) -> Verdict {
    if findings.iter().all(Finding::holds) { Verdict::Holds } else { Verdict::Fails }
}
