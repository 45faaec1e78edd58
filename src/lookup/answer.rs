//! What all answers have in common: a kind, a reasoning, a text and a JSON form.

use serde::Serialize;
use serde_json::{Value, json};

use crate::deck::Deck;

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
}

/// The answer as one JSON object. `docs/lookup-json.md` describes every key.
///
/// # Panics
/// Never: answers are made of numbers, texts and lists, which JSON can hold.
pub fn to_value<A: Answer>(deck: &Deck, answer: &A) -> Value {
    json!({
        "format": "actiondeck-answer/1",
        "kind": A::KIND,
        "deck": { "name": deck.name(), "edition": deck.edition().to_string() },
        "answer": serde_json::to_value(answer).expect("an answer is plain data"),
        "explanation": answer.explanation(),
    })
}

/// As [`to_value`], as text over several lines, ending in a newline.
pub fn to_json<A: Answer>(deck: &Deck, answer: &A) -> String {
    format!("{:#}\n", to_value(deck, answer))
}
