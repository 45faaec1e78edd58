//! The theme of a command: from the command line, else the deck's own.

use std::path::{Path, PathBuf};

use crate::asset_path;
use crate::deck::Deck;
use crate::diagnostic::{Problem, Problems, quoted};
use crate::face::{CardSize, CardSizeError, CompanionAddress, CompanionAddressError, Theme};
use crate::project::read_theme;
use clap::Args;

use super::console;
use super::words_choice::LanguageArgs;

/// The default theme.
pub const USUAL_THEME: &str = "future-imperfect";

/// The option of every command that draws the cards of a deck.
#[derive(Debug, Args)]
pub struct ThemeArgs {
    #[arg(long, value_name = "THEME", help = help())]
    theme: Option<String>,
    #[command(flatten)]
    language: LanguageArgs,
}

fn help() -> String {
    format!("Theme: {}, or a folder; by default the deck's own", names())
}

fn names() -> String {
    Theme::built_in_names().collect::<Vec<_>>().join(", ")
}

impl ThemeArgs {
    /// The theme from the command line.
    pub fn name(&self) -> Option<&str> {
        self.theme.as_deref()
    }

    /// The words from the command line.
    pub fn languages(&self) -> &LanguageArgs {
        &self.language
    }

    /// Reads the theme for a deck, with the deck's words. `file` is `None` for the built-in deck. Reports if
    /// it is not the deck's own theme.
    ///
    /// # Errors
    /// The faults of theme and words, or that the deck's own cannot be found.
    pub fn read(&self, deck: &Deck, file: Option<&Path>) -> Result<Theme, Problems> {
        let theme = match &self.theme {
            Some(given) => {
                tell_other(given, deck, file);
                read_theme(given)
            }
            None => own_theme(deck, file),
        };
        match (theme, self.language.one(deck, file)) {
            (Ok(theme), Ok(words)) => Ok(theme.in_words(words)),
            (theme, words) => {
                let mut problems = theme.err().unwrap_or_default();
                problems.extend(words.err().unwrap_or_default());
                Err(problems)
            }
        }
    }
}

/// The theme that a deck names, or the default.
///
/// # Errors
/// That it cannot be found, or its faults.
pub fn own_theme(deck: &Deck, file: Option<&Path>) -> Result<Theme, Problems> {
    let name = deck.theme().unwrap_or(USUAL_THEME);
    match folder(name, file) {
        Some(folder) => Theme::read(&folder),
        None => Theme::built_in(name).map_err(|_| {
            let message = format!(
                "the deck is drawn in the theme {}, which is neither beside its file nor above",
                quoted(name)
            );
            let accepted = format!("--theme with its folder, or one of {}", names());
            Problem::coded("theme.not-there", message).accepts(accepted).into()
        }),
    }
}

/// Reports that a deck is drawn in another theme than its own.
pub fn tell_other(given: &str, deck: &Deck, file: Option<&Path>) {
    let Some(own) = deck.theme() else { return };
    let typed_folder = Some(Path::new(given)).filter(|path| path.is_dir());
    let is_own = match (typed_folder, folder(own, file)) {
        (Some(given), Some(own)) => {
            given.canonicalize().is_ok_and(|given| own.canonicalize().is_ok_and(|own| own == given))
        }
        _ => given == own,
    };
    if !is_own {
        console::note(&format!("drawn in the theme {given}; the deck's own is {own}"));
    }
}

/// The folder that a deck file means by the name of a theme.
fn folder(name: &str, file: Option<&Path>) -> Option<PathBuf> {
    let is_theme = |path: &Path| path.join("theme.toml").is_file();
    asset_path::upward(file?.parent()?, name, is_theme)
}

/// A theme in the given size; the faults of both.
pub fn sized(theme: Result<Theme, Problems>, size: Option<&str>) -> Result<Theme, Problems> {
    let Some(args) = size else { return theme };
    let size: Result<CardSize, CardSizeError> = args.parse();
    match (theme, size) {
        (Ok(theme), Ok(size)) => theme.sized(size),
        (Err(problems), Ok(_)) => Err(problems),
        (theme, Err(error)) => {
            let mut problems = theme.err().unwrap_or_default();
            problems.push(error.into());
            Err(problems)
        }
    }
}

/// A theme with codes for the given address on its cards; the faults of both.
pub fn coded(theme: Result<Theme, Problems>, address: Option<&str>) -> Result<Theme, Problems> {
    let Some(args) = address else { return theme };
    let address: Result<CompanionAddress, CompanionAddressError> = args.parse();
    match (theme, address) {
        (Ok(theme), Ok(address)) => Ok(theme.with_companion_address(address)),
        (Err(problems), Ok(_)) => Err(problems),
        (theme, Err(error)) => {
            let mut problems = theme.err().unwrap_or_default();
            problems.push(Problem::from(error).for_argument("code"));
            Err(problems)
        }
    }
}
