//! `actiondeck build`: the main job, from a spec to everything a publisher needs.

use crate::face::{self, Faces};
use crate::preflight::PrintedDeck;
use crate::render::NamedFile;
use crate::validate::{report, validate};
use clap::Args;

use super::folder::OutputArgs;
use super::generate::{SearchArgs, search};
use super::preflight::Findings;
use super::progress::ProgressArgs;
use super::render::PrintArgs;
use super::spec_file::SpecFile;
use super::{Failure, Verdict, console};

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

/// Generates, judges, prints, checks the print and writes it all. Everything is made before the
/// first file is written, so a failure leaves an earlier build as it was.
pub fn run(typed: Typed) -> Result<Verdict, Failure> {
    let file = SpecFile::read(&typed.spec)?;
    let spec = &file.spec;
    let means = typed.print.means(Some(&file))?;
    let folder = typed.output.prepare()?;
    let deck = search(spec, typed.search, typed.progress)?;
    let validation = validate(&deck, Some(spec));
    let job = means.job(&deck);
    let faces = match Faces::new(means.theme(), &deck) {
        Ok(faces) => faces,
        Err(_) => return Err(face::check(means.theme(), &deck).into()),
    };
    faces.check().into_result(())?;
    let readable = faces.accessibility()?;
    let expected = PrintedDeck::of(&faces)?;
    let bar = typed.progress.bar("print", 0);
    let printed = job.run_with(faces, |progress| {
        bar.set_length(progress.of as u64);
        bar.set_position(progress.done as u64);
    });
    bar.finish_and_clear();
    let printed = printed?;
    let findings = Findings::of_deck(&printed, &expected);
    let text = |path: &str, text: String| NamedFile { path: path.to_owned(), bytes: text.into() };
    let summary = report::terminal(&validation);
    let mut files = vec![
        text("deck.json", deck.to_json()),
        text("deck.csv", deck.to_csv()),
        text("report/statistics.txt", summary.clone()),
        text("report/statistics.json", report::json(&validation)),
        text("report/statistics.html", report::html(&validation)),
        text("report/accessibility.txt", readable.to_string()),
        text("report/accessibility.json", json(&readable)),
        text("report/preflight.txt", findings.to_string()),
        text("report/preflight.json", findings.json()),
    ];
    files.extend(printed);
    folder.replace(&files)?;
    if !typed.progress.quiet {
        console::answer(summary.as_bytes())?;
        if !readable.holds() {
            console::note(readable.to_string().trim_end());
        }
        if !findings.hold() {
            console::note(findings.faults().trim_end());
        }
        typed.output.written(files.len());
    }
    let holds = validation.holds() && readable.holds() && findings.hold();
    Ok(if holds { Verdict::Holds } else { Verdict::Fails })
}

fn json(report: &face::Accessibility) -> String {
    let text = serde_json::to_string_pretty(report);
    format!("{}\n", text.expect("a report holds nothing that JSON cannot say"))
}
