//! The questions of each game: the same few words in all games, each with several purposes.

use super::question::{ELEMENT, FOR, QuestionSpec, READ};
use super::{card_game, d6, fi3, ladder, west};
use crate::deck::Deck;
use crate::table::rules::Game;
use crate::table::usual::{UsualCheck, reads_elements_first, usual_check};

const CARD: &str = "card";
const CHECK: &str = "check";
const CONTEST: &str = "contest";

/// The words that questions begin with and their help, in the order of help.
const WORDS: &[(&str, &str)] = &[
    (CARD, "Show everything on a card"),
    (READ, "Read one thing on a card"),
    (CHECK, "Resolve a check"),
    (CONTEST, "Resolve a contest of two sides"),
    (ATTACK, "Resolve an attack, from target number to damage"),
    ("initiative", "Find out who acts, and when"),
    ("hurt", "Add up wounds, and see who stays up or heals"),
    ("hazard", "Resolve blasts, falls, fire and water"),
    ("compute", "Compute a value without drawing a card"),
];

/// The word whose question is determined by the options and the weapon.
pub const ATTACK: &str = "attack";

/// The questions of a game.
pub const fn questions(game: Game) -> &'static [QuestionSpec] {
    match game {
        Game::West => west::QUESTIONS,
        Game::Fi3 => fi3::QUESTIONS,
        Game::D6 => d6::QUESTIONS,
        Game::Ladder => ladder::QUESTIONS,
        Game::Cards => card_game::QUESTIONS,
    }
}

/// The other games that are offered in addition to one: games with their own rules, if the deck is
/// one of the West, whose cards all of them can use; none for any other deck.
pub fn others(game: Game, deck: &Deck) -> impl Iterator<Item = Game> {
    let offers = deck.game() == Game::West;
    let has_rules = move |other: &Game| offers && *other != game && *other != Game::Cards;
    Game::ALL.into_iter().filter(has_rules)
}

/// The questions that begin with a word, the one without a purpose first.
pub fn with_word(game: Game, word: &str) -> impl Iterator<Item = &'static QuestionSpec> + Clone {
    questions(game).iter().filter(move |spec| spec.word() == word)
}

/// The question of a word without a purpose.
pub fn plain(game: Game, word: &str) -> Option<&'static QuestionSpec> {
    with_word(game, word).find(|spec| spec.purpose().is_none())
}

/// The words of a game in the order of help.
pub fn words(game: Game) -> impl Iterator<Item = &'static str> {
    let has = move |word: &str| with_word(game, word).next().is_some();
    WORDS.iter().map(|(word, _)| *word).filter(move |word| has(word))
}

/// The words with questions that the cards of a deck can answer, the most useful first: a deck of
/// which designer elements are read first has `read` first, and one without the rules of a setting
/// has `check` first.
pub fn words_for(game: Game, deck: &Deck) -> Vec<&'static str> {
    let first = match game {
        _ if reads_elements_first(deck) => READ,
        Game::West | Game::Fi3 => CARD,
        Game::D6 | Game::Ladder | Game::Cards => CHECK,
    };
    let mut words: Vec<&'static str> =
        words(game).filter(|word| answerable(game, word, deck).next().is_some()).collect();
    words.sort_by_key(|word| *word != first);
    words
}

/// The questions of a word that the cards of a deck can answer.
pub fn answerable(
    game: Game,
    word: &str,
    deck: &Deck,
) -> impl Iterator<Item = &'static QuestionSpec> + Clone {
    with_word(game, word).filter(|spec| spec.is_answerable_with(deck))
}

/// Example lines for the cards of a deck: those of the question, or with dice and elements that
/// this deck has.
pub fn examples(game: Game, spec: &QuestionSpec, deck: &Deck) -> [String; 2] {
    if let [element, others @ ..] = &deck.layout().extras[..]
        && spec.is_for(ELEMENT)
    {
        let second = others.first().unwrap_or(element);
        return [format!("{READ} 34 {element}"), format!("{READ} 12 {second}")];
    }
    let usual = (game == Game::Cards).then(|| usual_check(deck)).flatten();
    match (spec.name, usual) {
        (CHECK, Some(UsualCheck { dice, tn })) => {
            [34, 12].map(|card| format!("{CHECK} {card} {dice} tn {tn}"))
        }
        (CONTEST, Some(UsualCheck { dice, .. })) => {
            [(34, 37), (12, 3)].map(|(one, other)| format!("{CONTEST} {one} {dice} {other} {dice}"))
        }
        _ => spec.examples(),
    }
}

