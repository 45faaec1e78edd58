//! The cards that were drawn for one question.

use serde::Serialize;

use crate::deck::CardNumber;

use super::LookupError;

/// A resolution card and the follow-up cards drawn after it, all different: there is no shuffle
/// within one resolution.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Draw {
    card: CardNumber,
    then: Vec<CardNumber>,
}

impl Draw {
    /// One card and no follow-up.
    pub fn single(card: CardNumber) -> Self {
        Self { card, then: Vec::new() }
    }

    /// A card and its follow-ups in the order drawn.
    ///
    /// # Errors
    /// [`LookupError::DrawnTwice`] for the first card that comes a second time.
    pub fn new(card: CardNumber, then: Vec<CardNumber>) -> Result<Self, LookupError> {
        for (place, follow_up) in then.iter().enumerate() {
            if *follow_up == card || then[..place].contains(follow_up) {
                return Err(LookupError::DrawnTwice(*follow_up));
            }
        }
        Ok(Self { card, then })
    }

    /// The resolution card.
    pub fn card(&self) -> CardNumber {
        self.card
    }

    /// The follow-up cards in the order drawn.
    pub fn then(&self) -> &[CardNumber] {
        &self.then
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lookup::samples::card;

    #[test]
    fn no_card_is_drawn_twice() {
        assert!(Draw::new(card(34), vec![card(11), card(10)]).is_ok());
        for (first, then) in [(34, vec![34]), (34, vec![11, 11]), (34, vec![11, 34])] {
            let then = then.into_iter().map(card).collect();
            assert!(matches!(Draw::new(card(first), then), Err(LookupError::DrawnTwice(_))));
        }
    }
}
