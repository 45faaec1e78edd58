//! Effects: a cell of the effect grid, and its victories.

use crate::diagnostic::{Fault, Problem, fault, quoted};
use std::str::FromStr;

use schemars::JsonSchema;
use serde::Serialize;

use crate::deck::CardNumber;
use crate::dice::EffectDice;

use super::{Answer, EffectCell};

/// The magnitude of one victory, 1 to 9,999. Six by Action Cards, "Generating Victories".
#[derive(Clone, Copy, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct VictoryTarget(u16);

/// The error of a text that is not a victory target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VictoryTargetError {
    original: String,
}

impl Fault for VictoryTargetError {
    fn problem(&self) -> Problem {
        let Self { original } = self;
        Problem::coded(
            "lookup.victory-target",
            format!("victory target {} is out of range", quoted(original)),
        )
        .accepts("1 to 9999, usually 6")
    }
}

fault!(VictoryTargetError);

impl VictoryTarget {
    /// The target with this value, or `None` outside 1 to 9,999.
    pub const fn new(target: u16) -> Option<Self> {
        if target >= 1 && target <= 9999 { Some(Self(target)) } else { None }
    }

    /// The value.
    pub const fn get(self) -> u32 {
        self.0 as u32
    }
}

impl Default for VictoryTarget {
    fn default() -> Self {
        Self(6)
    }
}

impl FromStr for VictoryTarget {
    type Err = VictoryTargetError;

    fn from_str(text: &str) -> Result<Self, VictoryTargetError> {
        text.parse()
            .ok()
            .and_then(Self::new)
            .ok_or_else(|| VictoryTargetError { original: text.to_owned() })
    }
}

/// An effect reading: the cell, and the magnitude of a victory.
#[derive(Clone, Copy, Debug)]
pub struct EffectQuestion<'d> {
    /// The cell that is read.
    pub cell: EffectCell<'d>,
    /// The magnitude of one victory.
    pub target: VictoryTarget,
}

/// The effect read on a card.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct EffectAnswer {
    /// The card.
    pub card: CardNumber,
    /// The cell, such as `(3)10`.
    pub cell: EffectDice,
    /// The printed number.
    pub magnitude: u32,
    /// The magnitude of one victory.
    pub target: VictoryTarget,
    /// One for each full target in the magnitude.
    pub victories: u32,
    /// The remainder, which is lost.
    pub lost: u32,
}

impl EffectQuestion<'_> {
    /// Reads the card.
    pub fn answer(&self, card: CardNumber) -> EffectAnswer {
        let magnitude = self.cell.magnitude(card);
        EffectAnswer {
            card,
            cell: self.cell.dice(),
            magnitude,
            target: self.target,
            victories: magnitude / self.target.get(),
            lost: magnitude % self.target.get(),
        }
    }
}

impl Answer for EffectAnswer {
    const KIND: &'static str = "effect";

    fn explanation(&self) -> Vec<String> {
        let victories = match self.victories {
            0 => "no victory".to_owned(),
            1 => "1 victory".to_owned(),
            victories => format!("{victories} victories"),
        };
        vec![format!(
            "card {}, {}: magnitude {}; divided by {}: {victories}, {} lost",
            self.card,
            self.cell,
            self.magnitude,
            self.target.get(),
            self.lost
        )]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::lookup::samples::{card, deck};

    #[test]
    fn what_is_left_of_the_target_is_lost() {
        let deck = deck();
        let cell = EffectCell::new(&deck, "(2)6".parse().unwrap()).unwrap();
        let answer = EffectQuestion { cell, target: VictoryTarget::default() }.answer(card(34));
        assert_eq!((8, 1, 2), (answer.magnitude, answer.victories, answer.lost));
        let target = VictoryTarget::new(9).unwrap();
        assert_eq!(0, EffectQuestion { cell, target }.answer(card(34)).victories);
    }

    #[test]
    fn targets_that_would_divide_by_zero_do_not_exist() {
        for text in ["0", "-1", "10000", "99999999999999999999", "six", ""] {
            assert!(text.parse::<VictoryTarget>().is_err(), "{text:?}");
        }
    }
}
