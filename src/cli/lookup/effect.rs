//! `lookup read effect N '(3)10'`.

use crate::cli::lookup::prelude::*;
use crate::dice::EffectDice;
use crate::lookup::{EffectQuestion, VictoryTarget};

/// What was typed.
#[derive(Debug, Args, Serialize)]
pub struct Typed {
    /// The card drawn, 0 to 53
    #[arg(value_name = "CARD", allow_negative_numbers = true)]
    card: Parsed<CardRef>,
    /// Row and column of the effect grid, such as '(3)10'; the shell needs the quotes
    #[arg(value_name = "CELL")]
    cell: Parsed<EffectDice>,
    /// How much magnitude makes one victory; 6 unless the rules file says otherwise
    #[arg(long, value_name = "NUMBER", allow_hyphen_values = true)]
    target: Option<Parsed<VictoryTarget>>,
}

/// The magnitude and its victories.
impl Question for Typed {
    fn answer(&mut self, at: &mut Context<'_, '_>) -> Answered {
        let card = at.card(&mut self.card, CardUse::Drawn);
        let cell = self.cell.get().and_then(|dice| at.setting.effect_cell(dice));
        let (card, cell, target) = all((card, cell, self.target.get()))?;
        let target = target.unwrap_or(at.setting.rules.west.victory_target);
        Ok(Box::new(EffectQuestion { cell, target }.answer(card)))
    }
}
