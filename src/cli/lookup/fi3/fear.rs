//! `lookup fi3 fear N DICE --tn 7 --terror`.

use crate::diagnostic::Problems;
use crate::rules::fi3::{Fear, FearAnswer};
use clap::Args;

use super::roll::RollArgs;
use super::told;
use crate::cli::lookup::setting::Setting;

/// What was typed.
#[derive(Debug, Args)]
pub struct Typed {
    #[command(flatten)]
    roll: RollArgs,
    /// How fearsome it is
    #[arg(long, value_name = "NUMBER", allow_hyphen_values = true)]
    tn: String,
    /// It is Terror, in which no chips may be spent
    #[arg(long)]
    terror: bool,
}

impl Typed {
    /// The character's state.
    pub fn answer(&self, setting: &Setting) -> Result<FearAnswer, Problems> {
        let mut meaning = setting.meaning();
        let roll = self.roll.meant(setting, &mut meaning);
        let tn = meaning.of(&self.tn);
        let (roll, tn) = meaning.settled(roll.zip(tn))?;
        told(Fear { roll, tn, terror: self.terror }.answer(&setting.fi3_options))
    }
}
