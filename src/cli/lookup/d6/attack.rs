//! `lookup d6 attack 34 5D+1 --aim 1 --active 17 --range 5`.

use super::actions::ActionsArgs;
use super::difficulty::DifficultyArgs;
use super::roll::CodeArgs;
use crate::cli::lookup::prelude::*;
use crate::deck::CardNumber;
use crate::rules::d6::Attack;

/// What was typed. The code is the combat skill.
#[derive(Debug, Args, Serialize)]
pub struct Typed {
    #[command(flatten)]
    #[serde(flatten)]
    code: CodeArgs,
    /// Whole rounds of aiming just before: +1D each, +3D at most
    #[arg(long, value_name = "ROUNDS", default_value = "0", allow_hyphen_values = true)]
    aim: Number<u8, 0, 99>,
    #[command(flatten)]
    #[serde(flatten)]
    actions: ActionsArgs,
    #[command(flatten)]
    #[serde(flatten)]
    difficulty: DifficultyArgs,
}

/// Whether it hits, and the damage bonus.
impl Question for Typed {
    fn answer(&mut self, at: &mut Context<'_, '_>) -> Answered {
        let code = self.code.resolve(at);
        let difficulty = self.difficulty.resolve(at);
        let ((cards, skill), aim_rounds, actions, difficulty) =
            all((code, self.aim.get(), self.actions.get(), difficulty))?;
        let deck = &at.setting.deck;
        let ask = |cards: &[CardNumber]| {
            let (difficulty, cards) = (difficulty.clone(), cards.to_vec());
            Attack { deck, skill, aim_rounds, actions, difficulty, cards }.answer()
        };
        Ok(Box::new(self.code.cards.complete(at, cards, ask)?))
    }
}
