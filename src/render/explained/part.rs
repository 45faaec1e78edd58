//! The parts of a card that are explained.

use crate::deck::Field;

/// A part of the card that needs an explanation, each a region of the card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Part {
    Number,
    Corner,
    Cause,
    Effect,
    Bursts,
    Hits,
    Penetration,
    Failure,
    Unintended,
    Scatter,
    Toggle,
    Element,
    Edition,
}

impl Part {
    /// Every part, in the order of the card.
    pub const ALL: [Self; 13] = [
        Self::Number,
        Self::Corner,
        Self::Cause,
        Self::Effect,
        Self::Bursts,
        Self::Hits,
        Self::Penetration,
        Self::Failure,
        Self::Unintended,
        Self::Scatter,
        Self::Toggle,
        Self::Element,
        Self::Edition,
    ];

    /// The part of a text, by the name of its value; `None` for the deck's name.
    pub fn from_name(name: &str) -> Option<Self> {
        match name {
            "edition" => return Some(Self::Edition),
            "rank.card" | "suit.name" => return Some(Self::Corner),
            _ if name.starts_with("element.") => return Some(Self::Element),
            _ => {}
        }
        Some(match name.replace('.', "_").parse().ok()? {
            Field::Number => Self::Number,
            Field::Rank | Field::Suit => Self::Corner,
            Field::Toggle => Self::Toggle,
            Field::Cause { .. } => Self::Cause,
            Field::Effect { .. } => Self::Effect,
            Field::Hit(_) | Field::HitStep => Self::Hits,
            Field::Burst(_) => Self::Bursts,
            Field::Penetration => Self::Penetration,
            Field::Scatter => Self::Scatter,
            Field::Failure => Self::Failure,
            Field::Unintended => Self::Unintended,
            Field::Extra(_) if name != "deck" => Self::Element,
            Field::Shuffle | Field::Extra(_) => return None,
        })
    }
}
