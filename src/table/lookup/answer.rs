//! What all answers have in common: a kind, a reasoning, a text and a JSON form.

use serde::Serialize;
use serde_json::{Value, json};

use crate::deck::Deck;
use crate::dice::CheckDice;

use super::TargetNumber;

/// An answer to a question about drawn cards.
pub trait Answer: Serialize {
    /// The name of the kind of answer in JSON, such as `check`.
    const KIND: &'static str;

    /// The reasoning, a few short lines from the cells read to the result.
    fn explanation(&self) -> Vec<String>;

    /// The check or roll behind it, whose account it shares and whose dice may go on.
    fn decided_by(&self) -> Decider<'_> {
        None
    }

    /// What the question that was asked comes to in a few words, such as `success, 2 bumps`; none where
    /// nothing is decided. A question that rests on a check has a verdict of its own: a check that succeeds
    /// may still be a failure of what it was made for.
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

    /// How many cards the rules want besides those read, such as one for the place of each wound.
    fn wanted(&self) -> usize {
        0
    }

    /// How many cards somebody may now draw as a hand.
    fn hand(&self) -> usize {
        0
    }

    /// What bumps or raises spent on the place of a hit would buy; nothing where none can be spent.
    fn offers(&self) -> Vec<Offer> {
        Vec::new()
    }

    /// What it does to whom it hits, hit by hit.
    fn deals(&self) -> Vec<DealtDamage> {
        Vec::new()
    }

    /// The state in which it leaves the character who made the check; none for most questions.
    fn aftermath(&self) -> Option<Aftermath> {
        None
    }

    /// What a person reads: the reasoning, unless the kind has more to show. Ends in a newline.
    fn text(&self) -> String {
        self.explanation().iter().map(|line| format!("{line}\n")).collect()
    }

    /// The same for a screen reader: words in lines, no picture.
    fn spoken(&self) -> String {
        self.text()
    }
}

/// The check or roll behind an answer, if there is one.
pub type Decider<'a> = Option<&'a dyn AnyAnswer>;

/// Damage that a hit deals.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DealtDamage {
    /// Who is hit, where the question names several targets.
    pub target: Option<String>,
    /// The place, by its name on the cards.
    pub place: String,
    /// Wounds.
    pub wounds: u32,
    /// Points of concussion, or of wind.
    pub concussion: u32,
}

/// The state in which a stun, recovery or surprise check leaves a character.
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

/// What some bumps or raises would buy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer {
    /// How many: up the body, or down when negative.
    pub spent: i8,
    /// What for: `vitals, 3 wounds and 2 CT`.
    pub buys: String,
}

/// An answer of any kind, for those who print answers without a copy of their code for each.
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

    /// What it holds, as JSON.
    ///
    /// # Panics
    /// Never: answers are made of numbers, texts and lists, which JSON can hold.
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

/// The answer as one JSON object. `docs/json.md` describes every key.
pub fn to_value(deck: &Deck, answer: &dyn AnyAnswer) -> Value {
    json!({
        "format": "actiondeck-answer/1",
        "kind": answer.kind(),
        "deck": { "name": deck.name(), "edition": deck.edition().to_string() },
        "answer": answer.value(),
        "explanation": answer.explanation(),
    })
}

/// As [`to_value`], as text over several lines, ending in a newline.
pub fn to_json(deck: &Deck, answer: &dyn AnyAnswer) -> String {
    format!("{:#}\n", to_value(deck, answer))
}
