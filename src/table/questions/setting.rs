//! The setting of questions: deck, house rules, weapons, characters, and facts of a session.

use std::cell::OnceCell;

use crate::deck::{CardNumber, Deck};
use crate::diagnostic::Problem;
use crate::table::lookup::line_named;
use crate::table::rules::{Character, Game, HouseRules, Weapon};
use crate::table::session::Table;

/// The setting of questions.
#[derive(Clone, Debug)]
pub struct Setting {
    /// The deck of the printed cards.
    pub deck: Deck,
    /// The current game.
    pub game: Game,
    /// The rule choices.
    pub rules: HouseRules,
    /// The acting character.
    pub character: Option<Character>,
    /// The discard pile of the session.
    pub discarded: Vec<CardNumber>,
    /// The cards that the next draw cannot give.
    pub out_of_reach: Vec<CardNumber>,
    /// The worst wounds of the participants, by name.
    worst: Vec<(String, u8)>,
    /// The cards that changed after the given edition.
    outdated: Vec<CardNumber>,
    /// The table of characters; `None` for the examples.
    characters: Option<Vec<Character>>,
    /// The table of weapons; `None` for the examples.
    weapons: Option<Vec<Weapon>>,
    /// The example characters, loaded on first use.
    example_characters: OnceCell<Vec<Character>>,
    /// The example weapons, loaded on first use.
    example_weapons: OnceCell<Vec<Weapon>>,
}

impl Setting {
    /// A deck and house rules without a session, with the example weapons and characters of the
    /// game: the one in the house rules, or else that of the deck.
    pub fn new(deck: Deck, rules: HouseRules) -> Self {
        Self {
            game: rules.game.unwrap_or_else(|| deck.game()),
            deck,
            rules,
            character: None,
            discarded: Vec::new(),
            out_of_reach: Vec::new(),
            worst: Vec::new(),
            outdated: Vec::new(),
            characters: None,
            weapons: None,
            example_characters: OnceCell::new(),
            example_weapons: OnceCell::new(),
        }
    }

    /// The setting with these weapons instead of the examples.
    #[must_use]
    pub fn with_weapons(self, weapons: Vec<Weapon>) -> Self {
        Self { weapons: Some(weapons), ..self }
    }

    /// The setting with these characters instead of the examples.
    #[must_use]
    pub fn with_characters(self, characters: Vec<Character>) -> Self {
        Self { characters: Some(characters), ..self }
    }

    /// The setting with cards that changed after the edition printed on them.
    #[must_use]
    pub fn with_outdated(self, outdated: Vec<CardNumber>) -> Self {
        Self { outdated, ..self }
    }

    /// Checks that a card shows what the deck says, given its edition.
    ///
    /// # Errors
    /// A problem if it has changed since the given edition.
    pub fn confirm(&self, card: CardNumber) -> Result<CardNumber, Problem> {
        if !self.outdated.contains(&card) {
            return Ok(card);
        }
        Err(Problem::new(format!("card {card} has changed since the edition it bears"))
            .accepts("the reprinted card and its edition, or the deck file of the old edition"))
    }

    /// Copies cards and wounds of a session.
    pub fn update(&mut self, table: &Table) {
        self.discarded = table.discard().to_vec();
        self.out_of_reach = table.out_of_reach();
        self.worst = table.wounded().map(|(who, track)| (who.to_owned(), track.worst())).collect();
    }

    /// The wound penalty of a participant, by the rules of the West.
    pub fn wound_penalty(&self, who: &str) -> i32 {
        let worst = self.worst.iter().find(|(name, _)| name.eq_ignore_ascii_case(who));
        worst.map_or(0, |(_, worst)| self.rules.west.wound_table.penalty(*worst))
    }

    /// The weapons; without a table the examples, if the game has some.
    pub fn weapons(&self) -> &[Weapon] {
        match &self.weapons {
            Some(weapons) => weapons,
            None if self.game.has_examples() => self.example_weapons.get_or_init(Weapon::examples),
            None => &[],
        }
    }

    /// The weapon with this name or a unique part of it.
    ///
    /// # Errors
    /// A problem that lists the weapons.
    pub fn weapon(&self, name: &str) -> Result<Weapon, Problem> {
        line_named("weapon", name, self.weapons(), |weapon| &weapon.name).cloned()
    }

    /// The characters; without a table the examples, if the game has some.
    pub fn characters(&self) -> &[Character] {
        match &self.characters {
            Some(characters) => characters,
            None if self.game.has_examples() => {
                self.example_characters.get_or_init(Character::examples)
            }
            None => &[],
        }
    }

    /// The character with this name or a unique part of it.
    ///
    /// # Errors
    /// A problem that lists the characters.
    pub fn character(&self, name: &str) -> Result<Character, Problem> {
        line_named("character", name, self.characters(), |who| &who.name).cloned()
    }

    /// The character with exactly this name.
    pub fn listed(&self, name: &str) -> Option<Character> {
        self.characters().iter().find(|who| who.name == name).cloned()
    }
}
