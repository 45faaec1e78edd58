//! Surprise (seed 004, "Surprise").

use serde::Serialize;

use crate::table::lookup::{Aftermath, Answer, Decider, LookupError, TargetNumber};

use super::{Attempt, Options, Tested, TnAccount};

/// An Acuity check when danger comes from outside the senses.
#[derive(Clone, Debug)]
pub struct Surprise<'d> {
    /// Acuity, and the cards drawn.
    pub attempt: Attempt<'d>,
    /// Whether the character expects danger or action time already runs: target number 5, else 9.
    pub expecting_danger: bool,
    /// The penalty of the worst wound.
    pub wound_penalty: i32,
    /// Other penalties.
    pub penalty: i32,
}

/// Whether the character is surprised.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SurpriseAnswer {
    /// The Acuity check.
    pub test: Tested,
    /// Whether the character cannot act this round.
    pub surprised: bool,
    /// The Bravery check that lets a surprised character act in the next round.
    pub bravery_next_round: Option<TargetNumber>,
}

impl Surprise<'_> {
    /// Reads the cards.
    ///
    /// # Errors
    /// As [`Attempt::test`].
    pub fn answer(&self, options: &Options) -> Result<SurpriseAnswer, LookupError> {
        let account = if self.expecting_danger {
            TnAccount::new(TargetNumber::STANDARD, "expecting danger")
        } else {
            TnAccount::new(TargetNumber::DIFFICULT, "not expecting danger")
        };
        let account = account
            .with("for wounds", self.wound_penalty)
            .with("for other penalties", self.penalty);
        let test = self.attempt.test(account, options.bump_divisor)?;
        let surprised = !test.success();
        let bravery_next_round = surprised.then_some(TargetNumber::EASY);
        Ok(SurpriseAnswer { test, surprised, bravery_next_round })
    }
}

impl Answer for SurpriseAnswer {
    const KIND: &'static str = "surprise";

    fn decided_by(&self) -> Decider<'_> {
        Some(&self.test)
    }

    fn verdict(&self) -> Option<String> {
        Some(if self.surprised { "surprised" } else { "not surprised" }.to_owned())
    }

    fn explanation(&self) -> Vec<String> {
        let mut lines = self.test.explanation();
        lines.push(match self.bravery_next_round {
            None => "not surprised: acts this round".to_owned(),
            Some(tn) => {
                format!(
                    "surprised: no action this round; next round as usual after Bravery TN {tn}"
                )
            }
        });
        lines
    }

    fn aftermath(&self) -> Option<Aftermath> {
        Some(if self.surprised { Aftermath::Surprised } else { Aftermath::Alert })
    }
}
