//! `lookup hurt healing N DICE light`.

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
    /// Concussion
    Wind,
    /// A scratch, as easy as concussion
    Scratched,
    /// A light wound
    Light,
    /// A heavy wound, treated as a light one
    Heavy,
    /// A serious wound
    Serious,
    /// A critical wound
    Critical,
}

/// Whether the treatment helps.
impl Question for Typed {
    fn answer(&mut self, at: &mut Context<'_, '_>) -> Answered {
        let attempt = self.attempt.resolve(at);
        let (attempt, penalties) = all((attempt, self.penalty.get(at.setting)))?;
        let (wound_penalty, penalty) = penalties;
        let ailment = match self.ailment {
            AilmentName::Wind => Ailment::Wind,
            AilmentName::Scratched => Ailment::Scratched,
            AilmentName::Light => Ailment::Light,
            AilmentName::Heavy => Ailment::Heavy,
            AilmentName::Serious => Ailment::Serious,
            AilmentName::Critical => Ailment::Critical,
        };
        said(
            HealingCheck { attempt, ailment, wound_penalty, penalty }
                .answer(&at.setting.rules.west),
        )
    }
}
