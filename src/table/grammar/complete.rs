//! Completion at the cursor of a line: commands, options, names of participants, weapons and
//! places.

use crate::table::questions::field::{Field, FieldKind};
use crate::table::questions::games;
use crate::table::questions::question::{FOR, READ};
use crate::table::rules::{Game, Place};

use super::assign::{FieldWord, SHARED, roles};
use super::card_word::is_card_word;
use super::resolve::{Topic, resolve_topic};
use super::{AskMode, Vocabulary, split};

/// Returns the fields of a command by its name.
pub type CommandFields<'c> = &'c dyn Fn(&str) -> Vec<&'static Field>;

/// The start of the word before the cursor, and its completions.
pub fn complete(
    before: &str,
    vocabulary: &Vocabulary<'_>,
    command_fields: CommandFields<'_>,
) -> (usize, Vec<String>) {
    let start = word_start(before);
    let (line, word) = before.split_at(start);
    let prefix = word.trim_start_matches(['"', '\'']);
    let mut found: Vec<String> = candidates(line, vocabulary, command_fields)
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

/// All words that could follow a line.
fn candidates(
    line: &str,
    vocabulary: &Vocabulary<'_>,
    command_fields: CommandFields<'_>,
) -> Vec<String> {
    let Ok(mut words) = split(line) else { return Vec::new() };
    let mode = AskMode::take(&mut words);
    let cards = words.iter().take_while(|word| is_card_word(word)).count();
    words.drain(..cards);
    let is_person =
        |word: &String| vocabulary.people.iter().any(|name| name.eq_ignore_ascii_case(word));
    if words.first().is_some_and(is_person) {
        words.remove(0);
    }
    let mut game = vocabulary.game;
    if let Some(named) = words.first().and_then(|word| word.parse::<Game>().ok()) {
        words.remove(0);
        game = named;
    }
    let vocabulary = &Vocabulary { game, ..*vocabulary };
    let (Some(first), rest) = (words.first(), words.get(1..).unwrap_or_default()) else {
        return subjects(vocabulary, cards > 0 || mode != AskMode::Draw);
    };
    if first == "help" && rest.is_empty() {
        return subjects(vocabulary, false);
    }
    let mut found: Vec<String> = Vec::new();
    if rest.last().is_some_and(|last| last == FOR.trim()) {
        return games::purposes(game, first, &vocabulary.setting.deck);
    }
    if games::has_for(game, first) {
        found.push(FOR.trim().to_owned());
    } else if rest.is_empty() || (first == READ && rest.len() == 1) {
        found.extend(games::purposes(game, first, &vocabulary.setting.deck));
    }
    let fields = match resolve_topic(&words, vocabulary) {
        Ok(Topic::Question(_, spec)) => spec.fields(),
        Ok(Topic::Command(name)) => command_fields(name),
        Ok(Topic::Word(..)) | Err(_) => return found,
    };
    let rest: Vec<String> =
        rest.iter().filter(|word| !games::is_purpose(game, first, word)).cloned().collect();
    let roles = roles(&rest, &fields);
    if let Some(FieldWord::Name(field)) = roles.last()
        && !field.is_flag()
        && rest.last().is_some_and(|word| !word.contains('='))
    {
        return values(field, vocabulary);
    }
    let count = roles.iter().filter(|role| matches!(role, FieldWord::Positional)).count();
    let places: Vec<&&Field> = fields
        .iter()
        .filter(|field| field.positional)
        .skip_while(|field| cards > 0 && field.kind.is_card())
        .collect();
    let next = places.get(count).or(places.last().filter(|field| field.many));
    found.extend(next.map_or_else(Vec::new, |field| values(field, vocabulary)));
    let options = fields.iter().chain(&SHARED).filter(|field| !field.positional);
    found.extend(options.map(|field| field.hyphenated()));
    found
}

/// The first words of a line; without commands if `questions_only`.
fn subjects(vocabulary: &Vocabulary<'_>, questions_only: bool) -> Vec<String> {
    let (game, deck) = (vocabulary.game, &vocabulary.setting.deck);
    let words = games::words_for(game, deck);
    let purposes = words.iter().flat_map(|word| games::purposes(game, word, deck));
    let mut found: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
    found.extend(purposes);
    found.extend(vocabulary.people.iter().cloned());
    if !questions_only {
        found.extend(vocabulary.commands.iter().map(|name| (*name).to_owned()));
        found.extend(AskMode::WORDS.map(|(word, _)| word.to_owned()));
    }
    found
}

/// The possible values of a field.
fn values(field: &Field, vocabulary: &Vocabulary<'_>) -> Vec<String> {
    match field.kind {
        FieldKind::Choice(choices) => choices.iter().map(|choice| choice.name.to_owned()).collect(),
        FieldKind::Weapon => {
            vocabulary.setting.weapons().iter().map(|weapon| weapon.name.clone()).collect()
        }
        FieldKind::Person => vocabulary.people.to_vec(),
        FieldKind::Place => Place::words().map(str::to_owned).collect(),
        FieldKind::Element => vocabulary.setting.deck.layout().extras.clone(),
        FieldKind::Dice => vocabulary.skills.to_vec(),
        kind if kind.is_card() => vec!["draw".to_owned(), "last".to_owned()],
        _ => Vec::new(),
    }
}

/// The start of the last word of a line: at an open quote, or after the last space.
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
