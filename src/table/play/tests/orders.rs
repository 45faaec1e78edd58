//! Every question of every game at the table: with its cards before it, after it, given while it
//! waits, or drawn.

use serde_json::Value;

use super::new_game;
use crate::table::play::{Game, Outcome, PlayError, Reply};
use crate::table::questions::field::Presence;
use crate::table::questions::games;
use crate::table::questions::question::QuestionSpec;
use crate::table::rules::Game as GameOfCards;
use crate::table::session::{Mode, Question, Session};

const VIRTUAL: Mode = Mode::Virtual { seed: 54 };

/// New tables on which only a game was chosen.
struct Tables {
    game: Game,
    fresh: Vec<(GameOfCards, Session)>,
}

impl Tables {
    fn new(mode: Mode) -> Self {
        let mut game = new_game(mode);
        let start = game.session.clone();
        let fresh = GameOfCards::ALL.map(|rules| {
            game.session = start.clone();
            heard(&mut game, &format!("game {rules}")).unwrap();
            (rules, game.session.clone())
        });
        Self { game, fresh: fresh.into() }
    }

    fn game(&mut self, rules: GameOfCards) -> &mut Game {
        let fresh = self.fresh.iter().find(|(known, _)| *known == rules).unwrap();
        self.game.session = fresh.1.clone();
        &mut self.game
    }
}

fn heard(game: &mut Game, line: &str) -> Result<Reply, String> {
    match game.hear(line) {
        Ok(Outcome::Reply(reply)) => Ok(*reply),
        Ok(_) => panic!("{line:?} is not answered"),
        Err(PlayError::Refused(problems)) => Err(problems.to_string()),
        Err(error) => panic!("{line:?}: {error:?}"),
    }
}

/// A question without its cards, and the cards.
struct Stripped {
    line: String,
    cards: Vec<String>,
}

/// A text as a word of a line, quoted if needed.
fn quoted(text: &str) -> String {
    shlex::try_quote(text).unwrap().into_owned()
}

/// A word without its cards: `3d8` of `20:3d8`, `3D` of `3D@11`, `ann=3d8` of `ann=20:3d8:0`.
fn without_cards(id: &str, text: &str) -> (String, Option<String>) {
    let are_cards = |text: &str| {
        text.starts_with(|first: char| first.is_ascii_digit())
            && text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'+')
    };
    let (before, rest) = match text.split_once('=') {
        Some((name, rest)) => (format!("{name}="), rest),
        None => (String::new(), text),
    };
    let parted = match id {
        "entrants" | "targets" | "holder" | "catch" | "dodge" => rest.split_once(':'),
        "resist" | "range" | "cover" | "other" => rest.split_once('@').map(|(dice, it)| (it, dice)),
        _ => None,
    };
    match parted.filter(|(cards, _)| are_cards(cards)) {
        Some((cards, dice)) => (format!("{before}{dice}"), Some(cards.to_owned())),
        None => (text.to_owned(), None),
    }
}

fn texts(value: &Value) -> Vec<String> {
    match value {
        Value::Array(values) => values.iter().flat_map(texts).collect(),
        Value::String(text) => vec![text.clone()],
        value => vec![value.to_string()],
    }
}

/// The options that name further cards, and whether they are requested by the word `draw` or drawn
/// by the answer itself.
const FURTHER: [(&str, bool); 8] = [
    ("hit", false),
    ("hand", false),
    ("scatter", false),
    ("against", true),
    ("pickup", true),
    ("points", true),
    ("red", true),
    ("blue", true),
];

fn stripped(spec: &QuestionSpec, asked: &Question, mode: Mode) -> Stripped {
    let (mut words, mut cards): (_, Vec<String>) = (vec![asked.name.clone()], Vec::new());
    for field in spec.fields() {
        let id = field.name;
        let Some(value) = asked.arguments.get(id) else { continue };
        let texts = texts(value);
        if matches!(field.presence, Presence::Default(text) if texts == [text]) {
            continue;
        }
        if id == "then" {
            // Follow-up cards are joined to the card.
            cards[0] = [cards[0].clone(), texts.join("+")].join("+");
            continue;
        }
        let further = FURTHER.iter().find(|(name, _)| *name == id && mode == VIRTUAL);
        if let Some((_, by_word)) = further.filter(|_| !field.positional) {
            words.extend(by_word.then(|| format!("--{}=draw", field.hyphenated())));
            continue;
        }
        // The cards of hazards are optional, because not all hazards read some.
        let is_main = field.positional || matches!(id, "cards" | "places" | "more");
        if field.kind.is_card() && is_main {
            let texts = texts.into_iter().filter(|text| !text.is_empty());
            cards.extend(texts.flat_map(|text| {
                let more: Vec<String> = text.split(',').map(str::to_owned).collect();
                more
            }));
            continue;
        }
        for text in texts {
            let text = match text.split_once(':') {
                Some((_, dice)) if id == "strength" && mode == VIRTUAL => format!("draw:{dice}"),
                _ => text,
            };
            let (word, own) = without_cards(id, &text);
            cards.extend(own);
            words.push(match field.positional {
                true => quoted(&word),
                false if field.is_flag() => format!("--{}", field.hyphenated()),
                false => quoted(&format!("--{}={word}", field.hyphenated())),
            });
        }
    }
    Stripped { line: words.join(" "), cards }
}

