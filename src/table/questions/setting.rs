//! What questions are answered from: the deck, house rules, weapons, characters, and what a session knows.

use std::cell::OnceCell;

use crate::deck::{CardNumber, Deck};
use crate::diagnostic::Problem;
use crate::table::lookup::line_named;
use crate::table::rules::{Character, Game, HouseRules, Weapon};
use crate::table::session::Table;

/// What questions are answered from.
#[derive(Clone, Debug)]
pub struct Setting {
    /// The deck that the cards were printed from.
    pub deck: Deck,
    /// The game that is played.
    pub game: Game,
    /// What is played where the rules leave it open.
    pub rules: HouseRules,
    /// The character who acts.
    pub character: Option<Character>,
    /// The discard pile of the session.
    pub discarded: Vec<CardNumber>,
    /// The cards that the next draw cannot bring.
    pub out_of_reach: Vec<CardNumber>,
    /// The worst wounds of the participants, by name.
    worst: Vec<(String, u8)>,
    /// The cards that must not bear the edition that was given.
    outdated: Vec<CardNumber>,
    /// The table of characters; `None` for the examples.
    characters: Option<Vec<Character>>,
    /// The table of weapons; `None` for the examples.
    weapons: Option<Vec<Weapon>>,
    /// The example characters once they are asked for.
    example_characters: OnceCell<Vec<Character>>,
    /// The example weapons once they are asked for.
    example_weapons: OnceCell<Vec<Weapon>>,
}

impl Setting {
    /// A deck and house rules with no session, and the example weapons and characters of the game: the one that the
    /// house rules name, or else that of the deck.
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

    /// The same with these weapons instead of the examples.
    #[must_use]
    pub fn with_weapons(self, weapons: Vec<Weapon>) -> Self {
        Self { weapons: Some(weapons), ..self }
    }

    /// The same with these characters instead of the examples.
    #[must_use]
    pub fn with_characters(self, characters: Vec<Character>) -> Self {
        Self { characters: Some(characters), ..self }
    }

    /// The same, where these cards have changed since the edition that they bear.
    #[must_use]
    pub fn with_outdated(self, outdated: Vec<CardNumber>) -> Self {
        Self { outdated, ..self }
    }

    /// Checks that a card shows what the deck says, whatever edition it bears.
    ///
    /// # Errors
    /// A problem when it has changed since the edition that was given.
    pub fn confirm(&self, card: CardNumber) -> Result<CardNumber, Problem> {
        if !self.outdated.contains(&card) {
            return Ok(card);
        }
        Err(Problem::new(format!("card {card} has changed since the edition it bears"))
            .accepts("the reprinted card and its edition, or the deck file of the old edition"))
    }

    /// Takes over what a session knows of cards and wounds.
    pub fn update(&mut self, table: &Table) {
        self.discarded = table.discard().to_vec();
        self.out_of_reach = table.out_of_reach();
        self.worst = table.wounded().map(|(who, track)| (who.to_owned(), track.worst())).collect();
    }

    /// The penalty for the wounds of a participant, by the rules of the West.
    pub fn wound_penalty(&self, who: &str) -> i32 {
        let worst = self.worst.iter().find(|(name, _)| name.eq_ignore_ascii_case(who));
        worst.map_or(0, |(_, worst)| self.rules.west.wound_table.penalty(*worst))
    }

    /// The weapons; without a table of them the examples, in a game that has some.
    pub fn weapons(&self) -> &[Weapon] {
        match &self.weapons {
            Some(weapons) => weapons,
            None if self.game.has_examples() => self.example_weapons.get_or_init(Weapon::examples),
            None => &[],
        }
    }

    /// The weapon of this name or of a clear part of it.
    ///
    /// # Errors
    /// A problem that names the weapons.
    pub fn weapon(&self, name: &str) -> Result<Weapon, Problem> {
        line_named("weapon", name, self.weapons(), |weapon| &weapon.name).cloned()
    }

    /// The characters; without a table of them the examples, in a game that has some.
    pub fn characters(&self) -> &[Character] {
        match &self.characters {
            Some(characters) => characters,
            None if self.game.has_examples() => {
                self.example_characters.get_or_init(Character::examples)
            }
            None => &[],
        }
    }

    /// The character of this name or of a clear part of it.
    ///
    /// # Errors
    /// A problem that names the characters.
    pub fn character(&self, name: &str) -> Result<Character, Problem> {
        line_named("character", name, self.characters(), |who| &who.name).cloned()
    }

    /// The character of exactly this name.
    pub fn listed(&self, name: &str) -> Option<Character> {
        self.characters().iter().find(|who| who.name == name).cloned()
    }
}
