//! Dice in the notation of the dice edition (dice edition, "Damage", "Armor"): traits above the human
//! norm are d12+2, d12+4 and so on; damage dice go from d12 to d20.

use crate::diagnostic::{Fault, Problem, fault, quoted};
use std::fmt;
use std::str::FromStr;

use schemars::JsonSchema;
use serde::{Serialize, Serializer};

use super::Fi3Error;
use crate::deck::{CardNumber, CauseCell, Toggle};
use crate::dice::{CheckDice, Die, normalized};
use crate::table::lookup::{Answer, DeckView, LookupError, Pool};

/// Open-ended dice of which the highest counts, and the bonus of a trait above the human norm to
/// each: `3d10`, `4d12+2`.
///
/// ```
/// use actiondeck::table::rules::fi3::TraitDice;
///
/// let dice: TraitDice = "2d12+4".parse()?;
/// assert_eq!((dice.dice.level, dice.bonus), (2, 4));
/// assert_eq!(dice.to_string(), "2d12+4");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, JsonSchema)]
#[schemars(with = "String")]
pub struct TraitDice {
    /// The number and size of the dice.
    pub dice: CheckDice,
    /// The bonus of each die.
    pub bonus: u8,
}

/// The error of a text that is not trait dice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TraitDiceError {
    original: String,
}

impl Fault for TraitDiceError {
    fn problem(&self) -> Problem {
        let Self { original } = self;
        Problem::coded("fi3.trait-dice", format!("{} is not trait dice", quoted(original)))
            .accepts("LEVELdSIDES such as 3d10 or 2d12+4")
    }
}

fault!(TraitDiceError);

impl fmt::Display for TraitDice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.bonus {
            0 => self.dice.fmt(f),
            bonus => write!(f, "{}+{bonus}", self.dice),
        }
    }
}

impl FromStr for TraitDice {
    type Err = TraitDiceError;

    fn from_str(text: &str) -> Result<Self, TraitDiceError> {
        let parse = || {
            let text = normalized(text);
            let (dice, bonus) = text.split_once('+').unwrap_or((&text, "0"));
            let digits = !bonus.is_empty() && bonus.bytes().all(|byte| byte.is_ascii_digit());
            let bonus = digits.then(|| bonus.parse().ok())??;
            Some(Self { dice: dice.parse().ok()?, bonus })
        };
        parse().ok_or_else(|| TraitDiceError { original: text.to_owned() })
    }
}

impl From<CheckDice> for TraitDice {
    fn from(dice: CheckDice) -> Self {
        Self { dice, bonus: 0 }
    }
}

impl Serialize for TraitDice {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// The sizes of damage dice, in ascending order.
const DAMAGE_DICE: [u16; 6] = [4, 6, 8, 10, 12, 20];

/// The die after `levels` of armour, or `None` if it is stopped.
///
/// # Errors
/// [`Fi3Error::DamageDie`] for a die that is not a damage die.
///
/// ```
/// use actiondeck::table::rules::fi3::lowered;
///
/// let die = |text: &str| text.parse().unwrap();
/// assert_eq!(lowered(die("d20"), 2)?, Some(die("d10")));
/// assert_eq!(lowered(die("d6"), 2)?, None);
/// # Ok::<(), actiondeck::table::rules::fi3::Fi3Error>(())
/// ```
pub fn lowered(die: Die, levels: u8) -> Result<Option<Die>, Fi3Error> {
    let place = DAMAGE_DICE.iter().position(|&sides| sides == die.sides());
    let place = place.ok_or(Fi3Error::DamageDie(die))?;
    Ok(place.checked_sub(levels.into()).and_then(|place| Die::new(DAMAGE_DICE[place])))
}

/// The damage dice of Strength dice without a weapon: die and bonus halved, rounded down to the
/// nearest damage die, at least d4.
///
/// ```
/// use actiondeck::table::rules::fi3::unarmed;
///
/// assert_eq!(unarmed("3d12+6".parse()?).to_string(), "3d8");
/// assert_eq!(unarmed("2d6".parse()?).to_string(), "2d4");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn unarmed(strength: TraitDice) -> TraitDice {
    let half = (strength.dice.die.sides() + u16::from(strength.bonus)) / 2;
    let sides = DAMAGE_DICE.into_iter().rev().find(|&sides| sides <= half).unwrap_or(4);
    let die = Die::new(sides).unwrap_or(strength.dice.die);
    CheckDice { level: strength.dice.level, die }.into()
}

