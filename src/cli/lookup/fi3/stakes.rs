//! `lookup fi3 stakes N DICE --opposing 2d8`.

use crate::diagnostic::Problems;
use crate::rules::fi3::{Stakes, Trial};
use clap::Args;

use super::roll::RollArgs;
use super::told;
use crate::cli::lookup::setting::Setting;

/// What was typed.
#[derive(Debug, Args)]
pub struct Typed {
    #[command(flatten)]
    roll: RollArgs,
    /// The dice of the skill that resists, such as 2d8
    #[arg(long, value_name = "DICE")]
    opposing: String,
}

impl Typed {
    /// Whether the stakes are won.
    pub fn answer(&self, setting: &Setting) -> Result<Trial, Problems> {
        let mut meaning = setting.meaning();
        let roll = self.roll.meant(setting, &mut meaning);
        let opposing = meaning.of(&self.opposing);
        let (roll, opposing) = meaning.settled(roll.zip(opposing))?;
        told(Stakes { roll, opposing }.answer(&setting.fi3_options))
    }
}
