//! `lookup read damage N '(3)6' --size 6 --bumps 2`.

use super::hit::HarmName;
use crate::cli::lookup::prelude::*;
use crate::dice::EffectDice;
use crate::rules::{DamageQuestion, Size};

/// What was typed.
#[derive(Debug, Args, Serialize)]
pub struct Typed {
    /// The card drawn, 0 to 53
    #[arg(value_name = "CARD", allow_negative_numbers = true)]
    card: Parsed<CardRef>,
    /// The weapon's DMG or RD cell, such as '(3)6'
    #[arg(value_name = "CELL")]
    cell: Parsed<EffectDice>,
    /// The target's Size
    #[arg(long, value_name = "SIZE", default_value = "6", allow_hyphen_values = true)]
    size: Parsed<Size>,
    /// Damage bumps: 2 for the head, 1 for vitals, and others
    #[arg(long, value_name = "NUMBER", default_value = "0", allow_hyphen_values = true)]
    bumps: Number<u8, 0, 99>,
    /// How the attack hurts
    #[arg(long, value_enum, default_value = "deadly")]
    harm: HarmName,
}

/// The wounds and CT.
impl Question for Typed {
    fn answer(&mut self, at: &mut Context<'_, '_>) -> Answered {
        let card = at.card(&mut self.card, CardUse::ReadOn);
        let cell = self.cell.get().and_then(|dice| at.setting.effect_cell(dice));
        let (card, cell, size, bumps) = all((card, cell, self.size.get(), self.bumps.get()))?;
        let question = DamageQuestion { cell, bumps, size, harm: self.harm.harm() };
        Ok(Box::new(question.answer(card, &at.setting.rules.west)))
    }
}
