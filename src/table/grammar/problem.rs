//! Problems of words that cannot be resolved.

use crate::deck::Deck;
use crate::diagnostic::Problem;
use crate::input::toml::nearest;
use crate::table::questions::games;
use crate::table::questions::question::QuestionSpec;
use crate::table::rules::Game;

use super::Vocabulary;

/// The error code of a line whose question cannot be resolved.
const CODE: &str = "lookup.question";

/// A word that is not the name of a question or command; the closest name is suggested.
pub fn unknown(word: &str, vocabulary: &Vocabulary<'_>) -> Problem {
    let game = vocabulary.game;
    let deck = &vocabulary.setting.deck;
    let elsewhere = games::others(game, deck).filter_map(|other| {
        let spec = games::questions(other)
            .iter()
            .find(|spec| spec.name == word || spec.word() == word || spec.is_for(word))?;
        let name = if spec.word() == word { word } else { spec.name };
        Some(format!("{other} {name}"))
    });
    let mut accepted = vec![games::words_for(game, deck).join(", ")];
    let elements = &deck.layout().extras;
    if !elements.is_empty() {
        accepted.push(format!("an element of the deck: {}", elements.join(", ")));
    }
    accepted.extend(elsewhere);
    if !vocabulary.commands.is_empty() {
        accepted.push("a command: help lists them".to_owned());
    }
    let purposes = games::questions(game).iter().filter_map(QuestionSpec::purpose);
    let names = games::words(game).chain(purposes).chain(vocabulary.commands.iter().copied());
    let suggestion = nearest(word, &names.collect::<Vec<_>>());
    let suggestion = suggestion.map_or_else(String::new, |name| format!("; did you mean {name}?"));
    Problem::coded(CODE, format!("{game} has no question {word:?}{suggestion}"))
        .accepts(accepted.join("; or "))
}

/// A word that is the beginning of several names.
pub fn ambiguous(word: &str, names: Vec<String>) -> Problem {
    Problem::coded(CODE, format!("{word:?} is ambiguous")).accepts(names.join(", "))
}

/// The name of a game without a question.
pub fn no_question_after(game: Game, deck: &Deck) -> Problem {
    Problem::coded(CODE, format!("missing question after {game}"))
        .accepts(games::words_for(game, deck).join(", "))
}

/// A word without a purpose.
pub fn no_purpose(game: Game, word: &str, deck: &Deck) -> Problem {
    Problem::coded(CODE, format!("{word} needs a purpose")).accepts(purposes(game, word, deck))
}

/// An unknown purpose of a word.
pub fn unknown_purpose(word: &str, name: &str, vocabulary: &Vocabulary<'_>) -> Problem {
    let game = vocabulary.game;
    let lower = name.to_lowercase();
    let own = games::questions(game).iter().find(|spec| spec.is_for(&lower));
    let deck = &vocabulary.setting.deck;
    let elsewhere = games::others(game, deck).filter_map(|other| {
        let spec = games::with_word(other, word).find(|spec| spec.is_for(&lower))?;
        Some(format!("{other} {}", spec.name))
    });
    let mut accepted = vec![purposes(game, word, deck)];
    accepted.extend(own.map(|spec| spec.name.to_owned()));
    accepted.extend(elsewhere);
    Problem::coded(CODE, format!("{game} has no {word} for {name:?}"))
        .accepts(accepted.join("; or "))
}

fn purposes(game: Game, word: &str, deck: &Deck) -> String {
    match &games::purposes(game, word, deck)[..] {
        [] => format!("{word} by itself"),
        purposes => purposes.join(", "),
    }
}

/// A value of another kind of attack in a line that is a shot because of the value `against`.
pub fn other_attack(value: &str, spec: &QuestionSpec, against: Option<&str>) -> Problem {
    let kind = match spec.purpose() {
        Some("blow") => "a fight",
        Some("throw") => "a throw",
        Some("fan") => "fan fire",
        Some("burst") => "a burst at several targets",
        _ => "another attack",
    };
    let (shot, without) = match against {
        Some(against) => (format!(", and {against:?} in a shot"), format!(" without {against}")),
        None => (String::new(), String::new()),
    };
    Problem::coded("lookup.other-attack", format!("{value:?} counts in {kind} only{shot}"))
        .accepts(format!("a shot without {value}, or {}{without}", spec.name))
}
