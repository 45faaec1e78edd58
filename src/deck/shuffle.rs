//! When a deck is shuffled.

use std::fmt;
use std::str::FromStr;

use schemars::JsonSchema;
use serde::Serialize;

use super::{CardNumber, CardNumbers, Deck, Suit};

/// What makes a shuffle due before the draw pile is empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShuffleTrigger {
    /// Nothing: the deck is shuffled when its draw pile is empty.
    EmptyPile,
    /// This many cards, or fewer, are left in the draw pile.
    CardsLeft(u8),
    /// A card with the shuffle sign is drawn.
    Sign,
}

/// When a shuffle that is due takes place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, JsonSchema, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ShuffleTime {
    /// Before the next question is drawn for.
    AtOnce,
    /// At the end of the round.
    EndOfRound,
}

impl ShuffleTime {
    /// The times with their names in specs and deck files.
    pub const NAMED: [(&str, Self); 2] =
        [("at-once", Self::AtOnce), ("end-of-round", Self::EndOfRound)];

    fn name(self) -> &'static str {
        Self::NAMED[self as usize].0
    }
}

/// The shuffle policy that a spec gives its deck. Written in deck files as `empty`, `18-left at-once`,
/// `sign end-of-round`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShufflePolicy {
    /// What makes a shuffle due.
    pub trigger: ShuffleTrigger,
    /// When it takes place.
    pub time: ShuffleTime,
}

impl ShufflePolicy {
    /// A shuffle as soon as a card with the sign was drawn.
    pub const SIGNS_AT_ONCE: Self =
        Self { trigger: ShuffleTrigger::Sign, time: ShuffleTime::AtOnce };
    /// The text of the shuffle column on a card with the sign.
    pub const SIGN: &str = "sign";
    /// What deck files accept as a policy.
    pub(in crate::deck) const ACCEPTED: &str =
        "empty, 18-left at-once, sign at-once, sign end-of-round and the like";
}

impl fmt::Display for ShufflePolicy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let time = self.time.name();
        match self.trigger {
            ShuffleTrigger::EmptyPile => f.write_str("empty"),
            ShuffleTrigger::CardsLeft(cards) => write!(f, "{cards}-left {time}"),
            ShuffleTrigger::Sign => write!(f, "sign {time}"),
        }
    }
}

impl FromStr for ShufflePolicy {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let (trigger, time) = text.split_once(' ').unwrap_or((text, "at-once"));
        let trigger = match trigger {
            "empty" => ShuffleTrigger::EmptyPile,
            "sign" => ShuffleTrigger::Sign,
            _ => {
                let cards = trigger.strip_suffix("-left").ok_or(())?;
                ShuffleTrigger::CardsLeft(cards.parse().map_err(|_| ())?)
            }
        };
        let time = ShuffleTime::NAMED.into_iter().find(|(name, _)| *name == time).ok_or(())?.1;
        let policy = Self { trigger, time };
        // So that each policy has one text.
        if policy.to_string() == text { Ok(policy) } else { Err(()) }
    }
}

/// When a deck is shuffled: by its own policy, or without one at the end of a round in which a black joker was
/// drawn (dice edition, "Combat Time"). In any case it is shuffled when a card is drawn from an empty pile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShuffleRule {
    policy: Option<ShufflePolicy>,
    /// The cards that make a shuffle due, ascending.
    triggers: Vec<CardNumber>,
}

impl ShuffleRule {
    /// The rule of a deck.
    pub fn from_deck(deck: &Deck) -> Self {
        let policy = deck.layout().shuffle;
        let triggers = match policy {
            None => return Self::usual(deck.numbers()),
            Some(ShufflePolicy { trigger: ShuffleTrigger::Sign, .. }) => {
                let signs = deck.cards().iter().filter(|card| card.has_shuffle_sign);
                signs.map(|card| card.number).collect()
            }
            Some(_) => Vec::new(),
        };
        Self { policy, triggers }
    }

    /// The rule of a deck without a policy.
    pub fn usual(numbers: CardNumbers) -> Self {
        let jokers = numbers.iter().filter(|&card| numbers.is_joker(card, Suit::BlackJoker));
        Self { policy: None, triggers: jokers.collect() }
    }

    /// The deck's own policy.
    pub fn policy(&self) -> Option<ShufflePolicy> {
        self.policy
    }

    /// The cards that make a shuffle due, ascending.
    pub fn triggers(&self) -> &[CardNumber] {
        &self.triggers
    }

    /// When a shuffle that is due takes place.
    pub fn time(&self) -> ShuffleTime {
        self.policy.map_or(ShuffleTime::EndOfRound, |policy| policy.time)
    }

    /// The number of cards left in the draw pile that makes a shuffle due; 0 if none does.
    pub fn cards_left(&self) -> usize {
        match self.policy.map(|policy| policy.trigger) {
            Some(ShuffleTrigger::CardsLeft(cards)) => cards.into(),
            _ => 0,
        }
    }

    /// Whether a shuffle is due after this card was drawn and `left` cards are in the draw pile.
    pub fn is_due(&self, drawn: CardNumber, left: usize) -> bool {
        self.triggers.binary_search(&drawn).is_ok()
            || self.cards_left() > 0 && left <= self.cards_left()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_policy_has_one_text() {
        for text in ["empty", "18-left at-once", "1-left end-of-round", "sign at-once"] {
            let policy: ShufflePolicy = text.parse().unwrap();
            assert_eq!(text, policy.to_string());
        }
        for text in
            ["", "empty at-once", "018-left at-once", "18-left", "sign", "signs at-once", "x"]
        {
            assert!(text.parse::<ShufflePolicy>().is_err(), "{text}");
        }
    }

    #[test]
    fn a_deck_without_a_policy_is_shuffled_after_a_black_joker() {
        let rule = ShuffleRule::usual(CardNumbers::POKER);
        assert_eq!([53], rule.triggers().iter().map(|card| card.get()).collect::<Vec<_>>()[..]);
        let card = |number| CardNumber::new(number).unwrap();
        assert!(rule.is_due(card(53), 30) && !rule.is_due(card(0), 0));
        assert_eq!(ShuffleTime::EndOfRound, rule.time());
        let left = ShuffleRule { policy: "18-left at-once".parse().ok(), triggers: Vec::new() };
        assert_eq!([false, true, true], [19, 18, 0].map(|count| left.is_due(card(5), count)));
    }
}
