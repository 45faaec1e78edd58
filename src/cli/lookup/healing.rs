//! `lookup healing N DICE light`.

use crate::diagnostic::{Problem, Problems};
use crate::rules::{Ailment, HealingAnswer, HealingCheck};
use clap::{Args, ValueEnum};

use super::attempt::{AttemptArgs, PenaltyArgs};
use super::setting::Setting;

/// What was typed.
#[derive(Debug, Args)]
pub struct Typed {
    #[command(flatten)]
    attempt: AttemptArgs,
    /// What is treated
    #[arg(value_enum)]
    ailment: AilmentName,
    #[command(flatten)]
    penalty: PenaltyArgs,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum AilmentName {
    /// Concussion, or a scratch
    Wind,
    /// A light wound
    Light,
    /// A serious wound
    Serious,
    /// A critical wound
    Critical,
}

impl Typed {
    /// Whether the treatment helps.
    pub fn answer(&self, setting: &Setting) -> Result<HealingAnswer, Problems> {
        let mut meaning = setting.meaning();
        let attempt = self.attempt.meant(setting, &mut meaning);
        let penalty = self.penalty.meant(&mut meaning);
        let (attempt, penalty) = meaning.settled(attempt.zip(penalty))?;
        let ailment = match self.ailment {
            AilmentName::Wind => Ailment::Wind,
            AilmentName::Light => Ailment::Light,
            AilmentName::Serious => Ailment::Serious,
            AilmentName::Critical => Ailment::Critical,
        };
        let check = HealingCheck { attempt, ailment, penalty };
        check.answer(&setting.options).map_err(|error| Problem::from(error).into())
    }
}
