//! Who acts when (seed 000, "Conflict", "Actions", "Extended Actions", "Jokers"): a Reflex roll, a
//! hand of cards called by rank and suit, and cards laid aside for slow actions.

use serde::Serialize;

use crate::deck::CardNumber;
use crate::table::lookup::{Answer, Decider, TargetNumber, each_once};
use crate::wording::{counted, part_of};

use super::super::initiative::{Kept, keep, keeps};
use super::super::{HandCard, TnAccount};
use super::{Fi3Error, Options, Roll, Trial};

/// A Reflex roll and the hand drawn for it.
#[derive(Clone, Debug)]
pub struct Initiative<'d> {
    /// Reflex, and the cards drawn for the roll.
    pub roll: Roll<'d>,
    /// The penalty in the Aim of the weapon in hand.
    pub weapon_penalty: u8,
    /// A card in reserve, "up the sleeve": the highest when the black joker takes one.
    pub reserve: Option<CardNumber>,
    /// The hand drawn afterwards. Empty while it is not drawn.
    pub hand: Vec<CardNumber>,
    /// The cards the player keeps, two at most; the two best when none are named.
    pub keep: Vec<CardNumber>,
}

/// What the character may do this round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct InitiativeAnswer {
    /// The Reflex roll.
    pub trial: Trial,
    /// How many cards to draw: one, one for the success and one for each raise; none when bust.
    pub cards: u32,
    /// The cards kept, in the order they are called.
    pub kept: Vec<HandCard>,
    /// The cards discarded, in the order drawn.
    pub discarded: Vec<CardNumber>,
    /// Whether the red joker allows acting at any time.
    pub red_joker: bool,
    /// Whether the black joker came up: the deck is shuffled at the end of the round.
    pub shuffle_at_end_of_round: bool,
    /// Whether it took the card in reserve.
    pub reserve_lost: bool,
}

impl Initiative<'_> {
    /// Reads the roll and the hand.
    ///
    /// # Errors
    /// [`Fi3Error::Rules`] for a hand of another size, or a card that is not in it; else as
    /// [`Roll::read`].
    pub fn answer(&self, options: &Options) -> Result<InitiativeAnswer, Fi3Error> {
        each_once(self.roll.all_cards().chain(&self.reserve).chain(&self.hand))?;
        let account = TnAccount::new(TargetNumber::EASY, "Reflex")
            .with("weapon in hand", self.weapon_penalty.into());
        let trial = self.roll.against(account, options)?;
        let cards = if trial.roll.bust { 0 } else { 1 + trial.successes() };
        let Kept { kept, discarded, red_joker, black_joker, reserve_lost } =
            keep(self.roll.deck, &self.hand, cards, self.reserve, &self.keep)?;
        Ok(InitiativeAnswer {
            trial,
            cards,
            kept,
            discarded,
            red_joker,
            shuffle_at_end_of_round: black_joker,
            reserve_lost,
        })
    }
}

impl Answer for InitiativeAnswer {
    const KIND: &'static str = "fi3-initiative";

    fn decided_by(&self) -> Decider<'_> {
        Some(&self.trial)
    }

    /// `draw 3 cards and keep two`, or what is kept of them.
    fn verdict(&self) -> Option<String> {
        keeps(&self.kept).or_else(|| {
            Some(match self.cards {
                0 => "no cards this round".to_owned(),
                1 => "draw 1 card".to_owned(),
                cards => format!("draw {cards} cards and keep two"),
            })
        })
    }

    fn hand(&self) -> usize {
        if self.kept.is_empty() { self.cards as usize } else { 0 }
    }

    fn explanation(&self) -> Vec<String> {
        let mut lines = self.trial.explanation();
        lines.push(match self.cards {
            0 => "bust: no cards this round; a card in reserve may still be played".to_owned(),
            1 => "draw 1 card".to_owned(),
            cards => format!("draw {cards} cards and keep two"),
        });
        lines.extend(keeps(&self.kept));
        if self.red_joker {
            lines.push("red joker: one action at any time of the round, ahead of all".to_owned());
        }
        if self.shuffle_at_end_of_round {
            let lost = match self.reserve_lost {
                true => "the card in reserve are lost",
                false => "the highest other card are lost, and one card of an extended action",
            };
            lines.push(format!("black joker: it and {lost}; shuffle at the end of the round"));
        }
        lines
    }
}

/// An action with a Speed of more than one: so many cards must be laid aside, the last of which
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
    use crate::table::lookup::LookupError;
    use crate::table::lookup::samples::{card, deck};
    use crate::table::rules::RulesError;
    use crate::table::rules::fi3::samples::{options, roll};

    fn ask(hand: &[u8], reserve: Option<u8>, keep: &[u8]) -> Result<InitiativeAnswer, Fi3Error> {
        let deck = deck();
        // Card 50 shows 8 in row 1 of d10: success and a raise.
        let initiative = Initiative {
            roll: roll(&deck, "1d10", 50),
            weapon_penalty: 0,
            reserve: reserve.map(card),
            hand: hand.iter().copied().map(card).collect(),
            keep: keep.iter().copied().map(card).collect(),
        };
        initiative.answer(&options())
    }

    fn kept(answer: &InitiativeAnswer) -> Vec<u8> {
        answer.kept.iter().map(|card| card.number.get()).collect()
    }

    #[test]
    fn the_player_may_keep_other_cards_than_the_best() {
        assert_eq!(3, ask(&[], None, &[]).unwrap().cards);
        assert_eq!(kept(&ask(&[4, 39, 38], None, &[]).unwrap()), [39, 38]);
        let chosen = ask(&[4, 39, 38], None, &[4, 39]).unwrap();
        assert_eq!((kept(&chosen), chosen.discarded), (vec![39, 4], vec![card(38)]));
        let error = ask(&[4, 39, 38], None, &[40]).unwrap_err();
        assert_eq!("card 40 cannot be kept; accepted: two of 39, 38, 4", error.to_string());
    }

    #[test]
    fn the_black_joker_takes_the_reserve_before_any_card_of_the_hand() {
        let without = ask(&[20, 53, 39], None, &[]).unwrap();
        assert_eq!((kept(&without), without.reserve_lost), (vec![20], false));
        let with = ask(&[20, 53, 39], Some(30), &[]).unwrap();
        assert_eq!((kept(&with), with.reserve_lost), (vec![39, 20], true));
        assert!(with.shuffle_at_end_of_round);
        assert!(matches!(
            ask(&[20, 53, 39], Some(39), &[]),
            Err(Fi3Error::Rules(RulesError::Lookup(LookupError::DrawnTwice(_))))
        ));
    }

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
