//! `lookup wounds withdraw 12 3 --pace run --hurt 3 --actions 2`.

use crate::diagnostic::Problems;
use crate::rules::ladder::{CheckAnswer, Pace, Purpose};
use clap::{Args, ValueEnum};

use super::check::CheckArgs;
use crate::cli::lookup::d6::ActionsArgs;
use crate::cli::lookup::setting::Setting;

/// What was typed. The trait is Physique.
#[derive(Debug, Args)]
pub struct Typed {
    #[command(flatten)]
    check: CheckArgs,
    #[command(flatten)]
    actions: ActionsArgs,
    /// How fast
    #[arg(long, value_name = "PACE", default_value = "run")]
    pace: PaceArg,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum PaceArg {
    /// On hands and knees
    Crawl,
    /// Upright
    Walk,
    /// Fast
    Run,
}

impl Typed {
    /// The result on the ladder, with the wound's penalty to moving.
    pub fn answer(&self, setting: &Setting) -> Result<CheckAnswer, Problems> {
        let mut meaning = setting.meaning();
        let pace = match self.pace {
            PaceArg::Crawl => Pace::Crawl,
            PaceArg::Walk => Pace::Walk,
            PaceArg::Run => Pace::Run,
        };
        let actions = self.actions.meant(&mut meaning);
        let check = self.check.meant(setting, &mut meaning, Purpose::Move(pace), actions);
        let answer = check.and_then(|check| meaning.keep(check.answer()));
        meaning.settled(answer)
    }
}
