//! `lookup check N 3d10 --tn 7 --then 11,10`.

use crate::diagnostic::{Problem, Problems};
use crate::lookup::{Check, CheckAnswer, Target};
use crate::rules::Attempt;
use clap::Args;

use super::attempt::AttemptArgs;
use super::setting::Setting;

/// What was typed.
#[derive(Debug, Args)]
pub struct Typed {
    #[command(flatten)]
    attempt: AttemptArgs,
    /// The target number
    #[arg(long, value_name = "NUMBER", allow_hyphen_values = true)]
    tn: Option<String>,
    /// One bump for each full 4 above the target number, or for each full 3
    #[arg(long, value_name = "3|4", allow_hyphen_values = true)]
    bump_divisor: Option<String>,
}

/// What it means.
struct Meant<'d> {
    attempt: Attempt<'d>,
    target: Option<Target>,
}

impl Typed {
    /// What the cards say to the check.
    pub fn answer(&self, setting: &Setting) -> Result<CheckAnswer, Problems> {
        let Meant { attempt, target } = self.meant(setting)?;
        let check = Check { pool: attempt.pool, target };
        check.answer(&attempt.draw).map_err(|error| Problem::from(error).into())
    }

    fn meant<'d>(&self, setting: &'d Setting) -> Result<Meant<'d>, Problems> {
        let mut meaning = setting.meaning();
        let attempt = self.attempt.meant(setting, &mut meaning);
        let tn = meaning.of_option(self.tn.as_deref());
        let divisor = meaning.of_option(self.bump_divisor.as_deref());
        let target = tn.zip(divisor).map(|(tn, divisor)| {
            let bump_divisor = divisor.unwrap_or(setting.options.bump_divisor);
            tn.map(|tn| Target { tn, bump_divisor })
        });
        meaning.settled(attempt.zip(target).map(|(attempt, target)| Meant { attempt, target }))
    }
}
