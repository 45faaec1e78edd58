//! Cards laid aside for slow actions (seed 000, "Extended Actions", "Jokers", "Reloading").

use serde::Serialize;

use crate::table::lookup::Answer;
use crate::wording::{counted, part_of};

/// An action with a Speed of more than one: that number of cards must be laid aside, the last of which
/// resolves it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Preparation {
    /// The Speed of the action or weapon.
    pub speed: u8,
    /// Cards laid aside so far.
    pub laid: u8,
    /// Black jokers drawn meanwhile: each takes a laid card, unless it took a reserve.
    pub black_jokers: u8,
}

/// How a weapon is loaded, as far as the text gives the actions that it takes (seed 000,
/// "Reloading"); heavy weapons have a number of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reload {
    /// A single bullet or shell.
    Round,
    /// The magazine out, and another in.
    Magazine,
    /// Black powder and muzzle loaders, which are never speed-loaded.
    MuzzleLoader,
}

impl Reload {
    /// The actions it takes, each a card.
    pub const fn actions(self) -> u8 {
        match self {
            Self::Round => 1,
            Self::Magazine => 2,
            Self::MuzzleLoader => 5,
        }
    }
}

/// How far it has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct PreparationAnswer {
    /// The Speed.
    pub speed: u8,
    /// Cards that count.
    pub laid: u8,
    /// Cards still to be laid aside.
    pub left: u8,
    /// Whether the next card resolves the action, or may be held in reserve for its occasion.
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
        vec![format!("{cards} laid aside: {state}")]
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
    fn an_extended_action_counts_cards_and_loses_one_to_the_black_joker() {
        let left = |laid, black_jokers| Preparation { speed: 6, laid, black_jokers }.answer().left;
        assert_eq!([6, 1, 2, 0, 0], [left(0, 9), left(5, 0), left(5, 1), left(6, 0), left(255, 3)]);
        assert_eq!(1, Preparation { speed: 0, laid: 0, black_jokers: 0 }.answer().left);
    }
}
