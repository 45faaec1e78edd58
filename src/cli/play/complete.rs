//! What could stand where the cursor is: commands, options, names of people, weapons and places.

use std::any::TypeId;
use std::rc::Rc;

use clap::{Arg, Command};

use super::game::Game;
use super::line::shared;
use super::way::Way;
use super::words::{Known, Role, in_full, roles, split};
use crate::cli::argument::Parsed;
use crate::cli::lookup::games;
use crate::cli::lookup::name::{PersonName, PlaceName, WeaponName};
use crate::cli::lookup::question::{self, Row};
use crate::cli::lookup::setting::AtHand;
use crate::cli::lookup::written::{is_card, is_one_of};
use crate::rules::{Game as GameOfCards, Hit, Place};

/// The words that completion can choose from.
#[derive(Clone, Debug, Default)]
pub struct Vocabulary {
    /// The commands.
    root: Rc<Command>,
    game: GameOfCards,
    people: Vec<String>,
    weapons: Vec<String>,
}

impl Vocabulary {
    /// What there is at a table.
    pub fn of(game: &Game) -> Self {
        let people = game.people();
        let weapons = game.setting.weapons().into_iter().map(|weapon| weapon.name).collect();
        Self { root: Rc::clone(game.root()), game: game.rules(), people, weapons }
    }

    /// Where the word before the cursor begins, and what it could become.
    pub fn complete(&self, before: &str) -> (usize, Vec<String>) {
        let start = word_start(before);
        let (line, word) = before.split_at(start);
        let prefix = word.trim_start_matches(['"', '\'']);
        let mut found: Vec<String> = self
            .candidates(line)
            .into_iter()
            .filter(|candidate| candidate.starts_with(prefix))
            .map(|candidate| match candidate.contains(' ') {
                true => format!("\"{candidate}\""),
                false => candidate,
            })
            .collect();
        found.sort_unstable();
        found.dedup();
        (start, found)
    }

    /// Everything that could follow a line.
    fn candidates(&self, line: &str) -> Vec<String> {
        let Ok(mut words) = split(line) else { return Vec::new() };
        Way::taken_off(&mut words);
        if words.is_empty() || matches!(&words[..], [first] if first == "help") {
            let whats = games::rows(self.game).iter().filter_map(Row::what);
            let others = Way::WORDS
                .map(|(word, _)| word)
                .into_iter()
                .chain(games::words(self.game))
                .chain(whats);
            return names(&self.root).chain(others.map(str::to_owned)).collect();
        }
        let mut found: Vec<String> = match &words[..] {
            [word] => games::with_word(self.game, word)
                .filter(|row| !row.name().contains(question::FOR))
                .filter_map(|row| row.what().map(str::to_owned))
                .collect(),
            [word, .., last] if last == question::FOR.trim() => {
                let rows = games::with_word(self.game, word);
                return rows.filter_map(|row| row.what().map(str::to_owned)).collect();
            }
            _ => Vec::new(),
        };
        let word = words[0].clone();
        let at_hand = AtHand { weapon: &|_| None, elements: &[] };
        let is_skill = &|_: &str| false;
        let known = Known { root: &self.root, game: self.game, at_hand, is_skill };
        let Ok(full) = in_full(words, known) else { return found };
        if games::with_word(self.game, &word).any(|row| row.name().contains(question::FOR)) {
            found.push(question::FOR.trim().to_owned());
        }
        if full.command.has_subcommands() {
            return names(&full.command).collect();
        }
        let roles = roles(&full.words[full.names..], &full.command, &self.root);
        if let Some(Role::Name(option)) = roles.last()
            && option.get_action().takes_values()
        {
            return self.values(option);
        }
        let typed = roles.iter().filter(|role| matches!(role, Role::Positional)).count();
        let positionals: Vec<&Arg> = full.command.get_positionals().collect();
        let next = positionals.get(typed).or(positionals.last());
        found.extend(next.map_or_else(Vec::new, |arg| self.values(arg)));
        let options = full.command.get_arguments();
        let long = |option: &Arg| option.get_long().map(str::to_owned);
        found.extend(
            options.chain(shared(&self.root)).filter(|arg| !arg.is_hide_set()).filter_map(long),
        );
        found
    }

    /// What an argument could be.
    fn values(&self, arg: &Arg) -> Vec<String> {
        let known = arg.get_possible_values();
        if !known.is_empty() {
            return known.iter().map(|value| value.get_name().to_owned()).collect();
        }
        let is = |types: &[TypeId]| is_one_of(arg, types);
        match () {
            () if is(&[TypeId::of::<WeaponName>()]) => self.weapons.clone(),
            () if is(&[TypeId::of::<PersonName>()]) => self.people.clone(),
            () if is(&[TypeId::of::<PlaceName>(), TypeId::of::<Parsed<Hit>>()]) => places(),
            () if is_card(arg) => vec!["draw".to_owned(), "last".to_owned()],
            () => Vec::new(),
        }
    }
}

fn names(command: &Command) -> impl Iterator<Item = String> {
    command.get_subcommands().map(|command| command.get_name().to_owned())
}

fn places() -> Vec<String> {
    Place::words().map(str::to_owned).collect()
}

/// Where the last word of a line begins: at an open quote, or after the last space.
fn word_start(line: &str) -> usize {
    let mut quote: Option<(usize, char)> = None;
    let mut start = 0;
    for (place, letter) in line.char_indices() {
        match (quote, letter) {
            (Some((_, open)), letter) if open == letter => quote = None,
            (None, '"' | '\'') => quote = Some((place, letter)),
            (None, letter) if letter.is_whitespace() => start = place + letter.len_utf8(),
            _ => {}
        }
    }
    quote.map_or(start, |(place, _)| place)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::play::line::root;

    fn complete(line: &str) -> (usize, Vec<String>) {
        let people = vec!["example doctor".to_owned(), "sid".to_owned()];
        let weapons = vec!["fist".to_owned()];
        let game = GameOfCards::West;
        Vocabulary { root: Rc::new(root()), game, people, weapons }.complete(line)
    }

    #[test]
    fn the_first_word_is_a_command() {
        assert_eq!((0, vec!["effect".to_owned()]), complete("ef"));
        assert!(complete("").1.contains(&"undo".to_owned()));
        assert_eq!((5, vec!["check".to_owned()]), complete("look che"));
        assert_eq!((3, vec!["check".to_owned()]), complete("tn che"));
    }

    #[test]
    fn then_come_options_without_dashes_and_their_values() {
        assert_eq!((8, vec!["then".to_owned(), "tn".to_owned()]), complete("34 3d10 t"));
        assert_eq!((16, vec!["fist".to_owned()]), complete("att 3d10 weapon f"));
        assert_eq!((16, vec!["brawling".to_owned()]), complete("melee 3d10 harm br"));
    }

    #[test]
    fn names_of_several_words_come_in_quotes() {
        assert_eq!((6, vec!["\"example doctor\"".to_owned()]), complete("wound ex"));
        assert_eq!((6, vec!["\"example doctor\"".to_owned()]), complete("wound \"exa"));
        assert_eq!((10, vec!["chest".to_owned()]), complete("wound sid che"));
    }

    #[test]
    fn an_unknown_command_has_no_completion() {
        assert_eq!((6, Vec::new()), complete("dance "));
    }
}
