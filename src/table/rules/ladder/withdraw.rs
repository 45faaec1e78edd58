//! Moving out of an opponent's reach (wound-level combat, "Example of Combat").

use schemars::JsonSchema;
use serde::Serialize;

use crate::table::lookup::Answer;

use super::{Check, CheckAnswer, LadderError};

/// A Physique check to get away. Its purpose is a [`Move`](super::Purpose::Move).
#[derive(Clone, Debug)]
pub struct Withdrawal<'d> {
    /// The check.
    pub check: Check<'d>,
    /// The number to reach: the gamemaster's number, or the total of the opponent who holds on. The
    /// text does not give one.
    pub difficulty: Option<i16>,
}

/// Whether the character gets away.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct WithdrawalAnswer {
    /// The check.
    pub check: CheckAnswer,
    /// The number to reach.
    pub difficulty: Option<i16>,
    /// Whether it was reached; never with a botch. Unknown without a difficulty.
    pub withdrawn: Option<bool>,
}

impl Withdrawal<'_> {
    /// Reads the card.
    ///
    /// # Errors
    /// As [`Check::answer`].
    pub fn answer(&self) -> Result<WithdrawalAnswer, LadderError> {
        let check = self.check.answer()?;
        let withdrawn = match self.difficulty {
            _ if check.is_botch() => Some(false),
            Some(difficulty) => Some(check.total >= i32::from(difficulty)),
            None => None,
        };
        Ok(WithdrawalAnswer { check, difficulty: self.difficulty, withdrawn })
    }
}

impl Answer for WithdrawalAnswer {
    const KIND: &'static str = "withdraw";

    fn verdict(&self) -> Option<String> {
        self.withdrawn.map(|away| if away { "gets away" } else { "does not get away" }.to_owned())
    }

    fn explanation(&self) -> Vec<String> {
        let against = match self.difficulty {
            Some(difficulty) => format!("{} against {difficulty}: ", self.check.total),
            None => String::new(),
        };
        let verdict = match self.withdrawn {
            Some(true) => "gets away",
            Some(false) => "does not get away",
            None => "gets away if that is enough for the gamemaster (--difficulty)",
        };
        vec![self.check.describe(), format!("{against}{verdict}")]
    }
}

#[cfg(test)]
mod tests {
    use super::super::roll::sample;
    use super::super::{Pace, Purpose, Wounds};
    use super::*;
    use crate::table::lookup::samples::card;

    #[test]
    fn reaching_the_difficulty_is_enough_without_a_botch() {
        let deck = sample();
        let ask = |number, difficulty| {
            let check = Check {
                deck: (&deck).into(),
                card: card(number),
                skill: 3,
                purpose: Purpose::Move(Pace::Run),
                actions: 1,
                wounds: Wounds::default(),
                modifier: 0,
            };
            Withdrawal { check, difficulty }.answer().unwrap().withdrawn
        };
        // Card 4 shows 0, card 0 shows −4.
        assert_eq!([Some(true), Some(false), None], [Some(3), Some(4), None].map(|n| ask(4, n)));
        assert_eq!([Some(false), Some(false)], [Some(-9), None].map(|n| ask(0, n)));
    }
}
