//! The common interface of answers: kind, explanation, text and JSON form.

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value, json};

use crate::deck::Deck;
use crate::dice::CheckDice;

use super::TargetNumber;

/// An answer to a question about drawn cards.
pub trait Answer: Serialize {
    /// The name of the kind of answer in JSON, such as `check`.
    const KIND: &'static str;

    /// The explanation: a few short lines from the cells read to the result.
    fn explanation(&self) -> Vec<String>;

    /// The check or roll behind it, which supplies the target number and the follow-up cards.
    fn decided_by(&self) -> Decider<'_> {
        None
    }

    /// The result of the question in a few words, such as `success, 2 bumps`; none if nothing is
    /// decided. A question that is based on a check has its own verdict, because a successful check
    /// may still not reach its purpose.
    fn verdict(&self) -> Option<String> {
        None
    }

    /// The target number with its reasons, which is known before a card is drawn.
    fn account(&self) -> Option<String> {
        self.decided_by().and_then(AnyAnswer::account)
    }

    /// The dice of the check behind it, and its target number.
    fn check(&self) -> Option<(CheckDice, TargetNumber)> {
        self.decided_by().and_then(AnyAnswer::check)
    }

    /// Whether another card may be drawn for it.
    fn is_open(&self) -> bool {
        self.decided_by().is_some_and(AnyAnswer::is_open)
    }

    /// The number of further cards that the rules require, such as one for the location of each
    /// wound.
    fn wanted(&self) -> usize {
        0
    }

    /// The number of cards that may now be drawn as a hand.
    fn hand(&self) -> usize {
        0
    }

    /// What bumps or raises spent on the hit location would buy; empty if none can be spent.
    fn offers(&self) -> Vec<Offer> {
        Vec::new()
    }

    /// The damage dealt, hit by hit.
    fn deals(&self) -> Vec<DealtDamage> {
        Vec::new()
    }

    /// The state of the character after the check; none for most questions.
    fn aftermath(&self) -> Option<Aftermath> {
        None
    }

    /// The text for players: the explanation, unless the kind has more to show. Ends in a newline.
    fn text(&self) -> String {
        self.explanation().iter().map(|line| format!("{line}\n")).collect()
    }

    /// The text for a screen reader: lines of words without pictures.
    fn spoken(&self) -> String {
        self.text()
    }
}

/// The check or roll behind an answer, if there is one.
pub type Decider<'a> = Option<&'a dyn AnyAnswer>;

/// The damage of a hit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DealtDamage {
    /// The target, if the question has several.
    pub target: Option<String>,
    /// The location, by its name on the cards.
    pub place: String,
    /// Wounds.
    pub wounds: u32,
    /// Points of concussion, or of wind.
    pub concussion: u32,
}

/// The state of a character after a stun, recovery or surprise check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aftermath {
    /// Not stunned, or recovered.
    Steady,
    /// Stunned until a recovery check succeeds.
    Stunned,
    /// Unconscious for hours, or until a medicine check succeeds.
    Unconscious,
    /// Not surprised.
    Alert,
    /// Surprised: no action in this round.
    Surprised,
}

/// What a number of bumps or raises would buy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer {
    /// The number: up the body; negative for down.
    pub spent: i8,
    /// The resulting hit, such as `vitals, 3 wounds and 2 CT`.
    pub buys: String,
}

/// An answer of any kind: the object-safe form of [`Answer`].
pub trait AnyAnswer {
    /// The name of the kind of answer in JSON, such as `check`.
    fn kind(&self) -> &'static str;

    /// As [`Answer::explanation`].
    fn explanation(&self) -> Vec<String>;

    /// As [`Answer::verdict`].
    fn verdict(&self) -> Option<String>;

    /// As [`Answer::account`].
    fn account(&self) -> Option<String>;

    /// As [`Answer::check`].
    fn check(&self) -> Option<(CheckDice, TargetNumber)>;

    /// As [`Answer::is_open`].
    fn is_open(&self) -> bool;

