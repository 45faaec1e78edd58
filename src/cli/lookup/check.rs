//! `lookup check N 3d10 --tn 7 --then 11,10`.

use super::attempt::AttemptArgs;
use crate::cli::lookup::prelude::*;
use crate::lookup::{BumpDivisor, Check, Target, TargetNumber};

/// What was typed.
#[derive(Debug, Args, Serialize)]
pub struct Typed {
    #[command(flatten)]
    #[serde(flatten)]
    attempt: AttemptArgs,
    /// The target number
    #[arg(long, value_name = "NUMBER", allow_hyphen_values = true)]
    tn: Option<Parsed<TargetNumber>>,
    /// One bump for each full 4 above the target number, or for each full 3
    #[arg(long, value_name = "3|4", allow_hyphen_values = true)]
    bump_divisor: Option<Parsed<BumpDivisor>>,
}

/// What the cards say to the check.
impl Question for Typed {
    fn answer(&mut self, at: &mut Context<'_, '_>) -> Answered {
        let attempt = self.attempt.resolve(at);
        let (attempt, tn, divisor) = all((attempt, self.tn.get(), self.bump_divisor.get()))?;
        let bump_divisor = divisor.unwrap_or(at.setting.options.bump_divisor);
        let target = tn.map(|tn| Target { tn, bump_divisor });
        said(Check { pool: attempt.pool, target }.answer(&attempt.draw))
    }
}
