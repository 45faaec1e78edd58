//! Where the cards of a question come from.

use crate::deck::CardNumber;
use crate::diagnostic::Problem;

use super::cards::CardRef;
use super::field::CardUse;

/// A source of cards: the numbers that are given, or the pile of a session.
pub trait CardSource {
    /// The card for a field.
    ///
    /// # Errors
    /// A problem when it cannot be drawn, or not be named.
    fn card(&mut self, wanted: CardRef, card_use: CardUse) -> Result<CardNumber, Problem>;

    /// Follow-up cards for the chain that begins with these cards, beside those that were given.
    ///
    /// # Errors
    /// A problem when they cannot be drawn.
    fn follow_ups(&mut self, _chain: &[CardNumber]) -> Result<Vec<CardNumber>, Problem> {
        Ok(Vec::new())
    }

    /// Cards that the rules want now that the others are known, such as one for the place of each wound:
    /// `count` of them, or fewer where the players have yet to draw them.
    ///
    /// # Errors
    /// A problem when they cannot be drawn.
    fn wanted(&mut self, _count: usize) -> Result<Vec<CardNumber>, Problem> {
        Ok(Vec::new())
    }

    /// The same for cards without which the others have no meaning yet, such as that after the 20 of a d20.
    ///
    /// # Errors
    /// A problem when they cannot be drawn.
    fn needed(&mut self, count: usize) -> Result<Vec<CardNumber>, Problem> {
        self.wanted(count)
    }

    /// How many cards were given without a field for each.
    fn unassigned(&self) -> usize {
        0
    }

    /// Whether cards that are left out are drawn here.
    fn deals(&self) -> bool {
        false
    }

    /// Whether nothing is drawn, now or later, so that every card has to be given.
    fn is_closed(&self) -> bool {
        false
    }
}

/// The source of a question all of whose cards are given.
#[derive(Debug)]
pub struct GivenCards;

impl CardSource for GivenCards {
    fn card(&mut self, wanted: CardRef, _: CardUse) -> Result<CardNumber, Problem> {
        wanted.number()
    }

    fn is_closed(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn where_nothing_is_drawn_every_card_needs_its_number() {
        for word in [CardRef::Draw, CardRef::Last] {
            let problem = GivenCards.card(word, CardUse::Drawn).unwrap_err();
            let expected = format!("card \"{word}\" does not exist; accepted: 0 to 53");
            assert_eq!(expected, problem.to_string());
        }
        let problem = GivenCards.card(CardRef::Usual, CardUse::Drawn).unwrap_err();
        assert_eq!("a card is missing; accepted: its number, 0 to 53", problem.to_string());
    }
}
