//! `lookup ladder check 12 3 --actions 2 --hurt 3`.

use crate::cli::lookup::d6::ActionsArgs;
use crate::cli::lookup::prelude::*;
use crate::rules::ladder::{Check, Purpose, Wounds};

/// A trait or Physique on the ladder.
pub type Trait = Number<i8, -9, 9>;

/// Levels of damage.
pub type Levels = Number<u16, 0, 999>;

/// The arguments of every question in which a trait is rolled.
#[derive(Debug, Args, Serialize)]
pub struct CheckArgs {
    /// The card drawn, 0 to 53
    #[arg(value_name = "CARD", allow_negative_numbers = true)]
    card: Parsed<CardRef>,
    /// The trait on the ladder, -9 to 9: 3 is professional
    #[arg(value_name = "TRAIT", allow_hyphen_values = true)]
    skill: Trait,
    /// Levels of damage taken before
    #[arg(long, value_name = "LEVELS", default_value = "0", allow_hyphen_values = true)]
    hurt: Levels,
    /// Other modifiers
    #[arg(long, value_name = "NUMBER", default_value = "0", allow_hyphen_values = true)]
    modifier: Number<i16, -99, 99>,
}

impl CheckArgs {
    /// The check, for this purpose among so many actions.
    pub fn resolve<'d>(
        &mut self,
        at: &mut Context<'d, '_>,
        purpose: Purpose,
        actions: Result<u8, Problems>,
    ) -> Result<Check<'d>, Problems> {
        let card = at.card(&mut self.card, CardUse::Drawn);
        let (card, skill, levels, modifier, actions) =
            all((card, self.skill.get(), self.hurt.get(), self.modifier.get(), actions))?;
        let (deck, wounds) = (&at.setting.deck, Wounds::new(levels));
        Ok(Check { deck, card, skill, purpose, actions, wounds, modifier })
    }
}

/// What was typed.
#[derive(Debug, Args, Serialize)]
pub struct Typed {
    #[command(flatten)]
    #[serde(flatten)]
    check: CheckArgs,
    #[command(flatten)]
    #[serde(flatten)]
    actions: ActionsArgs,
}

/// The result on the ladder.
impl Question for Typed {
    fn answer(&mut self, at: &mut Context<'_, '_>) -> Answered {
        said(self.check.resolve(at, Purpose::Action, self.actions.get())?.answer())
    }
}
