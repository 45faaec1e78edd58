//! `actiondeck build`: the main job, from a spec to everything a publisher needs.

use std::path::{Path, PathBuf};

use crate::companion::Companion;
use crate::deck::{CardNumber, Deck};
use crate::diagnostic::{Distinct, Problem, Problems};
use crate::face::{Accessibility, Face, FaceMeasures, Faces, Selection, Theme};
use crate::generate::PreviewCache;
use crate::preflight::{Expectation, Finding, Findings, PrintedDeck, PrintedFront, WantedCards};
use crate::project::SpecFile;
use crate::publish::{FolderError, PendingFile};
use crate::render::{Job, NamedFile, Progress};
use crate::validate::{report, validate};
use clap::Args;

use super::deck_file::read_deck;
use super::folder::{OutputArgs, OutputFolder, failure};
use super::generate::{SearchArgs, judged, reuse, search};
use super::print_args::{PrintArgs, PrintSettings};
use super::printed_edition::PrintedEdition;
use super::prints::below;
use super::progress::ProgressArgs;
use super::spec_file::{self, find_spec_file, read_spec_file};
use super::{Exit, Failure, console};

/// The arguments of `actiondeck build`.
#[derive(Debug, Args)]
pub struct BuildArgs {
    /// Preset name or TOML file; or a deck (.json or .csv), which is validated and printed as it is [default:
    /// deck.toml in this folder, or the preset future-imperfect]
    #[arg(value_name = "SPEC|DECK")]
    spec: Option<String>,
    /// Keep as many cards of this deck as the spec allows
    #[arg(long, value_name = "OLD")]
    from: Option<PathBuf>,
    /// Replace the deck in the folder even if cards change: printed ones no longer match it
    #[arg(long)]
    new_edition: bool,
    #[command(flatten)]
    search: SearchArgs,
    #[command(flatten)]
    print: PrintArgs,
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    progress: ProgressArgs,
}

/// Reports that are written once, next to the print files.
const REPORTS: [&str; 5] = [
    "deck.json",
    "deck.csv",
    "report/statistics.txt",
    "report/statistics.json",
    "report/statistics.html",
];

/// Reports that are written for each language, next to its print files.
const REPORTS_OF_LANGUAGE: [&str; 6] = [
    "companion.html",
    "report/accessibility.txt",
    "report/accessibility.json",
    "report/preflight.txt",
    "report/preflight.json",
    "report/preflight.html",
];

/// Generates, validates, prints and checks the print, then writes everything. All is done before the first
/// file is written, so a failure leaves an earlier build unchanged.
pub fn run(args: BuildArgs) -> Result<Exit, Failure> {
    let spec = args.spec.clone().unwrap_or_else(|| spec_file::usual(args.progress.quiet));
    let wanted = BuildInput::read(&spec, &args)?;
    let settings = match &wanted {
        BuildInput::New(file) => args.print.settings(Some(file), None),
        BuildInput::Existing(deck, file) => {
            args.print.settings(file.as_ref(), Some((deck, Path::new(&spec))))
        }
    }?;
    let old = args.from.as_deref().map(read_deck).transpose()?;
    let read = match &wanted {
        BuildInput::New(_) => Some(Path::new(&spec)),
        // A deck of the output folder itself is written back unchanged.
        BuildInput::Existing(..) => None,
    };
    let typed_files = args.print.files().chain(read).chain(args.from.as_deref());
    let folder = args.output.prepare("build", &typed_files.collect::<Vec<_>>())?;
    folder.expect(&expected(&settings)?)?;
    let edition = PrintedEdition::read(args.output.path())?;
    let edition = edition.as_ref().map(|edition| (edition, args.new_edition));
    if let (Some((edition, false)), BuildInput::New(file), None) = (edition, &wanted, &old) {
        edition.hold_before_search(&file.spec, args.search)?;
    }
    let is_new = matches!(wanted, BuildInput::New(_));
    if let BuildInput::New(file) = &wanted {
        check_theme(&settings, file)?;
    }
    let (deck, file) = wanted.deck(old.as_ref(), &args)?;
    match edition {
        Some((edition, false)) => edition.hold(&deck, is_new)?,
        Some((edition, true)) if !args.progress.quiet => edition.tell(&deck),
        _ => {}
    }
    let deck = settings.recorded_in(deck);
    let deck_files = deck.to_files()?;
    let validation = validate(&deck, file.as_ref().map(|file| &file.spec));
    let texts = [
        deck_files.json,
        deck_files.csv,
        // No picture, so the bytes do not depend on the terminal.
        report::terminal(&validation, None),
        report::json(&validation),
        report::html(&validation),
    ];
    // From here on files are pending on the disk until all are made and checked.
    let mut files = Vec::new();
    for file in named(&REPORTS, texts) {
        files.push(folder.write_pending(&file).map_err(failure)?);
    }
    let mut languages = Vec::new();
    for (language, theme) in settings.languages() {
        let put = |file: NamedFile| {
            let path = below(language.as_deref(), &file.path);
            folder.write_pending(&NamedFile { path, ..file })
        };
        let mut made =
            LanguageOutputs::new(&settings.job(&deck), theme, args.progress, &folder, &put)?;
        files.append(&mut made.files);
        languages.push((language, made));
    }
    let names: Vec<String> = files.iter().map(|file| file.name().to_string()).collect();
    folder.replace_by(&files)?;
    if !args.progress.quiet {
        console::answer(&report::verdict(&validation, console::columns()))?;
    }
    let exit = judged(&validation);
    // What changes the exit code is reported under `--quiet` too.
    for (language, made) in &languages {
        made.tell(language.as_deref());
    }
    if !args.progress.quiet {
        args.output.written(names.len());
        console::note(&first(args.output.path(), &names));
    }
    let printed = languages.iter().all(|(_, made)| made.holds());
    Ok(if printed { exit } else { Exit::Fails })
}

