//! `lookup healing N DICE light`.

use super::attempt::{AttemptArgs, PenaltyArgs};
use crate::cli::lookup::prelude::*;
use crate::rules::{Ailment, HealingCheck};

/// What was typed.
#[derive(Debug, Args, Serialize)]
pub struct Typed {
    #[command(flatten)]
    #[serde(flatten)]
    attempt: AttemptArgs,
    /// What is treated
    #[arg(value_enum)]
    ailment: AilmentName,
    #[command(flatten)]
    #[serde(flatten)]
    penalty: PenaltyArgs,
}

#[derive(Clone, Copy, Debug, Serialize, ValueEnum)]
#[serde(rename_all = "kebab-case")]
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

/// Whether the treatment helps.
impl Question for Typed {
    fn answer(&mut self, at: &mut Context<'_, '_>) -> Answered {
        let (attempt, penalty) = all((self.attempt.resolve(at), self.penalty.get()))?;
        let ailment = match self.ailment {
            AilmentName::Wind => Ailment::Wind,
            AilmentName::Light => Ailment::Light,
            AilmentName::Serious => Ailment::Serious,
            AilmentName::Critical => Ailment::Critical,
        };
        said(HealingCheck { attempt, ailment, penalty }.answer(&at.setting.options))
    }
}
