//! What the resolution card of a success has to show besides.

use crate::deck::CardNumber;
use crate::lookup::EffectCell;

/// Something that one card shows or does not. All that is asked for must hold.
#[derive(Clone, Debug, Default)]
pub struct Event<'d> {
    /// An effect cell and the magnitude it must reach.
    pub effect: Option<(EffectCell<'d>, u32)>,
    /// The standard hit location.
    pub location: Option<String>,
}

impl Event<'_> {
    /// Whether a card of this deck shows it.
    pub fn holds(&self, deck: &crate::deck::Deck, card: CardNumber) -> bool {
        let effect =
            self.effect.as_ref().is_none_or(|(cell, least)| cell.magnitude(card) >= *least);
        let location = self.location.as_ref().is_none_or(|wanted| {
            let face = deck.card(card);
            face.standard_hit().is_some_and(|place| face.hit[place] == *wanted)
        });
        effect && location
    }
}
