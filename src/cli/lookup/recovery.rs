//! `lookup recovery N DICE --worst 2`.

use crate::diagnostic::{Problem, Problems};
use crate::rules::{RecoveryAnswer, RecoveryCheck};
use clap::Args;

use super::attempt::{AttemptArgs, PenaltyArgs};
use super::setting::Setting;

/// What was typed.
#[derive(Debug, Args)]
pub struct Typed {
    #[command(flatten)]
    attempt: AttemptArgs,
    /// The worst wound now
    #[arg(long, value_name = "WOUNDS", allow_hyphen_values = true)]
    worst: String,
    #[command(flatten)]
    penalty: PenaltyArgs,
}

impl Typed {
    /// How the stunned character fares.
    pub fn answer(&self, setting: &Setting) -> Result<RecoveryAnswer, Problems> {
        let mut meaning = setting.meaning();
        let attempt = self.attempt.meant(setting, &mut meaning);
        let worst = meaning.number(&self.worst, "worst wound", 0..=5);
        let penalty = self.penalty.meant(&mut meaning);
        let ((attempt, worst), penalty) = meaning.settled(attempt.zip(worst).zip(penalty))?;
        let check = RecoveryCheck { attempt, worst, penalty };
        check.answer(&setting.options).map_err(|error| Problem::from(error).into())
    }
}
