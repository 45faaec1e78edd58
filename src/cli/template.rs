//! `actiondeck template check`: everything that is wrong with a theme or one of its files.

use std::path::Path;

use actiondeck::deck::Deck;
use actiondeck::diagnostic::{Problem, Problems, Source};
use actiondeck::face::{Theme, check};
use clap::{Args, Subcommand};
use serde::Serialize;

use super::deck_file::DeckArgs;
use super::files::read_text;
use super::{Failure, Verdict, console};

/// What was typed.
#[derive(Debug, Args)]
pub struct Typed {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// List what is wrong with a template: unknown, missing, doubled and unbound names, overflow,
    /// missing glyphs, colours off the palette
    Check(Check),
}

#[derive(Debug, Args)]
struct Check {
    /// A built-in theme, a theme's folder, or a card.svg or back.svg; one that has no theme.toml
    /// beside it is held against the theme future-imperfect
    #[arg(value_name = "FILE|THEME")]
    template: String,
    #[command(flatten)]
    deck: DeckArgs,
    /// Write the findings as JSON
    #[arg(long)]
    json: bool,
}

/// Checks and prints; findings end in exit code 1.
pub fn run(typed: Typed) -> Result<Verdict, Failure> {
    let Command::Check(typed) = typed.command;
    let deck = typed.deck.read()?;
    let findings = findings(&typed.template, &deck)?;
    let text = if typed.json { json(&findings) } else { lines(&typed.template, &findings) };
    console::answer(text.as_bytes())?;
    Ok(if findings.is_empty() { Verdict::Holds } else { Verdict::Fails })
}

/// The faults of a theme, or those of one file of it.
fn findings(typed: &str, deck: &Deck) -> Result<Problems, Failure> {
    let path = Path::new(typed);
    if path.is_dir() {
        return Ok(Theme::read(path).map_or_else(|faults| faults, |theme| check(&theme, deck)));
    }
    let is_svg = path.extension().is_some_and(|extension| extension == "svg");
    if !path.is_file() && !is_svg {
        return Ok(check(&Theme::built_in(typed)?, deck));
    }
    let file = Source::new(typed, read_text(path)?);
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let beside = |name: &str| folder.unwrap_or(Path::new(".")).join(name);
    let theme_file = beside("theme.toml");
    let usual = Theme::built_in("future-imperfect")?;
    let theme = if theme_file.is_file() {
        Source::new(theme_file.display().to_string(), read_text(&theme_file)?)
    } else {
        usual.file().clone()
    };
    let sources = if path.file_name().is_some_and(|name| name == "back.svg") {
        [theme, usual.card().clone(), file]
    } else {
        [theme, file, usual.back().clone()]
    };
    let found = match Theme::from_sources(sources) {
        Ok(theme) => check(&theme, deck),
        Err(faults) => return Ok(faults),
    };
    // The other side is only there because a theme has two.
    let mut own = Problems::new();
    for problem in found.iter().filter(|problem| is_of(problem, typed)) {
        own.push(problem.clone());
    }
    Ok(own)
}

fn is_of(problem: &Problem, file: &str) -> bool {
    problem.place().is_none_or(|(source, _)| source.name() == file)
}

fn lines(template: &str, findings: &Problems) -> String {
    if findings.is_empty() {
        return format!("{template}: nothing found\n");
    }
    format!("{findings}\n{template}: {} found\n", findings.len())
}

/// A finding as JSON gives it; what has no place has no file.
#[derive(Serialize)]
struct Finding<'a> {
    file: Option<&'a str>,
    line: Option<usize>,
    column: Option<usize>,
    message: &'a str,
    accepted: Option<&'a str>,
}

fn json(findings: &Problems) -> String {
    let list: Vec<Finding<'_>> = findings
        .iter()
        .map(|problem| {
            let at = problem.line_column();
            Finding {
                file: problem.place().map(|(source, _)| source.name()),
                line: at.map(|at| at.line),
                column: at.map(|at| at.column),
                message: problem.message(),
                accepted: problem.accepted(),
            }
        })
        .collect();
    let text = serde_json::to_string_pretty(&list);
    format!("{}\n", text.expect("findings hold nothing that JSON cannot say"))
}
