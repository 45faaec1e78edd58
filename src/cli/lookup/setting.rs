//! What lies on the table when a question is asked: the deck, house rules, weapons, who acts.

use std::cell::OnceCell;
use std::path::{Path, PathBuf};

use crate::deck::{CardNumber, Deck};
use crate::diagnostic::{Problem, Problems};
use crate::lookup::{Element, clear, line_named};
use crate::rules::{CalledShot, Character, Game, HouseRules, Place, Weapon};
use crate::session::Table;
use clap::Args;

use super::name::{ElementName, Name, PersonName, PlaceName, WeaponName};
use crate::cli::argument::each;
use crate::cli::deck_file::{DeckArgs, path_from};
use crate::cli::read::read_text;
use crate::cli::{Failure, console};
use crate::input::limits::{TABLE_FILE, TOML_FILE};

/// What a line may name besides questions.
#[derive(Clone, Copy)]
pub struct AtHand<'a> {
    /// The weapon of a name.
    pub weapon: &'a dyn Fn(&str) -> Option<Weapon>,
    /// The ids of the elements that the designer of the deck added.
    pub elements: &'a [String],
}

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
    who: Option<PersonName>,
}

/// What it means.
#[derive(Clone, Debug)]
pub struct Setting {
    /// The deck the cards were printed from.
    pub deck: Deck,
    /// The game that is played.
    pub game: Game,
    /// What the table plays where the rules leave it open.
    pub rules: HouseRules,
    /// The character who acts.
    pub character: Option<Character>,
    /// The discard pile, where a session tells it.
    pub discarded: Vec<CardNumber>,
    /// The cards that the next draw cannot bring, where a session tells them.
    pub out_of_reach: Vec<CardNumber>,
    /// The worst wounds of those whom a session knows, by name.
    worst: Vec<(String, u8)>,
    /// The cards that must not bear the edition that was typed.
    outdated: Vec<CardNumber>,
    /// The characters of the user's table, or else the examples once they are asked for.
    characters: OnceCell<Vec<Character>>,
    /// The weapons of the user's table, or else the examples once they are asked for.
    weapons: OnceCell<Vec<Weapon>>,
}

impl SettingArgs {
    /// The files that were named.
    pub fn files(&self) -> impl Iterator<Item = &Path> {
        let tables = [&self.rules, &self.weapons, &self.characters];
        self.deck.file().into_iter().chain(tables.into_iter().flatten().map(PathBuf::as_path))
    }

    /// Reads the files named, for questions about cards on the table, which may bear an earlier
    /// edition as long as they have not changed. Where nobody names a deck, the one of the session is
    /// read.
    ///
    /// # Errors
    /// [`Failure::File`] when one cannot be read, [`Failure::Input`] when its content is bad.
    pub fn read(&self, session: Option<&Path>) -> Result<Setting, Failure> {
        let (deck, outdated) = self.deck.of_session(session).read_for_cards()?;
        self.around(deck, outdated)
    }

    /// Says which deck answers, where nobody named it.
    pub fn tell_deck(&self, deck: &Deck, session: Option<&Path>) {
        let found = self.deck.of_session(session);
        if let (None, Some(path)) = (found.file(), found.found()) {
            let (name, edition) = (deck.name(), deck.edition());
            console::note(&format!("{}: {name}, edition {edition}", path.display()));
        }
    }

    /// As [`read`](Self::read), for questions about the whole deck.
    ///
    /// # Errors
    /// As [`read`](Self::read).
    pub fn read_whole(&self, session: Option<&Path>) -> Result<Setting, Failure> {
        self.around(self.deck.of_session(session).read()?, Vec::new())
    }

    /// The deck file as a session in this folder names it; none for the built-in deck, and for one
    /// that another program wrote to `-`.
    pub fn deck_from(&self, folder: &Path) -> Option<String> {
        path_from(folder, self.deck.found().filter(|path| *path != Path::new("-"))?)
    }

    /// The house rules.
    ///
    /// # Errors
    /// As [`read`](Self::read), for the house rules alone.
    pub fn house_rules(&self) -> Result<HouseRules, Failure> {
        let Some(path) = &self.rules else { return Ok(HouseRules::default()) };
        Ok(HouseRules::read(&path.display().to_string(), &read_text(path, TOML_FILE)?)?)
    }

    fn around(&self, deck: Deck, outdated: Vec<CardNumber>) -> Result<Setting, Failure> {
        let rules = self.house_rules()?;
        let weapons = match &self.weapons {
            None => None,
            Some(path) => Some(Weapon::read_table(
                &path.display().to_string(),
                &read_text(path, TABLE_FILE)?,
            )?),
        };
        let characters = match &self.characters {
            None => None,
            Some(path) => Some(Character::read_table(
                &path.display().to_string(),
                &read_text(path, TABLE_FILE)?,
            )?),
        };
        let (discarded, out_of_reach) = (Vec::new(), Vec::new());
        let character = None;
        let mut setting = Setting {
            deck,
            game: rules.game,
            rules,
            character,
            discarded,
            out_of_reach,
            worst: Vec::new(),
            outdated,
            characters: characters.map(OnceCell::from).unwrap_or_default(),
            weapons: weapons.map(OnceCell::from).unwrap_or_default(),
        };
        if let Some(name) = &self.who {
            let character = setting.character(&name.0);
            setting.character = Some(character.map_err(|problem| problem.of_argument("as"))?);
        }
        Ok(setting)
    }
}

