//! `lookup fi3 check for fear N DICE --tn 7 --terror`.

use super::roll::RollArgs;
use crate::cli::lookup::prelude::*;
use crate::lookup::TargetNumber;
use crate::rules::fi3::Fear;

/// What was typed.
#[derive(Debug, Args, Serialize)]
pub struct Typed {
    #[command(flatten)]
    #[serde(flatten)]
    roll: RollArgs,
    /// How fearsome it is
    #[arg(long, value_name = "NUMBER", allow_hyphen_values = true)]
    tn: Parsed<TargetNumber>,
    /// It is Terror, in which no chips may be spent
    #[arg(long)]
    terror: bool,
}

/// The character's state.
impl Question for Typed {
    fn answer(&mut self, at: &mut Context<'_, '_>) -> Answered {
        let (roll, tn) = all((self.roll.resolve(at), self.tn.get()))?;
        said(Fear { roll, tn, terror: self.terror }.answer(&at.setting.rules.fi3))
    }
}