/// A single closed die, read on one card.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct DieAnswer {
    /// The card.
    pub card: CardNumber,
    /// The die, such as `d4`.
    pub die: String,
    /// The part of the card that is read.
    pub read: &'static str,
    /// The number.
    pub value: u16,
}

/// Reads a closed die: a d2 on the toggle (yes is 2), a d6 on the figure, a d12 on the clock, a d20
/// on the step of the hit location; any other in row 1 of its cause column, where an exceptional
/// result counts as the die's highest number and a CF as 1. Used for "Picking up the pace" and the
/// hours of unconsciousness.
///
/// # Errors
/// [`LookupError::Column`] for a die that the cards do not have.
pub fn closed_die<'d>(
    deck: impl Into<DeckView<'d>>,
    card: CardNumber,
    die: Die,
) -> Result<DieAnswer, LookupError> {
    let deck = deck.into();
    let face = deck.card(card);
    let (read, value) = match die.sides() {
        2 => ("toggle", if face.toggle() == Toggle::Yes { 2 } else { 1 }),
        6 => ("figure", face.unintended().into()),
        12 => ("clock", face.scatter().get().into()),
        20 => ("step of the hit location", u16::from(face.hit_step()).min(20)),
        sides => {
            let pool = Pool::new(deck, CheckDice { level: 1, die })?;
            let value = match pool.cells(card)[0] {
                CauseCell::CriticalFailure => 1,
                CauseCell::Number(number) => number.min(sides),
            };
            ("row 1 of its cause column", value)
        }
    };
    Ok(DieAnswer { card, die: die.to_string(), read, value })
}

impl Answer for DieAnswer {
    const KIND: &'static str = "fi3-die";

    fn explanation(&self) -> Vec<String> {
        vec![format!("card {}, {} by {}: {}", self.card, self.die, self.read, self.value)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deck::CardNumbers;
    use crate::table::lookup::samples::{card, deck};

    fn die(sides: u16) -> Die {
        Die::new(sides).unwrap()
    }

    #[test]
    fn each_level_of_armour_lowers_the_die_by_a_step() {
        let after = |sides, levels| lowered(die(sides), levels).unwrap().map(Die::sides);
        assert_eq!([Some(8), Some(6), Some(4), None], [0, 1, 2, 3].map(|levels| after(8, levels)));
        assert_eq!([Some(12), Some(10), None], [1, 2, u8::MAX].map(|levels| after(20, levels)));
        // "Stops": levels 1 to 6 stop d4 to d20.
        for (levels, sides) in (1..).zip(DAMAGE_DICE) {
            assert_eq!(None, after(sides, levels));
            assert!(after(sides, levels - 1).is_some());
        }
        assert_eq!(
            "d7 is not a damage die; accepted: d4, d6, d8, d10, d12, d20",
            lowered(die(7), 0).unwrap_err().to_string(),
        );
    }

    #[test]
    fn trait_dice_read_back_and_nonsense_is_refused() {
        for text in ["3d10", "4d12+2", "9d4+255"] {
            assert_eq!(text, text.parse::<TraitDice>().unwrap().to_string());
        }
        for text in ["", "d10", "3d10+", "3d10+-1", "3d10++1", "3d10+256", "+2", "3d10-2"] {
            assert!(text.parse::<TraitDice>().is_err(), "{text:?}");
        }
    }

    #[test]
    fn closed_dice_stay_within_their_sides_on_every_card() {
        let deck = deck();
        for sides in [2, 4, 6, 8, 10, 12, 20] {
            for number in CardNumbers::POKER.iter() {
                let value = closed_die(&deck, number, die(sides)).unwrap().value;
                assert!((1..=sides).contains(&value), "d{sides} on card {number}: {value}");
            }
        }
        assert!(closed_die(&deck, card(34), die(7)).is_err());
    }
}
