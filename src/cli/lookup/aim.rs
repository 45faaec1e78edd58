//! `lookup check for aim N DICE --shots 3 --hits 1 --cover 2`.

use super::attempt::{AttemptArgs, PenaltyArgs};
use crate::cli::lookup::prelude::*;
use crate::rules::{AimUnderFire, Threat};

/// What was typed.
#[derive(Debug, Args, Serialize)]
pub struct Typed {
    #[command(flatten)]
    #[serde(flatten)]
    attempt: AttemptArgs,
    /// Shots aimed at the character since the aim began
    #[arg(long, value_name = "NUMBER", default_value = "1", allow_hyphen_values = true)]
    shots: Number<u8, 0, 99>,
    /// How many of them hit
    #[arg(long, value_name = "NUMBER", default_value = "0", allow_hyphen_values = true)]
    hits: Number<u8, 0, 99>,
    /// The attack was hand to hand; one that hit loses the aim without a check
    #[arg(long, conflicts_with = "shots")]
    melee: bool,
    /// Lowest armour value of the cover kept behind all turn
    #[arg(long, value_name = "AV", default_value = "0", allow_hyphen_values = true)]
    cover: Number<u8, 0, 99>,
    #[command(flatten)]
    #[serde(flatten)]
    penalty: PenaltyArgs,
}

/// Whether the aim is kept.
impl Question for Typed {
    fn answer(&mut self, at: &mut Context<'_, '_>) -> Answered {
        let attempt = self.attempt.resolve(at);
        let penalties = self.penalty.get(at.setting);
        let (attempt, threat, cover, (wound_penalty, penalty)) =
            all((attempt, self.threat(), self.cover.get(), penalties))?;
        let attempt = Some(attempt);
        let question = AimUnderFire { attempt, threat, cover, wound_penalty, penalty };
        said(question.answer(&at.setting.rules.west))
    }
}

impl Typed {
    fn threat(&self) -> Result<Threat, Problems> {
        let (shots, hits) = all((self.shots.get(), self.hits.get()))?;
        match (self.melee, hits <= shots) {
            (true, _) => Ok(Threat::Melee { hit: hits > 0 }),
            (false, true) if shots == 0 => Ok(Threat::None),
            (false, true) => Ok(Threat::Ranged { shots, hits }),
            (false, false) => {
                refuse(format!("hits \"{hits}\" is out of range"), format!("0 to {shots}"))
            }
        }
    }
}
