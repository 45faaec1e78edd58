//! `lookup wounds initiative 12 3 --hurt 3`.

use crate::diagnostic::Problems;
use crate::rules::ladder::{CheckAnswer, Purpose};
use clap::Args;

use super::check::CheckArgs;
use crate::cli::lookup::setting::Setting;

/// What was typed.
#[derive(Debug, Args)]
pub struct Typed {
    #[command(flatten)]
    check: CheckArgs,
}

impl Typed {
    /// The initiative total; a critical success goes before every other.
    pub fn answer(&self, setting: &Setting) -> Result<CheckAnswer, Problems> {
        let mut meaning = setting.meaning();
        let check = self.check.meant(setting, &mut meaning, Purpose::Initiative, Some(1));
        let answer = check.and_then(|check| meaning.keep(check.answer()));
        meaning.settled(answer)
    }
}
