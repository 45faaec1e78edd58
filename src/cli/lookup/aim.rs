//! `lookup aim N DICE --shots 3 --hits 1 --cover 2`.

use crate::diagnostic::{Problem, Problems};
use crate::rules::{AimAnswer, AimUnderFire, Threat};
use clap::Args;

use super::attempt::{AttemptArgs, PenaltyArgs};
use super::setting::Setting;

/// What was typed.
#[derive(Debug, Args)]
pub struct Typed {
    #[command(flatten)]
    attempt: AttemptArgs,
    /// Shots aimed at the character since the aim began
    #[arg(long, value_name = "NUMBER", default_value = "1", allow_hyphen_values = true)]
    shots: String,
    /// How many of them hit
    #[arg(long, value_name = "NUMBER", default_value = "0", allow_hyphen_values = true)]
    hits: String,
    /// The attack was hand to hand and missed (a hit loses the aim without a check)
    #[arg(long, conflicts_with_all = ["shots", "hits"])]
    melee: bool,
    /// Lowest armour value of the cover kept behind all turn
    #[arg(long, value_name = "AV", default_value = "0", allow_hyphen_values = true)]
    cover: String,
    #[command(flatten)]
    penalty: PenaltyArgs,
}

impl Typed {
    /// Whether the aim is kept.
    pub fn answer(&self, setting: &Setting) -> Result<AimAnswer, Problems> {
        let mut meaning = setting.meaning();
        let attempt = self.attempt.meant(setting, &mut meaning);
        let shots = meaning.number(&self.shots, "number of shots", 1..=99_u8);
        let hits = meaning.number(&self.hits, "number of hits", 0..=shots.unwrap_or(99));
        let cover = meaning.number(&self.cover, "armour value", 0..=99);
        let penalty = self.penalty.meant(&mut meaning);
        let ((attempt, (shots, hits)), (cover, penalty)) =
            meaning.settled(attempt.zip(shots.zip(hits)).zip(cover.zip(penalty)))?;
        let threat =
            if self.melee { Threat::Melee { hit: false } } else { Threat::Ranged { shots, hits } };
        let question = AimUnderFire { attempt: Some(attempt), threat, cover, penalty };
        question.answer(&setting.options).map_err(|error| Problem::from(error).into())
    }
}
