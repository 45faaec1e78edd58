//! `lookup fi3 heal N DICE --wounds 2 --care surgery`.

use crate::diagnostic::Problems;
use crate::rules::fi3::{Care, Healing, HealingAnswer};
use clap::{Args, ValueEnum};

use super::roll::RollArgs;
use super::told;
use crate::cli::lookup::setting::Setting;

/// What was typed.
#[derive(Debug, Args)]
pub struct Typed {
    #[command(flatten)]
    roll: RollArgs,
    /// Wounds of the place treated; 0 for wind
    #[arg(long, value_name = "WOUNDS", allow_hyphen_values = true)]
    wounds: String,
    /// Who or what heals
    #[arg(long, value_enum, default_value = "general")]
    care: CareName,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum CareName {
    /// Medicine of any kind: wind, light and heavy wounds
    General,
    /// Surgery: up to critical wounds
    Surgery,
    /// Five days of rest, by a Vigor roll
    Rest,
}

impl Typed {
    /// Whether it helps.
    pub fn answer(&self, setting: &Setting) -> Result<HealingAnswer, Problems> {
        let mut meaning = setting.meaning();
        let roll = self.roll.meant(setting, &mut meaning);
        let wounds = meaning.number(&self.wounds, "number of wounds", 0..=5);
        let (roll, wounds) = meaning.settled(roll.zip(wounds))?;
        let care = match self.care {
            CareName::General => Care::General,
            CareName::Surgery => Care::Surgery,
            CareName::Rest => Care::Rest,
        };
        told(Healing { roll, wounds, care }.answer(&setting.fi3_options))
    }
}
