//! The direction in which a dodging target leaps when an attack misses (Conflict, "Dodge").

use schemars::JsonSchema;
use serde::Serialize;

use crate::deck::{CardNumber, ClockHour};
use crate::table::lookup::{Answer, DeckView};

/// The leap of a dodging target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct DodgeAnswer {
    /// The attacker's card, which missed.
    pub card: CardNumber,
    /// Its clock direction; 12 is away from the attacker, 6 towards the attacker.
    pub direction: ClockHour,
    /// The distance: one pace, or 0 towards the attacker or into an obstacle.
    pub paces: u8,
}

/// Reads the attacker's card after a miss. `blocked` returns whether a direction is obstructed.
pub fn dodge<'d>(deck: impl Into<DeckView<'d>>, card: CardNumber, blocked: bool) -> DodgeAnswer {
    let deck = deck.into();
    let direction = deck.card(card).scatter();
    let towards_attacker = direction.get() == 6;
    DodgeAnswer { card, direction, paces: u8::from(!blocked && !towards_attacker) }
}

impl Answer for DodgeAnswer {
    const KIND: &'static str = "dodge";

    fn explanation(&self) -> Vec<String> {
        let card = self.card;
        vec![match (self.paces, self.direction.get()) {
            (0, 6) => format!("card {card}: 6 o'clock, at the attacker: the dodger stays"),
            (0, hour) => format!("card {card}: {hour} o'clock is blocked: the dodger stays"),
            (_, hour) => format!("card {card}: the dodger leaps one pace to {hour} o'clock"),
        }]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deck::CardNumbers;
    use crate::table::lookup::samples::deck;

    #[test]
    fn a_dodger_never_leaps_at_the_attacker_nor_through_a_wall() {
        let deck = deck();
        for card in CardNumbers::POKER.iter() {
            let answer = dodge(&deck, card, false);
            assert_eq!(answer.paces == 0, deck.card(card).scatter.get() == 6);
            assert_eq!(0, dodge(&deck, card, true).paces);
        }
    }
}
