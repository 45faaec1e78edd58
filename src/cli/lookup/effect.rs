//! `lookup effect N '(3)10'`.

use actiondeck::deck::Deck;
use actiondeck::diagnostic::Problems;
use actiondeck::dice::EffectDice;
use actiondeck::lookup::{EffectAnswer, EffectCell, EffectQuestion};
use clap::Args;

use super::meaning::Meaning;

/// What was typed.
#[derive(Debug, Args)]
pub struct Typed {
    /// The card drawn, 0 to 53
    #[arg(value_name = "CARD", allow_negative_numbers = true)]
    card: String,
    /// Row and column of the effect grid, such as '(3)10', in quotes for the shell's sake
    #[arg(value_name = "CELL")]
    cell: String,
    /// How much magnitude makes one victory
    #[arg(long, value_name = "NUMBER", default_value = "6", allow_hyphen_values = true)]
    target: String,
}

impl Typed {
    /// The magnitude and its victories.
    pub fn answer(&self, deck: &Deck) -> Result<EffectAnswer, Problems> {
        let mut meaning = Meaning::default();
        let card = meaning.of(&self.card);
        let dice: Option<EffectDice> = meaning.of(&self.cell);
        let target = meaning.of(&self.target);
        let cell = dice.and_then(|dice| meaning.keep(EffectCell::new(deck, dice)));
        let meant = card.zip(cell).zip(target);
        let ((card, cell), target) = meaning.settled(meant)?;
        Ok(EffectQuestion { cell, target }.answer(card))
    }
}
