//! `lookup throw N DICE --strength d8 --distance 10`.

use crate::diagnostic::{Problem, Problems};
use crate::rules::{Throw, ThrowAnswer};
use clap::Args;

use super::attempt::{AttemptArgs, PenaltyArgs};
use super::setting::Setting;
use super::strength::StrengthArgs;

/// What was typed.
#[derive(Debug, Args)]
pub struct Typed {
    #[command(flatten)]
    attempt: AttemptArgs,
    #[command(flatten)]
    strength: StrengthArgs,
    /// Distance to the target in metres
    #[arg(long, value_name = "METRES", allow_hyphen_values = true)]
    distance: String,
    #[command(flatten)]
    penalty: PenaltyArgs,
}

impl Typed {
    /// Where the thing comes down.
    pub fn answer(&self, setting: &Setting) -> Result<ThrowAnswer, Problems> {
        let mut meaning = setting.meaning();
        let attempt = self.attempt.meant(setting, &mut meaning);
        let strength = self.strength.needed(setting, &mut meaning);
        let distance_m = meaning.number(&self.distance, "distance", 0..=65_535);
        let penalty = self.penalty.meant(&mut meaning);
        let ((attempt, strength), (distance_m, penalty)) =
            meaning.settled(attempt.zip(strength).zip(distance_m.zip(penalty)))?;
        let throw = Throw { attempt, strength, distance_m, penalty };
        throw.answer(&setting.options).map_err(|error| Problem::from(error).into())
    }
}
