//! Resolves the question or command of a line: the game, the word and the purpose, in any order.
//!
//! `check 34 2d8 for stun dealt 2`, `hurt stun 34 2d8 dealt 2` and `stun 34 2d8 dealt 2` are the
//! same question.

use crate::diagnostic::Problem;
use crate::dice::one_die;
use crate::table::lookup::clear;
use crate::table::questions::field::{Field, Presence};
use crate::table::questions::games::{self, ATTACK};
use crate::table::questions::question::{ELEMENT, FOR, QuestionSpec, READ};
use crate::table::rules::{Attribute, Game, Weapon};

use super::Vocabulary;
use super::assign::{field_name, field_of};
use super::card_word::is_card_word;
use super::problem::{
    ambiguous, no_purpose, no_question_after, other_attack, unknown, unknown_purpose,
};
use super::spelling::starts_with;

/// The subject of a line.
#[derive(Clone, Copy, Debug)]
pub enum Subject {
    /// A question of a game.
    Question(Game, &'static QuestionSpec),
    /// A command.
    Command(&'static str),
}

/// A line with a resolved subject.
#[derive(Debug)]
pub struct Resolved {
    /// The subject.
    pub subject: Subject,
    /// The words that are not its name.
    pub rest: Vec<String>,
    /// The cards before the name.
    pub cards: Vec<String>,
    /// The acting character, if the line begins with a name.
    pub who: Option<String>,
}

/// The meaning of a name at the beginning of a line.
#[derive(Clone, Debug)]
enum Name {
    /// A word without a purpose so far.
    Word(&'static str),
    /// The question for one purpose.
    Question(&'static QuestionSpec),
    /// A command.
    Command(&'static str),
    /// A participant.
    Person(String),
}

impl Name {
    fn shown(&self) -> String {
        match self {
            Self::Word(name) | Self::Command(name) => (*name).to_owned(),
            Self::Question(spec) => spec.purpose().unwrap_or(spec.name).to_owned(),
            Self::Person(name) => name.clone(),
        }
    }
}

/// Resolves the words of a line.
///
/// # Errors
/// A problem if the name is unknown or ambiguous.
pub fn resolve(mut words: Vec<String>, vocabulary: &Vocabulary<'_>) -> Result<Resolved, Problem> {
    let is_card = |word: &&String| begins_with_digit(word) && is_card_word(word);
    let count = words.iter().take_while(is_card).count();
    let mut cards: Vec<String> = words.drain(..count).collect();
    if words.is_empty() {
        // A card alone is shown.
        words.append(&mut cards);
        words.insert(0, "card".to_owned());
    }
    let mut who = None;
    let mut game = vocabulary.game;
    if let Some(named) = game_of(&words) {
        words.remove(0);
        game = named;
        if words.is_empty() {
            return Err(no_question_after(game, &vocabulary.setting.deck));
        }
    }
    let vocabulary = &Vocabulary { game, ..*vocabulary };
    // At most one name may precede the question.
    loop {
        if let Some(word) = implied(&words, &cards, vocabulary) {
            words.insert(0, word.to_owned());
        }
        let first = words[0].to_lowercase();
        let name = name_of(&first, !cards.is_empty(), who.is_some(), vocabulary)?;
        let Some(name) = name else { return Err(unknown(&first, vocabulary)) };
        match name {
            Name::Person(name) => {
                words.remove(0);
                who = Some(name);
                if words.is_empty() {
                    return bare_person(who, vocabulary);
                }
            }
            Name::Command(name) => {
                words.remove(0);
                return Ok(Resolved { subject: Subject::Command(name), rest: words, cards, who });
            }
            Name::Question(spec) => {
                // A weapon implies an attack with it.
                if spec.word() != ATTACK || !is_weapon(&first, vocabulary) {
                    words.remove(0);
                } else {
                    words.splice(0..1, ["--weapon".to_owned(), first]);
                }
                let subject = Subject::Question(game, spec);
                return Ok(Resolved { subject, rest: words, cards, who });
            }
            Name::Word(word) => {
                words.remove(0);
                let spec = question_of(word, &mut words, who.as_deref(), vocabulary)?;
                let subject = Subject::Question(game, spec);
                return Ok(Resolved { subject, rest: words, cards, who });
            }
        }
    }
}

/// A participant alone is shown.
fn bare_person(who: Option<String>, vocabulary: &Vocabulary<'_>) -> Result<Resolved, Problem> {
    let show = vocabulary.commands.iter().find(|name| **name == "wound");
    match (show, who) {
        (Some(show), Some(who)) => {
            let subject = Subject::Command(show);
            Ok(Resolved { subject, rest: vec![who], cards: Vec::new(), who: None })
        }
        (_, who) => Err(Problem::coded("lookup.question", "the line names no question")
            .accepts(format!("a question after {}", who.unwrap_or_default()))),
    }
}

/// The game at the beginning of a line. `d6` before dice or at the end is a die.
fn game_of(words: &[String]) -> Option<Game> {
    let first = words.first()?.to_lowercase();
    let game = Game::ALL.into_iter().find(|game| game.name() == first)?;
    let is_die = one_die(&first).is_some();
    let is_before_question = words.get(1).is_some_and(|next| !begins_with_digit(next));
    (!is_die || is_before_question).then_some(game)
}

/// The question of a line that does not name one: it begins with dice, a cell, an element or a
/// skill.
fn implied(
    words: &[String],
    cards: &[String],
    vocabulary: &Vocabulary<'_>,
) -> Option<&'static str> {
    let word = words.first()?;
    let lower = word.to_lowercase();
    if word.starts_with('(') {
        let cells = ["effect", "sum"];
        let questions = games::questions(vocabulary.game);
        return cells.into_iter().find(|cell| questions.iter().any(|spec| spec.is_for(cell)));
    }
    let is_name = exact(&lower, vocabulary).is_some();
    if !is_name && vocabulary.setting.deck.layout().extras.contains(word) {
        return Some(READ);
    }
    if begins_with_digit(word) || one_die(word).is_some() {
        return Some("check");
    }
    let is_skill = |word: &str| vocabulary.skills.iter().any(|skill| starts_with(skill, word));
    let is_exact_skill = vocabulary.skills.iter().any(|skill| skill.to_lowercase() == lower);
    let names_other = || {
        let after_cards = !cards.is_empty();
        !matches!(name_of(&lower, after_cards, false, vocabulary), Ok(None))
    };
    let is_meant = !is_name && is_skill(word) && (is_exact_skill || !names_other());
    is_meant.then_some("check")
}

/// The name of a line's first word: the question or command of exactly this name, the participant
/// or weapon of exactly this name, or the only name that begins with it.
fn name_of(
    word: &str,
    after_cards: bool,
    has_person: bool,
    vocabulary: &Vocabulary<'_>,
) -> Result<Option<Name>, Problem> {
    if let Some(name) = exact(word, vocabulary) {
        return Ok(Some(name));
    }
    let people = if has_person { &[][..] } else { vocabulary.people };
    if let Some(name) = people.iter().find(|name| name.to_lowercase() == word) {
        return Ok(Some(Name::Person(name.clone())));
    }
    let attack = games::plain(vocabulary.game, ATTACK);
    if let Some(spec) = attack.filter(|_| is_weapon(word, vocabulary)) {
        return Ok(Some(Name::Question(spec)));
    }
    let mut found = starting(word, vocabulary);
    if after_cards {
        found.retain(|name| !matches!(name, Name::Command(_)));
    }
    let is_letter = word.starts_with(char::is_alphabetic);
    match clear(word, people.iter().map(String::as_str)) {
        Ok(Some(name)) if is_letter => found.push(Name::Person(name.to_owned())),
        Err(several) if found.is_empty() && is_letter => return Err(several),
        _ => {}
    }
    match &found[..] {
        [] => Ok(None),
        [name] => Ok(Some(name.clone())),
        names => Err(ambiguous(word, names.iter().map(Name::shown).collect())),
    }
}

fn is_weapon(word: &str, vocabulary: &Vocabulary<'_>) -> bool {
    vocabulary.setting.weapons().iter().any(|weapon| weapon.name.to_lowercase() == word)
}

/// The question or command of exactly this name.
fn exact(word: &str, vocabulary: &Vocabulary<'_>) -> Option<Name> {
    let game = vocabulary.game;
    let questions = games::questions(game);
    let is = |name: &&str| *name == word;
    let command = || vocabulary.commands.iter().copied().find(is).map(Name::Command);
    let purpose = || {
        let named = questions.iter().find(|spec| spec.purpose() == Some(word));
        named.or_else(|| questions.iter().find(|spec| spec.is_for(word))).map(Name::Question)
    };
    games::words(game).find(is).map(Name::Word).or_else(command).or_else(purpose)
}

/// The questions and commands whose names begin with a text, or else the questions with such a
/// purpose.
fn starting(word: &str, vocabulary: &Vocabulary<'_>) -> Vec<Name> {
    if word.is_empty() {
        return Vec::new();
    }
    let begins = |name: &&str| name.starts_with(word);
    let words = games::words(vocabulary.game).filter(begins).map(Name::Word);
    let commands = vocabulary.commands.iter().copied().filter(begins).map(Name::Command);
    let found: Vec<Name> = words.chain(commands).collect();
    if !found.is_empty() {
        return found;
    }
    let questions = games::questions(vocabulary.game).iter();
    let questions = questions.filter(|spec| spec.purpose().is_some_and(|it| it.starts_with(word)));
    questions.map(Name::Question).collect()
}

fn begins_with_digit(word: &str) -> bool {
    word.starts_with(|first: char| first.is_ascii_digit())
}

/// The question of a word, by the purpose in the other words, which are removed.
fn question_of(
    word: &'static str,
    rest: &mut Vec<String>,
    who: Option<&str>,
    vocabulary: &Vocabulary<'_>,
) -> Result<&'static QuestionSpec, Problem> {
    let game = vocabulary.game;
    if let Some(spec) = purpose_of(word, rest, vocabulary)? {
        return Ok(spec);
    }
    match games::plain(game, word) {
        Some(_) if word == ATTACK => attack_of(rest, who, vocabulary),
        Some(spec) => Ok(spec),
        None => element_question(word, rest, vocabulary)
            .ok_or_else(|| no_such_purpose(word, rest, vocabulary)),
    }
}

/// The purpose of a word in a line; the words that name it are removed.
fn purpose_of(
    word: &str,
    rest: &mut Vec<String>,
    vocabulary: &Vocabulary<'_>,
) -> Result<Option<&'static QuestionSpec>, Problem> {
    let game = vocabulary.game;
    let named = |name: &str| {
        let name = name.to_lowercase();
        games::with_word(game, word).find(|spec| spec.is_for(&name))
    };
    let end = rest.iter().position(|word| word == "--").unwrap_or(rest.len());
    if let Some(place) = rest[..end].iter().position(|word| FOR.trim() == word || word == "--for") {
        let Some(name) = rest.get(place + 1).filter(|_| place + 1 < end).cloned() else {
            return Err(no_purpose(game, word, &vocabulary.setting.deck));
        };
        // Some checks have two words, as in `check … for stun`.
        let lower = name.to_lowercase();
        let hurts = || {
            let mut hurts = games::with_word(game, "hurt");
            hurts.find(|spec| word == "check" && spec.is_for(&lower))
        };
        let spec = named(&name).or_else(hurts);
        let spec = spec.ok_or_else(|| unknown_purpose(word, &name, vocabulary))?;
        rest.drain(place..place + 2);
        return Ok(Some(spec));
    }
    let places = match (games::plain(game, word).is_some(), games::has_for(game, word)) {
        (true, true) => 0,
        (true, false) => 1,
        (false, _) => end,
    };
    let words = rest[..end].iter().take(places).enumerate();
    let mut words = words.filter(|(_, word)| !word.starts_with('-'));
    let found = words.find_map(|(place, word)| named(word).map(|spec| (place, spec)));
    Ok(found.map(|(place, spec)| {
        rest.remove(place);
        spec
    }))
}

/// The question that reads an element of the deck, if the line names one: `read 34 omen`.
fn element_question(
    word: &str,
    rest: &[String],
    vocabulary: &Vocabulary<'_>,
) -> Option<&'static QuestionSpec> {
    let elements = &vocabulary.setting.deck.layout().extras;
    let names_one = rest
        .iter()
        .take_while(|word| *word != "--")
        .any(|word| matches!(clear(word, elements.iter().map(String::as_str)), Ok(Some(_))));
    games::with_word(vocabulary.game, word).find(|spec| names_one && spec.is_for(ELEMENT))
}

fn no_such_purpose(word: &str, rest: &[String], vocabulary: &Vocabulary<'_>) -> Problem {
    let is_card = |text: &&String| word == READ && is_card_word(text);
    let own = rest.iter().filter(|word| !word.starts_with('-'));
    let mut own = own.filter(|text| !is_card(text));
    match own.next() {
        Some(name) => unknown_purpose(word, name, vocabulary),
        None => no_purpose(vocabulary.game, word, &vocabulary.setting.deck),
    }
}

/// The attack determined by the values and the weapon of a line.
///
/// # Errors
/// A problem if a value belongs to another kind of attack and the rest of the line is a shot.
fn attack_of(
    rest: &[String],
    who: Option<&str>,
    vocabulary: &Vocabulary<'_>,
) -> Result<&'static QuestionSpec, Problem> {
    let rows: Vec<(&'static QuestionSpec, Vec<&'static Field>)> =
        games::with_word(vocabulary.game, ATTACK).map(|spec| (spec, spec.fields())).collect();
    let Some(((plain, shot), others)) = rows.split_first() else {
        return Err(unknown(ATTACK, vocabulary));
    };
    let has = |fields: &[&'static Field], word: &str| field_of(word, fields).is_some();
    let of_shots_only = |other: &[&'static Field]| {
        rest.iter().find(|word| has(shot, word) && !has(other, word)).map(|word| field_name(word))
    };
    let weapon = weapon_of(rest, vocabulary);
    for word in rest.iter().filter(|word| !has(shot, word)) {
        let mut matching = others.iter().filter(|(_, fields)| has(fields, word));
        let (Some((spec, fields)), None) = (matching.next(), matching.next()) else { continue };
        let against = of_shots_only(fields);
        let is_fired = weapon.as_ref().is_some_and(|weapon| weapon.range_m.is_some());
        // A gun is used for a blow if the line has the required fields of a blow.
        let names_needed = rest.iter().any(|word| {
            let field = field_of(word, fields);
            field
                .is_some_and(|(field, _)| !field.positional && field.presence == Presence::Required)
        });
        if against.is_some() || (spec.is_for("blow") && is_fired && !names_needed) {
            return Err(other_attack(&field_name(word), spec, against.as_deref()));
        }
        return Ok(*spec);
    }
    let is_struck = |weapon: &Weapon| weapon.range_m.is_none() && !weapon.has(Attribute::Thrown);
    let blow = others.iter().find(|(spec, _)| spec.is_for("blow"));
    let names_arms = rest.iter().any(|word| {
        let field = others.iter().chain([&rows[0]]).find_map(|(_, fields)| field_of(word, fields));
        field.is_some_and(|(field, _)| ARMS.contains(&field.name))
    });
    let actor = value_of("as", rest).or_else(|| who.map(str::to_owned));
    let in_hand = || (vocabulary.in_hand)(actor.as_deref()).filter(|_| !names_arms);
    Ok(match blow {
        Some((spec, fields))
            if weapon.as_ref().is_some_and(is_struck) && of_shots_only(fields).is_none() =>
        {
            *spec
        }
        // The weapon in hand is used for a blow if it is a melee weapon.
        Some((spec, _)) if in_hand().as_ref().is_some_and(is_struck) => *spec,
        _ => *plain,
    })
}

/// The weapon that a line names, if it is in the table.
fn weapon_of(rest: &[String], vocabulary: &Vocabulary<'_>) -> Option<Weapon> {
    vocabulary.setting.weapon(&value_of("weapon", rest)?).ok()
}

/// The value of an option in a line.
fn value_of(name: &str, rest: &[String]) -> Option<String> {
    let mut words = rest.iter().take_while(|word| *word != "--");
    while let Some(word) = words.next() {
        let word = word.trim_start_matches("--");
        match word.split_once('=') {
            Some((named, value)) if named == name => return Some(value.to_owned()),
            None if word == name => return words.next().cloned(),
            _ => {}
        }
    }
    None
}

/// The fields that define what strikes, as a weapon name or in another way.
pub const ARMS: [&str; 7] =
    ["weapon", "dmg", "damage", "bare_hands", "attacker_armed", "punch", "kick"];

/// A help topic.
#[derive(Clone, Copy, Debug)]
pub enum Topic {
    /// A question.
    Question(Game, &'static QuestionSpec),
    /// A word without its purpose.
    Word(Game, &'static str),
    /// A command.
    Command(&'static str),
}

/// Resolves the words of a help request.
///
/// # Errors
/// A problem if the name is unknown or ambiguous.
pub fn resolve_topic(words: &[String], vocabulary: &Vocabulary<'_>) -> Result<Topic, Problem> {
    let mut words = words.to_vec();
    let mut game = vocabulary.game;
    if words.len() > 1
        && let Some(named) = game_of(&words)
    {
        words.remove(0);
        game = named;
    }
    let vocabulary = &Vocabulary { game, people: &[], ..*vocabulary };
    let first = words.first().map(|word| word.to_lowercase()).unwrap_or_default();
    Ok(match name_of(&first, false, true, vocabulary)? {
        None | Some(Name::Person(_)) => return Err(unknown(&first, vocabulary)),
        Some(Name::Command(name)) => Topic::Command(name),
        Some(Name::Question(spec)) => Topic::Question(game, spec),
        Some(Name::Word(word)) => {
            let mut rest = words[1..].to_vec();
            match purpose_of(word, &mut rest, vocabulary) {
                Ok(Some(spec)) => Topic::Question(game, spec),
                _ => games::plain(game, word)
                    .map_or(Topic::Word(game, word), |spec| Topic::Question(game, spec)),
            }
        }
    })
}
