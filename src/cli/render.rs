//! `actiondeck render`: prints an existing deck.

use std::path::{Path, PathBuf};

use crate::diagnostic::{Distinct, Problems};
use crate::face::{Faces, Theme};
use crate::preflight::{Expectation, Findings, PrintedDeck, WantedCards};
use crate::render::{Job, NamedFile, only};
use clap::Args;

use super::deck_file::read_deck;
use super::folder::OutputArgs;
use super::guides::SheetSource;
use super::preflight::MOST_COPIES;
use super::print_args::PrintArgs;
use super::prints::{jobs, prints, themes, unused_cards};
use super::progress::ProgressArgs;
use super::{Exit, Failure, console};

/// The arguments of `actiondeck render`.
#[derive(Debug, Args)]
pub struct RenderArgs {
    /// Deck to print (.json or .csv)
    deck: PathBuf,
    #[command(flatten)]
    print: PrintArgs,
    /// Write exactly the files these vendors require, each in a folder of its name: drivethrucards,
    /// thegamecrafter, makeplayingcards, printerstudio, mbprint, printplaygames, press-x4, home, or TOML
    /// files
    #[arg(
        long,
        value_name = "VENDORS",
        value_delimiter = ',',
        conflicts_with_all = ["format", "sheet", "dpi", "svg_text"]
    )]
    vendor: Vec<String>,
    /// Print only these cards, such as 3,10,34-36
    #[arg(long, value_name = "CARDS")]
    only: Option<String>,
    /// Number of decks on the sheets, one after the other
    #[arg(long, value_name = "COUNT", default_value = "1",
        value_parser = clap::value_parser!(u8).range(1..=MOST_COPIES))]
    copies: u8,
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    progress: ProgressArgs,
}

/// Prints what `build` would print, in every language. A text that overflows is refused before anything is
/// made. A figure or text below its limit, or a file that preflight or the vendor refuses, is reported with
/// exit code 1. The program's own themes in their own size keep every limit.
pub fn run(mut args: RenderArgs) -> Result<Exit, Failure> {
    let deck = read_deck(&args.deck)?;
    // Vendors have their own sheets.
    let of_vendors =
        if args.vendor.is_empty() { None } else { Some(std::mem::take(&mut args.print.guides)) };
    args.print.is_reprint = args.only.is_some();
    let settings = args.print.settings(None, Some((&deck, &args.deck)))?;
    let mut job = settings.job(&deck);
    if let Some(list) = &args.only {
        job.cards = only(list, deck.numbers())?;
    }
    job.copies = usize::from(args.copies);
    let prints = prints(&args.vendor, &settings, args.print.size.is_some())?;
    let mut jobs = jobs(&job, &prints)?;
    unused_cards(&prints, &jobs).iter().for_each(|note| console::note(note));
    if let Some(guides) = of_vendors {
        let sheets = jobs.iter_mut().flat_map(|job| &mut job.sheets);
        guides.on(sheets, SheetSource::ByVendors).map_err(Problems::from)?;
    }
    let themes = themes(&prints);
    let mut printed = faces_of(&themes, &jobs)?;
    // Measured before the job, which consumes the faces; reported after it, with the written files.
    let cards = jobs[0].cards.clone();
    let extras = jobs[0].theme_extras();
    let extra_names = jobs[0].extra_names();
    let copies = usize::from(args.copies);
    let wanted = WantedCards { cards: &cards, extras: &extra_names, copies };
    let expected = printed.iter().map(|faces| PrintedDeck::from_cards(faces, &cards));
    let expected = expected.collect::<Result<Vec<_>, Problems>>()?;
    let own = printed.iter().filter(|faces| !faces.theme().is_as_published());
    let readable = own.map(|faces| faces.accessibility_on(&cards, &extras));
    let readable = readable.collect::<Result<Vec<_>, Problems>>()?;
    let vendors_typed = args.vendor.iter().map(Path::new);
    let inputs: Vec<&Path> =
        vendors_typed.chain(args.print.files()).chain([args.deck.as_path()]).collect();
    let folder = args.output.prepare("render", &inputs)?;
    let coarse = printed.iter().map(|faces| faces.coarse_pictures(jobs[0].selection(&extras)));
    let coarse = coarse.collect::<Result<Vec<_>, Problems>>()?;
    let mut paths = Vec::new();
    for (job, print) in jobs.iter().zip(&prints) {
        paths.extend(job.paths()?.iter().map(|path| print.below(path)));
    }
    folder.expect(&paths)?;
    let mut files = Vec::new();
    let mut findings = Vec::new();
    for (place, job) in jobs.iter().enumerate() {
        let bar = args.progress.bar("print", None);
        let at = printed.iter().position(|faces| faces.theme() == job.theme);
        let at = at.expect("every job prints one of these themes");
        // The last job of a theme may drop each face once it is printed.
        let is_last = jobs[place + 1..].iter().all(|later| later.theme != job.theme);
        let faces = if is_last { printed.swap_remove(at) } else { printed[at].clone() };
        let made = job.run_with(faces, |progress| {
            bar.set_length(progress.of as u64);
            bar.set_position(progress.done as u64);
        });
        bar.finish_and_clear();
        let made = made?;
        let theme = themes.iter().position(|theme| *theme == job.theme);
        let theme = theme.expect("every job prints one of these themes");
        let vendor = prints[place].vendor.as_ref().map(Expectation::for_vendor);
        let expectation = vendor.unwrap_or_default().with_card(job.theme.format()).with_drawing();
        let found =
            Findings::check_printed(&made, &expectation, &expected[theme], wanted, &|_, _| ());
        findings.push(found);
        let below = |file: NamedFile| NamedFile { path: prints[place].below(&file.path), ..file };
        files.extend(made.into_iter().map(below));
    }
    // The folder of a vendor holds exactly the files to send.
    let folders: Vec<String> =
        prints.iter().filter_map(|print| Some(print.below(&print.vendor.as_ref()?.name))).collect();
    let folders: Vec<&str> = folders.iter().map(String::as_str).collect();
    folder.replace_below(&folders, &files)?;
    if !args.progress.quiet {
        args.output.written(files.len());
    }
    coarse.iter().flatten().for_each(|note| console::note(&note.to_string()));
    let mut verdict = Exit::Holds;
    for report in readable.iter().filter(|report| !report.holds()) {
        console::note(report.faults().trim_end());
        verdict = Exit::Fails;
    }
    for found in findings.iter().filter(|found| !found.hold()) {
        console::note(found.faults().trim_end());
        verdict = Exit::Fails;
    }
    Ok(verdict)
}

/// The faces of each theme to print. A text that overflows is not printed, as in `build`.
///
/// # Errors
/// Every fault, each once.
fn faces_of<'a>(themes: &[&'a Theme], jobs: &[Job<'a>]) -> Result<Vec<Faces<'a>>, Problems> {
    let mut problems = Distinct::default();
    let mut fitting = Vec::new();
    for theme in themes {
        let of_theme = jobs.iter().filter(|job| job.theme == *theme);
        let strictest = of_theme.max_by_key(|job| job.file_kind());
        match strictest.expect("every theme is printed by a job").fitting_faces() {
            Ok(faces) => fitting.push(faces),
            Err(found) => problems.extend(&found),
        }
    }
    problems.into_problems().into_result(fitting)
}
