//! Which question a line asks: the game, the word, and what for, whatever order they stand in.
//!
//! `check 34 2d8 for stun dealt 2`, `hurt stun 34 2d8 dealt 2` and `stun 34 2d8 dealt 2` ask the
//! same; so do the names of release 0.1, such as `fi3 shoot`, for this release.

use clap::{Arg, Command};

use super::games::{self, ATTACK, ELEMENT};
use super::question::{FOR, READ, Row};
use super::setting::AtHand;
use super::spelling;
use crate::diagnostic::Problem;
use crate::lookup::clear;
use crate::rules::{Attribute, Game, Weapon};

/// A question that was found, and the words left for its arguments.
#[derive(Clone, Debug)]
pub struct Named {
    /// Whose question it is.
    pub game: Game,
    /// Its row.
    pub row: &'static Row,
    /// Its arguments as they were typed, options without dashes written out.
    pub arguments: Vec<String>,
}

/// A line whose game and word are known.
#[derive(Clone, Debug)]
pub struct Begun {
    game: Game,
    begins: Begins,
    rest: Vec<String>,
}

/// What a line begins with.
#[derive(Clone, Copy, Debug)]
enum Begins {
    /// A word, which does not say what for yet.
    Word(&'static str),
    /// The name of one question: what it is for alone, or what it was called once.
    Question(&'static Row),
}

/// How sure it is that a line begins with the name of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Written {
    /// In full.
    InFull,
    /// Cut short.
    CutShort,
}

/// The name that a line begins with: a game, if one is named, and a word, or what one question of
/// the game is for, or what it was once called. None when it begins with no such name; a word that
/// is cut short may be that of several.
///
/// # Errors
/// A problem when a game was named and has no such question.
pub fn begun(words: &[String], usual: Game) -> Result<Option<(Begun, Written)>, Problem> {
    let Some(first) = words.first().map(|word| word.to_lowercase()) else { return Ok(None) };
    if let Some(game) = Game::ALL.into_iter().find(|game| game.name() == first) {
        return in_game(words, game).map(Some);
    }
    // In release 0.1 the ladder went by the name of the tally.
    let is_of_ladder = |second: &String| {
        let name = second.to_lowercase();
        exact(&name, Game::Ladder).is_some() && first == "wounds"
    };
    if words.get(1).is_some_and(is_of_ladder) {
        return in_game(words, Game::Ladder).map(Some);
    }
    let rest = words[1..].to_vec();
    let found = exact(&first, usual).map(|begins| (begins, Written::InFull));
    let found = found.or_else(|| shortened(&first, usual).map(|it| (it, Written::CutShort)));
    Ok(found.map(|(begins, how)| (Begun { game: usual, begins, rest }, how)))
}

/// A line that begins with the name of a game.
fn in_game(words: &[String], game: Game) -> Result<(Begun, Written), Problem> {
    let (name, rest) = match words {
        [_, name, rest @ ..] => (name.to_lowercase(), rest.to_vec()),
        _ => {
            return Err(Problem::coded("lookup.question", format!("{game} is asked nothing"))
                .accepts(accepted(game)));
        }
    };
    match exact(&name, game).or_else(|| shortened(&name, game)) {
        Some(begins) => Ok((Begun { game, begins, rest }, Written::InFull)),
        None => Err(unknown(&name, game)),
    }
}

/// The word or question of exactly this name. A name in use goes before one of the past.
fn exact(name: &str, game: Game) -> Option<Begins> {
    let word = games::words(game).find(|word| *word == name).map(Begins::Word);
    let rows = games::rows(game);
    let of = |is_it: &dyn Fn(&Row) -> bool| rows.iter().find(|row| is_it(row));
    let question = of(&|row| row.what() == Some(name))
        .or_else(|| of(&|row| row.is_for(name)))
        .or_else(|| of(&|row| row.was_called(name)));
    word.or_else(|| question.map(Begins::Question))
}

/// The only word of the game that begins so, or the only question that is for something that does.
fn shortened(start: &str, game: Game) -> Option<Begins> {
    match starting(start, game)[..] {
        [name] if !start.is_empty() => exact(name, game),
        _ => None,
    }
}

/// The words of the game that begin so, or else what its questions are for.
pub fn starting(start: &str, game: Game) -> Vec<&'static str> {
    let begins = |name: &&str| name.starts_with(start);
    let words: Vec<&str> = games::words(game).filter(begins).collect();
    match words.is_empty() {
        false => words,
        true => games::rows(game).iter().filter_map(Row::what).filter(begins).collect(),
    }
}

