//! `lookup read dodge N`.

use crate::cli::lookup::prelude::*;
use crate::rules::dodge;

/// What was typed.
#[derive(Debug, Args, Serialize)]
pub struct Typed {
    /// The attacker's card, which missed
    #[arg(value_name = "CARD", allow_negative_numbers = true)]
    card: Parsed<CardRef>,
    /// Something stands in the way in the card's direction
    #[arg(long)]
    blocked: bool,
}

/// Where the dodger leaps.
impl Question for Typed {
    fn answer(&mut self, at: &mut Context<'_, '_>) -> Answered {
        let card = at.card(&mut self.card, CardUse::ReadOn)?;
        Ok(Box::new(dodge(&at.setting.deck, card, self.blocked)))
    }
}
