//! `lookup effect N '(3)10'`.

use crate::diagnostic::Problems;
use crate::dice::EffectDice;
use crate::lookup::{EffectAnswer, EffectCell, EffectQuestion};

use clap::Args;

use super::meaning::Meaning;
use super::setting::Setting;

/// What was typed.
#[derive(Debug, Args)]
pub struct Typed {
    /// The card drawn, 0 to 53
    #[arg(value_name = "CARD", allow_negative_numbers = true)]
    card: String,
    /// Row and column of the effect grid, such as '(3)10', in quotes for the shell's sake
    #[arg(value_name = "CELL")]
    cell: String,
    /// How much magnitude makes one victory; 6 unless the rules file says otherwise
    #[arg(long, value_name = "NUMBER", allow_hyphen_values = true)]
    target: Option<String>,
}

impl Typed {
    /// The magnitude and its victories.
    pub fn answer(&self, setting: &Setting) -> Result<EffectAnswer, Problems> {
        let mut meaning = setting.meaning();
        let card = meaning.of(&self.card);
        let target = meaning.of_option(self.target.as_deref());
        let cell = meaning.effect_cell(setting, &self.cell);
        let ((card, cell), target) = meaning.settled(card.zip(cell).zip(target))?;
        let target = target.unwrap_or(setting.options.victory_target);
        Ok(EffectQuestion { cell, target }.answer(card))
    }
}

impl Meaning {
    /// The cell that a text such as `(3)10` stands for on this deck.
    pub fn effect_cell<'d>(&mut self, setting: &'d Setting, text: &str) -> Option<EffectCell<'d>> {
        let dice: EffectDice = self.of(text)?;
        self.keep(EffectCell::new(&setting.deck, dice))
    }
}
