//! Sources of the cards of a question.

use crate::deck::CardNumber;
use crate::diagnostic::Problem;

use super::cards::CardRef;
use super::field::CardUse;

/// A source of cards: the given numbers, or the pile of a session.
pub trait CardSource {
    /// The card for a field.
    ///
    /// # Errors
    /// A problem if it cannot be drawn or named.
    fn card(&mut self, wanted: CardRef, card_use: CardUse) -> Result<CardNumber, Problem>;

    /// Follow-up cards for the chain that begins with these cards, in addition to the given ones.
    ///
    /// # Errors
    /// A problem if they cannot be drawn.
    fn follow_ups(&mut self, _chain: &[CardNumber]) -> Result<Vec<CardNumber>, Problem> {
        Ok(Vec::new())
    }

    /// Cards that the rules require after the others are known, such as one for the location of
    /// each wound: `count`, or fewer if the players have yet to draw them.
    ///
    /// # Errors
    /// A problem if they cannot be drawn.
    fn wanted(&mut self, _count: usize) -> Result<Vec<CardNumber>, Problem> {
        Ok(Vec::new())
    }

    /// As [`wanted`](Self::wanted), for cards without which the others cannot be used, such as the
    /// one after a 20 on a d20.
    ///
    /// # Errors
    /// A problem if they cannot be drawn.
    fn needed(&mut self, count: usize) -> Result<Vec<CardNumber>, Problem> {
        self.wanted(count)
    }

    /// The number of given cards without a field.
    fn unassigned(&self) -> usize {
        0
    }

    /// Whether this source draws missing cards.
    fn deals(&self) -> bool {
        false
    }

    /// Whether no card is drawn, now or later, so that all cards must be given.
    fn is_closed(&self) -> bool {
        false
    }
}

/// The source of a question with all cards given.
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
            let expected =
                format!("card \"{word}\" does not exist; accepted: the number of a card");
            assert_eq!(expected, problem.to_string());
        }
        let problem = GivenCards.card(CardRef::Usual, CardUse::Drawn).unwrap_err();
        assert_eq!("a card is missing; accepted: its number", problem.to_string());
    }
}
