//! `lookup surprise N DICE --expecting`.

use crate::diagnostic::{Problem, Problems};
use crate::rules::{Surprise, SurpriseAnswer};
use clap::Args;

use super::attempt::{AttemptArgs, PenaltyArgs};
use super::setting::Setting;

/// What was typed.
#[derive(Debug, Args)]
pub struct Typed {
    #[command(flatten)]
    attempt: AttemptArgs,
    /// The character expects danger, or action time already runs
    #[arg(long)]
    expecting: bool,
    #[command(flatten)]
    penalty: PenaltyArgs,
}

impl Typed {
    /// Whether the character is surprised.
    pub fn answer(&self, setting: &Setting) -> Result<SurpriseAnswer, Problems> {
        let mut meaning = setting.meaning();
        let attempt = self.attempt.meant(setting, &mut meaning);
        let penalty = self.penalty.meant(&mut meaning);
        let (attempt, penalty) = meaning.settled(attempt.zip(penalty))?;
        let question = Surprise { attempt, expecting_danger: self.expecting, penalty };
        question.answer(&setting.options).map_err(|error| Problem::from(error).into())
    }
}