impl Setting {
    /// The same with another deck.
    pub fn with_deck(&self, deck: Deck) -> Self {
        Self { deck, ..self.clone() }
    }

    /// Makes sure that a card shows what the deck says, whatever edition it bears.
    ///
    /// # Errors
    /// A problem when it has changed since the edition that was typed.
    pub fn confirm(&self, card: CardNumber) -> Result<CardNumber, Problem> {
        if !self.outdated.contains(&card) {
            return Ok(card);
        }
        Err(Problem::new(format!("card {card} has changed since the edition it bears"))
            .accepts("the reprinted card and its edition, or the deck file of the old edition"))
    }

    /// Looks where the cards of a session are.
    pub fn sit_at(&mut self, table: &Table) {
        self.discarded = table.discard().to_vec();
        self.out_of_reach = table.out_of_reach();
        self.worst = table.wounded().map(|(who, track)| (who.to_owned(), track.worst())).collect();
    }

    /// The weapon of this name or of a clear part of it, from the user's table or else the examples.
    ///
    /// # Errors
    /// A problem that names the weapons there are.
    pub fn weapon(&self, name: &str) -> Result<Weapon, Problem> {
        line_named("weapon", name, &self.weapons(), |weapon| &weapon.name).cloned()
    }

    /// Does something with what lines may name.
    pub fn at_hand<T>(&self, read: impl FnOnce(AtHand<'_>) -> T) -> T {
        let weapon = |name: &str| self.weapon(name).ok();
        read(AtHand { weapon: &weapon, elements: &self.deck.layout().extras })
    }

    /// The weapon of a name that may be left out.
    ///
    /// # Errors
    /// As [`Setting::weapon`].
    pub fn weapon_if(&self, name: Option<&WeaponName>) -> Result<Option<Weapon>, Problems> {
        name.map(|name| name.told(self.weapon(&name.0))).transpose()
    }

    /// A place that cards of the deck show, by its name or a clear part of it.
    ///
    /// # Errors
    /// A problem that names the places there are.
    pub fn place(&self, name: &PlaceName) -> Result<Place, Problems> {
        name.told(Place::named(&self.deck, &name.0))
    }

    /// A place that is whole hit locations, as the cards show them.
    ///
    /// # Errors
    /// As [`Setting::place`], and a problem for what is only a part of one.
    pub fn whole_place(&self, name: &PlaceName) -> Result<Place, Problems> {
        self.place(name).and_then(|place| name.told(place.whole()))
    }

    /// The places behind cover.
    ///
    /// # Errors
    /// As [`Setting::whole_place`], for all of them.
    pub fn covered(&self, names: &[PlaceName]) -> Result<Vec<Place>, Problems> {
        each(names.iter().map(|name| self.whole_place(name)))
    }

    /// A place hit on purpose, and how hard that is.
    ///
    /// # Errors
    /// As [`Setting::place`], and a problem for what no table of called shots knows.
    pub fn called(
        &self,
        name: Option<&PlaceName>,
    ) -> Result<Option<(Place, CalledShot)>, Problems> {
        let Some(name) = name else { return Ok(None) };
        let place = self.place(name)?;
        let shot = name.told(place.called())?;
        Ok(Some((place, shot)))
    }

    /// An element that the designer of the deck added.
    ///
    /// # Errors
    /// A problem that names the elements there are.
    pub fn element(&self, name: &ElementName) -> Result<Element<'_>, Problems> {
        let known = &self.deck.layout().extras;
        let whole = name.told(clear(&name.0, known.iter().map(String::as_str)))?;
        name.told(Element::new(&self.deck, whole.unwrap_or(&name.0)))
    }

    /// The penalty for the wounds of somebody whom a session knows, by the rules of the West.
    pub fn wound_penalty(&self, who: &str) -> i32 {
        let worst = self.worst.iter().find(|(name, _)| name.eq_ignore_ascii_case(who));
        worst.map_or(0, |(_, worst)| self.rules.west.wound_table.penalty(*worst))
    }

    /// The weapons there are.
    pub fn weapons(&self) -> Vec<Weapon> {
        self.weapons.get_or_init(Weapon::examples).clone()
    }

    /// The character of this name or of a clear part of it, from the user's table or else the
    /// examples.
    ///
    /// # Errors
    /// A problem that names the characters there are.
    pub fn character(&self, name: &str) -> Result<Character, Problem> {
        line_named("character", name, &self.characters(), |who| &who.name).cloned()
    }

    /// The line of the table of characters that has exactly this name, if there is one.
    pub fn listed(&self, name: &str) -> Option<Character> {
        self.characters().into_iter().find(|line| line.name == name)
    }

    /// The characters there are.
    pub fn characters(&self) -> Vec<Character> {
        self.characters.get_or_init(Character::examples).clone()
    }
}
