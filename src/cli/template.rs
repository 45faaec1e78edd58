//! `actiondeck template`: starts, recolours and checks a theme.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::deck::{CardNumber, Deck};
use crate::diagnostic::{FaultRecord, Problems, Source};
use crate::face::{Extra, Faces, Recolour, Selection, Theme, recoloured, shortfalls};
use crate::project;
use crate::project::{bad_name, read_theme};
use crate::publish::RelativeName;
use crate::render::{FileKind, NamedFile, own_product_faults, unprintable};
use clap::{Args, Subcommand};

use super::deck_file::DeckArgs;
use super::folder::OutputFolder;
use super::read::read_text;
use super::theme_choice::USUAL_THEME;
use super::{Exit, Failure, console};
use crate::input::limits::TEMPLATE_FILE;

/// The arguments of `actiondeck template`.
#[derive(Debug, Args)]
pub struct TemplateArgs {
    #[command(subcommand)]
    command: Command,
}

impl TemplateArgs {
    /// Whether the findings are JSON.
    pub fn json(&self) -> bool {
        matches!(&self.command, Command::Check(args) if args.json)
    }
}

#[derive(Debug, Subcommand)]
enum Command {
    /// List the faults of a template: unknown, missing, duplicate and unbound names, overflow, missing
    /// glyphs, colours off the palette, what is too small, too fine, too pale, covered or too heavy in ink, a
    /// back that shows which way up it is
    Check(Check),
    /// Change the colours of swatches in every file of a theme
    Recolour(RecolourArgs),
    /// Write a theme to draw on: a copy of a built-in one, with its drawings, fonts and a guide
    New(New),
}

#[derive(Debug, Args)]
struct RecolourArgs {
    /// A theme's folder, which is changed; or a built-in theme, which is copied first
    theme: String,
    /// Swatches and their colours, such as rust=#1f6f5c; the inks are those nearest to it, or those
    /// after a colon, such as rust=#1f6f5c:75,5,55,45
    #[arg(required = true, value_name = "SWATCH=COLOUR")]
    colours: Vec<String>,
    /// Folder to write to; by default the theme's own, for a built-in theme a new one of its name
    #[arg(short, long, value_name = "DIR")]
    output: Option<PathBuf>,
    /// Replace files in DIR, and say which
    #[arg(long)]
    force: bool,
}

#[derive(Debug, Args)]
struct New {
    /// Folder to write; the theme gets its name
    dir: PathBuf,
    /// Built-in theme to start from
    #[arg(long, value_name = "THEME", default_value = USUAL_THEME)]
    theme: String,
    /// Replace files in DIR, and say which
    #[arg(long)]
    force: bool,
}

#[derive(Debug, Args)]
struct Check {
    /// A built-in theme, a theme's folder or a template. A template is checked with the theme in its
    /// folder, as its front if it has a name of its own; without a theme.toml beside it, with the
    /// theme future-imperfect
    #[arg(value_name = "FILE|THEME")]
    template: String,
    #[command(flatten)]
    deck: DeckArgs,
    /// Write the findings as JSON
    #[arg(long)]
    json: bool,
}

/// Checks and prints; exit code 1 if there are findings.
pub fn run(args: TemplateArgs) -> Result<Exit, Failure> {
    let args = match args.command {
        Command::Check(args) => args,
        Command::Recolour(args) => return recolour(&args),
        Command::New(args) => return start(&args),
    };
    let deck = args.deck.read()?;
    let findings = findings(&args.template, &deck)?;
    if args.json {
        console::answer_json(&json(&findings.problems))?;
    } else {
        console::answer(&lines(&args.template, &findings))?;
    }
    Ok(if findings.problems.is_empty() { Exit::Holds } else { Exit::Fails })
}

/// Writes the theme in its new colours, and reports them.
fn recolour(args: &RecolourArgs) -> Result<Exit, Failure> {
    let mut problems = Problems::new();
    let changes = args.colours.iter().map(|text| text.parse::<Recolour>());
    let changes = changes.filter_map(|change| change.map_err(|e| problems.push(e.into())).ok());
    let changes: Vec<Recolour> = changes.collect();
    problems.into_result(())?;
    let theme = read_theme(&args.theme)?;
    let is_folder = Path::new(&args.theme).is_dir();
    let dir = args.output.clone().unwrap_or_else(|| PathBuf::from(&args.theme));
    let named = |(path, text): (String, String)| NamedFile { path, bytes: text.into() };
    let changed: Vec<NamedFile> = recoloured(&theme, &changes)?.into_iter().map(named).collect();
    let mut files = if is_folder { Vec::new() } else { project::theme_files(&args.theme) };
    files.retain(|file| changed.iter().all(|changed| changed.path != file.path));
    files.extend(changed);
    let is_in_place = is_folder && args.output.is_none();
    OutputFolder::prepare(&dir, None, args.force || is_in_place, &[])?.add(&files)?;
    let theme = Theme::read(&dir)?;
    for change in &changes {
        if let Some(swatch) = theme.palette().by_id(&change.swatch) {
            let inks = swatch.ink.process().percent().map(|ink| ink.to_string()).join(", ");
            console::note(&format!("{} is {}, in print {inks} %", swatch.id, swatch.rgb));
        }
    }
    theme.drifts().iter().for_each(|drift| console::note(&drift.to_string()));
    console::written(files.len(), &dir);
    Ok(Exit::Holds)
}

