//! `lookup fi3 read sum 34+11 '(7)6'`.

use super::roll::DamageDice;
use crate::cli::lookup::prelude::*;
use crate::rules::fi3::Sum;

/// What was typed.
#[derive(Debug, Args, Serialize)]
pub struct Typed {
    /// The card drawn, with further ones such as 34+11 for dice that do not fit on one
    #[arg(value_name = "CARDS", allow_negative_numbers = true)]
    cards: Parsed<Chain>,
    /// The dice, such as '(7)6'
    #[arg(value_name = "DICE")]
    dice: Parsed<DamageDice>,
}

/// The dice added up.
impl Question for Typed {
    fn answer(&mut self, at: &mut Context<'_, '_>) -> Answered {
        let (cards, dice) = all((at.chained(&mut self.cards), self.dice.get()))?;
        said(Sum::new(&at.setting.deck, dice).and_then(|sum| sum.read(&cards)))
    }
}
