//! `lookup attack throw N DICE --strength d8 --distance 10`.

use super::attempt::{AttemptArgs, PenaltyArgs};
use super::strength::StrengthArgs;
use crate::cli::lookup::prelude::*;
use crate::rules::Throw;

/// What was typed.
#[derive(Debug, Args, Serialize)]
pub struct Typed {
    #[command(flatten)]
    #[serde(flatten)]
    attempt: AttemptArgs,
    #[command(flatten)]
    #[serde(flatten)]
    strength: StrengthArgs,
    /// Distance to the target in metres
    #[arg(long, value_name = "METRES", allow_hyphen_values = true)]
    distance: Number<u16, 0, 65_535>,
    #[command(flatten)]
    #[serde(flatten)]
    penalty: PenaltyArgs,
}

/// Where the thing comes down.
impl Question for Typed {
    fn answer(&mut self, at: &mut Context<'_, '_>) -> Answered {
        let attempt = self.attempt.resolve(at);
        let strength = self.strength.needed(at.setting);
        let penalties = self.penalty.get(at.setting);
        let (attempt, strength, distance_m, (wound_penalty, penalty)) =
            all((attempt, strength, self.distance.get(), penalties))?;
        let throw = Throw { attempt, strength, distance_m, wound_penalty, penalty };
        said(throw.answer(&at.setting.rules.west))
    }
}
