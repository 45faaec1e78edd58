//! `lookup fi3 hurt recovery N DICE --worst 2`.

use super::roll::RollArgs;
use crate::cli::lookup::prelude::*;
use crate::rules::fi3::Recovery;

/// What was typed. The penalty of wounds follows from the worst.
#[derive(Debug, Args, Serialize)]
pub struct Typed {
    #[command(flatten)]
    #[serde(flatten)]
    roll: RollArgs,
    /// The worst wound now
    #[arg(long, value_name = "WOUNDS", allow_hyphen_values = true)]
    worst: Number<u8, 0, 5>,
}

/// How the stunned character fares.
impl Question for Typed {
    fn answer(&mut self, at: &mut Context<'_, '_>) -> Answered {
        let (roll, worst) = all((self.roll.resolve(at), self.worst.get()))?;
        if roll.wounds > 0 {
            return refuse("the wounds of a recovery roll are those now", "--worst");
        }
        said(Recovery { roll, worst }.answer(&at.setting.rules.fi3))
    }
}
