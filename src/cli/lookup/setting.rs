//! What lies on the table when a question is asked: the deck, house rules, weapons, who acts.

use std::path::PathBuf;

use actiondeck::deck::Deck;
use actiondeck::diagnostic::Problem;
use actiondeck::rules::{Character, Options, Weapon};
use clap::Args;

use super::meaning;
use crate::cli::Failure;
use crate::cli::deck_file::DeckArgs;
use crate::cli::files::read_text;

/// What was typed.
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

/// What it means.
#[derive(Debug)]
pub struct Setting {
    /// The deck the cards were printed from.
    pub deck: Deck,
    /// The readings of the rules.
    pub options: Options,
    /// The character who acts.
    pub character: Option<Character>,
    /// The weapons of the user's table.
    weapons: Option<Vec<Weapon>>,
}

impl SettingArgs {
    /// Reads the files named.
    ///
    /// # Errors
    /// [`Failure::File`] when one cannot be read, [`Failure::Input`] when its content is bad.
    pub fn read(&self) -> Result<Setting, Failure> {
        let (deck, outdated) = self.deck.read_for_cards()?;
        meaning::refuse(outdated);
        let options = match &self.rules {
            None => Options::default(),
            Some(path) => Options::read(&path.display().to_string(), &read_text(path)?)?,
        };
        let weapons = match &self.weapons {
            None => None,
            Some(path) => Some(Weapon::read_table(&path.display().to_string(), &read_text(path)?)?),
        };
        let character = match &self.who {
            None => None,
            Some(name) => Some(self.character(name)?),
        };
        Ok(Setting { deck, options, character, weapons })
    }

    fn character(&self, name: &str) -> Result<Character, Failure> {
        let characters = match &self.characters {
            None => Character::examples(),
            Some(path) => Character::read_table(&path.display().to_string(), &read_text(path)?)?,
        };
        let names: Vec<String> = characters.iter().map(|who| who.name.clone()).collect();
        let found = characters.into_iter().find(|who| who.name == name);
        found.ok_or_else(|| {
            Problem::new(format!("no character is named {name:?}")).accepts(names.join(", ")).into()
        })
    }
}

impl Setting {
    /// The weapon of this name, from the user's table or else the examples.
    ///
    /// # Errors
    /// A problem that names the weapons there are.
    pub fn weapon(&self, name: &str) -> Result<Weapon, Problem> {
        let weapons = self.weapons.clone().unwrap_or_else(Weapon::examples);
        let names: Vec<String> = weapons.iter().map(|weapon| weapon.name.clone()).collect();
        weapons.into_iter().find(|weapon| weapon.name == name).ok_or_else(|| {
            Problem::new(format!("no weapon is named {name:?}")).accepts(names.join(", "))
        })
    }
}