    /// As [`Answer::wanted`].
    fn wanted(&self) -> usize;

    /// As [`Answer::hand`].
    fn hand(&self) -> usize;

    /// As [`Answer::offers`].
    fn offers(&self) -> Vec<Offer>;

    /// As [`Answer::deals`].
    fn deals(&self) -> Vec<DealtDamage>;

    /// As [`Answer::aftermath`].
    fn aftermath(&self) -> Option<Aftermath>;

    /// As [`Answer::text`].
    fn text(&self) -> String;

    /// As [`Answer::spoken`].
    fn spoken(&self) -> String;

    /// The fields as JSON.
    ///
    /// # Panics
    /// Never: answers consist of numbers, texts and lists, which JSON can represent.
    fn value(&self) -> Value;
}

impl<A: Answer> AnyAnswer for A {
    fn kind(&self) -> &'static str {
        A::KIND
    }

    fn explanation(&self) -> Vec<String> {
        Answer::explanation(self)
    }

    fn verdict(&self) -> Option<String> {
        Answer::verdict(self)
    }

    fn account(&self) -> Option<String> {
        Answer::account(self)
    }

    fn check(&self) -> Option<(CheckDice, TargetNumber)> {
        Answer::check(self)
    }

    fn is_open(&self) -> bool {
        Answer::is_open(self)
    }

    fn wanted(&self) -> usize {
        Answer::wanted(self)
    }

    fn hand(&self) -> usize {
        Answer::hand(self)
    }

    fn offers(&self) -> Vec<Offer> {
        Answer::offers(self)
    }

    fn deals(&self) -> Vec<DealtDamage> {
        Answer::deals(self)
    }

    fn aftermath(&self) -> Option<Aftermath> {
        Answer::aftermath(self)
    }

    fn text(&self) -> String {
        Answer::text(self)
    }

    fn spoken(&self) -> String {
        Answer::spoken(self)
    }

    fn value(&self) -> Value {
        serde_json::to_value(self).expect("an answer is plain data")
    }
}

/// An answer as JSON.
#[derive(Clone, Debug, JsonSchema, Serialize)]
#[schemars(rename = "Answer")]
pub struct AnswerRecord {
    /// The format.
    #[schemars(extend("const" = ANSWER_FORMAT))]
    format: &'static str,
    /// The kind of answer, which decides the keys of `answer`.
    kind: &'static str,
    /// The deck.
    deck: AnswerDeck,
    /// The keys of its kind.
    #[schemars(with = "serde_json::Map<String, Value>")]
    answer: Value,
    /// The reasoning, as in the text output.
    explanation: Vec<String>,
    /// The result in a few words, with which the text output begins; null if nothing is decided: for a reading
    /// such as a location, for a calculation, and for a check without a target number. A question that is based
    /// on a check has its own verdict, such as `stunned` or `not healed: that needs surgery`. Left out by `odds`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub verdict: Option<Verdict>,
    /// The given options that the answer did not use. Left out by `odds`, and by `play` if there are none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unused: Option<Vec<String>>,
}

/// The verdict of an answer, if something is decided.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct Verdict(pub Option<String>);

const ANSWER_FORMAT: &str = "actiondeck-answer/1";

/// The deck of an answer.
#[derive(Clone, Debug, JsonSchema, Serialize)]
struct AnswerDeck {
    /// Its name.
    name: String,
    /// Its edition code.
    edition: String,
}

impl AnswerRecord {
    /// The answer without its verdict and unused options.
    pub fn new(deck: &Deck, answer: &dyn AnyAnswer) -> Self {
        Self {
            format: ANSWER_FORMAT,
            kind: answer.kind(),
            deck: AnswerDeck { name: deck.name().to_owned(), edition: deck.edition().to_string() },
            answer: answer.value(),
            explanation: answer.explanation(),
            verdict: None,
            unused: None,
        }
    }

    /// The record as text on several lines, ending in a newline.
    pub fn to_json(&self) -> String {
        format!("{:#}\n", json!(self))
    }
}
