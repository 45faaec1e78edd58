//! `lookup check N 3d10 --tn 7 --then 11,10`.

use super::attempt::{AttemptArgs, PenaltyArgs};
use crate::cli::lookup::prelude::*;
use crate::lookup::{BumpDivisor, Check, Target, TargetNumber};
use crate::rules::TnAccount;

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
    #[command(flatten)]
    #[serde(flatten)]
    penalty: PenaltyArgs,
}

/// What the cards say to the check.
impl Question for Typed {
    fn answer(&mut self, at: &mut Context<'_, '_>) -> Answered {
        let attempt = self.attempt.resolve(at);
        let penalties = self.penalty.get(at.setting);
        let (attempt, tn, divisor, (wounds, penalty)) =
            all((attempt, self.tn.get(), self.bump_divisor.get(), penalties))?;
        let bump_divisor = divisor.unwrap_or(at.setting.rules.west.bump_divisor);
        // A number that has reasons is answered with them.
        if wounds != 0 || penalty != 0 {
            let Some(tn) = tn else {
                return missing("the target number that penalties make harder", "--tn");
            };
            let account = TnAccount::new(tn, "as given")
                .with("for wounds", wounds)
                .with("for other penalties", penalty);
            return said(attempt.test(account, bump_divisor));
        }
        let target = tn.map(|tn| Target { tn, bump_divisor });
        said(Check { pool: attempt.pool, target }.answer(&attempt.draw))
    }
}
