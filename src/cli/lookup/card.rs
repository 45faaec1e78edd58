//! `lookup card N`.

use crate::cli::lookup::prelude::*;
use crate::lookup::CardSheet;

/// What was typed.
#[derive(Debug, Args, Serialize)]
pub struct Typed {
    /// The large number in the card's upper left corner, 0 to 53
    #[arg(value_name = "CARD", allow_negative_numbers = true)]
    card: Parsed<CardRef>,
}

/// The card as printed.
impl Question for Typed {
    fn answer(&mut self, at: &mut Context<'_, '_>) -> Answered {
        let card = at.card(&mut self.card, CardUse::Shown)?;
        Ok(Box::new(CardSheet::new(&at.setting.deck, card)))
    }
}