/// All examples that are answered with cards: game, row, question and answer.
fn examples() -> Vec<(GameOfCards, &'static QuestionSpec, Question, Value)> {
    let mut found = Vec::new();
    let mut tables = Tables::new(Mode::Physical);
    for rules in GameOfCards::ALL {
        for spec in games::questions(rules) {
            for line in spec.examples() {
                let game = tables.game(rules);
                let Ok(reply) = heard(game, &line) else { continue };
                let Some(last) = game.session.table().last().cloned() else { continue };
                found.push((rules, spec, last.asked, reply.answer["answer"].clone()));
            }
        }
    }
    assert!(found.len() > 80, "{}", found.len());
    found
}

fn asked_and_answered(game: &Game, reply: &Reply) -> (Question, Value) {
    let asked = game.session.table().last().unwrap().asked.clone();
    (asked, reply.answer["answer"].clone())
}

/// The result of a check of a question: the error text, if any.
type Checked = Result<(), String>;

/// Checks that a question with its cards in every accepted order is the same question.
fn in_every_order(
    tables: &mut Tables,
    (rules, spec): (GameOfCards, &QuestionSpec),
    expected: &(Question, Value),
) -> Checked {
    let Stripped { line, cards } = stripped(spec, &expected.0, Mode::Physical);
    let count = cards.len();
    if count == 0 {
        return Ok(());
    }
    let cards = cards.join(" ");
    let before = tables.game(rules);
    let first = format!("{cards} {line}");
    let reply = heard(before, &first).map_err(|said| format!("{first}: {said}"))?;
    if *expected != asked_and_answered(before, &reply) {
        return Err(format!("{first}: {:?}, not {expected:?}", asked_and_answered(before, &reply)));
    }
    let waiting = tables.game(rules);
    let said = match heard(waiting, &line) {
        Ok(reply) => reply.text,
        // These read the card of another question.
        Err(said) if said.contains("no question was answered") => return Ok(()),
        Err(said) => return Err(format!("{line}: {said}")),
    };
    let draw = |count: usize| match count {
        1 => "draw the card and type".to_owned(),
        count => format!("draw {count} cards and type"),
    };
    // The number of actions of a task, or of people that a shot passes, is known to the players
    // only; the number of cards for the dice of a code or the wounds of a hazard is requested card
    // by card. In a word such as 34+11, the second card may be a follow-up or one of two that are
    // read.
    let unsure = ["complex", "stray", "places", "d6 "].iter().any(|part| line.contains(part));
    let least = if unsure { 1 } else { count };
    let reported_so = [least, count, count + cards.matches('+').count()]
        .iter()
        .any(|count| said.contains(&draw(*count)));
    if waiting.session.table().waiting().is_none() || !reported_so {
        return Err(format!("{line}, {cards}: {said}"));
    }
    let second = format!("{line}, then {cards}");
    let reply = heard(waiting, &cards).map_err(|said| format!("{second}: {said}"))?;
    match *expected == asked_and_answered(waiting, &reply) {
        true => Ok(()),
        false => Err(format!("{second}: {}", reply.text)),
    }
}

/// A question without its cards is answered with cards of the pile.
fn drawn(
    tables: &mut Tables,
    rules: GameOfCards,
    spec: &QuestionSpec,
    asked: &Question,
) -> Checked {
    let Stripped { line, .. } = stripped(spec, asked, VIRTUAL);
    let game = tables.game(rules);
    let before = game.session.table().pile_size();
    let reply = match heard(game, &line) {
        Ok(reply) => reply,
        Err(said) if said.contains("no question was answered") => return Ok(()),
        Err(said) => return Err(format!("{line}: {said}")),
    };
    let table = game.session.table();
    let whole = table.pile_size() < before && reply.wanted == 0 && table.last().is_some();
    if whole { Ok(()) } else { Err(format!("{line}: {}", reply.text)) }
}

#[test]
fn cards_may_precede_follow_or_answer_every_question() {
    let mut tables = Tables::new(Mode::Physical);
    let checked = examples().into_iter().map(|(rules, spec, asked, answer)| {
        in_every_order(&mut tables, (rules, spec), &(asked, answer))
    });
    let wrong: Vec<String> = checked.filter_map(Result::err).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_question_draws_its_cards_where_the_program_draws() {
    let mut tables = Tables::new(VIRTUAL);
    let checked = examples().into_iter();
    let checked = checked.map(|(rules, spec, asked, _)| drawn(&mut tables, rules, spec, &asked));
    let wrong: Vec<String> = checked.filter_map(Result::err).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
