//! `lookup fi3 sum 34+11 '(7)6'`.

use crate::diagnostic::Problems;
use crate::rules::fi3::{Sum, SumAnswer};
use clap::Args;

use super::told;
use crate::cli::lookup::setting::Setting;

/// What was typed.
#[derive(Debug, Args)]
pub struct Typed {
    /// The card drawn, with further ones such as 34+11 for dice that do not fit on one
    #[arg(value_name = "CARDS", allow_negative_numbers = true)]
    cards: String,
    /// The dice, such as '(7)6'
    #[arg(value_name = "DICE")]
    dice: String,
}

impl Typed {
    /// The dice added up.
    pub fn answer(&self, setting: &Setting) -> Result<SumAnswer, Problems> {
        let mut meaning = setting.meaning();
        let cards = meaning.card_list(&self.cards);
        let dice = meaning.damage_dice(&self.dice);
        let (cards, dice) = meaning.settled(cards.zip(dice))?;
        told(Sum::new(&setting.deck, dice).and_then(|sum| sum.read(&cards)))
    }
}
