//! `lookup fi3 stun N DICE --dealt 2 --earlier 1`.

use crate::diagnostic::Problems;
use crate::rules::fi3::{ShockAnswer, Stun};
use clap::Args;

use super::roll::RollArgs;
use super::told;
use crate::cli::lookup::setting::Setting;

/// What was typed. The penalty of wounds follows from the options here.
#[derive(Debug, Args)]
pub struct Typed {
    #[command(flatten)]
    roll: RollArgs,
    /// Wounds dealt just now; 0 for wind alone
    #[arg(long, value_name = "WOUNDS", allow_hyphen_values = true)]
    dealt: String,
    /// The worst wound from before
    #[arg(long, value_name = "WOUNDS", default_value = "0", allow_hyphen_values = true)]
    earlier: String,
    /// The worst wound now; the greater of the two when left out
    #[arg(long, value_name = "WOUNDS", allow_hyphen_values = true)]
    worst: Option<String>,
}

impl Typed {
    /// Whether the character is stunned.
    pub fn answer(&self, setting: &Setting) -> Result<ShockAnswer, Problems> {
        let mut meaning = setting.meaning();
        let roll = self.roll.meant(setting, &mut meaning);
        let dealt = meaning.number(&self.dealt, "number of wounds", 0..=99_u8);
        let earlier = meaning.number(&self.earlier, "worst wound", 0..=5_u8);
        let worst = match &self.worst {
            None => Some(None),
            Some(text) => meaning.number(text, "worst wound", 0..=5).map(Some),
        };
        let ((roll, dealt), (earlier, worst)) =
            meaning.settled(roll.zip(dealt).zip(earlier.zip(worst)))?;
        let worst = worst.unwrap_or(dealt.min(5).max(earlier));
        told(Stun { roll, dealt, earlier, worst }.answer(&setting.fi3_options))
    }
}
