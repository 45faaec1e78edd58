//! The difficulty of an attack (D6 combat, "Base Combat Difficulty", "Combat Difficulty Modifiers").

use crate::diagnostic::{Fault, Problem, fault, quoted};
use std::fmt;
use std::str::FromStr;

use crate::deck::CardNumber;
use crate::table::lookup::{DeckView, TargetNumber};
use crate::table::rules::TnAccount;

use super::{D6Error, DieCode, cards_needed, roll};

/// The difficulty of a target without an active defense.
pub const PASSIVE_DEFENSE: TargetNumber = TargetNumber::clamped(10);

/// The minimum of a combat difficulty.
pub const LEAST_DIFFICULTY: TargetNumber = TargetNumber::clamped(3);

/// The target's defense.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// No active defense.
    Passive,
    /// An active defense rolled on the target's turn, with this value.
    Active(i64),
    /// An active defense on a turn that comes later in the round.
    TooLate,
}

/// A modifier of a difficulty: a number, or dice that the gamemaster rolls. Written `5`, `-5`,
/// `2D@17` for two dice read on card 17, `-1D@17`, `7D@17+20` for more dice than one card has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Modifier {
    /// A number.
    Fixed(i16),
    /// Dice, and the cards they are read on.
    Rolled {
        /// Whether they make the attack easier.
        easier: bool,
        /// The dice.
        code: DieCode,
        /// The cards.
        cards: Vec<CardNumber>,
    },
}

/// The error of a text that is not a modifier.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModifierError {
    original: String,
}

impl Fault for ModifierError {
    fn problem(&self) -> Problem {
        let Self { original } = self;
        Problem::coded("d6.modifier", format!("{} cannot be read as a modifier", quoted(original)))
            .accepts("-999 to 999, or dice and cards such as 2D@17")
    }
}

fault!(ModifierError);

impl FromStr for Modifier {
    type Err = ModifierError;

    fn from_str(text: &str) -> Result<Self, ModifierError> {
        let parse = || {
            let Some((dice, cards)) = text.split_once('@') else {
                let number: i16 = text.parse().ok()?;
                return (-999..=999).contains(&number).then_some(Self::Fixed(number));
            };
            let (easier, dice) = match dice.strip_prefix('-') {
                Some(dice) => (true, dice),
                None => (false, dice),
            };
            let cards: Option<Vec<CardNumber>> =
                cards.split(['+', ',']).map(|card| card.trim().parse().ok()).collect();
            Some(Self::Rolled { easier, code: dice.parse().ok()?, cards: cards? })
        };
        parse().ok_or_else(|| ModifierError { original: text.to_owned() })
    }
}

impl fmt::Display for Modifier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fixed(number) => number.fmt(f),
            Self::Rolled { easier, code, cards } => {
                let cards: Vec<String> = cards.iter().map(CardNumber::to_string).collect();
                write!(f, "{}{code}@{}", if *easier { "-" } else { "" }, cards.join("+"))
            }
        }
    }
}

impl Modifier {
    /// The amount added to the difficulty.
    ///
    /// # Errors
    /// As [`roll`], and [`D6Error::Cards`] if there are too few cards.
    pub fn value<'d>(&self, deck: impl Into<DeckView<'d>>) -> Result<i32, D6Error> {
        let deck = deck.into();
        match self {
            Self::Fixed(number) => Ok(i32::from(*number)),
            Self::Rolled { easier, code, cards } => {
                let rolled = roll(deck, *code, cards)?;
                if !rolled.is_complete() {
                    let needed = cards_needed(deck, *code);
                    return Err(D6Error::Cards { code: *code, given: cards.len(), needed });
                }
                let total = i32::try_from(rolled.total).unwrap_or(i32::MAX);
                Ok(if *easier { -total } else { total })
            }
        }
    }
}

/// The difficulty with its reasons: the target's defense plus range, cover and other modifiers, at
/// least 3.
///
/// # Errors
/// As [`Modifier::value`].
pub fn difficulty<'d>(
    deck: impl Into<DeckView<'d>>,
    standing: Standing,
    modifiers: &[(&str, Modifier)],
) -> Result<TnAccount, D6Error> {
    let deck = deck.into();
    let mut account = match standing {
        Standing::Passive => TnAccount::new(PASSIVE_DEFENSE, "passive defense"),
        Standing::Active(value) => TnAccount::new(TargetNumber::clamped(value), "active defense"),
        Standing::TooLate => TnAccount::new(PASSIVE_DEFENSE, "passive defense, too late for more"),
    };
    for (reason, modifier) in modifiers {
        account = account.with(*reason, modifier.value(deck)?);
    }
    let missing = LEAST_DIFFICULTY.get() - account.tn().get();
    Ok(if missing > 0 { account.with("up to the least there is", missing) } else { account })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::lookup::samples::deck;

    fn tn(standing: Standing, modifiers: &[&str]) -> i32 {
        let modifiers: Vec<(&str, Modifier)> =
            modifiers.iter().map(|text| ("range", text.parse().unwrap())).collect();
        difficulty(&deck(), standing, &modifiers).unwrap().tn().get()
    }

    #[test]
    fn an_active_defense_takes_the_place_of_ten_even_if_it_is_lower() {
        assert_eq!(10, tn(Standing::Passive, &[]));
        assert_eq!(17, tn(Standing::Active(17), &[]));
        assert_eq!(6, tn(Standing::Active(6), &[]));
        assert_eq!(10, tn(Standing::TooLate, &[]));
    }

    #[test]
    fn modifiers_are_numbers_or_dice_and_the_sum_is_at_least_three() {
        assert_eq!(15, tn(Standing::Passive, &["10", "-5"]));
        // Card 34 shows 3 and 6 for two dice.
        assert_eq!(19, tn(Standing::Passive, &["2D@34"]));
        assert_eq!(2 + 1, tn(Standing::Passive, &["-2D@34"]));
        assert_eq!(3, tn(Standing::Passive, &["-999"]));
    }

    #[test]
    fn a_modifier_is_written_as_it_is_read() {
        for text in ["-5", "2D@34", "-1D+2@17", "7D@17+20"] {
            assert_eq!(text, text.parse::<Modifier>().unwrap().to_string());
        }
    }

    #[test]
    fn near_misses_are_refused() {
        for text in ["", "x", "1000", "2D", "2D@", "2D@121", "--2D@3", "@3"] {
            assert!(text.parse::<Modifier>().is_err(), "{text:?}");
        }
    }
}
