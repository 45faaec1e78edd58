//! `lookup damage N '(3)6' --size 6 --bumps 2`.

use crate::diagnostic::Problems;
use crate::rules::{DamageAnswer, DamageQuestion};
use clap::Args;

use super::hit::HarmName;
use super::setting::Setting;

/// What was typed.
#[derive(Debug, Args)]
pub struct Typed {
    /// The card drawn, 0 to 53
    #[arg(value_name = "CARD", allow_negative_numbers = true)]
    card: String,
    /// The weapon's DMG or RD cell, such as '(3)6'
    #[arg(value_name = "CELL")]
    cell: String,
    /// The target's Size
    #[arg(long, value_name = "SIZE", default_value = "6", allow_hyphen_values = true)]
    size: String,
    /// Damage bumps: 2 for the head, 1 for vitals, and others
    #[arg(long, value_name = "NUMBER", default_value = "0", allow_hyphen_values = true)]
    bumps: String,
    /// How the attack hurts
    #[arg(long, value_enum, default_value = "deadly")]
    harm: HarmName,
}

impl Typed {
    /// The wounds and CT.
    pub fn answer(&self, setting: &Setting) -> Result<DamageAnswer, Problems> {
        let mut meaning = setting.meaning();
        let card = meaning.of(&self.card);
        let cell = meaning.effect_cell(setting, &self.cell);
        let size = meaning.of(&self.size);
        let bumps = meaning.number(&self.bumps, "number of bumps", 0..=99);
        let ((card, cell), (size, bumps)) = meaning.settled(card.zip(cell).zip(size.zip(bumps)))?;
        let question = DamageQuestion { cell, bumps, size, harm: self.harm.meant() };
        Ok(question.answer(card, &setting.options))
    }
}
