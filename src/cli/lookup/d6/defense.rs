//! `lookup d6 check for defense 34 4D+1 --actions 2`.

use super::actions::ActionsArgs;
use super::roll::CodeArgs;
use crate::cli::lookup::prelude::*;
use crate::deck::CardNumber;
use crate::rules::d6::Defense;

/// What was typed. The code is dodge, brawling or melee combat.
#[derive(Debug, Args, Serialize)]
pub struct Typed {
    #[command(flatten)]
    #[serde(flatten)]
    code: CodeArgs,
    /// A full defense: all the character does this round, and 10 more
    #[arg(long)]
    full: bool,
    #[command(flatten)]
    #[serde(flatten)]
    actions: ActionsArgs,
}

/// What an attacker has to reach.
impl Question for Typed {
    fn answer(&mut self, at: &mut Context<'_, '_>) -> Answered {
        let ((cards, skill), actions) = all((self.code.resolve(at), self.actions.get()))?;
        let (deck, full) = (&at.setting.deck, self.full);
        let ask = |cards: &[CardNumber]| {
            Defense { deck, skill, actions, full, cards: cards.to_vec() }.answer()
        };
        Ok(Box::new(self.code.cards.complete(at, cards, ask)?))
    }
}
