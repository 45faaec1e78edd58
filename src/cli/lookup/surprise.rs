//! `lookup check for surprise N DICE --expecting`.

use super::attempt::{AttemptArgs, PenaltyArgs};
use crate::cli::lookup::prelude::*;
use crate::rules::Surprise;

/// What was typed.
#[derive(Debug, Args, Serialize)]
pub struct Typed {
    #[command(flatten)]
    #[serde(flatten)]
    attempt: AttemptArgs,
    /// The character expects danger, or action time already runs
    #[arg(long)]
    expecting: bool,
    #[command(flatten)]
    #[serde(flatten)]
    penalty: PenaltyArgs,
}

/// Whether the character is surprised.
impl Question for Typed {
    fn answer(&mut self, at: &mut Context<'_, '_>) -> Answered {
        let attempt = self.attempt.resolve(at);
        let (attempt, penalties) = all((attempt, self.penalty.get(at.setting)))?;
        let (wound_penalty, penalty) = penalties;
        let expecting_danger = self.expecting;
        let question = Surprise { attempt, expecting_danger, wound_penalty, penalty };
        said(question.answer(&at.setting.rules.west))
    }
}
