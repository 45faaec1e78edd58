//! `actiondeck companion`: a page for phones that shows the cards and answers questions.

use std::path::{Path, PathBuf};

use crate::companion::{Companion, MOST_BYTES};
use crate::deck::Deck;
use crate::diagnostic::Problems;
use crate::face::{Faces, Theme};
use crate::input::limits::{TABLE_FILE, TOML_FILE};
use crate::publish::Comment;
use crate::table::rules::{Character, HouseRules, Weapon};
use crate::wording::grouped;
use clap::Args;

use super::deck_file::read_deck;
use super::output_file::{Kind, OutputArgs};
use super::read::read_text;
use super::theme_choice::ThemeArgs;
use super::{Exit, Failure, console};

/// The arguments of `actiondeck companion`.
#[derive(Debug, Args)]
pub struct CompanionArgs {
    /// Deck to show (.json or .csv)
    deck: PathBuf,
    #[command(flatten)]
    theme: ThemeArgs,
    #[command(flatten)]
    tables: TablesArgs,
    #[command(flatten)]
    output: OutputArgs,
}

/// The tables from which the page answers, besides the deck.
#[derive(Debug, Args)]
struct TablesArgs {
    /// House rules (.toml) for what the rule texts leave open
    #[arg(long, value_name = "FILE")]
    rules: Option<PathBuf>,
    /// Table of weapons (.csv) instead of the program's examples
    #[arg(long, value_name = "FILE")]
    weapons: Option<PathBuf>,
    /// Table of characters (.csv) instead of the program's examples
    #[arg(long, value_name = "FILE")]
    characters: Option<PathBuf>,
}

/// The texts of those files.
struct Tables {
    rules: Option<String>,
    weapons: Option<String>,
    characters: Option<String>,
}

impl TablesArgs {
    /// Reads the files and checks that the page can read them.
    fn read(&self) -> Result<Tables, Failure> {
        let text = |path: &Option<PathBuf>, limit| {
            path.as_deref().map(|path| read_text(path, limit)).transpose()
        };
        let (rules, weapons, characters) = (
            text(&self.rules, TOML_FILE)?,
            text(&self.weapons, TABLE_FILE)?,
            text(&self.characters, TABLE_FILE)?,
        );
        let mut problems = Problems::new();
        let mut keep = |found: Result<(), Problems>| {
            if let Err(found) = found {
                problems.extend(found);
            }
        };
        let named = |path: &Option<PathBuf>| {
            path.as_ref().map_or_else(String::new, |path| path.display().to_string())
        };
        if let Some(text) = &rules {
            keep(HouseRules::read(&named(&self.rules), text).map(|_| ()));
        }
        if let Some(text) = &weapons {
            keep(Weapon::read_table(&named(&self.weapons), text).map(|_| ()));
        }
        if let Some(text) = &characters {
            keep(Character::read_table(&named(&self.characters), text).map(|_| ()));
        }
        Ok(problems.into_result(Tables { rules, weapons, characters })?)
    }

    fn files(&self) -> impl Iterator<Item = &Path> {
        [&self.rules, &self.weapons, &self.characters].into_iter().flatten().map(PathBuf::as_path)
    }
}

/// Writes the page.
pub fn run(args: CompanionArgs) -> Result<Exit, Failure> {
    let tables = args.tables.read()?;
    let deck = read_deck(&args.deck)?;
    let theme = args.theme.read(&deck, Some(&args.deck))?;
    let inputs: Vec<&Path> = args.tables.files().chain([args.deck.as_path()]).collect();
    let kind = Kind::Sealed(Comment::Markup, "companion");
    let file = args.output.prepare(kind, &inputs)?;
    let page = page(&deck, &theme, tables)?;
    file.commit(page.as_bytes())?;
    Ok(Exit::Holds)
}

fn page(deck: &Deck, theme: &Theme, tables: Tables) -> Result<String, Failure> {
    let faces = Faces::fitting(theme, deck)?;
    let Tables { rules, weapons, characters } = tables;
    let page = Companion::new(&faces).with_tables(rules, weapons, characters).html()?;
    tell_weight(&page);
    Ok(page)
}

/// Warns if the page is larger than its target size.
pub fn tell_weight(page: &str) {
    if page.len() > MOST_BYTES {
        console::note(&format!(
            "the companion page has {} bytes; pictures of the theme make it heavier than {}",
            grouped(page.len()),
            grouped(MOST_BYTES)
        ));
    }
}
