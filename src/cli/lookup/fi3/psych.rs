//! `lookup fi3 contest for psych N DICE N DICE`.

use super::contest::OpposedArgs;
use crate::cli::lookup::prelude::*;
use crate::rules::fi3::PsychologicalContest;

/// What was typed: Bluff against Scrutinize, Overawe against Guts, Ridicule against Ridicule.
#[derive(Debug, Args, Serialize)]
pub struct Typed {
    #[command(flatten)]
    #[serde(flatten)]
    sides: OpposedArgs,
}

/// The opponent's state.
impl Question for Typed {
    fn answer(&mut self, at: &mut Context<'_, '_>) -> Answered {
        let contest = self.sides.resolve(at)?;
        said(PsychologicalContest { contest }.answer(&at.setting.rules.fi3))
    }
}
