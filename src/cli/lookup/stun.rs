//! `lookup stun N DICE --dealt 2 --earlier 1`.

use crate::diagnostic::{Problem, Problems};
use crate::rules::{StunAnswer, StunCheck};
use clap::Args;

use super::attempt::{AttemptArgs, PenaltyArgs};
use super::setting::Setting;

/// What was typed.
#[derive(Debug, Args)]
pub struct Typed {
    #[command(flatten)]
    attempt: AttemptArgs,
    /// Wounds dealt just now; 0 for concussion alone
    #[arg(long, value_name = "WOUNDS", allow_hyphen_values = true)]
    dealt: String,
    /// The worst wound from before
    #[arg(long, value_name = "WOUNDS", default_value = "0", allow_hyphen_values = true)]
    earlier: String,
    #[command(flatten)]
    penalty: PenaltyArgs,
}

impl Typed {
    /// Whether the character is stunned.
    pub fn answer(&self, setting: &Setting) -> Result<StunAnswer, Problems> {
        let mut meaning = setting.meaning();
        let attempt = self.attempt.meant(setting, &mut meaning);
        let dealt = meaning.number(&self.dealt, "number of wounds", 0..=99);
        let earlier_worst = meaning.number(&self.earlier, "worst wound", 0..=5);
        let penalty = self.penalty.meant(&mut meaning);
        let ((attempt, dealt), (earlier_worst, penalty)) =
            meaning.settled(attempt.zip(dealt).zip(earlier_worst.zip(penalty)))?;
        let check = StunCheck { attempt, dealt, earlier_worst, penalty };
        check.answer(&setting.options).map_err(|error| Problem::from(error).into())
    }
}
