//! The files on which answers depend: deck, house rules, weapons, characters.

use std::path::{Path, PathBuf};

use clap::Args;

use super::deck_file::{DeckArgs, path_from};
use super::read::read_text;
use super::{Failure, console};
use crate::deck::{CardNumber, Deck};
use crate::diagnostic::Problem;
use crate::input::limits::{TABLE_FILE, TOML_FILE};
use crate::table::questions::setting::Setting;
use crate::table::rules::{Character, Game, HouseRules, Weapon};

/// The options for these files.
#[derive(Debug, Args)]
pub struct SettingArgs {
    #[command(flatten)]
    deck: DeckArgs,
    /// House rules (.toml) for what the rule texts leave open
    #[arg(long, value_name = "FILE", global = true)]
    rules: Option<PathBuf>,
    /// Table of weapons (.csv) instead of the program's examples
    #[arg(long, value_name = "FILE", global = true)]
    weapons: Option<PathBuf>,
    /// Table of characters (.csv) instead of the program's examples
    #[arg(long, value_name = "FILE", global = true)]
    characters: Option<PathBuf>,
    /// The character who acts; DICE may then name a trait or skill
    #[arg(long = "as", value_name = "NAME", global = true)]
    who: Option<String>,
}

/// The option that chooses a game.
#[derive(Debug, Args)]
pub struct GameArgs {
    /// Game whose questions are asked: west, fi3, d6, ladder or cards; otherwise that of the session, then
    /// that of the house rules, then that of the deck
    #[arg(long, value_name = "GAME")]
    game: Option<String>,
}

impl GameArgs {
    /// The game from the command line.
    ///
    /// # Errors
    /// If the name is unknown.
    pub fn named(&self) -> Result<Option<Game>, Problem> {
        let named =
            |name: &str| name.parse().map_err(|error| Problem::from(error).for_argument("game"));
        self.game.as_deref().map(named).transpose()
    }
}

impl SettingArgs {
    /// The files from the command line.
    pub fn files(&self) -> impl Iterator<Item = &Path> {
        let tables = [&self.rules, &self.weapons, &self.characters];
        self.deck.file().into_iter().chain(tables.into_iter().flatten().map(PathBuf::as_path))
    }

    /// Reads the files for questions about single cards, which may bear an earlier edition if they have not
    /// changed. The deck of the session is the default.
    ///
    /// # Errors
    /// [`Failure::File`] if one cannot be read, [`Failure::Input`] if its content is invalid.
    pub fn read(&self, session: Option<&Path>) -> Result<Setting, Failure> {
        let (deck, outdated) = self.deck.with_session_default(session).read_for_cards()?;
        self.read_beside(deck, outdated)
    }

    /// As [`read`](Self::read), for questions about the whole deck.
    ///
    /// # Errors
    /// As [`read`](Self::read).
    pub fn read_whole(&self, session: Option<&Path>) -> Result<Setting, Failure> {
        self.read_beside(self.deck.with_session_default(session).read()?, Vec::new())
    }

    /// Reports which deck is read by default.
    pub fn note_deck(&self, deck: &Deck, session: Option<&Path>) {
        let found = self.deck.with_session_default(session);
        if let (None, Some(path)) = (found.file(), found.found()) {
            let (name, edition) = (deck.name(), deck.edition());
            console::note(&format!("{}: {name}, edition {edition}", path.display()));
        }
    }

    /// The deck file as a session in this folder names it; `None` for the built-in deck, and for stdin.
    pub fn deck_from(&self, folder: &Path) -> Option<String> {
        path_from(folder, self.deck.found().filter(|path| *path != Path::new("-"))?)
    }

    /// Reads the house rules.
    ///
    /// # Errors
    /// As [`read`](Self::read).
    pub fn house_rules(&self) -> Result<HouseRules, Failure> {
        let Some(path) = &self.rules else { return Ok(HouseRules::default()) };
        Ok(HouseRules::read(&path.display().to_string(), &read_text(path, TOML_FILE)?)?)
    }

    fn read_beside(&self, deck: Deck, outdated: Vec<CardNumber>) -> Result<Setting, Failure> {
        let mut setting = Setting::new(deck, self.house_rules()?).with_outdated(outdated);
        if let Some(path) = &self.weapons {
            let text = read_text(path, TABLE_FILE)?;
            setting = setting.with_weapons(Weapon::read_table(&path.display().to_string(), &text)?);
        }
        if let Some(path) = &self.characters {
            let text = read_text(path, TABLE_FILE)?;
            let characters = Character::read_table(&path.display().to_string(), &text)?;
            setting = setting.with_characters(characters);
        }
        Ok(setting)
    }

    /// Sets the character who acts, once the game is known: it decides which example characters exist.
    ///
    /// # Errors
    /// [`Failure::Input`] if the name is unknown.
    pub fn set_actor(&self, setting: &mut Setting) -> Result<(), Failure> {
        if let Some(name) = &self.who {
            let character = setting.character(name);
            setting.character = Some(character.map_err(|problem| problem.for_argument("as"))?);
        }
        Ok(())
    }
}
