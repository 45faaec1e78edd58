//! `lookup hurt stun N DICE --dealt 2 --earlier 1`.

use super::attempt::{AttemptArgs, OtherPenaltyArgs};
use crate::cli::lookup::prelude::*;
use crate::rules::StunCheck;

/// What was typed.
#[derive(Debug, Args, Serialize)]
pub struct Typed {
    #[command(flatten)]
    #[serde(flatten)]
    attempt: AttemptArgs,
    /// Wounds dealt just now; 0 for concussion alone
    #[arg(long, value_name = "WOUNDS", allow_hyphen_values = true)]
    dealt: Number<u8, 0, 99>,
    /// The worst wound from before
    #[arg(long, value_name = "WOUNDS", default_value = "0", allow_hyphen_values = true)]
    earlier: Number<u8, 0, 5>,
    #[command(flatten)]
    #[serde(flatten)]
    penalty: OtherPenaltyArgs,
}

/// Whether the character is stunned.
impl Question for Typed {
    fn answer(&mut self, at: &mut Context<'_, '_>) -> Answered {
        let attempt = self.attempt.resolve(at);
        let (attempt, dealt, earlier_worst, penalty) =
            all((attempt, self.dealt.get(), self.earlier.get(), self.penalty.get()))?;
        let check = StunCheck { attempt, dealt, earlier_worst, penalty };
        said(check.answer(&at.setting.rules.west))
    }
}
