//! `lookup fi3 read sum 34+11 '(7)6'`.

use super::roll::DamageDice;
use crate::cli::lookup::prelude::*;
use crate::deck::CardNumber;
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
        let sum = self.dice.get().and_then(|dice| told(Sum::new(&at.setting.deck, dice)));
        let count = sum.as_ref().map_or(1, |sum| sum.cards());
        let is_open = |cards: &[CardNumber]| sum.as_ref().is_ok_and(|sum| sum.is_open(cards));
        let cards = at.chained_of(&mut self.cards, count, is_open);
        let (cards, sum) = all((cards, sum))?;
        let cards = at.and_needed(&mut self.cards, cards, |cards| Ok(sum.needs(cards).1))?;
        said(sum.read(&cards))
    }
}
