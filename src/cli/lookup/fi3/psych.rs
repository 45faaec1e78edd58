//! `lookup fi3 psych N DICE N DICE`.

use crate::diagnostic::Problems;
use crate::rules::fi3::{PsychologicalAnswer, PsychologicalContest};
use clap::Args;

use super::contest::OpposedArgs;
use super::told;
use crate::cli::lookup::setting::Setting;

/// What was typed: Bluff against Scrutinize, Overawe against Guts, Ridicule against Ridicule.
#[derive(Debug, Args)]
pub struct Typed {
    #[command(flatten)]
    sides: OpposedArgs,
}

impl Typed {
    /// The opponent's state.
    pub fn answer(&self, setting: &Setting) -> Result<PsychologicalAnswer, Problems> {
        let mut meaning = setting.meaning();
        let contest = self.sides.meant(setting, &mut meaning);
        let contest = meaning.settled(contest)?;
        told(PsychologicalContest { contest }.answer(&setting.fi3_options))
    }
}
