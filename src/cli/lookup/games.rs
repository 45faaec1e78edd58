//! Which questions each game has: the same few words in all of them, and in each word what for.

use super::question::{FOR, READ, Row};
use super::{d6, fi3, ladder, west};
use crate::rules::Game;

/// The words that questions begin with, and what each is about, in the order in which help lists
/// them.
const WORDS: &[(&str, &str)] = &[
    ("card", "Show everything on a card"),
    (READ, "Read one thing on a card"),
    ("check", "Resolve a check"),
    ("contest", "Resolve a contest of two sides"),
    (ATTACK, "Resolve an attack, from target number to damage"),
    ("initiative", "Find out who acts, and when"),
    ("hurt", "Add up wounds, and see who stays up or heals"),
    ("hazard", "See what blasts, falls, fire and water do"),
    ("reckon", "Work something out for which no card is drawn"),
];

/// What is read where the deck has an element of that name.
pub const ELEMENT: &str = "element";

/// The word whose question the options and the weapon choose.
pub const ATTACK: &str = "attack";

/// The questions of a game.
pub const fn rows(game: Game) -> &'static [Row] {
    match game {
        Game::West => west::ROWS,
        Game::Fi3 => fi3::ROWS,
        Game::D6 => d6::ROWS,
        Game::Ladder => ladder::ROWS,
    }
}

/// The questions that begin with a word, the plain one first.
pub fn with_word(game: Game, word: &str) -> impl Iterator<Item = &'static Row> + Clone {
    rows(game).iter().filter(move |row| row.word() == word)
}

/// The words of a game in the order of help.
pub fn words(game: Game) -> impl Iterator<Item = &'static str> {
    let has = move |word: &str| with_word(game, word).next().is_some();
    WORDS.iter().map(|(word, _)| *word).filter(move |word| has(word))
}

/// What a word is about, in a line.
pub fn about(word: &str) -> &'static str {
    WORDS.iter().find(|(known, _)| *known == word).map_or("", |(_, about)| about)
}

/// The question of a name in full, such as `west hurt stun`.
pub fn of_name(name: &str) -> Option<(Game, &'static Row)> {
    let (game, name) = name.split_once(' ')?;
    let game = Game::ALL.into_iter().find(|known| known.name() == game)?;
    rows(game).iter().find(|row| row.name() == name).map(|row| (game, row))
}

/// What can be asked by a word: for all, such as `location, toggle`.
pub fn what_for(game: Game, word: &str) -> String {
    let whats: Vec<&str> = with_word(game, word).filter_map(Row::what).collect();
    whats.join(", ")
}

/// The words of a game with what each is for: a line or two for each, as help lists them.
pub fn overview(game: Game) -> String {
    let mut text = String::new();
    for (word, about) in WORDS {
        let mut rows = with_word(game, word);
        let Some(first) = rows.next() else { continue };
        let whats = what_for(game, word);
        let about = if first.what().is_none() && whats.is_empty() { first.help() } else { about };
        text.push_str(&format!("  {word:<12} {about}\n"));
        let plain = first.what().is_none();
        match (whats.is_empty(), plain) {
            (true, _) => {}
            (false, true) if first_for(game, word) => {
                text.push_str(&format!("  {:<12} for {whats}\n", ""));
            }
            (false, true) => text.push_str(&format!("  {:<12} or {whats}\n", "")),
            (false, false) => text.push_str(&format!("  {:<12} {whats}\n", "")),
        }
    }
    text
}

/// Whether what a word is for stands after `for`.
fn first_for(game: Game, word: &str) -> bool {
    with_word(game, word).any(|row| row.name().contains(FOR))
}

/// What help says below the arguments of a question: what else its word is for, and two examples
/// that begin with `before`.
pub fn more(game: Game, row: &Row, before: &str) -> String {
    let mut text = String::from("Examples:\n");
    for example in row.examples() {
        text.push_str(&format!("  {before}{example}\n"));
    }
    let others: Vec<&Row> =
        with_word(game, row.word()).filter(|other| other.what().is_some()).collect();
    if row.what().is_none() && !others.is_empty() {
        text.push_str(&format!("\n{}:\n", headline(game, row.word())));
        text.push_str(&lines(&others));
    }
    text
}

/// What help says of a word that asks nothing by itself: what it is for.
pub fn about_word(game: Game, word: &str, before: &str) -> String {
    let about = about(word);
    let rows: Vec<&Row> = with_word(game, word).collect();
    let mut text = format!("{about}\n\n{}:\n{}\nExamples:\n", headline(game, word), lines(&rows));
    // The first of two questions, or both of the only one.
    let examples: Vec<String> = match rows[..] {
        [only] => only.examples().into(),
        _ => rows.iter().take(2).map(|row| row.examples()[0].clone()).collect(),
    };
    for example in examples {
        text.push_str(&format!("  {before}{example}\n"));
    }
    text
}

fn headline(game: Game, word: &str) -> String {
    match first_for(game, word) {
        true => format!("{word} … for"),
        false => format!("{word} …"),
    }
}

fn lines(rows: &[&Row]) -> String {
    let line = |row: &&Row| format!("  {:<12} {}\n", row.what().unwrap_or_default(), row.help());
    rows.iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn help_of_every_word_of_every_game_gives_two_examples() {
        for game in Game::ALL {
            for word in words(game) {
                let plain = with_word(game, word).find(|row| row.what().is_none());
                let text = match plain {
                    Some(row) => more(game, row, "> "),
                    None => about_word(game, word, "> "),
                };
                assert_eq!(2, text.matches("  > ").count(), "{game} {word}: {text}");
            }
        }
    }
}