/// Checks the theme with a quick deck of the spec, so that its faults are reported before the search.
fn check_theme(settings: &PrintSettings, file: &SpecFile) -> Result<(), Problems> {
    // If a quick deck cannot be made, the search reports why.
    let Ok(preview) = PreviewCache::default().preview(&file.spec, file.spec.seed) else {
        return Ok(());
    };
    let deck = settings.recorded_in(file.known_to(preview.deck()));
    let mut problems = Distinct::default();
    for (_, theme) in settings.languages() {
        // Which values the cards have is decided by the search.
        let job = Job { theme, ..settings.job(&deck) };
        for problem in &job.check() {
            if problem.code() != "face.never-holds" {
                problems.extend(&problem.clone().into());
            }
        }
    }
    problems.into_problems().into_result(())
}

/// The paths that a build will write, which do not depend on the deck.
fn expected(settings: &PrintSettings) -> Result<Vec<String>, Failure> {
    let paths = settings.job(&Deck::built_in()).paths_of_any_deck()?;
    let of_language = REPORTS_OF_LANGUAGE.map(str::to_owned).into_iter().chain(paths);
    let of_language: Vec<String> = of_language.collect();
    let mut expected = REPORTS.map(str::to_owned).to_vec();
    for (language, _) in settings.languages() {
        expected.extend(of_language.iter().map(|path| below(language.as_deref(), path)));
    }
    Ok(expected)
}

/// What a build asks of a front before it is printed.
struct Front {
    measures: FaceMeasures,
    says: PrintedFront,
    /// The face on the companion page, if it is shown there.
    outlined: Option<String>,
    coarse: Problems,
}

impl Front {
    fn new(face: &Face, theme: &Theme, is_on_page: bool) -> Result<Self, Problems> {
        let outlined = is_on_page.then(|| face.drawing()?.outlined()).transpose()?;
        let (measures, says) = (FaceMeasures::new(face, theme)?, PrintedFront::from_face(face)?);
        let coarse = face.coarse_pictures(theme.format(), None)?;
        Ok(Self { measures, says, outlined, coarse })
    }
}

/// The output for one language.
struct LanguageOutputs {
    files: Vec<PendingFile>,
    readable: Accessibility,
    /// Pictures with too low a resolution.
    coarse: Problems,
    findings: Findings,
}

impl LanguageOutputs {
    /// Whether all is readable and fit for print.
    fn holds(&self) -> bool {
        self.readable.holds() && self.findings.hold()
    }

    /// Reports what is not readable or not fit for print, under the language if there are several.
    fn tell(&self, language: Option<&str>) {
        self.coarse.iter().for_each(|note| console::note(&note.to_string()));
        let reported = [
            (!self.readable.holds()).then(|| self.readable.faults()),
            (!self.findings.hold()).then(|| self.findings.faults()),
        ];
        let language = language.map(|name| format!("{name}:\n")).unwrap_or_default();
        for reported in reported.into_iter().flatten() {
            console::note(format!("{language}{reported}").trim_end());
        }
    }

