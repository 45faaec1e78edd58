//! `lookup fi3 hurt healing N DICE --wounds 2 --care surgery`.

use super::roll::RollArgs;
use crate::cli::lookup::prelude::*;
use crate::rules::fi3::{Care, Healing};

/// What was typed.
#[derive(Debug, Args, Serialize)]
pub struct Typed {
    #[command(flatten)]
    #[serde(flatten)]
    roll: RollArgs,
    /// Wounds of the place treated; 0 for wind
    #[arg(long, value_name = "WOUNDS", allow_hyphen_values = true)]
    wounds: Number<u8, 0, 5>,
    /// Who or what heals
    #[arg(long, value_enum, default_value = "general")]
    care: CareName,
}

#[derive(Clone, Copy, Debug, Serialize, ValueEnum)]
#[serde(rename_all = "kebab-case")]
enum CareName {
    /// Medicine of any kind: wind, light and heavy wounds
    General,
    /// Surgery: up to critical wounds
    Surgery,
    /// Five days of rest, by a Vigor roll
    Rest,
}

/// Whether it helps.
impl Question for Typed {
    fn answer(&mut self, at: &mut Context<'_, '_>) -> Answered {
        let (roll, wounds) = all((self.roll.resolve(at), self.wounds.get()))?;
        let care = match self.care {
            CareName::General => Care::General,
            CareName::Surgery => Care::Surgery,
            CareName::Rest => Care::Rest,
        };
        said(Healing { roll, wounds, care }.answer(&at.setting.rules.fi3))
    }
}