/// The help of a word, one line.
pub fn about(word: &str) -> &'static str {
    WORDS.iter().find(|(known, _)| *known == word).map_or("", |(_, about)| about)
}

/// The question with a full name, such as `west hurt stun`.
pub fn find(name: &str) -> Option<(Game, &'static QuestionSpec)> {
    let (game, name) = name.split_once(' ')?;
    let game = Game::ALL.into_iter().find(|known| known.name() == game)?;
    questions(game).iter().find(|spec| spec.name == name).map(|spec| (game, spec))
}

/// The purposes of a word for the cards of a deck: `location`, `toggle`, and its own elements.
pub fn purposes(game: Game, word: &str, deck: &Deck) -> Vec<String> {
    let named = |spec: &QuestionSpec| match spec.purpose() {
        Some(ELEMENT) => deck.layout().extras.clone(),
        purpose => purpose.into_iter().map(str::to_owned).collect(),
    };
    let mut purposes: Vec<String> = answerable(game, word, deck).flat_map(named).collect();
    if reads_elements_first(deck) {
        purposes.sort_by_key(|name| !deck.layout().extras.contains(name));
    }
    purposes
}

/// Whether the purpose of a word follows `for`.
pub fn has_for(game: Game, word: &str) -> bool {
    with_word(game, word).any(QuestionSpec::has_for)
}

/// The purpose in the name of a kind of check, which follows `for`.
pub fn purpose_named(name: &str) -> Option<&'static str> {
    let lower = name.to_lowercase();
    let questions = Game::ALL.into_iter().flat_map(questions);
    let mut found = questions.filter(|spec| spec.has_for() && spec.is_for(&lower));
    found.find_map(QuestionSpec::purpose)
}

/// Whether a text names a purpose of this word, or precedes one.
pub fn is_purpose(game: Game, word: &str, text: &str) -> bool {
    text == FOR.trim() || with_word(game, word).any(|spec| spec.is_for(text))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deck::Part;
    use crate::table::lookup::samples::deck;
    use crate::table::questions::samples::reply;
    use crate::table::questions::setting::Setting;
    use crate::table::rules::HouseRules;

    fn setting(game: Game, deck: Deck) -> Setting {
        Setting::new(deck, HouseRules { game: Some(game), ..HouseRules::default() })
    }

    #[test]
    fn each_question_names_the_parts_that_it_cannot_do_without() {
        let whole = deck();
        for part in Part::ALL {
            let deck = whole.without(&[part]);
            for game in Game::ALL {
                let setting = setting(game, deck.clone());
                let is_refused = |example: &String| reply(example, &setting).is_err();
                for spec in questions(game).iter().filter(|spec| spec.purpose() != Some(ELEMENT)) {
                    let needs = spec.examples().iter().all(is_refused);
                    assert_eq!(needs, spec.parts.contains(&part), "{game} {spec:?} {part:?}");
                }
            }
        }
    }

    #[test]
    fn the_examples_of_every_question_are_answered() {
        for deck in [deck(), Deck::built_in()] {
            for game in Game::ALL {
                let setting = setting(game, deck.clone());
                let words = words_for(game, &deck);
                let specs = words.iter().flat_map(|word| answerable(game, word, &deck));
                for example in specs.flat_map(|spec| examples(game, spec, &deck)) {
                    let answered = reply(&example, &setting).map(|reply| reply.unused);
                    assert_eq!(Ok(Vec::new()), answered, "{game} {example}");
                }
            }
        }
    }

    #[test]
    fn a_west_deck_offers_all_questions_except_elements() {
        let deck = deck();
        for game in Game::ALL {
            let offered: usize = words_for(game, &deck)
                .iter()
                .map(|word| answerable(game, word, &deck).count())
                .sum();
            assert_eq!(questions(game).len() - 1, offered, "{game}");
        }
    }
}
