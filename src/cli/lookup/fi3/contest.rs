//! `lookup fi3 contest N DICE N DICE`.

use crate::diagnostic::Problems;
use crate::rules::fi3::{Opposed, OpposedAnswer};
use clap::Args;

use super::roll::{OpponentArgs, RollArgs};
use super::told;
use crate::cli::lookup::meaning::Meaning;
use crate::cli::lookup::setting::Setting;

/// What was typed.
#[derive(Debug, Args)]
pub struct Typed {
    #[command(flatten)]
    sides: OpposedArgs,
}

/// Both sides of an opposed roll.
#[derive(Debug, Args)]
pub struct OpposedArgs {
    #[command(flatten)]
    active: RollArgs,
    #[command(flatten)]
    opponent: OpponentArgs,
}

impl OpposedArgs {
    /// The contest.
    pub fn meant<'d>(&self, setting: &'d Setting, meaning: &mut Meaning) -> Option<Opposed<'d>> {
        let active = self.active.meant(setting, meaning);
        let opponent = self.opponent.meant(setting, meaning);
        let (active, opponent) = active.zip(opponent)?;
        Some(Opposed { active, opponent })
    }
}

impl Typed {
    /// Who wins.
    pub fn answer(&self, setting: &Setting) -> Result<OpposedAnswer, Problems> {
        let mut meaning = setting.meaning();
        let contest = self.sides.meant(setting, &mut meaning);
        told(meaning.settled(contest)?.answer(&setting.fi3_options))
    }
}
