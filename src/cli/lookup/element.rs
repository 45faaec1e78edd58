//! `lookup read element N omen`: an element that the designer added.

use super::name::ElementName;
use crate::cli::lookup::prelude::*;

/// What was typed.
#[derive(Debug, Args, Serialize)]
pub struct Typed {
    /// The card drawn, 0 to 53
    #[arg(value_name = "CARD", allow_negative_numbers = true)]
    card: Parsed<CardRef>,
    /// The element's id in the deck file
    #[arg(value_name = "ELEMENT")]
    element: ElementName,
}

/// What the card shows.
impl Question for Typed {
    fn answer(&mut self, at: &mut Context<'_, '_>) -> Answered {
        let element = at.setting.element(&self.element);
        let card = at.card(&mut self.card, CardUse::Drawn);
        let (element, card) = all((element, card))?;
        Ok(Box::new(element.answer(card)))
    }
}
