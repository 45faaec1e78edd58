//! Assignment of the words of a line to the fields of a question.

use crate::diagnostic::Problem;
use crate::table::questions::field::{Fact, Field, FieldKind, Presence};
use crate::table::questions::games::{self, ATTACK};
use crate::table::questions::question::{Inquiry, QuestionSpec};
use crate::table::questions::values::{Origin, Values};
use crate::table::rules::Game;

use super::ParsedQuestion;
use super::card_word::is_card_word;
use super::problem::other_attack;
use super::spelling::plain;

/// The acting character: a field of every line.
pub const AS: Field = Field::new(
    "as",
    "The character who acts; DICE may then name a trait or skill",
    FieldKind::Person,
    Presence::Optional,
);

/// The target: a field of every line at a table.
pub const AT: Field = Field::new(
    "at",
    "The target; its distance, Size, cover and other facts are taken from the table",
    FieldKind::Person,
    Presence::Optional,
);

/// The fields shared by all lines.
pub(super) static SHARED: [&Field; 2] = [&AS, &AT];

/// The role of a word in a line.
#[derive(Clone, Copy, Debug)]
pub enum FieldWord {
    /// The name of a field, with or without its value.
    Name(&'static Field),
    /// The value after the name of a field.
    Value(&'static Field),
    /// A value without a name.
    Positional,
    /// The name of an option that the question does not have.
    Unknown,
    /// `--`, after which all words are values without names.
    End,
}

/// The field that a word names, with its value if that follows `=`.
pub fn field_of<'w>(
    word: &'w str,
    fields: &[&'static Field],
) -> Option<(&'static Field, Option<&'w str>)> {
    let name = word.strip_prefix("--").unwrap_or(word);
    let (name, value) = match name.split_once('=') {
        Some((name, value)) => (name, Some(value)),
        None => (name, None),
    };
    let name = plain(name);
    let known = fields.iter().chain(&SHARED).copied().filter(|field| !field.positional);
    let is_called_so =
        |field: &&Field| plain(&field.hyphenated()) == name || field.aliases.contains(&&*name);
    let field = known.into_iter().find(is_called_so)?;
    Some((field, value))
}

/// The role of each word for a question or command with these fields.
pub fn roles(words: &[String], fields: &[&'static Field]) -> Vec<FieldWord> {
    let mut roles = Vec::new();
    let mut awaited: Option<&'static Field> = None;
    let mut has_ended = false;
    for word in words {
        let is_value = |field: &&Field| !field.bare || field_of(word, fields).is_none();
        let role = match awaited.take().filter(is_value) {
            Some(field) => FieldWord::Value(field),
            None if has_ended => FieldWord::Positional,
            None if word == "--" => {
                has_ended = true;
                FieldWord::End
            }
            None => match field_of(word, fields) {
                Some((field, value)) => {
                    awaited = Some(field).filter(|field| !field.is_flag() && value.is_none());
                    FieldWord::Name(field)
                }
                None if word.starts_with("--") => FieldWord::Unknown,
                None => FieldWord::Positional,
            },
        };
        roles.push(role);
    }
    roles
}

/// The values of a line: named ones are assigned to fields, and the other words are positional.
#[derive(Debug, Default)]
pub struct Arguments {
    /// The named values.
    pub values: Values,
    /// The positional words.
    pub words: Vec<String>,
    /// The acting character.
    pub who: Option<String>,
    /// The target.
    pub target: Option<String>,
}

impl Arguments {
    /// Assigns the named values.
    ///
    /// # Errors
    /// A problem for a name without a value, or the problem returned by `unknown` for an unknown
    /// option.
    pub fn new(
        words: Vec<String>,
        fields: &[&'static Field],
        unknown: impl Fn(&str) -> Problem,
    ) -> Result<Self, Problem> {
        let roles = roles(&words, fields);
        let mut new = Self::default();
        let mut awaiting = None;
        for (word, role) in words.into_iter().zip(roles) {
            match role {
                FieldWord::End => {}
                FieldWord::Positional => new.words.push(word),
                FieldWord::Value(field) => {
                    awaiting = None;
                    new.give(field, &word)?;
                }
                FieldWord::Name(field) => match field_of(&word, fields) {
                    Some((_, Some(value))) => new.give(field, value)?,
                    _ if field.is_flag() || field.bare => new.give(field, "")?,
                    _ => awaiting = Some(field),
                },
                FieldWord::Unknown => return Err(unknown(&word)),
            }
        }
        match awaiting {
            Some(field) => {
                let message = format!("{} has no value", field.hyphenated());
                Err(Problem::coded("argument.missing", message).accepts(format!(
                    "{} {}",
                    field.hyphenated(),
                    field.value_name()
                )))
            }
            None => Ok(new),
        }
    }

    fn give(&mut self, field: &'static Field, text: &str) -> Result<(), Problem> {
        let is_again = match field.name {
            "as" => self.who.replace(text.to_owned()).is_some(),
            "at" => self.target.replace(text.to_owned()).is_some(),
            name => {
                let is_again = !field.many && self.values.has(name);
                self.values.add(field, text, Origin::Given);
                is_again
            }
        };
        match is_again {
            true => {
                let message = format!("{} is given twice", field.hyphenated());
                Err(Problem::coded("argument.value", message).accepts("one value"))
            }
            false => Ok(()),
        }
    }

    /// The values of a command, whose positional words are in the order of its fields.
    ///
    /// # Errors
    /// A problem for an unknown option, or too many words.
    pub fn for_command(
        name: &str,
        fields: &[&'static Field],
        words: Vec<String>,
    ) -> Result<Self, Problem> {
        let mut new = Self::new(words, fields, |word| unknown_field(name, fields, word))?;
        assign_trailing(fields, &mut new.words, &mut new.values);
        let places: Vec<&'static Field> =
            fields.iter().copied().filter(|field| field.positional).collect();
        let words = std::mem::take(&mut new.words);
        for (field, word) in assign(&usage(name, &places), &places, words)? {
            new.values.add(field, &word, Origin::Given);
        }
        Ok(new)
    }
}

/// The values of a question.
///
/// # Errors
/// A problem for an unknown name, a name without a value, or too many words.
pub fn parse_question(
    game: Game,
    spec: &'static QuestionSpec,
    words: Vec<String>,
    mut cards: Vec<String>,
) -> Result<ParsedQuestion, Problem> {
    let fields = spec.fields();
    let unknown = |word: &str| {
        let mut others = games::with_word(game, spec.word())
            .filter(|other| other.name != spec.name && field_of(word, &other.fields()).is_some());
        match (spec.purpose(), others.next(), others.next()) {
            (None, Some(other), None) if spec.word() == ATTACK => {
                other_attack(&field_name(word), other, None)
            }
            _ => unknown_field(spec.name, &fields, word),
        }
    };
    let Arguments { mut values, mut words, who, target } = Arguments::new(words, &fields, unknown)?;
    assign_trailing(&fields, &mut words, &mut values);
    let places: Vec<&'static Field> =
        fields.iter().copied().filter(|field| field.positional).collect();
    // Further cards belong to cards within other words, or are needed by the rules later.
    let card_places = places.iter().filter(|field| field.kind.is_card());
    let room = match card_places.clone().any(|field| field.many) {
        true => cards.len(),
        false => card_places.count().min(cards.len()),
    };
    let further = cards.split_off(room);
    for (field, word) in in_places(&usage(spec.name, &places), &places, cards, words)? {
        values.add(field, &word, Origin::Given);
    }
    Ok(ParsedQuestion { inquiry: Inquiry { game, spec, values }, cards: further, who, target })
}

/// `34 3d10 7` means a target number of 7.
fn assign_trailing(fields: &[&'static Field], words: &mut Vec<String>, values: &mut Values) {
    let trailing = fields.iter().copied().find(|field| field.trailing);
    let Some(field) = trailing.filter(|field| !values.has(field.name)) else { return };
    if let [.., dice, number] = &words[..]
        && !is_card_word(dice)
        && number.bytes().all(|byte| byte.is_ascii_digit())
        && let Some(number) = words.pop()
    {
        values.add(field, &number, Origin::Given);
    }
}

/// The name of an option, without dashes and value.
pub fn field_name(word: &str) -> String {
    let word = word.trim_start_matches('-');
    word.split('=').next().unwrap_or(word).to_owned()
}

fn unknown_field(subject: &str, fields: &[&'static Field], word: &str) -> Problem {
    let names: Vec<String> =
        fields.iter().filter(|field| !field.positional).map(|field| field.hyphenated()).collect();
    let accepted = match names.is_empty() {
        true => "no options".to_owned(),
        false => names.join(", "),
    };
    let name = field_name(word);
    Problem::coded("argument.usage", format!("{subject} has no option {name:?}"))
        .accepts(accepted)
        .for_argument(name)
}

/// The words with their fields: cards are assigned to card fields at any position, all others in
/// order.
fn in_places(
    usage: &str,
    places: &[&'static Field],
    cards: Vec<String>,
    words: Vec<String>,
) -> Result<Vec<(&'static Field, String)>, Problem> {
    let has_only_cards = places.iter().all(|field| field.kind.is_card());
    if cards.is_empty() && (has_only_cards || fits_in_order(places, &words)) {
        return assign(usage, places, words);
    }
    let (card_places, other_places): (Vec<&'static Field>, Vec<&'static Field>) =
        places.iter().copied().partition(|field| field.kind.is_card());
    let least = other_places.iter().filter(|field| is_needed(field)).count();
    let most = match other_places.iter().any(|field| field.many) {
        true => usize::MAX,
        false => other_places.len(),
    };
    let (more, others): (Vec<String>, Vec<String>) = match (least..=most).contains(&words.len()) {
        true => (Vec::new(), words),
        false => words.into_iter().partition(|word| is_card_word(word)),
    };
    let cards: Vec<String> = cards.into_iter().chain(more).collect();
    let mut assigned = assign(usage, &card_places, cards)?;
    assigned.extend(assign(usage, &other_places, others)?);
    Ok(assigned)
}

/// Whether a field other than a card is required; dice may be derived from the acting character.
fn is_needed(field: &Field) -> bool {
    field.presence == Presence::Required && field.fact != Some(Fact::Skill)
}

/// Whether the words fit the fields in order, with all required fields filled.
fn fits_in_order(places: &[&'static Field], words: &[String]) -> bool {
    let Some(last) = places.last() else { return true };
    let more = if last.many { words.len() } else { 0 };
    let mut all = places.iter().chain(std::iter::repeat_n(last, more));
    let fits = words
        .iter()
        .all(|word| all.next().is_some_and(|field| !field.kind.is_card() || is_card_word(word)));
    fits && !places.iter().skip(words.len()).any(|field| is_needed(field))
}

/// Assigns the words to these fields in order; the last list takes the rest.
fn assign(
    usage: &str,
    places: &[&'static Field],
    words: Vec<String>,
) -> Result<Vec<(&'static Field, String)>, Problem> {
    let mut left = places.iter().copied().peekable();
    let mut assigned = Vec::new();
    for word in words {
        let field = match left.peek() {
            Some(field) if field.many => Some(*field),
            Some(_) => left.next(),
            None => None,
        };
        match field {
            Some(field) => assigned.push((field, word)),
            None => return Err(unexpected(usage, &word)),
        }
    }
    Ok(assigned)
}

fn unexpected(usage: &str, word: &str) -> Problem {
    let hint = match games::purpose_named(word) {
        Some(purpose) => format!("; write: for {purpose}"),
        None => String::new(),
    };
    Problem::coded("argument.usage", format!("unexpected {word:?}{hint}")).accepts(usage)
}

/// The name of a question or command with its positional fields: `check CARD DICE`.
fn usage(name: &str, places: &[&'static Field]) -> String {
    let places = places.iter().map(|field| field.value_name());
    std::iter::once(name).chain(places).collect::<Vec<_>>().join(" ")
}