    /// Draws, prints, and checks the pending files on the disk. `put` writes a pending file.
    fn new(
        job: &Job<'_>,
        theme: &Theme,
        progress: ProgressArgs,
        folder: &OutputFolder,
        put: &(dyn Fn(NamedFile) -> Result<PendingFile, FolderError> + Sync),
    ) -> Result<Self, Failure> {
        let job = Job { theme, ..job.clone() };
        let goes_on = || match folder.is_given_up() {
            true => Err(failure(FolderError::Stopped)),
            false => Ok(()),
        };
        // Each face is read once for all purposes: all faces together take much memory.
        let is_on_page = theme.companion_address().is_none();
        let extras = job.theme_extras();
        let selection = job.selection(&extras);
        let (faces, fronts) = Faces::fitting_seen(theme, job.deck, selection, |face| {
            Front::new(face, theme, is_on_page)
        })
        .map_err(|found| job.with_unprintable(found))?;
        goes_on()?;
        let (mut measures, mut says, mut outlined) = (Vec::new(), Vec::new(), Vec::new());
        let mut coarse = Distinct::default();
        for front in fronts {
            let front = front?;
            measures.push(front.measures);
            says.push(front.says);
            outlined.extend(front.outlined);
            coarse.extend(&front.coarse);
        }
        for problem in faces.coarse_pictures(Selection { cards: &[], ..selection })? {
            coarse.extend(&problem.into());
        }
        let readable = faces.accessibility_of(measures, &extras)?;
        let expected = PrintedDeck::from_fronts(&faces, says)?;
        goes_on()?;
        // The page shows the cards without their codes, which lead to the page itself.
        let plain = theme.without_companion_address();
        let companion = match is_on_page {
            true => Companion::new(&faces).with_fronts(outlined).html()?,
            false => Companion::new(&Faces::new(&plain, job.deck)?).html()?,
        };
        let bar = progress.bar("print", None);
        let tell = |progress: Progress| {
            bar.set_length(progress.of as u64);
            bar.set_position(progress.done as u64);
        };
        let printed = job.run_into(faces, tell, |file| {
            let name = file.path.clone();
            put(file).map(|pending| (name, pending))
        });
        bar.finish_and_clear();
        let printed =
            printed?.into_iter().collect::<Result<Vec<(String, PendingFile)>, FolderError>>();
        let printed = printed.map_err(failure)?;
        let expectation = Expectation::default().with_card(theme.format()).with_drawing();
        let cards: Vec<CardNumber> = job.deck.numbers().iter().collect();
        let extras = job.extra_names();
        let wanted = WantedCards { cards: &cards, extras: &extras, copies: 1 };
        let find = |(name, pending): &(String, PendingFile)| {
            if folder.is_given_up() {
                return Finding::unread(name, "the program was asked to end");
            }
            match pending.read() {
                Ok(bytes) => Finding::check(name, &bytes, &expectation, Some(&expected)),
                Err(error) => Finding::unread(name, &format!("cannot be read: {error}")),
            }
        };
        let findings =
            Findings::check(&printed, Some(&expected), wanted, |file| Path::new(&file.0), find);
        let texts = [
            companion,
            readable.to_string(),
            json(&readable),
            findings.to_string(),
            findings.json(),
            findings.html(),
        ];
        let mut files = Vec::new();
        for file in named(&REPORTS_OF_LANGUAGE, texts) {
            files.push(put(file).map_err(failure)?);
        }
        files.extend(printed.into_iter().map(|(_, pending)| pending));
        Ok(Self { files, readable, coarse: coarse.into_problems(), findings })
    }
}

fn named<const N: usize>(paths: &[&str; N], texts: [String; N]) -> impl Iterator<Item = NamedFile> {
    let named =
        |(path, text): (&&str, String)| NamedFile { path: (*path).to_owned(), bytes: text.into() };
    paths.iter().zip(texts).map(named).collect::<Vec<_>>().into_iter()
}

/// Returns which files to open first.
fn first(folder: &Path, files: &[String]) -> String {
    let report = folder.join("report/statistics.html");
    let printed = ["sheets", "cards"].into_iter().find_map(|kind| {
        let of_kind = || files.iter().filter(move |file| file.split('/').any(|part| part == kind));
        of_kind().find(|file| file.ends_with(".pdf")).or_else(|| of_kind().next())
    });
    let printed = printed.map_or_else(String::new, |file| {
        format!(" and the cards in {}", folder.join(file).display())
    });
    format!("open first: the report in {}{printed}", report.display())
}

/// The input of a build.
enum BuildInput {
    /// A spec, from which the deck is generated.
    New(SpecFile),
    /// An existing deck, with its spec if it was found.
    Existing(Box<Deck>, Option<SpecFile>),
}

impl BuildInput {
    /// Returns the deck, generated if necessary, and its spec if it is known.
    fn deck(
        self,
        old: Option<&Deck>,
        args: &BuildArgs,
    ) -> Result<(Deck, Option<SpecFile>), Failure> {
        match self {
            Self::Existing(deck, file) => Ok((*deck, file)),
            Self::New(file) => {
                let deck = match old {
                    Some(old) => reuse(&file.spec, old, args.search, args.progress)?,
                    None => search(&file.spec, args.search, args.progress)?,
                };
                Ok((file.known_to(deck), Some(file)))
            }
        }
    }

    fn read(spec: &str, args: &BuildArgs) -> Result<Self, Failure> {
        let path = Path::new(spec);
        let is_deck = path == Path::new("-")
            || path.extension().is_some_and(|extension| {
                ["json", "csv"].iter().any(|kind| extension.eq_ignore_ascii_case(kind))
            });
        if !is_deck {
            return Ok(Self::New(read_spec_file(spec)?));
        }
        if args.from.is_some() || args.search.seed.is_some() {
            let message = format!("{spec} is a deck, which is printed as it is");
            return Err(Problem::coded("argument.usage", message)
                .accepts("a spec with --from and --seed, or a deck without them")
                .into());
        }
        let deck = read_deck(path)?;
        let file = find_spec_file(&deck, path);
        Ok(Self::Existing(Box::new(deck), file))
    }
}

fn json(report: &Accessibility) -> String {
    let text = serde_json::to_string_pretty(report);
    format!("{}\n", text.expect("a report holds nothing that JSON cannot say"))
}
