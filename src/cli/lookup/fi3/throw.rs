//! `lookup fi3 throw N DICE --strength d6 --distance 30 --scatter 11`.

use crate::diagnostic::Problems;
use crate::rules::fi3::{Throw, ThrowAnswer};
use clap::Args;

use super::roll::RollArgs;
use super::told;
use crate::cli::lookup::setting::Setting;
use crate::cli::lookup::strength::StrengthArgs;

/// What was typed.
#[derive(Debug, Args)]
pub struct Typed {
    #[command(flatten)]
    roll: RollArgs,
    #[command(flatten)]
    strength: StrengthArgs,
    /// Distance to the target in metres
    #[arg(long, value_name = "METRES", allow_hyphen_values = true)]
    distance: String,
    /// Other penalties of the situation
    #[arg(long, value_name = "NUMBER", default_value = "0", allow_hyphen_values = true)]
    situation: String,
    /// The cards drawn after a miss
    #[arg(long, value_name = "CARD,…", value_delimiter = ',', allow_hyphen_values = true)]
    scatter: Vec<String>,
    /// Follow-up cards of the scatter, while a d6 is exceptional
    #[arg(
        long,
        value_name = "CARD,…",
        value_delimiter = ',',
        requires = "scatter",
        allow_hyphen_values = true
    )]
    scatter_then: Vec<String>,
}

impl Typed {
    /// Where the thing comes down.
    pub fn answer(&self, setting: &Setting) -> Result<ThrowAnswer, Problems> {
        let mut meaning = setting.meaning();
        let roll = self.roll.meant(setting, &mut meaning);
        let strength = self.strength.needed(setting, &mut meaning);
        let distance_m = meaning.number(&self.distance, "distance", 0..=65_535);
        let penalty = meaning.number(&self.situation, "penalty", -99..=99);
        let scatter = meaning.cards(&self.scatter).zip(meaning.cards(&self.scatter_then));
        let (((roll, strength), (distance_m, penalty)), (scatter, scatter_then)) =
            meaning.settled(roll.zip(strength).zip(distance_m.zip(penalty)).zip(scatter))?;
        let throw = Throw { roll, strength, distance_m, penalty, scatter, scatter_then };
        told(throw.answer(&setting.fi3_options))
    }
}
