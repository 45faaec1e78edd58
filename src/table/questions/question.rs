//! A question: its fields, its answer and its description.

use std::fmt::Debug;

use crate::deck::{Deck, Part};
use crate::diagnostic::{Problem, Problems};
use crate::table::lookup::{Answer, AnyAnswer, PartsRead};
use crate::table::rules::{Game, fi3};
use crate::table::session::Question as Record;

use super::context::Context;
use super::field::{Field, Fields, flatten};
use super::games;
use super::problems::{is_missing, listed};
use super::reader::Reader;
use super::setting::Setting;
use super::source::CardSource;
use super::values::Values;

/// The result of a question.
pub type Answered = Result<Box<dyn AnyAnswer>, Problems>;

/// The answer of a rule, or its problem.
///
/// # Errors
/// The problem of the rule.
pub fn answered<A: Answer + 'static>(answer: Result<A, impl Into<Problem>>) -> Answered {
    Ok(Box::new(listed(answer)?))
}

/// What a question requires of the acting character; a condition such as being stunned may rule it
/// out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Demand {
    /// Nothing, for example reading a card.
    None,
    /// An action.
    Action,
    /// A hand of cards, or a place in the order of actions.
    Hand,
    /// A check that may be an action or a reaction.
    Check,
    /// A stun check.
    Stun,
    /// The action in which a stunned character recovers.
    Recovery,
}

/// A question of a game.
pub trait Question: Fields + Debug + 'static {
    /// The name: a word and a purpose, as in `hurt stun` or `check for stun`; a word alone is the
    /// question without a purpose.
    const NAME: &'static str;
    /// The help, one line.
    const HELP: &'static str;
    /// Example values, as typed after the name.
    const EXAMPLES: [&'static str; 2];
    /// Other names for its purpose.
    const ALIASES: &'static [&'static str] = &[];
    /// The default traits and skills of its dice: the first that the character has.
    const SKILLS: &'static [&'static str] = &[];
    /// What it requires of the acting character.
    const DEMAND: Demand = Demand::None;
    /// The parts of a card that it needs.
    const PARTS: &'static [Part] = &[];

    /// Answers it.
    ///
    /// # Errors
    /// Why the deck or the rules cannot answer.
    fn answer(&self, at: &mut Context<'_, '_>) -> Answered;

    /// The number of shots that it fires.
    fn shots(&self) -> u16 {
        0
    }
}

/// A question of any kind, with its values parsed.
pub trait AnyQuestion: Debug {
    /// As [`Question::answer`].
    ///
    /// # Errors
    /// As [`Question::answer`].
    fn answer(&self, at: &mut Context<'_, '_>) -> Answered;

    /// As [`Question::shots`].
    fn shots(&self) -> u16;
}

impl<Q: Question> AnyQuestion for Q {
    fn answer(&self, at: &mut Context<'_, '_>) -> Answered {
        Question::answer(self, at)
    }

    fn shots(&self) -> u16 {
        Question::shots(self)
    }
}

/// The word whose questions have the card first, as in `read 34 location`.
pub const READ: &str = "read";

/// The purpose of the question that reads a designer element.
pub const ELEMENT: &str = "element";

/// The separator between a word and its purpose in the name of a kind of check. The purpose cannot
/// directly follow the word, where the dice are expected, because a skill may have any name.
pub const FOR: &str = " for ";

/// A row of the table of a game: the description of a question.
#[derive(Clone, Copy)]
pub struct QuestionSpec {
    /// As [`Question::NAME`].
    pub name: &'static str,
    /// As [`Question::HELP`].
    pub help: &'static str,
    examples: [&'static str; 2],
    aliases: &'static [&'static str],
    /// As [`Question::SKILLS`].
    pub skills: &'static [&'static str],
    /// As [`Question::DEMAND`].
    pub demand: Demand,
    /// As [`Question::PARTS`].
    pub parts: &'static [Part],
    table: &'static [Field],
    read: fn(Reader<'_>) -> Result<Box<dyn AnyQuestion>, Problems>,
}

impl QuestionSpec {
    /// The row of a question.
    pub const fn new<Q: Question>() -> Self {
        Self {
            name: Q::NAME,
            help: Q::HELP,
            examples: Q::EXAMPLES,
            aliases: Q::ALIASES,
            skills: Q::SKILLS,
            demand: Q::DEMAND,
            parts: Q::PARTS,
            table: Q::FIELDS,
            read: |reader| Ok(Box::new(reader.read::<Q>()?)),
        }
    }

