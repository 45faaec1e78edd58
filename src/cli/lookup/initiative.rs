//! `lookup initiative N DICE --hand 3,14,53`.

use crate::diagnostic::{Problem, Problems};
use crate::rules::{Initiative, InitiativeAnswer};
use clap::Args;

use super::attempt::{AttemptArgs, PenaltyArgs};
use super::setting::Setting;

/// What was typed.
#[derive(Debug, Args)]
pub struct Typed {
    #[command(flatten)]
    attempt: AttemptArgs,
    /// The hand drawn after the Reflex check
    #[arg(long, value_name = "CARD,…", value_delimiter = ',', allow_hyphen_values = true)]
    hand: Vec<String>,
    #[command(flatten)]
    penalty: PenaltyArgs,
}

impl Typed {
    /// The hand kept, and when it acts.
    pub fn answer(&self, setting: &Setting) -> Result<InitiativeAnswer, Problems> {
        let mut meaning = setting.meaning();
        let attempt = self.attempt.meant(setting, &mut meaning);
        let hand = meaning.cards(&self.hand);
        let penalty = self.penalty.meant(&mut meaning);
        let ((attempt, hand), penalty) = meaning.settled(attempt.zip(hand).zip(penalty))?;
        let question = Initiative { attempt, penalty, hand };
        question.answer(&setting.options).map_err(|error| Problem::from(error).into())
    }
}
