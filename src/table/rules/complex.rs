//! Complex checks and extended actions (Action Cards, "Complex Skill Checks"; Conflict, "Extended
//! Actions"): a success reads victories in an effect cell, and the victories of several draws add
//! up.

use schemars::JsonSchema;
use serde::Serialize;

use crate::table::lookup::{
    Answer, Draw, EffectAnswer, EffectCell, EffectQuestion, LookupError, Pool, TargetNumber,
};
use crate::wording::plural_form;

use super::{Attempt, CheckResult, Options, TestedAttempt, TnAccount};

/// A task: a skill, a tool and a target number.
#[derive(Clone, Debug)]
pub struct ComplexCheck<'d> {
    /// The skill.
    pub pool: Pool<'d>,
    /// The effect cell of the tool or trait.
    pub cell: EffectCell<'d>,
    /// The target number of each check.
    pub tn: TargetNumber,
    /// The character's worst wound, 0 to 5; its penalty counts in each check.
    pub wounds: u8,
    /// All other penalties to each check; a bonus is negative.
    pub penalty: i32,
    /// The number of victories that the task needs, if it was set.
    pub needed: Option<u16>,
}

/// One draw of the series.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct ComplexDraw {
    /// The check.
    pub test: TestedAttempt,
    /// The effect, read on the same card; none on a failure.
    pub effect: Option<EffectAnswer>,
    /// The victories so far, including this draw's.
    pub victories_so_far: u64,
}

/// The progress of the task.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct ComplexAnswer {
    /// The draws in order.
    pub draws: Vec<ComplexDraw>,
    /// The sum of the victories.
    pub victories: u64,
    /// The number of victories needed.
    pub needed: Option<u16>,
    /// Whether enough victories were reached; none if no number was set.
    pub done: Option<bool>,
}

impl ComplexCheck<'_> {
    /// Reads the draws in order. The same card may come up in several draws, because a shuffle can
    /// happen between them.
    ///
    /// # Errors
    /// As [`Attempt::test`], for the first draw with an error.
    pub fn answer(&self, draws: &[Draw], options: &Options) -> Result<ComplexAnswer, LookupError> {
        let mut victories = 0_u64;
        let mut read = Vec::with_capacity(draws.len());
        for draw in draws {
            let Self { pool, wounds, penalty, .. } = *self;
            let attempt = Attempt { pool, draw: draw.clone(), wounds, penalty };
            let test = attempt.test(TnAccount::new(self.tn, "as given"), options)?;
            let question = EffectQuestion { cell: self.cell, target: options.victory_target };
            let effect = test.success().then(|| question.answer(draw.card()));
            victories += effect.as_ref().map_or(0, |effect| u64::from(effect.victories));
            read.push(ComplexDraw { test, effect, victories_so_far: victories });
        }
        let done = self.needed.map(|needed| victories >= u64::from(needed));
        Ok(ComplexAnswer { draws: read, victories, needed: self.needed, done })
    }
}

impl ComplexAnswer {
    /// `3 of 5 victories`
    fn progress(&self) -> String {
        match self.needed {
            Some(needed) => format!("{} of {}", self.victories, victories(needed.into())),
            None => victories(self.victories),
        }
    }
}

fn victories(count: u64) -> String {
    format!("{count} {}", plural_form(count as usize, "victory", "victories"))
}

impl Answer for ComplexAnswer {
    const KIND: &'static str = "complex";

    fn verdict(&self) -> Option<String> {
        Some(match self.done {
            Some(true) => format!("done: {}", self.progress()),
            _ => self.progress(),
        })
    }

    fn explanation(&self) -> Vec<String> {
        let mut lines = Vec::new();
        for draw in &self.draws {
            // A number without modifiers needs no explanation.
            if draw.test.account.penalty() != 0 {
                lines.push(draw.test.account.to_string());
            }
            lines.extend(draw.test.check.explanation());
            match &draw.effect {
                Some(effect) => lines.extend(effect.explanation()),
                None => lines.push("no success, so no magnitude".to_owned()),
            }
        }
        let done = if self.done == Some(true) { ": done" } else { "" };
        lines.push(format!("{}{done}", self.progress()));
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::lookup::samples::{deck, draw};

    #[test]
    fn victories_of_several_draws_add_up_and_a_failure_adds_none() {
        let deck = deck();
        let check = ComplexCheck {
            pool: Pool::new(&deck, "1d10".parse().unwrap()).unwrap(),
            cell: EffectCell::new(&deck, "(2)6".parse().unwrap()).unwrap(),
            tn: TargetNumber::clamped(7),
            wounds: 0,
            penalty: 0,
            needed: Some(3),
        };
        // d10 row 1: card 34 shows 7, card 42 shows 2, card 37 shows 9.
        let draws = [draw(34, &[]), draw(42, &[]), draw(37, &[])];
        let answer = check.answer(&draws, &Options::default()).unwrap();
        let so_far: Vec<u64> = answer.draws.iter().map(|draw| draw.victories_so_far).collect();
        assert_eq!(so_far, [1, 1, 3]);
        assert!(answer.draws[1].effect.is_none());
        assert_eq!(Some(true), answer.done);
    }
}
