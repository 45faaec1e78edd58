//! `lookup fi3 recovery N DICE --worst 2`.

use crate::diagnostic::Problems;
use crate::rules::fi3::{Recovery, ShockAnswer};
use clap::Args;

use super::roll::RollArgs;
use super::told;
use crate::cli::lookup::setting::Setting;

/// What was typed. The penalty of wounds follows from the worst.
#[derive(Debug, Args)]
pub struct Typed {
    #[command(flatten)]
    roll: RollArgs,
    /// The worst wound now
    #[arg(long, value_name = "WOUNDS", allow_hyphen_values = true)]
    worst: String,
}

impl Typed {
    /// How the stunned character fares.
    pub fn answer(&self, setting: &Setting) -> Result<ShockAnswer, Problems> {
        let mut meaning = setting.meaning();
        let roll = self.roll.meant(setting, &mut meaning);
        let worst = meaning.number(&self.worst, "worst wound", 0..=5);
        let (roll, worst) = meaning.settled(roll.zip(worst))?;
        told(Recovery { roll, worst }.answer(&setting.fi3_options))
    }
}
