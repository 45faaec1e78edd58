//! `lookup surprise N DICE --expecting`.

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
        let (attempt, penalty) = all((self.attempt.resolve(at), self.penalty.get()))?;
        let question = Surprise { attempt, expecting_danger: self.expecting, penalty };
        said(question.answer(&at.setting.options))
    }
}
