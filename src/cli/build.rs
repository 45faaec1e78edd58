//! `actiondeck build`: the main job, from a spec to everything a publisher needs.

use std::path::Path;

use crate::companion::Companion;
use crate::deck::{CardNumber, Deck};
use crate::face::{self, Faces};
use crate::preflight::{Expectation, PrintedDeck};
use crate::render::NamedFile;
use crate::validate::{report, validate};
use clap::Args;

use super::folder::OutputArgs;
use super::generate::{SearchArgs, search};
use super::preflight::Findings;
use super::progress::ProgressArgs;
use super::render::PrintArgs;
use super::spec_file::SpecFile;
use super::{Exit, Failure, console};

/// What was typed.
#[derive(Debug, Args)]
pub struct Typed {
    /// Preset name or TOML file
    #[arg(default_value = "future-imperfect")]
    spec: String,
    #[command(flatten)]
    search: SearchArgs,
    #[command(flatten)]
    print: PrintArgs,
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    progress: ProgressArgs,
}

/// What is written beside the print files.
const REPORTS: [&str; 11] = [
    "deck.json",
    "deck.csv",
    "companion.html",
    "report/statistics.txt",
    "report/statistics.json",
    "report/statistics.html",
    "report/accessibility.txt",
    "report/accessibility.json",
    "report/preflight.txt",
    "report/preflight.json",
    "report/preflight.html",
];

/// Generates, judges, prints, checks the print and writes it all. Everything is made before the
/// first file is written, so a failure leaves an earlier build as it was.
pub fn run(typed: Typed) -> Result<Exit, Failure> {
    let file = SpecFile::read(&typed.spec)?;
    let spec = &file.spec;
    let means = typed.print.means(Some(&file))?;
    let typed_files = typed.print.files().chain([Path::new(&typed.spec)]);
    let folder = typed.output.prepare("build", &typed_files.collect::<Vec<_>>())?;
    // Files are called alike whatever the deck is.
    let paths = means.job(&Deck::built_in()).paths()?;
    folder.expect(&[REPORTS.map(str::to_owned).to_vec(), paths].concat())?;
    let deck = search(spec, typed.search, typed.progress)?;
    let deck_files = deck.to_files()?;
    let validation = validate(&deck, Some(spec));
    let job = means.job(&deck);
    let faces = Faces::fitting(means.theme(), &deck)?;
    let readable = faces.accessibility()?;
    let expected = PrintedDeck::of(&faces)?;
    // The page shows the cards without their codes, which open it.
    let plain = means.theme().without_companion_address();
    let companion = match means.theme().companion_address() {
        None => Companion::new(&faces).html()?,
        Some(_) => Companion::new(&Faces::new(&plain, &deck)?).html()?,
    };
    let bar = typed.progress.bar("print", 0);
    let printed = job.run_with(faces, |progress| {
        bar.set_length(progress.of as u64);
        bar.set_position(progress.done as u64);
    });
    bar.finish_and_clear();
    let printed = printed?;
    let expectation = Expectation::default().with_card(means.theme().format()).with_drawing();
    let cards: Vec<CardNumber> = CardNumber::all().collect();
    let findings = Findings::of_printed(&printed, &expectation, &expected, &cards);
    let summary = report::terminal(&validation);
    let texts = [
        deck_files.json,
        deck_files.csv,
        companion,
        summary.clone(),
        report::json(&validation),
        report::html(&validation),
        readable.to_string(),
        json(&readable),
        findings.to_string(),
        findings.json(),
        findings.html(),
    ];
    let reports = REPORTS.iter().zip(texts);
    let reports =
        reports.map(|(path, text)| NamedFile { path: (*path).to_owned(), bytes: text.into() });
    let files: Vec<NamedFile> = reports.chain(printed).collect();
    folder.replace(&files)?;
    if !typed.progress.quiet {
        console::answer(&summary)?;
        if !readable.holds() {
            console::note(readable.to_string().trim_end());
        }
        if !findings.hold() {
            console::note(findings.faults().trim_end());
        }
        typed.output.written(files.len());
    }
    let holds = validation.holds() && readable.holds() && findings.hold();
    Ok(if holds { Exit::Holds } else { Exit::Fails })
}

fn json(report: &face::Accessibility) -> String {
    let text = serde_json::to_string_pretty(report);
    format!("{}\n", text.expect("a report holds nothing that JSON cannot say"))
}
