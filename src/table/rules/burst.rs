//! The number of shots of a burst that hit (Conflict, "Burst Results").

use schemars::JsonSchema;
use serde::Serialize;

use crate::deck::CardNumber;
use crate::table::lookup::{Answer, DeckView};
use crate::wording::part_of;

use super::RulesError;

/// The burst entry of a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct BurstAnswer {
    /// The card.
    pub card: CardNumber,
    /// The number of shots fired.
    pub shots: u16,
    /// The number of shots that hit if the attack succeeds.
    pub hits: u16,
}

/// Reads the burst entry of a card.
///
/// # Errors
/// [`RulesError::BurstSize`] if the deck has no entry for that many shots.
pub fn burst<'d>(
    deck: impl Into<DeckView<'d>>,
    card: CardNumber,
    shots: u16,
) -> Result<BurstAnswer, RulesError> {
    let deck = deck.into();
    let sizes = &deck.layout().bursts;
    let place = sizes.iter().position(|&size| size == shots).ok_or_else(|| {
        let sizes: Vec<String> = sizes.iter().map(u16::to_string).collect();
        RulesError::BurstSize { shots, sizes: sizes.join(", ") }
    })?;
    Ok(BurstAnswer { card, shots, hits: deck.card(card).bursts()[place] })
}

impl Answer for BurstAnswer {
    const KIND: &'static str = "burst";

    fn explanation(&self) -> Vec<String> {
        let shots = part_of(self.hits.into(), self.shots.into(), "shot");
        vec![format!("card {}: {shots} hit", self.card)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::lookup::samples::{card, deck};

    #[test]
    fn every_burst_of_the_deck_can_be_read_and_no_other() {
        let deck = deck();
        for (place, &shots) in deck.layout().bursts.iter().enumerate() {
            let hits = burst(&deck, card(34), shots).unwrap().hits;
            assert_eq!(deck.card(card(34)).bursts[place], hits);
        }
        let error = burst(&deck, card(34), 4).unwrap_err();
        assert_eq!("no burst of 4 shots is on the cards; accepted: 3, 5, 10", error.to_string());
    }
}