/// What the words of a game are.
fn accepted(game: Game) -> String {
    games::words(game).collect::<Vec<_>>().join(", ")
}

/// No question of the game is called so.
pub fn unknown(name: &str, game: Game) -> Problem {
    let message = format!("{game} has no question {name:?}");
    let elsewhere = Game::ALL.into_iter().filter(|other| *other != game).filter_map(|other| {
        let full = match exact(name, other)? {
            Begins::Word(word) => word,
            Begins::Question(row) => row.name(),
        };
        Some(format!("{other} {full}"))
    });
    let mut accepted = std::iter::once(accepted(game)).chain(elsewhere).collect::<Vec<_>>();
    if accepted.len() == 1 {
        accepted.push("read 34 element omen for an element of the deck's own".to_owned());
    }
    Problem::coded("lookup.question", message).accepts(accepted.join("; or "))
}

impl Begun {
    /// The game whose question it is.
    pub const fn game(&self) -> Game {
        self.game
    }

    /// The question that help is to explain, if it is one, else the word.
    pub fn subject(mut self) -> Result<&'static Row, &'static str> {
        match self.begins {
            Begins::Question(row) => Ok(row),
            Begins::Word(word) => match self.what(word) {
                Ok(Some(row)) => Ok(row),
                _ => plain(self.game, word).ok_or(word),
            },
        }
    }

    /// The question in full, and its arguments. `shared` has the options of every question.
    ///
    /// # Errors
    /// A problem when the line does not say what for, or the game has no such question.
    pub fn question(mut self, at_hand: AtHand<'_>, shared: &Command) -> Result<Named, Problem> {
        let row = match self.begins {
            Begins::Question(row) => row,
            Begins::Word(word) => match (self.what(word)?, plain(self.game, word)) {
                (Some(row), _) => row,
                (None, Some(_)) if word == ATTACK => self.attack(at_hand)?,
                (None, Some(row)) => row,
                (None, None) => match self.of_element(word, at_hand.elements) {
                    Some(row) => row,
                    None => return Err(self.no_such(word, at_hand.elements)),
                },
            },
        };
        let arguments = written_out(self.rest, &row.command(), shared);
        Ok(Named { game: self.game, row, arguments })
    }

    /// What the line says it is for; the words that say so are taken out of the rest.
    fn what(&mut self, word: &'static str) -> Result<Option<&'static Row>, Problem> {
        let rows = games::with_word(self.game, word);
        let named = |name: &str| {
            let name = name.to_lowercase();
            rows.clone().find(|row| row.is_for(&name) || row.was_called(&name))
        };
        let end = self.rest.iter().position(|word| word == "--").unwrap_or(self.rest.len());
        let own = &self.rest[..end];
        if let Some(place) = own.iter().position(|word| FOR.trim() == word || word == "--for") {
            let Some(name) = own.get(place + 1) else { return Err(self.not_said(word)) };
            // Of the checks, some are asked by another word as well, as in `check … for stun`.
            let row = named(name).or_else(|| self.check_of(word, name));
            let row = row.ok_or_else(|| self.no_such_for(word, name))?;
            self.rest.drain(place..place + 2);
            return Ok(Some(row));
        }
        let has_plain = plain(self.game, word).is_some();
        let places = match (has_plain, rows.clone().any(|row| row.name().contains(FOR))) {
            (true, true) => 0,
            (true, false) => 1,
            (false, _) => end,
        };
        let found = own.iter().take(places).enumerate();
        let found = found.filter(|(_, word)| !word.starts_with('-'));
        let mut found = found.filter_map(|(place, word)| named(word).map(|row| (place, row)));
        let Some((place, row)) = found.next() else { return Ok(None) };
        self.rest.remove(place);
        Ok(Some(row))
    }

    /// The question that reads an element of the deck, if the line names one: `read 34 omen`.
    fn of_element(&self, word: &str, elements: &[String]) -> Option<&'static Row> {
        let mut own = self.rest.iter().take_while(|word| *word != "--");
        let names_one = own.any(|word| {
            let names = elements.iter().map(String::as_str);
            matches!(clear(word, names), Ok(Some(_)))
        });
        games::with_word(self.game, word).find(|row| names_one && row.is_for(ELEMENT))
    }

