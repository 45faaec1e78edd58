//! Where the cards of a question come from, and what it does with each.

use crate::deck::CardNumber;
use crate::diagnostic::Problem;

use super::written::CardRef;

/// What a question does with the card in a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CardUse {
    /// A card drawn for the question.
    Drawn,
    /// A card that was drawn for something else and is read again, such as for where a hit lands
    /// (seed 004: location, penetration, damage, failure and the rest are read on the card of the
    /// attack).
    ReadOn,
    /// A card of this question that is read once more for its damage, or a new one.
    OfHit,
    /// One more card for an exceptional result.
    FollowUp,
    /// A card that is looked at.
    Shown,
    /// A card that lies on the table already: of the discard pile, or of a hand drawn before.
    Named,
}

/// Where cards come from: the deck as typed, or the pile of a session.
pub trait CardSource {
    /// The card for a place.
    ///
    /// # Errors
    /// A problem when it cannot be had, or not be named.
    fn card(&mut self, wanted: CardRef, to: CardUse) -> Result<CardNumber, Problem>;

    /// Follow-up cards for the chain that begins with these cards, beside those that were named.
    ///
    /// # Errors
    /// A problem when they cannot be had.
    fn follow_ups(&mut self, _chain: &[CardNumber]) -> Result<Vec<CardNumber>, Problem> {
        Ok(Vec::new())
    }

    /// Cards that the rules want now that the others are known, such as one for the place of each
    /// wound: so many, or fewer where the players have yet to draw them.
    ///
    /// # Errors
    /// A problem when they cannot be had.
    fn wanted(&mut self, _count: usize) -> Result<Vec<CardNumber>, Problem> {
        Ok(Vec::new())
    }

    /// The same of cards without which the others say nothing yet, such as that after the 20 of a d20.
    ///
    /// # Errors
    /// A problem when they cannot be had.
    fn needed(&mut self, count: usize) -> Result<Vec<CardNumber>, Problem> {
        self.wanted(count)
    }

    /// How many cards were told without a place for each.
    fn told(&self) -> usize {
        0
    }

    /// Whether cards that were left out come from here.
    fn deals(&self) -> bool {
        false
    }

    /// Whether every card has to be typed, for nobody draws or waits.
    fn wants_all_typed(&self) -> bool {
        false
    }
}

/// The deck as typed: every card has its number.
#[derive(Debug)]
pub struct AsTyped;

impl CardSource for AsTyped {
    fn card(&mut self, wanted: CardRef, _: CardUse) -> Result<CardNumber, Problem> {
        wanted.number()
    }

    fn wants_all_typed(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn where_nothing_is_drawn_every_card_needs_its_number() {
        for word in [CardRef::Draw, CardRef::Last] {
            let problem = AsTyped.card(word, CardUse::Drawn).unwrap_err();
            let expected = format!("card \"{word}\" does not exist; accepted: 0 to 53");
            assert_eq!(expected, problem.to_string());
        }
        let problem = AsTyped.card(CardRef::Usual, CardUse::Drawn).unwrap_err();
        assert_eq!("a card is missing; accepted: its number, 0 to 53", problem.to_string());
    }
}
