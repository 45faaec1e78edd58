//! Cards played in advance for slow actions (dice edition, "Extended Actions", "Jokers", "Reloading").

use schemars::JsonSchema;
use serde::Serialize;

use crate::table::lookup::Answer;
use crate::wording::{counted, part_of};

/// An action with a Speed of more than one: it needs that number of cards, the last of which
/// resolves it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Preparation {
    /// The Speed of the action or weapon.
    pub speed: u8,
    /// The number of cards played so far.
    pub laid: u8,
    /// The number of black jokers drawn meanwhile: each removes a played card, unless it took a
    /// reserve.
    pub black_jokers: u8,
}

/// Ways to load a weapon whose number of actions the text gives (dice edition, "Reloading"); heavy
/// weapons have their own number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reload {
    /// A single bullet or shell.
    Round,
    /// A magazine is replaced.
    Magazine,
    /// Black powder weapons and muzzle loaders, which cannot be speed-loaded.
    MuzzleLoader,
}

impl Reload {
    /// The number of actions, each of which needs a card.
    pub const fn actions(self) -> u8 {
        match self {
            Self::Round => 1,
            Self::Magazine => 2,
            Self::MuzzleLoader => 5,
        }
    }
}

/// The progress of an extended action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct PreparationAnswer {
    /// The Speed.
    pub speed: u8,
    /// The number of cards that count.
    pub laid: u8,
    /// The number of cards still needed.
    pub left: u8,
    /// Whether the next card resolves the action or may be held in reserve.
    pub next_resolves: bool,
}

impl Preparation {
    /// Counts the cards.
    ///
    /// ```
    /// use actiondeck::table::rules::fi3::Preparation;
    ///
    /// let frost = Preparation { speed: 6, laid: 5, black_jokers: 0 }.answer();
    /// assert!(frost.next_resolves);
    /// ```
    pub fn answer(self) -> PreparationAnswer {
        let speed = self.speed.max(1);
        let laid = self.laid.saturating_sub(self.black_jokers).min(speed);
        let left = speed - laid;
        PreparationAnswer { speed, laid, left, next_resolves: left == 1 }
    }
}

impl Answer for PreparationAnswer {
    const KIND: &'static str = "fi3-prepare";

    fn explanation(&self) -> Vec<String> {
        let state = match self.left {
            0 => "done".to_owned(),
            1 => "the next card resolves it, or is held in reserve for the occasion".to_owned(),
            left => counted(left.into(), "more card"),
        };
        let cards = part_of(self.laid.into(), self.speed.into(), "card");
        vec![format!("{cards} played: {state}")]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_muzzle_loader_takes_five_actions_to_load() {
        let left = |reload: Reload| {
            Preparation { speed: reload.actions(), laid: 0, black_jokers: 0 }.answer().left
        };
        let all = [Reload::Round, Reload::Magazine, Reload::MuzzleLoader];
        assert_eq!([1, 2, 5], all.map(left));
    }

    #[test]
    fn a_black_joker_removes_a_card_of_an_extended_action() {
        let left = |laid, black_jokers| Preparation { speed: 6, laid, black_jokers }.answer().left;
        assert_eq!([6, 1, 2, 0, 0], [left(0, 9), left(5, 0), left(5, 1), left(6, 0), left(255, 3)]);
        assert_eq!(1, Preparation { speed: 0, laid: 0, black_jokers: 0 }.answer().left);
    }
}
