//! What all answers have in common: a kind, a reasoning, a text and a JSON form.

use serde::Serialize;
use serde_json::{Value, json};

use crate::deck::{CardNumber, Deck};

/// An answer to a question about drawn cards.
pub trait Answer: Serialize {
    /// The name of the kind of answer in JSON, such as `check`.
    const KIND: &'static str;

    /// The reasoning, a few short lines from the cells read to the result.
    fn explanation(&self) -> Vec<String>;

    /// What a person reads: the reasoning, unless the kind has more to show. Ends in a newline.
    fn text(&self) -> String {
        self.explanation().iter().map(|line| format!("{line}\n")).collect()
    }

    /// The same for a screen reader: words in lines, no picture.
    fn spoken(&self) -> String {
        self.text()
    }

    /// The cards that were named for it and that nothing asked for.
    fn spare(&self) -> &[CardNumber] {
        &[]
    }
}

/// An answer of any kind, for those who print answers without a copy of their code for each.
pub trait AnyAnswer {
    /// The name of the kind of answer in JSON, such as `check`.
    fn kind(&self) -> &'static str;

    /// As [`Answer::explanation`].
    fn explanation(&self) -> Vec<String>;

    /// As [`Answer::text`].
    fn text(&self) -> String;

    /// As [`Answer::spoken`].
    fn spoken(&self) -> String;

    /// As [`Answer::spare`].
    fn spare(&self) -> &[CardNumber];

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

    fn text(&self) -> String {
        Answer::text(self)
    }

    fn spoken(&self) -> String {
        Answer::spoken(self)
    }

    fn spare(&self) -> &[CardNumber] {
        Answer::spare(self)
    }

    fn value(&self) -> Value {
        serde_json::to_value(self).expect("an answer is plain data")
    }
}

/// The answer as one JSON object. `docs/lookup-json.md` describes every key.
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
