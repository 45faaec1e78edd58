//! `lookup fi3 entangle N DICE N DICE`: a fighting skill against Dexterity.

use super::contest::OpposedArgs;
use crate::cli::lookup::prelude::*;
use crate::rules::fi3::Entangling;

/// What was typed.
#[derive(Debug, Args, Serialize)]
pub struct Typed {
    #[command(flatten)]
    #[serde(flatten)]
    sides: OpposedArgs,
}

/// Whether somebody is caught.
impl Question for Typed {
    fn answer(&mut self, at: &mut Context<'_, '_>) -> Answered {
        said(Entangling(self.sides.resolve(at)?).answer(&at.setting.rules.fi3))
    }
}
