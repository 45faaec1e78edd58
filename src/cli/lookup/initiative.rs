//! `lookup initiative N DICE --hand 3,14,53`.

use super::attempt::{AttemptArgs, PenaltyArgs};
use crate::cli::lookup::prelude::*;
use crate::rules::Initiative;

/// What was typed.
#[derive(Debug, Args, Serialize)]
pub struct Typed {
    #[command(flatten)]
    #[serde(flatten)]
    attempt: AttemptArgs,
    /// The hand drawn after the Reflex check
    #[arg(long, value_name = "CARD,…", value_delimiter = ',', allow_hyphen_values = true)]
    hand: Vec<Parsed<Together>>,
    #[command(flatten)]
    #[serde(flatten)]
    penalty: PenaltyArgs,
}

/// The hand kept, and when it acts.
impl Question for Typed {
    fn answer(&mut self, at: &mut Context<'_, '_>) -> Answered {
        let attempt = self.attempt.resolve(at);
        let hand = at.cards(&mut self.hand, CardUse::Drawn);
        let (attempt, hand, penalties) = all((attempt, hand, self.penalty.get(at.setting)))?;
        let (wound_penalty, penalty) = penalties;
        said(Initiative { attempt, wound_penalty, penalty, hand }.answer(&at.setting.rules.west))
    }
}
