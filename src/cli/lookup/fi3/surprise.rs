//! `lookup fi3 surprise N DICE --expecting`.

use crate::diagnostic::Problems;
use crate::rules::fi3::{Surprise, SurpriseAnswer};
use clap::Args;

use super::roll::RollArgs;
use super::told;
use crate::cli::lookup::setting::Setting;

/// What was typed.
#[derive(Debug, Args)]
pub struct Typed {
    #[command(flatten)]
    roll: RollArgs,
    /// The character expects some danger
    #[arg(long)]
    expecting: bool,
}

impl Typed {
    /// Whether the character is surprised.
    pub fn answer(&self, setting: &Setting) -> Result<SurpriseAnswer, Problems> {
        let mut meaning = setting.meaning();
        let roll = self.roll.meant(setting, &mut meaning);
        let roll = meaning.settled(roll)?;
        told(Surprise { roll, expecting: self.expecting }.answer(&setting.fi3_options))
    }
}