    /// The question that is a check, though it is asked by another word.
    fn check_of(&self, word: &str, name: &str) -> Option<&'static Row> {
        let name = name.to_lowercase();
        let hurts = games::with_word(self.game, "hurt");
        (word == "check").then(|| hurts.into_iter().find(|row| row.is_for(&name)))?
    }

    /// The attack that the options and the weapon tell.
    ///
    /// # Errors
    /// A problem when an option counts in another attack only and the rest of the line is a shot.
    fn attack(&self, at_hand: AtHand<'_>) -> Result<&'static Row, Problem> {
        let rows: Vec<(&'static Row, Command)> =
            games::with_word(self.game, ATTACK).map(|row| (row, row.command())).collect();
        let (plain, shot) = &rows[0];
        let has =
            |command: &Command, word: &str| named_option(word, command.get_arguments()).is_some();
        let of_shots_only =
            |other: &Command| self.rest.iter().find(|word| has(shot, word) && !has(other, word));
        let weapon = self.weapon(at_hand);
        for word in self.rest.iter().filter(|word| !has(shot, word)) {
            let mut others = rows[1..].iter().filter(|(_, command)| has(command, word));
            let (Some((row, other)), None) = (others.next(), others.next()) else { continue };
            let against = of_shots_only(other);
            let is_fired = weapon.as_ref().is_some_and(|weapon| weapon.range_m.is_some());
            // A gun strikes where the line has what a blow cannot do without.
            let needed: Vec<&Arg> =
                other.get_arguments().filter(|option| option.is_required_set()).collect();
            let is_needed = |word: &String| named_option(word, needed.iter().copied()).is_some();
            let names_needed = self.rest.iter().any(is_needed);
            if against.is_some() || (row.is_for("blow") && is_fired && !names_needed) {
                return Err(counts_elsewhere(word, row, against.map(String::as_str)));
            }
            return Ok(*row);
        }
        let is_struck =
            |weapon: &Weapon| weapon.range_m.is_none() && !weapon.has(Attribute::Thrown);
        let is_blow = weapon.as_ref().is_some_and(is_struck);
        let blow = rows.iter().find(|(row, _)| row.is_for("blow"));
        Ok(match blow {
            Some((row, blows)) if is_blow && of_shots_only(blows).is_none() => *row,
            _ => *plain,
        })
    }

    /// The weapon that is named, if the tables have it.
    fn weapon(&self, at_hand: AtHand<'_>) -> Option<Weapon> {
        let is_option = |word: &String| word.trim_start_matches("--") == "weapon";
        let joined = |word: &String| {
            word.trim_start_matches("--").strip_prefix("weapon=").map(str::to_owned)
        };
        let place = self.rest.iter().position(is_option);
        let name = place.and_then(|place| self.rest.get(place + 1).cloned());
        let name = name.or_else(|| self.rest.iter().find_map(joined));
        name.and_then(|name| (at_hand.weapon)(&name))
    }

    /// The line does not say what for.
    fn no_such(&self, word: &str, elements: &[String]) -> Problem {
        let is_card = |text: &str| {
            text.starts_with(|first: char| first.is_ascii_digit())
                || text == "draw"
                || text == "last"
        };
        let own = self.rest.iter().filter(|word| !word.starts_with('-'));
        let mut own = own.skip_while(|text| word == READ && is_card(text));
        match own.next() {
            Some(name) if word == READ && !elements.is_empty() => {
                let problem = self.no_such_for(word, name);
                let known = problem.accepted().unwrap_or_default().to_owned();
                let elements = elements.join(", ");
                problem.accepts(format!("{known}; or an element of the deck: {elements}"))
            }
            Some(name) => self.no_such_for(word, name),
            None => self.not_said(word),
        }
    }

    fn not_said(&self, word: &str) -> Problem {
        let message = format!("{word} does not say what for");
        Problem::coded("lookup.question", message).accepts(self.whats(word))
    }

    /// The game has nothing of this name under the word.
    fn no_such_for(&self, word: &str, name: &str) -> Problem {
        let lower = name.to_lowercase();
        let elsewhere = Game::ALL.into_iter().filter(|other| *other != self.game);
        let elsewhere = elsewhere.filter_map(|other| {
            let row = games::with_word(other, word).find(|row| row.is_for(&lower))?;
            Some(format!("{other} {}", row.name()))
        });
        let own = games::rows(self.game).iter().find(|row| row.is_for(&lower));
        let own = own.map(|row| row.name().to_owned());
        let accepted: Vec<String> =
            std::iter::once(self.whats(word)).chain(own).chain(elsewhere).collect();
        let message = format!("{} has no {word} for {name:?}", self.game);
        Problem::coded("lookup.question", message).accepts(accepted.join("; or "))
    }

    fn whats(&self, word: &str) -> String {
        match games::what_for(self.game, word) {
            none if none.is_empty() => format!("{word} by itself"),
            whats => whats,
        }
    }
}

/// An option of one kind of attack in a line that asks for a shot, as the option `against` tells.
pub fn counts_elsewhere(option: &str, row: &Row, against: Option<&str>) -> Problem {
    let bare = |word: &str| {
        let word = word.trim_start_matches('-');
        word.split('=').next().unwrap_or(word).to_owned()
    };
    let option = bare(option);
    let kind = match row.what() {
        Some("blow") => "a fight",
        Some("throw") => "a throw",
        Some("fan") => "fan fire",
        Some("burst") => "a burst at several targets",
        _ => "another attack",
    };
    let (shot, without) = match against.map(bare) {
        Some(against) => (format!(", and {against:?} in a shot"), format!(" without {against}")),
        None => (String::new(), String::new()),
    };
    let message = format!("{option:?} counts in {kind} only{shot}");
    Problem::coded("lookup.other-attack", message)
        .accepts(format!("a shot without {option}, or {}{without}", row.name()))
}

/// The question that a word asks by itself.
fn plain(game: Game, word: &str) -> Option<&'static Row> {
    games::with_word(game, word).find(|row| row.what().is_none())
}