    /// The fields, with groups replaced by their fields.
    pub fn fields(&self) -> Vec<&'static Field> {
        flatten(self.table)
    }

    /// The first word of the name.
    pub fn word(&self) -> &'static str {
        self.name.split(' ').next().unwrap_or(self.name)
    }

    /// The purpose; `None` for the question without one.
    pub fn purpose(&self) -> Option<&'static str> {
        self.name.rsplit_once(' ').map(|(_, purpose)| purpose)
    }

    /// Whether it has this purpose.
    pub fn is_for(&self, purpose: &str) -> bool {
        self.purpose() == Some(purpose) || self.aliases.contains(&purpose)
    }

    /// Whether the purpose follows `for`.
    pub fn has_for(&self) -> bool {
        self.name.contains(FOR)
    }

    /// Whether the cards of a deck show what it reads.
    pub fn is_answerable_with(&self, deck: &Deck) -> bool {
        let layout = deck.layout();
        let reads_element = self.is_for(ELEMENT) && self.word() == READ;
        let has_element = !reads_element || !layout.extras.is_empty();
        has_element && self.parts.iter().all(|part| layout.has(*part))
    }

    /// Example lines, with values that the cards of the West can answer.
    pub fn examples(&self) -> [String; 2] {
        self.examples.map(|values| {
            let (word, purpose) = (self.word(), self.purpose().unwrap_or_default());
            let line = match values.split_once(' ') {
                _ if self.has_for() => format!("{word} {values} {} {purpose}", FOR.trim()),
                // Readings have the card first, then what is read.
                Some((card, rest)) if word == READ => format!("{word} {card} {purpose} {rest}"),
                None if word == READ => format!("{word} {values} {purpose}"),
                _ => format!("{} {values}", self.name),
            };
            line.trim_end().to_owned()
        })
    }
}

impl Debug for QuestionSpec {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        Debug::fmt(self.name, f)
    }
}

/// A question with its values.
#[derive(Clone, Debug)]
pub struct Inquiry {
    /// The game of the question.
    pub game: Game,
    /// The row of the question.
    pub spec: &'static QuestionSpec,
    /// The values.
    pub values: Values,
}

/// The answer to an inquiry.
pub struct Reply {
    /// The answer.
    pub answer: Box<dyn AnyAnswer>,
    /// The names of the given fields that the answer did not use, as they are typed.
    pub unused: Vec<String>,
}

impl Inquiry {
    /// Answers the question. Cards that were drawn are then among its values.
    ///
    /// # Errors
    /// All problems with the values, or why the deck or the rules cannot answer.
    pub fn answer(
        &mut self,
        setting: &Setting,
        source: &mut dyn CardSource,
    ) -> Result<Reply, Problems> {
        let question = self.read(setting, source.deals())?;
        let reads = PartsRead::default();
        let mut at = Context::new(setting, &reads, source);
        let answer = question.answer(&mut at);
        // A part that the cards do not show is unknown, so that the answer is invalid.
        reads.check_shown_by(&setting.deck)?;
        let answer = answer.map_err(|problems| self.with_example(problems, setting))?;
        if self.game == Game::Fi3 {
            fi3::check_ladder(&setting.deck, &reads)?;
        }
        let noted = at.into_noted();
        let unused = self.values.unused().map(|value| value.field.hyphenated()).collect();
        for (field, texts) in noted {
            self.values.set(field, texts);
        }
        Ok(Reply { answer, unused })
    }

    /// The question with its values parsed; with `deals`, cards may be left out.
    ///
    /// # Errors
    /// All problems with its values.
    pub fn read(&self, setting: &Setting, deals: bool) -> Result<Box<dyn AnyQuestion>, Problems> {
        let read = (self.spec.read)(Reader::new(&self.values, setting, deals));
        read.map_err(|problems| self.with_example(problems, setting))
    }

    /// The question in the form of the log of a session.
    pub fn to_record(&self, who: Option<&str>, target: Option<String>) -> Record {
        Record {
            name: format!("{} {}", self.game, self.spec.name),
            who: who.map(str::to_owned),
            target,
            arguments: self.values.to_json(&self.spec.fields()),
        }
    }

    /// The question of a log entry.
    ///
    /// # Errors
    /// A problem for an unknown question or field.
    pub fn from_record(record: &Record) -> Result<Self, Problem> {
        let unusable = |why: String| {
            let message =
                format!("the question {:?} of the log cannot be asked: {why}", record.name);
            Problem::new(message).accepts("a log written by this program, or as docs/json.md says")
        };
        let (game, spec) = games::find(&record.name)
            .ok_or_else(|| unusable("no question has this name".to_owned()))?;
        let values = Values::from_json(&record.arguments, &spec.fields())
            .map_err(|problem| unusable(problem.to_string()))?;
        Ok(Self { game, spec, values })
    }

    /// The problems; if something is missing, the last one gets an example line.
    fn with_example(&self, problems: Problems, setting: &Setting) -> Problems {
        if !problems.iter().any(is_missing) {
            return problems;
        }
        let [example, _] = games::examples(self.game, self.spec, &setting.deck);
        let game = match self.game == setting.game {
            true => String::new(),
            false => format!("{} ", self.game),
        };
        let last = problems.len();
        let mut place = 0;
        problems.map(|problem| {
            place += 1;
            match problem.accepted() {
                Some(accepted) if place == last => {
                    problem.clone().accepts(format!("{accepted}; for example: {game}{example}"))
                }
                _ => problem.clone(),
            }
        })
    }
}
