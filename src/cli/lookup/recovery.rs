//! `lookup hurt recovery N DICE --worst 2`.

use super::attempt::{AttemptArgs, OtherPenaltyArgs};
use crate::cli::lookup::prelude::*;
use crate::rules::RecoveryCheck;

/// What was typed.
#[derive(Debug, Args, Serialize)]
pub struct Typed {
    #[command(flatten)]
    #[serde(flatten)]
    attempt: AttemptArgs,
    /// The worst wound now
    #[arg(long, value_name = "WOUNDS", allow_hyphen_values = true)]
    worst: Number<u8, 0, 5>,
    #[command(flatten)]
    #[serde(flatten)]
    penalty: OtherPenaltyArgs,
}

/// How the stunned character fares.
impl Question for Typed {
    fn answer(&mut self, at: &mut Context<'_, '_>) -> Answered {
        let attempt = self.attempt.resolve(at);
        let (attempt, worst, penalty) = all((attempt, self.worst.get(), self.penalty.get()))?;
        said(RecoveryCheck { attempt, worst, penalty }.answer(&at.setting.rules.west))
    }
}
