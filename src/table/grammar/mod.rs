//! The grammar of a line, shared by `lookup` and `play`: a word, positional values, and `key value`
//! pairs or `--key value`.
//!
//! A word is resolved by one rule: the question or command of exactly this name; otherwise the
//! participant or weapon of exactly this name; otherwise the only question or command whose name
//! begins with it, or participant whose name contains it. Cards may precede the word. Dice or a
//! skill alone are a check, and a card alone is shown.
//!
//! The log of a session stores full words.

mod assign;
mod card_word;
mod complete;
mod problem;
mod resolve;
pub mod spelling;
mod write;

pub use assign::{AS, AT, Arguments, FieldWord, field_of, roles};
pub use card_word::is_card_word;
pub use complete::complete;
pub use resolve::{ARMS, Topic, resolve_topic};

use self::resolve::{Resolved, Subject};
use crate::diagnostic::Problem;
use crate::table::questions::question::Inquiry;
use crate::table::questions::setting::Setting;
use crate::table::rules::{Game, Weapon};

use self::assign::parse_question;

/// The names that lines may use, in addition to questions.
pub struct Vocabulary<'v> {
    /// The game of questions that do not name one.
    pub game: Game,
    /// Where weapons and elements are looked up.
    pub setting: &'v Setting,
    /// The names of commands; empty if only questions are accepted.
    pub commands: &'v [&'static str],
    /// The names of the participants.
    pub people: &'v [String],
    /// The names of the traits and skills of all participants.
    pub skills: &'v [String],
    /// The weapon in the hand of a character, or of the acting one if none is given.
    pub in_hand: &'v dyn Fn(Option<&str>) -> Option<Weapon>,
}

/// The mode of a question.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AskMode {
    /// With cards of the table.
    #[default]
    Draw,
    /// With any card, and nothing happens: `look`.
    Look,
    /// With each of several cards, and nothing happens: `compare`.
    Compare,
    /// For its target number, before a card is drawn: `tn`.
    Target,
}

impl AskMode {
    /// The words before a question that choose how it is asked.
    pub const WORDS: [(&'static str, Self); 3] =
        [("look", Self::Look), ("compare", Self::Compare), ("tn", Self::Target)];

    /// Takes the word that chooses off the front of a line.
    pub fn take(words: &mut Vec<String>) -> Self {
        let first = words.first().map(|word| word.to_lowercase());
        match Self::WORDS.into_iter().find(|(word, _)| first.as_deref() == Some(*word)) {
            Some((_, mode)) => {
                words.remove(0);
                mode
            }
            None => Self::Draw,
        }
    }
}

/// A line that was parsed.
#[derive(Debug)]
pub enum Line {
    /// A question.
    Question(ParsedQuestion),
    /// A command and its arguments.
    Command {
        /// Its name.
        name: &'static str,
        /// Its arguments.
        words: Vec<String>,
    },
}

/// A question as a line asks it.
#[derive(Clone, Debug)]
pub struct ParsedQuestion {
    /// The question with the values that are given.
    pub inquiry: Inquiry,
    /// Cards that have no field of their own, in the order given.
    pub cards: Vec<String>,
    /// Who acts, as the line names them.
    pub who: Option<String>,
    /// The target, as the line names them.
    pub target: Option<String>,
}

/// The words of a line as a shell splits it: quotes hold a word together, `#` begins a comment.
///
/// # Errors
/// A problem when a quote is not closed.
pub fn split(line: &str) -> Result<Vec<String>, Problem> {
    shlex::split(line).ok_or_else(|| {
        Problem::new("a quote is not closed, or a backslash ends the line")
            .accepts("quotes in pairs, as in \"left arm\"")
    })
}

/// Parses a line that is not empty.
///
/// # Errors
/// A problem that says what cannot be read, and what would be accepted.
pub fn parse(words: Vec<String>, vocabulary: &Vocabulary<'_>) -> Result<Line, Problem> {
    let Resolved { subject, rest, cards, who } = resolve::resolve(words, vocabulary)?;
    match subject {
        Subject::Command(name) => {
            let mut words = cards;
            words.extend(rest);
            if let Some(who) = who {
                words.extend(["--as".to_owned(), who]);
            }
            Ok(Line::Command { name, words })
        }
        Subject::Question(game, spec) => {
            let mut parsed = parse_question(game, spec, rest, cards)?;
            parsed.who = parsed.who.or(who);
            Ok(Line::Question(parsed))
        }
    }
}
