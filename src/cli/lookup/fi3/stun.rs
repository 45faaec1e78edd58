//! `lookup fi3 hurt stun N DICE --dealt 2 --earlier 1`.

use super::roll::RollArgs;
use crate::cli::lookup::prelude::*;
use crate::rules::fi3::Stun;

/// What was typed. The penalty of wounds follows from the options here.
#[derive(Debug, Args, Serialize)]
pub struct Typed {
    #[command(flatten)]
    #[serde(flatten)]
    roll: RollArgs,
    /// Wounds dealt just now; 0 for wind alone
    #[arg(long, value_name = "WOUNDS", allow_hyphen_values = true)]
    dealt: Number<u8, 0, 99>,
    /// The worst wound from before
    #[arg(long, value_name = "WOUNDS", default_value = "0", allow_hyphen_values = true)]
    earlier: Number<u8, 0, 5>,
    /// The worst wound now; the greater of the two when left out
    #[arg(long, value_name = "WOUNDS", allow_hyphen_values = true)]
    worst: Option<Number<u8, 0, 5>>,
}

/// Whether the character is stunned.
impl Question for Typed {
    fn answer(&mut self, at: &mut Context<'_, '_>) -> Answered {
        let roll = self.roll.resolve(at);
        let (roll, dealt, earlier, worst) =
            all((roll, self.dealt.get(), self.earlier.get(), self.worst.get()))?;
        let worst = worst.unwrap_or(dealt.min(5).max(earlier));
        if roll.wounds > 0 {
            return refuse(
                "the wounds of a stun roll are those before and now",
                "--earlier, --worst",
            );
        }
        said(Stun { roll, dealt, earlier, worst }.answer(&at.setting.rules.fi3))
    }
}
