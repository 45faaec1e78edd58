//! `actiondeck preflight`: reads finished files back and checks them.

use std::path::PathBuf;

use actiondeck::preflight::{Expectation, Report, check};
use actiondeck::render::NamedFile;
use clap::Args;

use super::{Failure, Verdict, console};

/// What was typed.
#[derive(Debug, Args)]
pub struct Typed {
    /// Files to check (PDF or PNG)
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Write the findings as JSON
    #[arg(long)]
    json: bool,
}

/// Checks and prints; a file that breaks a rule ends in exit code 1.
pub fn run(typed: Typed) -> Result<Verdict, Failure> {
    let mut reports = Vec::new();
    for path in &typed.files {
        let name = path.display().to_string();
        let bytes = std::fs::read(path).map_err(Failure::file(format!("cannot read {name}")))?;
        reports.push(check(&name, &bytes, &Expectation::default()));
    }
    let text = if typed.json { json(&reports) } else { lines(&reports) };
    console::answer(text.as_bytes())?;
    Ok(verdict(&reports))
}

/// The findings on every printed PDF and PNG among `files`.
pub fn printed(files: &[NamedFile]) -> Vec<Report> {
    use rayon::prelude::*;
    files
        .par_iter()
        .filter(|file| file.path.ends_with(".pdf") || file.path.ends_with(".png"))
        .map(|file| check(&file.path, &file.bytes, &Expectation::default()))
        .collect()
}

/// A line a file, and one for every broken rule.
pub fn lines(reports: &[Report]) -> String {
    reports.iter().map(|report| format!("{report}\n")).collect()
}

/// The findings as a JSON list.
pub fn json(reports: &[Report]) -> String {
    let text = serde_json::to_string_pretty(reports);
    format!("{}\n", text.expect("reports hold nothing that JSON cannot say"))
}

/// Whether every file passes.
pub fn verdict(reports: &[Report]) -> Verdict {
    if reports.iter().all(Report::passes) { Verdict::Holds } else { Verdict::Fails }
}
