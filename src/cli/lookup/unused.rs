//! Options that were typed and make no difference: the answer says so, for nothing that was typed is
//! ignored without a word.
//!
//! The question is asked again without the option. If the answer is the same, a follow-up card is added where
//! one may be drawn, and other cards are tried in the place of those drawn: an option may only be of no use on a
//! miss. What changes no answer, whichever card comes up, is told.

use clap::Arg;
use serde_json::Value;

use super::asked::{Asked, DISCARDED, again, words};
use super::setting::Setting;
use super::written::is_card;
use crate::deck::CardNumber;
use crate::lookup::AnyAnswer;
use crate::session;

/// Which of the options that were typed make no difference to a question that was answered.
pub fn unused(asked: &Asked, answer: &dyn AnyAnswer, setting: &Setting) -> Vec<String> {
    let with = asked.record(None);
    let said = Some(words(answer));
    // A card that may still be drawn can turn a miss into a hit.
    let goes_on = answer.is_open() && has_then(asked);
    let makes_none = |id: &str| {
        let mut without = with.clone();
        without.arguments.remove(id);
        if again(&without, setting) != said {
            return false;
        }
        // Where the option is refused there is no answer that it could change.
        let is_same = |changed: &dyn Fn(&session::Question) -> Option<session::Question>| {
            let asked = |question| changed(question).and_then(|it| again(&it, setting));
            asked(&with).is_none_or(|answer| asked(&without) == Some(answer))
        };
        let cards = places_of_cards(asked, id);
        (1..CardNumber::all().count()).all(|by| is_same(&|question| cards.shifted(question, by)))
            && (!goes_on
                || id == THEN
                || CardNumber::all().all(|card| is_same(&|it| Some(followed_by(it, card)))))
    };
    let typed = asked.typed().iter();
    typed.filter(|(id, _)| makes_none(id)).map(|(_, long)| long.clone()).collect()
}

/// The argument for follow-up cards.
const THEN: &str = "then";

fn has_then(asked: &Asked) -> bool {
    asked.command().get_arguments().any(|argument| argument.get_id() == THEN)
}

/// The question with a follow-up card more.
fn followed_by(question: &session::Question, card: CardNumber) -> session::Question {
    let mut question = question.clone();
    let then = question.arguments.entry(THEN).or_insert_with(|| Value::Array(Vec::new()));
    if let Value::Array(cards) = then {
        cards.push(card.get().into());
    }
    question
}

/// The sentence about them.
pub fn told(unused: &[String]) -> Option<String> {
    let names: Vec<String> = unused.iter().map(|name| format!("--{name}")).collect();
    let verb = if names.len() == 1 { "makes" } else { "make" };
    (!names.is_empty()).then(|| format!("{} {verb} no difference here", names.join(", ")))
}

/// Where the cards of a question stand.
struct CardPlaces {
    /// The places whose cards are drawn for it.
    drawn: Vec<String>,
    /// The places of cards that only these cards ask for, such as follow-ups.
    further: Vec<String>,
}

/// The places of the cards of a question, but for the option that is looked at.
fn places_of_cards(asked: &Asked, looked_at: &str) -> CardPlaces {
    let command = asked.command();
    let is_place = |argument: &&Arg| is_card(argument);
    let ids = |argument: &Arg| argument.get_id().to_string();
    let places: Vec<String> = command.get_positionals().filter(is_place).map(ids).collect();
    let options = command.get_arguments().filter(|argument| !argument.is_positional());
    let options = options.filter(is_place).map(ids);
    // Those of the discard pile are there whatever comes up.
    let options = options.filter(|id| id != looked_at && id != DISCARDED);
    match places.is_empty() {
        true => CardPlaces { drawn: options.collect(), further: Vec::new() },
        false => CardPlaces { drawn: places, further: options.collect() },
    }
}

impl CardPlaces {
    /// The question with other cards; nothing where none are drawn for it.
    fn shifted(&self, question: &session::Question, by: usize) -> Option<session::Question> {
        let mut question = question.clone();
        for place in &self.further {
            question.arguments.remove(place);
        }
        let mut cards = 0;
        for place in &self.drawn {
            if let Some(value) = question.arguments.get_mut(place) {
                cards += 1;
                *value = shifted(value, by);
            }
        }
        (cards > 0).then_some(question)
    }
}

/// Cards in a value, each so many further on; follow-ups are left out.
fn shifted(value: &Value, by: usize) -> Value {
    let further = |card: usize| (card + by) % CardNumber::all().count();
    match value {
        Value::Number(card) => Value::from(further(card.as_u64().unwrap_or(0) as usize)),
        Value::String(text) => {
            let first = text.split('+').next().unwrap_or_default();
            let cards = first.split(',').map(|card| match card.trim().parse() {
                Ok(card) => further(card).to_string(),
                Err(_) => card.to_owned(),
            });
            Value::String(cards.collect::<Vec<_>>().join(","))
        }
        Value::Array(values) => values.iter().map(|value| shifted(value, by)).collect(),
        other => other.clone(),
    }
}
