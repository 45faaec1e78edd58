//! Hits of stray shots on other targets (Conflict, "Unintended Targets").

use schemars::JsonSchema;
use serde::Serialize;

use crate::deck::CardNumber;
use crate::table::lookup::{Answer, DeckView};
use crate::wording::counted;

/// The stray shots of an attack.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, JsonSchema, Serialize)]
pub struct StrayShots {
    /// Projectiles that missed.
    pub missed: u16,
    /// For a weapon with the Scatter attribute: the full range increments to the target. Such a
    /// weapon has one more stray shot, plus one for each increment, even if it hits.
    pub scatter_increments: Option<u16>,
    /// Whether the target is in a brawl or in contact with others, which doubles the number.
    pub in_contact: bool,
}

impl StrayShots {
    /// The number that figures are compared with.
    ///
    /// ```
    /// use actiondeck::table::rules::StrayShots;
    ///
    /// let hit = StrayShots { missed: 0, scatter_increments: Some(0), in_contact: true };
    /// assert_eq!(hit.count(), 2);
    /// ```
    pub fn count(self) -> u32 {
        let scatter = self.scatter_increments.map_or(0, |increments| 1 + u32::from(increments));
        let stray = u32::from(self.missed) + scatter;
        if self.in_contact { 2 * stray } else { stray }
    }
}

/// Whether another target is hit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct UnintendedAnswer {
    /// The card.
    pub card: CardNumber,
    /// The number in its figure.
    pub figure: u8,
    /// The source of the stray shots.
    pub shots: StrayShots,
    /// The number of stray shots.
    pub stray: u32,
    /// Whether the most likely other target within a pace of the path is hit.
    pub hit: bool,
}

/// Reads the card.
pub fn unintended_target<'d>(
    deck: impl Into<DeckView<'d>>,
    card: CardNumber,
    shots: StrayShots,
) -> UnintendedAnswer {
    let deck = deck.into();
    let figure = deck.card(card).unintended();
    let stray = shots.count();
    UnintendedAnswer { card, figure, shots, stray, hit: u32::from(figure) <= stray }
}

impl UnintendedAnswer {
    fn end(&self) -> &'static str {
        if self.hit { "another target is hit" } else { "nobody else is hit" }
    }
}

impl Answer for UnintendedAnswer {
    const KIND: &'static str = "unintended";

    fn verdict(&self) -> Option<String> {
        Some(self.end().to_owned())
    }

    fn explanation(&self) -> Vec<String> {
        let shots = counted(self.stray as usize, "stray shot");
        let (card, figure, end) = (self.card, self.figure, self.end());
        vec![format!("card {card}: figure {figure} against {shots}: {end}")]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deck::CardNumbers;
    use crate::table::lookup::samples::deck;

    #[test]
    fn a_figure_up_to_the_number_of_stray_shots_is_hit() {
        let deck = deck();
        for card in CardNumbers::POKER.iter() {
            let shots = StrayShots { missed: 2, ..StrayShots::default() };
            let expected = deck.card(card).unintended <= 2;
            assert_eq!(expected, unintended_target(&deck, card, shots).hit);
            assert!(!unintended_target(&deck, card, StrayShots::default()).hit);
        }
    }

    #[test]
    fn scatter_adds_stray_shots_before_contact_doubles_them() {
        let count = |missed, scatter_increments, in_contact| {
            StrayShots { missed, scatter_increments, in_contact }.count()
        };
        assert_eq!(
            [1, 3, 2, 8],
            [
                count(0, Some(0), false),
                count(0, Some(2), false),
                count(1, None, true),
                count(1, Some(2), true),
            ]
        );
        assert_eq!(2 * (2 * u32::from(u16::MAX) + 1), count(u16::MAX, Some(u16::MAX), true));
    }
}
