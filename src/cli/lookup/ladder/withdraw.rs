//! `lookup ladder check for withdraw 12 3 --pace run --hurt 3 --actions 2`.

use super::check::CheckArgs;
use crate::cli::lookup::d6::ActionsArgs;
use crate::cli::lookup::prelude::*;
use crate::rules::ladder::{Pace, Purpose, Withdrawal};

/// What was typed. The trait is Physique.
#[derive(Debug, Args, Serialize)]
pub struct Typed {
    #[command(flatten)]
    #[serde(flatten)]
    check: CheckArgs,
    #[command(flatten)]
    #[serde(flatten)]
    actions: ActionsArgs,
    /// How fast
    #[arg(long, value_name = "PACE", default_value = "run")]
    pace: PaceArg,
    /// What has to be reached to get away; the text leaves it to the gamemaster
    #[arg(long, value_name = "NUMBER", allow_hyphen_values = true)]
    difficulty: Option<Number<i16, -99, 99>>,
}

#[derive(Clone, Copy, Debug, Serialize, ValueEnum)]
#[serde(rename_all = "kebab-case")]
enum PaceArg {
    /// On hands and knees
    Crawl,
    /// Upright
    Walk,
    /// Fast
    Run,
}

/// The result on the ladder, with the wound's penalty to moving.
impl Question for Typed {
    fn answer(&mut self, at: &mut Context<'_, '_>) -> Answered {
        let pace = match self.pace {
            PaceArg::Crawl => Pace::Crawl,
            PaceArg::Walk => Pace::Walk,
            PaceArg::Run => Pace::Run,
        };
        let check = self.check.resolve(at, Purpose::Move(pace), self.actions.get());
        let (check, difficulty) = all((check, self.difficulty.get()))?;
        said(Withdrawal { check, difficulty }.answer())
    }
}
