//! `lookup fi3 check for surprise N DICE --expecting`.

use super::roll::RollArgs;
use crate::cli::lookup::prelude::*;
use crate::rules::fi3::Surprise;

/// What was typed.
#[derive(Debug, Args, Serialize)]
pub struct Typed {
    #[command(flatten)]
    #[serde(flatten)]
    roll: RollArgs,
    /// The character expects some danger
    #[arg(long)]
    expecting: bool,
}

/// Whether the character is surprised.
impl Question for Typed {
    fn answer(&mut self, at: &mut Context<'_, '_>) -> Answered {
        let (roll, expecting) = (self.roll.resolve(at)?, self.expecting);
        said(Surprise { roll, expecting }.answer(&at.setting.rules.fi3))
    }
}
