//! Lists of card numbers.

use crate::deck::{CardNumber, CardNumbers, CardRange, ValueError};
use crate::diagnostic::{Problem, Problems};

/// Parses a list of cards of a deck, such as `3,10,34-36`, keeping its order.
///
/// # Errors
/// Every piece that is not a card of the deck or a range of them, and every card named twice.
///
/// ```
/// let cards = actiondeck::render::only("3,10,34-36", Default::default()).unwrap();
/// let numbers: Vec<u8> = cards.iter().map(|card| card.get()).collect();
/// assert_eq!(numbers, [3, 10, 34, 35, 36]);
/// ```
pub fn only(list: &str, numbers: CardNumbers) -> Result<Vec<CardNumber>, Problems> {
    parse_cards(list, |card| numbers.check(card))
}

/// As [`only`], for the cards that `check` accepts.
pub(super) fn parse_cards(
    list: &str,
    check: impl Fn(CardNumber) -> Result<CardNumber, ValueError>,
) -> Result<Vec<CardNumber>, Problems> {
    let mut problems = Problems::new();
    let mut cards: Vec<CardNumber> = Vec::new();
    let mut twice = Vec::new();
    for piece in list.split(',').map(str::trim) {
        let on_deck = |range: CardRange| {
            range.cards().try_for_each(|card| check(card).map(drop))?;
            Ok(range)
        };
        let range = match piece.parse().map_err(Problem::from).and_then(on_deck) {
            Ok(range) => range,
            Err(error) => {
                problems.push(error);
                continue;
            }
        };
        for number in range.cards() {
            if !cards.contains(&number) {
                cards.push(number);
            } else if !twice.contains(&number) {
                twice.push(number);
                let problem = Problem::coded("cards.list", format!("card {number} is named twice"));
                problems.push(problem.accepts("each card once"));
            }
        }
    }
    problems.into_result(cards)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_bad_piece_of_a_list_is_reported() {
        let problems = only("3,x,54,9-7,3,3", CardNumbers::POKER).unwrap_err();
        assert_eq!(4, problems.len(), "{problems}");
        assert!(only("", CardNumbers::POKER).is_err());
    }
}
