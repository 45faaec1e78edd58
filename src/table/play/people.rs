//! Resolution of participant names.

use crate::diagnostic::Problem;
use crate::table::lookup::clear;

use super::game::Game;
use super::participants::Participant;

impl Game {
    /// All participants: the table of characters, and those of the session.
    pub fn people(&self) -> Vec<String> {
        let listed = self.setting.characters().iter().map(|character| character.name.clone());
        let mut people: Vec<String> =
            listed.chain(self.session.table().people().map(str::to_owned)).collect();
        people.sort_unstable();
        people.dedup();
        people
    }

    /// The full name of the participant with this name or a unique part of it.
    ///
    /// # Errors
    /// A problem that lists the names.
    pub(super) fn person(&self, text: &str) -> Result<String, Problem> {
        let people = self.people();
        let found = clear(text, people.iter().map(String::as_str))?;
        found.map(str::to_owned).ok_or_else(|| {
            Problem::new(format!("no participant is named {text:?}")).accepts(people.join(", "))
        })
    }

    /// As [`Game::person`], for a name that may be new.
    ///
    /// # Errors
    /// As [`Game::person`], if it is a part of several names.
    pub(super) fn person_or_new(&self, text: &str) -> Result<String, Problem> {
        let people = self.people();
        let found = clear(text, people.iter().map(String::as_str))?;
        Ok(found.unwrap_or(text.trim()).to_owned())
    }

    /// The names of the traits and skills of all characters.
    pub(super) fn skills(&self) -> Vec<String> {
        let characters = self.setting.characters();
        characters.iter().flat_map(|who| who.check_names().map(str::to_owned)).collect()
    }

    /// A participant with the facts of the table.
    pub(super) fn participant(&self, name: &str) -> Participant {
        Participant::new(name, self.session.table(), &self.setting)
    }

    /// The default acting character.
    pub fn acting_now(&self) -> Option<String> {
        let usual = || self.setting.character.as_ref().map(|who| who.name.clone());
        self.session.table().acting().map(str::to_owned).or_else(usual)
    }

    /// The shortest word that identifies a participant.
    pub(super) fn handle(&self, who: &str) -> String {
        let people = self.people();
        let is_clear = |word: &&str| {
            let found = clear(word, people.iter().map(String::as_str));
            found.is_ok_and(|found| found == Some(who))
        };
        let is_plain = |word: &&str| word.chars().all(char::is_alphanumeric);
        let words = who.split_whitespace().filter(is_plain).filter(is_clear);
        match words.min_by_key(|word| word.len()) {
            Some(word) => word.to_owned(),
            None => shlex::try_quote(who).map_or_else(|_| who.to_owned(), Into::into),
        }
    }
}
