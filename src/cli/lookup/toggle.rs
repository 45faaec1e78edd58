//! `lookup read toggle N`.

use crate::cli::lookup::prelude::*;
use crate::rules::Decision;

/// What was typed.
#[derive(Debug, Args, Serialize)]
pub struct Typed {
    /// The card drawn, 0 to 53
    #[arg(value_name = "CARD", allow_negative_numbers = true)]
    card: Parsed<CardRef>,
}

/// Yes or no.
impl Question for Typed {
    fn answer(&mut self, at: &mut Context<'_, '_>) -> Answered {
        let card = at.card(&mut self.card, CardUse::Drawn)?;
        Ok(Box::new(Decision::new(&at.setting.deck, card)))
    }
}
