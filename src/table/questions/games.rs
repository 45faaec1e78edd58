//! Which questions each game has: the same few words in all of them, and for each word what it is for.

use super::question::{FOR, QuestionSpec, READ};
use super::{d6, fi3, ladder, west};
use crate::table::rules::Game;

/// The words that questions begin with, and what each is about, in the order in which help lists them.
const WORDS: &[(&str, &str)] = &[
    ("card", "Show everything on a card"),
    (READ, "Read one thing on a card"),
    ("check", "Resolve a check"),
    ("contest", "Resolve a contest of two sides"),
    (ATTACK, "Resolve an attack, from target number to damage"),
    ("initiative", "Find out who acts, and when"),
    ("hurt", "Add up wounds, and see who stays up or heals"),
    ("hazard", "See what blasts, falls, fire and water do"),
    ("compute", "Work something out for which no card is drawn"),
];

/// The purpose of the question that reads an element of the deck's own.
pub const ELEMENT: &str = "element";

/// The word whose question the options and the weapon choose.
pub const ATTACK: &str = "attack";

/// The questions of a game.
pub const fn questions(game: Game) -> &'static [QuestionSpec] {
    match game {
        Game::West => west::QUESTIONS,
        Game::Fi3 => fi3::QUESTIONS,
        Game::D6 => d6::QUESTIONS,
        Game::Ladder => ladder::QUESTIONS,
    }
}

/// The questions that begin with a word, the plain one first.
pub fn with_word(game: Game, word: &str) -> impl Iterator<Item = &'static QuestionSpec> + Clone {
    questions(game).iter().filter(move |spec| spec.word() == word)
}

/// The plain question of a word.
pub fn plain(game: Game, word: &str) -> Option<&'static QuestionSpec> {
    with_word(game, word).find(|spec| spec.purpose().is_none())
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
pub fn find(name: &str) -> Option<(Game, &'static QuestionSpec)> {
    let (game, name) = name.split_once(' ')?;
    let game = Game::ALL.into_iter().find(|known| known.name() == game)?;
    questions(game).iter().find(|spec| spec.name == name).map(|spec| (game, spec))
}

/// What a word is for: all of it, such as `location, toggle`.
pub fn purposes(game: Game, word: &str) -> String {
    let purposes: Vec<&str> = with_word(game, word).filter_map(QuestionSpec::purpose).collect();
    purposes.join(", ")
}

/// Whether what a word is for stands after `for`.
pub fn has_for(game: Game, word: &str) -> bool {
    with_word(game, word).any(QuestionSpec::has_for)
}

/// The purpose of a kind of check of this name, which stands after `for`.
pub fn purpose_named(name: &str) -> Option<&'static str> {
    let lower = name.to_lowercase();
    let questions = Game::ALL.into_iter().flat_map(questions);
    let mut found = questions.filter(|spec| spec.has_for() && spec.is_for(&lower));
    found.find_map(QuestionSpec::purpose)
}

/// Whether a word says what a question of this word is for, or stands before what says it.
pub fn is_purpose(game: Game, word: &str, text: &str) -> bool {
    text == FOR.trim() || with_word(game, word).any(|spec| spec.is_for(text))
}
