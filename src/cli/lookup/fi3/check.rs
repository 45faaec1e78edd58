//! `lookup fi3 check N 3d10 --tn 5 --white 1`.

use crate::diagnostic::Problems;
use crate::lookup::TargetNumber;
use crate::rules::fi3::Roll;
use clap::Args;

use super::roll::RollArgs;
use super::told;
use crate::cli::lookup::setting::Setting;
use crate::cli::lookup::{Failure, Listener, Verdict};

/// What was typed.
#[derive(Debug, Args)]
pub struct Typed {
    #[command(flatten)]
    roll: RollArgs,
    /// The task number: foolproof 3, fair 5, onerous 7, difficult 9, incredible 11
    #[arg(long, value_name = "NUMBER", allow_hyphen_values = true)]
    tn: Option<String>,
}

impl Typed {
    /// The total, or how it measures up.
    pub fn run(&self, table: &mut impl Listener, setting: &Setting) -> Result<Verdict, Failure> {
        let (roll, tn) = self.meant(setting)?;
        let options = &setting.fi3_options;
        match tn {
            None => table.print(&setting.deck, &told(roll.read(options))?),
            Some(tn) => {
                let trial = told(roll.against_tn(tn, "as given", options))?;
                table.print(&setting.deck, &trial)
            }
        }
    }

    fn meant<'d>(
        &self,
        setting: &'d Setting,
    ) -> Result<(Roll<'d>, Option<TargetNumber>), Problems> {
        let mut meaning = setting.meaning();
        let roll = self.roll.meant(setting, &mut meaning);
        let tn = meaning.of_option(self.tn.as_deref());
        meaning.settled(roll.zip(tn))
    }
}
