//! Who is meant by a name at the table.

use super::card_word::is_card_word;
use super::game::Game;
use super::line::root_has;
use crate::cli::lookup::named;
use crate::diagnostic::Problem;
use crate::lookup::clear;

impl Game {
    /// Everybody with a name: the table of characters, and whoever the session knows.
    pub(super) fn people(&self) -> Vec<String> {
        let mut people: Vec<String> =
            self.setting.characters().into_iter().map(|character| character.name).collect();
        people.extend(self.session.table().people().map(str::to_owned));
        people.sort_unstable();
        people.dedup();
        people
    }

    /// The full name of somebody who is known by this one or by a clear part of it.
    ///
    /// # Errors
    /// A problem that lists who could be meant.
    pub(super) fn person(&self, text: &str) -> Result<String, Problem> {
        let people = self.people();
        let found = clear(text, people.iter().map(String::as_str))?;
        found.map(str::to_owned).ok_or_else(|| {
            Problem::new(format!("nobody is named {text:?}")).accepts(people.join(", "))
        })
    }

    /// The same, for a name that may be new.
    ///
    /// # Errors
    /// As [`Game::person`], where the name is a part of several.
    pub(super) fn person_or_new(&self, text: &str) -> Result<String, Problem> {
        let people = self.people();
        let found = clear(text, people.iter().map(String::as_str))?;
        Ok(found.unwrap_or(text.trim()).to_owned())
    }

    /// The traits and skills that somebody has.
    pub(super) fn skills(&self) -> Vec<String> {
        let characters = self.setting.characters();
        characters.iter().flat_map(|who| who.check_names().map(str::to_owned)).collect()
    }

    /// A line that begins with somebody's name is theirs: `sid attack` is `attack as sid`. The name of
    /// a command comes before that of a person.
    pub(super) fn name_first(&self, words: &mut Vec<String>) -> Result<(), Problem> {
        // The card may come before the name.
        let place = words.iter().take_while(|word| is_card_word(word)).count();
        let [first, _, ..] = &words[place..] else { return Ok(()) };
        let is_command = root_has(self.root(), first)
            || matches!(named::begun(&words[place..], self.rules()), Ok(Some(_)));
        if first.starts_with(|letter: char| !letter.is_alphabetic()) || is_command {
            return Ok(());
        }
        let people = self.people();
        if let Some(name) = clear(first, people.iter().map(String::as_str)).unwrap_or(None) {
            let option = format!("--as={name}");
            words.remove(place);
            words.push(option);
        }
        Ok(())
    }
}
