//! `lookup fi3 break-free N DICE --tn 7 --fragile`, or `--holder 20:3d8`.

use crate::diagnostic::Problems;
use crate::rules::fi3::{BreakFree, BreakFreeAnswer, Opposed};
use clap::Args;

use super::roll::RollArgs;
use super::told;
use crate::cli::lookup::setting::Setting;

/// What was typed.
#[derive(Debug, Args)]
pub struct Typed {
    #[command(flatten)]
    roll: RollArgs,
    /// The number of the weapon table, to tear the thing
    #[arg(long, value_name = "NUMBER", allow_hyphen_values = true)]
    tn: Option<String>,
    /// The thing is fragile and breaks by it
    #[arg(long, requires = "tn")]
    fragile: bool,
    /// The holder's cards and skill, such as 20:3d8, to wriggle out
    #[arg(long, value_name = "CARDS:DICE", conflicts_with = "tn")]
    holder: Option<String>,
}

impl Typed {
    /// Whether the character is free.
    pub fn answer(&self, setting: &Setting) -> Result<BreakFreeAnswer, Problems> {
        let mut meaning = setting.meaning();
        let roll = self.roll.meant(setting, &mut meaning);
        let question = match (&self.tn, &self.holder) {
            (Some(tn), _) => {
                let tn = meaning.of(tn);
                let fragile = self.fragile;
                roll.zip(tn).map(|(roll, tn)| BreakFree::Tear { roll, tn, fragile })
            }
            (None, Some(holder)) => {
                let opponent = meaning.short_roll(setting, holder, "holder");
                let sides = roll.zip(opponent);
                sides.map(|(active, opponent)| BreakFree::Wriggle(Opposed { active, opponent }))
            }
            (None, None) => meaning.missing("what holds", "--tn, or --holder"),
        };
        told(meaning.settled(question)?.answer(&setting.fi3_options))
    }
}
