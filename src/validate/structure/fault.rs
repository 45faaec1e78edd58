//! A broken rule, with the card and cell that break it.

use std::fmt;

use schemars::JsonSchema;
use serde::Serialize;

use crate::deck::{CardNumber, Field};

/// A rule that the cards must keep, besides the statistics.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, JsonSchema, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Rule {
    /// The deck has the grids, bursts, stack and designer elements of the spec.
    Layout,
    /// The rank follows from the number.
    Rank,
    /// The suit follows from the number.
    Suit,
    /// The toggle follows from the number by the spec's rule.
    Toggle,
    /// A cause cell shows a value its column can have.
    CauseValue,
    /// The number of exceptional cells in a row is the expected one of 54.
    ExceptionalCount,
    /// The exceptional values of a row are those of the spec.
    ExceptionalValues,
    /// The number of critical failures in a row is that of the spec.
    CriticalCount,
    /// Effect values rise strictly down a column.
    EffectRising,
    /// The hit step is on the ladder.
    HitStep,
    /// The hit steps are spread evenly over the deck.
    HitStepCount,
    /// The stack matches the card's hit step.
    HitStack,
    /// A longer burst never hits less.
    BurstOrder,
    /// The number of cards for each value of an element is that of the spec.
    ElementCount,
    /// A pinned cell of a numbered card is kept.
    Pin,
    /// Some card holds all cells of a pinned group.
    PinGroup,
}

/// One broken rule.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct Fault {
    /// The rule.
    pub rule: Rule,
    /// The card; `None` for a fault of the whole deck.
    pub card: Option<u8>,
    /// The field as in `deck.csv`, such as `cause_d10_2`; `None` for the whole card or deck.
    pub field: Option<String>,
    /// The fault and the expected value.
    pub message: String,
}

impl Fault {
    /// A fault of one cell on one card.
    pub(super) fn on_card(rule: Rule, card: CardNumber, field: &Field, message: String) -> Self {
        Self { rule, card: Some(card.get()), field: Some(field.to_string()), message }
    }

    /// A fault of one field over the whole deck.
    pub(super) fn on_field(rule: Rule, field: &Field, message: String) -> Self {
        Self { rule, card: None, field: Some(field.to_string()), message }
    }

    /// A fault of the deck as a whole.
    pub(super) fn on_deck(rule: Rule, message: String) -> Self {
        Self { rule, card: None, field: None, message }
    }
}

impl Fault {
    /// Card and field: `card 7, cause_d10_2`. Empty for a fault of the deck as a whole.
    pub fn place(&self) -> String {
        let card = self.card.map(|card| format!("card {card}"));
        let parts: Vec<String> = card.into_iter().chain(self.field.clone()).collect();
        parts.join(", ")
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = self.place();
        if !place.is_empty() {
            write!(f, "{place}: ")?;
        }
        f.write_str(&self.message)
    }
}

/// Such as "cards 3, 7 and 12", "card 3" or "no card".
pub(super) fn cards_text(cards: &[u8]) -> String {
    match cards {
        [] => "no card".to_owned(),
        [card] => format!("card {card}"),
        [first @ .., last] => {
            let first: Vec<String> = first.iter().map(u8::to_string).collect();
            format!("cards {} and {last}", first.join(", "))
        }
    }
}
