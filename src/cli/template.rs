//! `actiondeck template check`: everything that is wrong with a theme or one of its files.

use std::path::Path;
use std::sync::Arc;

use crate::deck::Deck;
use crate::diagnostic::{FaultRecord, Problems, Source};
use crate::face::{Theme, check};
use clap::{Args, Subcommand};

use super::deck_file::DeckArgs;
use super::read::read_text;
use super::{Exit, Failure, console};
use crate::input::limits::TEMPLATE_FILE;

/// What was typed.
#[derive(Debug, Args)]
pub struct Typed {
    #[command(subcommand)]
    command: Command,
}

impl Typed {
    /// Whether the findings are wanted in JSON.
    pub fn json(&self) -> bool {
        let Command::Check(typed) = &self.command;
        typed.json
    }
}

#[derive(Debug, Subcommand)]
enum Command {
    /// List what is wrong with a template: unknown, missing, doubled and unbound names, overflow,
    /// missing glyphs, colours off the palette
    Check(Check),
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

/// Checks and prints; findings end in exit code 1.
pub fn run(typed: Typed) -> Result<Exit, Failure> {
    let Command::Check(typed) = typed.command;
    let deck = typed.deck.read()?;
    let findings = findings(&typed.template, &deck)?;
    if typed.json {
        console::answer_json(&json(&findings))?;
    } else {
        console::answer(&lines(&typed.template, &findings))?;
    }
    Ok(if findings.is_empty() { Exit::Holds } else { Exit::Fails })
}

/// The faults of a theme, or of a file together with its theme.
fn findings(typed: &str, deck: &Deck) -> Result<Problems, Failure> {
    let path = Path::new(typed);
    if path.is_dir() {
        return Ok(Theme::read(path).map_or_else(|faults| faults, |theme| check(&theme, deck)));
    }
    let is_svg = path.extension().is_some_and(|extension| extension == "svg");
    if !path.is_file() && !is_svg {
        return Ok(check(&Theme::built_in(typed)?, deck));
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new("."));
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    let is_of_theme = folder.join("theme.toml").is_file();
    if is_of_theme && ["card.svg", "back.svg", "instruction.svg", "title.svg"].contains(&name) {
        return Ok(Theme::read(folder).map_or_else(|faults| faults, |theme| check(&theme, deck)));
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
    let file = Source::new(typed, read_text(path, TEMPLATE_FILE)?);
    let sources = if name == "back.svg" {
        [theme, beside("card.svg", usual.card())?, file]
    } else {
        [theme, file, beside("back.svg", usual.back())?]
    };
    let theme = Theme::from_sources(sources);
    Ok(theme.map_or_else(|faults| faults, |theme| check(&theme.linked(folder), deck)))
}

fn lines(template: &str, findings: &Problems) -> String {
    if findings.is_empty() {
        return format!("{template}: nothing found\n");
    }
    format!("{findings}\n{template}: {} found\n", findings.len())
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
