//! `lookup fi3 check N 3d10 --tn 5 --white 1`.

use super::roll::RollArgs;
use crate::cli::lookup::prelude::*;
use crate::lookup::TargetNumber;

/// What was typed.
#[derive(Debug, Args, Serialize)]
pub struct Typed {
    #[command(flatten)]
    #[serde(flatten)]
    roll: RollArgs,
    /// The task number: foolproof 3, fair 5, onerous 7, difficult 9, incredible 11
    #[arg(long, value_name = "NUMBER", allow_hyphen_values = true)]
    tn: Option<Parsed<TargetNumber>>,
}

/// The total, or how it measures up.
impl Question for Typed {
    fn answer(&mut self, at: &mut Context<'_, '_>) -> Answered {
        let (roll, tn) = all((self.roll.resolve(at), self.tn.get()))?;
        let options = &at.setting.rules.fi3;
        match tn {
            None => said(roll.read(options)),
            Some(tn) => said(roll.against_tn(tn, "as given", options)),
        }
    }
}
