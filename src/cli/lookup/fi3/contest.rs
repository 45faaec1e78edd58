//! `lookup fi3 contest N DICE N DICE`.

use super::roll::{OpponentArgs, RollArgs};
use crate::cli::lookup::prelude::*;
use crate::rules::fi3::Opposed;

/// What was typed.
#[derive(Debug, Args, Serialize)]
pub struct Typed {
    #[command(flatten)]
    #[serde(flatten)]
    sides: OpposedArgs,
}

/// Both sides of an opposed roll.
#[derive(Debug, Args, Serialize)]
pub struct OpposedArgs {
    #[command(flatten)]
    #[serde(flatten)]
    active: RollArgs,
    #[command(flatten)]
    #[serde(flatten)]
    opponent: OpponentArgs,
}

impl OpposedArgs {
    /// The contest.
    pub fn resolve<'d>(&mut self, at: &mut Context<'d, '_>) -> Result<Opposed<'d>, Problems> {
        let (active, opponent) = all((self.active.resolve(at), self.opponent.resolve(at)))?;
        Ok(Opposed { active, opponent })
    }
}

/// Who wins.
impl Question for Typed {
    fn answer(&mut self, at: &mut Context<'_, '_>) -> Answered {
        said(self.sides.resolve(at)?.answer(&at.setting.rules.fi3))
    }
}