/// The words with dashes before the options that are named without, each by its own name.
pub fn written_out(mut words: Vec<String>, command: &Command, shared: &Command) -> Vec<String> {
    let options = || command.get_arguments().chain(shared.get_arguments());
    let mut place = 0;
    while place < words.len() && words[place] != "--" {
        let Some((option, value)) = option_with_value(&words[place], options) else {
            place += 1;
            continue;
        };
        let value_follows = option.get_action().takes_values() && value.is_none();
        let long = option.get_long().unwrap_or_default();
        words[place] = match value {
            None => format!("--{long}"),
            Some(value) => format!("--{long}={value}"),
        };
        place += if value_follows { 2 } else { 1 };
    }
    words
}

/// The option that a word names, and its value where that stands in the same word: `tn=7` or `tn7`.
fn option_with_value<'c, I: Iterator<Item = &'c Arg>>(
    word: &str,
    options: impl Fn() -> I,
) -> Option<(&'c Arg, Option<String>)> {
    if let Some(option) = named_option(word, options()) {
        return Some((option, word.split_once('=').map(|(_, value)| value.to_owned())));
    }
    let digits = word.find(|letter: char| letter.is_ascii_digit())?;
    let (name, number) = word.split_at(digits);
    let is_number = number.bytes().all(|byte| byte.is_ascii_digit());
    let option = named_option(name, options()).filter(|_| is_number)?;
    option.get_action().takes_values().then(|| (option, Some(number.to_owned())))
}

/// The option of this name, whatever its case and spelling, with dashes or without, with or without
/// `=` and a value.
pub fn named_option<'c>(word: &str, mut options: impl Iterator<Item = &'c Arg>) -> Option<&'c Arg> {
    let name = word.strip_prefix("--").unwrap_or(word);
    let name = spelling::plain(name.split('=').next().unwrap_or(name));
    options.find(|option| option.get_long().is_some_and(|long| spelling::plain(long) == name))
}