/// Writes a new theme.
fn start(args: &New) -> Result<Exit, Failure> {
    Theme::built_in(&args.theme)?;
    let name = args.dir.file_name().and_then(|name| name.to_str()).unwrap_or(&args.theme);
    RelativeName::single(name).map_err(|error| bad_name(&error))?;
    let mut files = project::theme_files(&args.theme);
    for file in files.iter_mut().filter(|file| file.path == "theme.toml") {
        let text = String::from_utf8_lossy(&file.bytes);
        let named = format!("\nname = {name:?}\n");
        file.bytes = text.replacen(&format!("\nname = {:?}\n", args.theme), &named, 1).into_bytes();
    }
    OutputFolder::prepare(&args.dir, None, args.force, &[])?.add(&files)?;
    console::written(files.len(), &args.dir);
    let dir = args.dir.display();
    console::note(&format!(
        "edit {dir}/card.svg; actiondeck template check {dir} lists its faults"
    ));
    Ok(Exit::Holds)
}

/// The faults of a theme, or of a file together with its theme.
fn findings(theme_or_file: &str, deck: &Deck) -> Result<Findings, Failure> {
    let path = Path::new(theme_or_file);
    if path.is_dir() {
        return Ok(Theme::read(path).map_or_else(Findings::from, |theme| checked(&theme, deck)));
    }
    let is_svg = path.extension().is_some_and(|extension| extension == "svg");
    if !path.is_file() && !is_svg {
        return Ok(checked(&Theme::built_in(theme_or_file)?, deck));
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new("."));
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    let is_of_theme = folder.join("theme.toml").is_file();
    let own = Theme::files(folder);
    let is_of_its_files = own.contains(&folder.join(name));
    if is_of_theme && (is_of_its_files || is_named_back(folder, name)) {
        return Ok(Theme::read(folder).map_or_else(Findings::from, |theme| checked(&theme, deck)));
    }
    let usual = Theme::built_in("future-imperfect")?;
    let beside = |name: &str, usual: &Arc<Source>| -> Result<Arc<Source>, Failure> {
        if !is_of_theme {
            return Ok(Arc::clone(usual));
        }
        let path = folder.join(name);
        Ok(Source::new(path.display().to_string(), read_text(&path, TEMPLATE_FILE)?))
    };
    let theme = beside("theme.toml", usual.file())?;
    let file = Source::new(theme_or_file, read_text(path, TEMPLATE_FILE)?);
    let sources = if name == "back.svg" {
        [theme, beside("card.svg", usual.card())?, file]
    } else {
        [theme, file, beside("back.svg", usual.back())?]
    };
    let theme = Theme::from_sources(sources).and_then(|theme| theme.linked(folder));
    Ok(theme.map_or_else(Findings::from, |theme| checked(&theme, deck)))
}

/// Whether a file is one of several backs of the theme in its folder.
fn is_named_back(folder: &Path, name: &str) -> bool {
    let theme = Theme::read(folder);
    let stem = name.strip_suffix(".svg");
    theme.is_ok_and(|theme| theme.back_names().any(|(_, own)| Some(own) == stem))
}

/// The faults of the templates, what some output formats cannot contain, figures below their limits, and inks
/// that print another colour.
fn checked(theme: &Theme, deck: &Deck) -> Findings {
    let cards: Vec<CardNumber> = deck.numbers().iter().collect();
    let extras: Vec<Extra> = theme.extras().collect();
    let all = Selection { cards: &cards, extras: &extras, backs: true };
    let fitting = Faces::fitting_selected(theme, deck, all);
    let mut problems = fitting.as_ref().err().cloned().unwrap_or_default();
    let mut files = None;
    if let Ok(faces) = fitting.or_else(|_| Faces::new(theme, deck)) {
        // Each format supports less than the one before it.
        let refused = unprintable(&faces, FileKind::OpaquePdf, all);
        if problems.is_empty() && !refused.is_empty() {
            let kinds = [FileKind::Picture, FileKind::TransparentPdf, FileKind::OpaquePdf];
            let names = kinds.map(FileKind::name);
            let is_opaque = unprintable(&faces, FileKind::TransparentPdf, all).is_empty();
            let (held, others) = names.split_at(if is_opaque { 2 } else { 1 });
            let (held, others) = (held.join(", "), others.join(", "));
            files = Some(format!("can be printed as {held}; not as {others}"));
        }
        problems.extend(refused);
        if problems.is_empty() {
            problems.extend(own_product_faults(&faces));
        }
    }
    // Faces that cannot be measured are among the faults already.
    problems.extend(shortfalls(theme, deck).unwrap_or_default());
    theme.drifts().into_iter().for_each(|drift| problems.push(drift));
    theme.fonts().notes().iter().for_each(|note| console::note(&note.to_string()));
    Findings { problems, files }
}

/// What was found.
struct Findings {
    problems: Problems,
    /// The output formats in which the theme can be printed, if not all.
    files: Option<String>,
}

impl From<Problems> for Findings {
    fn from(problems: Problems) -> Self {
        Self { problems, files: None }
    }
}

fn lines(template: &str, Findings { problems, files }: &Findings) -> String {
    if problems.is_empty() {
        return format!("{template}: nothing found\n");
    }
    let files = files.iter().map(|files| format!("{template}: {files}\n"));
    let files: String = files.collect();
    format!("{problems}\n{template}: {} found\n{files}", problems.len())
}

fn json(findings: &Problems) -> String {
    let (mut list, _) = findings.records();
    list.extend(findings.rest().map(|message| FaultRecord {
        code: "more",
        message,
        file: None,
        line: None,
        column: None,
        argument: None,
        accepted: None,
    }));
    let text = serde_json::to_string_pretty(&list);
    format!("{}\n", text.expect("findings hold nothing that JSON cannot say"))
}
