//! `lookup fi3 contest for stakes N DICE --opposing 2d8`.

use super::roll::RollArgs;
use crate::cli::lookup::prelude::*;
use crate::rules::fi3::{Stakes, TraitDice};

/// What was typed.
#[derive(Debug, Args, Serialize)]
pub struct Typed {
    #[command(flatten)]
    #[serde(flatten)]
    roll: RollArgs,
    /// The dice of the skill that resists, such as 2d8
    #[arg(long, value_name = "DICE")]
    opposing: Parsed<TraitDice>,
}

/// Whether the stakes are won.
impl Question for Typed {
    fn answer(&mut self, at: &mut Context<'_, '_>) -> Answered {
        let (roll, opposing) = all((self.roll.resolve(at), self.opposing.get()))?;
        said(Stakes { roll, opposing }.answer(&at.setting.rules.fi3))
    }
}
