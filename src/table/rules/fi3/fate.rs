//! Fate chips and bounty (dice edition, "Fate"). The effect of a chip on a roll is part of
//! [`Roll`](super::Roll).

use crate::diagnostic::{Fault, Problem, fault, quoted};
use std::str::FromStr;

use schemars::JsonSchema;
use serde::Serialize;

use crate::dice::Die;
use crate::table::lookup::Answer;
use crate::wording::counted;

/// A fate chip.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, JsonSchema, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Chip {
    /// One more die; cancels 1 wound or restores 5 wind; worth 1 point of bounty.
    White,
    /// A die added to the highest; 2 wounds, 10 wind, 2 points.
    Red,
    /// As red, also when bust; 3 wounds, 15 wind, 3 points.
    Blue,
}

/// The error of a text that is not a fate chip.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChipError {
    original: String,
}

impl Fault for ChipError {
    fn problem(&self) -> Problem {
        let Self { original } = self;
        Problem::coded("fi3.chip", format!("{} is not a fate chip", quoted(original)))
            .accepts("white, red, blue")
    }
}

fault!(ChipError);

impl FromStr for Chip {
    type Err = ChipError;

    fn from_str(text: &str) -> Result<Self, ChipError> {
        match text {
            "white" => Ok(Self::White),
            "red" => Ok(Self::Red),
            "blue" => Ok(Self::Blue),
            _ => Err(ChipError { original: text.to_owned() }),
        }
    }
}

impl Chip {
    /// The level: the wounds it cancels, and its value in bounty points.
    pub const fn level(self) -> u32 {
        match self {
            Self::White => 1,
            Self::Red => 2,
            Self::Blue => 3,
        }
    }
}

/// Chips spent to reduce damage: the wounds of a single attack before wind is drawn, or wind from
/// brawling, bleeding, drowning and the like.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct SaveAnswer {
    /// The chips.
    pub chips: Vec<Chip>,
    /// Remaining wounds.
    pub wounds_left: u32,
    /// Wind that is still lost.
    pub wind_left: u32,
}

/// Spends chips: first on wounds, then on wind. One chip cannot be spent on both.
///
/// ```
/// use actiondeck::table::rules::fi3::{Chip, save};
///
/// let saved = save(4, 12, &[Chip::Blue, Chip::White, Chip::Red]);
/// assert_eq!((saved.wounds_left, saved.wind_left), (0, 2));
/// ```
pub fn save(wounds: u32, wind: u32, chips: &[Chip]) -> SaveAnswer {
    let (mut wounds_left, mut wind_left) = (wounds, wind);
    for chip in chips {
        if wounds_left > 0 {
            wounds_left = wounds_left.saturating_sub(chip.level());
        } else {
            wind_left = wind_left.saturating_sub(5 * chip.level());
        }
    }
    SaveAnswer { chips: chips.to_vec(), wounds_left, wind_left }
}

impl Answer for SaveAnswer {
    const KIND: &'static str = "fi3-save";

    fn verdict(&self) -> Option<String> {
        let wounds = counted(self.wounds_left as usize, "wound");
        Some(format!("{wounds} and {} wind are left", self.wind_left))
    }

    fn explanation(&self) -> Vec<String> {
        let points: u32 = self.chips.iter().map(|chip| chip.level()).sum();
        let left = self.verdict().into_iter();
        left.chain([format!("bounty the chips would have been worth: {points}")]).collect()
    }
}

/// An improvement that bounty points buy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Growth {
    /// An Aptitude at a new level: the level.
    Aptitude(u8),
    /// A Trait's Coordination at a new level: twice the level.
    Coordination(u8),
    /// A Trait at a new die: three times its sides.
    Trait(Die),
}

/// The price of an improvement, and the value of chips spent on it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, JsonSchema, Serialize)]
pub struct BountyAnswer {
    /// The price in bounty points; 0 without an improvement.
    pub points: u32,
    /// The value of the chips in bounty points.
    pub chips_worth: u32,
}

impl Growth {
    /// The price.
    ///
    /// ```
    /// use actiondeck::table::rules::fi3::Growth;
    ///
    /// assert_eq!(4, Growth::Aptitude(4).price().points);
    /// assert_eq!(10, Growth::Coordination(5).price().points);
    /// assert_eq!(18, Growth::Trait("d6".parse().unwrap()).price().points);
    /// ```
    pub fn price(self) -> BountyAnswer {
        let points = match self {
            Self::Aptitude(level) => level.into(),
            Self::Coordination(level) => 2 * u32::from(level),
            Self::Trait(die) => 3 * u32::from(die.sides()),
        };
        BountyAnswer { points, chips_worth: 0 }
    }
}

impl BountyAnswer {
    /// The same with chips converted into bounty points, which is possible between scenarios (dice
    /// edition, "Bounty").
    ///
    /// ```
    /// use actiondeck::table::rules::fi3::{BountyAnswer, Chip};
    ///
    /// let sold = BountyAnswer::default().with_chips(&[Chip::Blue, Chip::Red, Chip::White]);
    /// assert_eq!(6, sold.chips_worth);
    /// ```
    #[must_use]
    pub fn with_chips(self, chips: &[Chip]) -> Self {
        Self { chips_worth: chips.iter().map(|chip| chip.level()).sum(), ..self }
    }
}

impl Answer for BountyAnswer {
    const KIND: &'static str = "fi3-bounty";

    fn explanation(&self) -> Vec<String> {
        let Self { points, chips_worth } = *self;
        let price = (points > 0).then(|| format!("bounty it costs: {points}"));
        let worth = (chips_worth > 0).then(|| format!("bounty the chips are worth: {chips_worth}"));
        let rest = price.is_some() && worth.is_some();
        let rest = rest.then(|| match points.checked_sub(chips_worth) {
            None | Some(0) => "the chips pay for it".to_owned(),
            Some(missing) => format!("bounty still to be paid: {missing}"),
        });
        [price, worth, rest].into_iter().flatten().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chip_cancels_its_level_in_wounds_or_five_times_in_wind() {
        for (chip, level) in [(Chip::White, 1), (Chip::Red, 2), (Chip::Blue, 3)] {
            assert_eq!(5 - level, save(5, 0, &[chip]).wounds_left);
            assert_eq!(20 - 5 * level, save(0, 20, &[chip]).wind_left);
        }
        assert_eq!((0, 7), {
            let saved = save(1, 7, &[Chip::Blue]);
            (saved.wounds_left, saved.wind_left)
        });
    }

    #[test]
    fn chips_are_named_by_colour() {
        assert_eq!(Ok(Chip::Red), "red".parse());
        assert!("black".parse::<Chip>().is_err());
    }
}
