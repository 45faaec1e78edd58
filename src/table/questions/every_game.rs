//! Questions of every game about the cards alone.

use crate::table::lookup::{CardSheet, Element};
use crate::table::questions::prelude::*;
use crate::table::rules::Decision;

fields! {
    /// Shows everything on a card.
    pub struct ShowCard {
        /// The large number in the card's upper left corner
        card: Arg<CardRef> = positional().used_as(CardUse::Shown),
    }
}

impl Question for ShowCard {
    const NAME: &'static str = "card";
    const HELP: &'static str = "Show everything on a card";
    const EXAMPLES: [&'static str; 2] = ["34", "0"];

    fn answer(&self, at: &mut Context<'_, '_>) -> Answered {
        let card = at.card(&self.card)?;
        Ok(Box::new(CardSheet::new(at.deck().deck(), card)))
    }
}

fields! {
    /// Reads the toggle.
    pub struct ReadToggle {
        /// The card drawn, by its number
        card: Arg<CardRef> = positional(),
    }
}

impl Question for ReadToggle {
    const NAME: &'static str = "read toggle";
    const HELP: &'static str = "Read yes or no";
    const EXAMPLES: [&'static str; 2] = ["34", "12"];
    const PARTS: &'static [Part] = &[Part::Toggle];

    fn answer(&self, at: &mut Context<'_, '_>) -> Answered {
        let card = at.card(&self.card)?;
        Ok(Box::new(Decision::new(at.deck(), card)))
    }
}

fields! {
    /// Reads a designer element.
    pub struct ReadElement {
        /// The card drawn, by its number
        card: Arg<CardRef> = positional(),
        /// The element's id in the deck file
        element: Arg<ElementName> = positional(),
    }
}

impl Question for ReadElement {
    const NAME: &'static str = "read element";
    const HELP: &'static str = "Read an element that the designer added";
    const EXAMPLES: [&'static str; 2] = ["34 omen", "12 omen"];

    fn answer(&self, at: &mut Context<'_, '_>) -> Answered {
        let element = listed(Element::new(at.deck(), &self.element.get()))?;
        Ok(Box::new(element.answer(at.card(&self.card)?)))
    }
}
