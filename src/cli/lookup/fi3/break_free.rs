//! `lookup fi3 check for break-free N DICE --tn 7 --fragile`, or `--holder 20:3d8`.

use super::roll::{RollArgs, SideRoll, side_roll};
use crate::cli::lookup::prelude::*;
use crate::lookup::TargetNumber;
use crate::rules::fi3::{BreakFree, Opposed};

/// What was typed.
#[derive(Debug, Args, Serialize)]
pub struct Typed {
    #[command(flatten)]
    #[serde(flatten)]
    roll: RollArgs,
    /// The number of the weapon table, to tear the thing
    #[arg(long, value_name = "NUMBER", allow_hyphen_values = true)]
    tn: Option<Parsed<TargetNumber>>,
    /// The thing is fragile and breaks in the process
    #[arg(long, requires = "tn")]
    fragile: bool,
    /// The holder's cards and skill, such as 20:3d8, to wriggle out
    #[arg(long, value_name = "CARDS:DICE", conflicts_with = "tn")]
    holder: Option<Parsed<SideRoll>>,
}

/// Whether the character is free.
impl Question for Typed {
    fn answer(&mut self, at: &mut Context<'_, '_>) -> Answered {
        let roll = self.roll.resolve(at);
        let holder = side_roll(at, &mut self.holder);
        let (roll, tn, holder) = all((roll, self.tn.get(), holder))?;
        let question = match (tn, holder) {
            (Some(tn), _) => BreakFree::Tear { roll, tn, fragile: self.fragile },
            (None, Some(opponent)) => BreakFree::Wriggle(Opposed { active: roll, opponent }),
            (None, None) => return missing("what holds", "--tn, or --holder"),
        };
        said(question.answer(&at.setting.rules.fi3))
    }
}
