//! Which cards a list names.

use crate::deck::CardNumber;
use crate::diagnostic::{Problem, Problems};

/// The cards a list such as `3,10,34-36` names, in its order.
///
/// # Errors
/// Every piece that is no card or range of cards, and every card named twice.
///
/// ```
/// let cards = actiondeck::render::only("3,10,34-36").unwrap();
/// let numbers: Vec<u8> = cards.iter().map(|card| card.get()).collect();
/// assert_eq!(numbers, [3, 10, 34, 35, 36]);
/// ```
pub fn only(list: &str) -> Result<Vec<CardNumber>, Problems> {
    const ACCEPTED: &str = "card numbers 0 to 53 and ranges, such as 3,10,34-36";
    let mut problems = Problems::new();
    let mut cards: Vec<CardNumber> = Vec::new();
    let mut twice = Vec::new();
    for piece in list.split(',').map(str::trim) {
        let (first, last) = piece.split_once('-').unwrap_or((piece, piece));
        let number = |text: &str| CardNumber::new(text.trim().parse().ok()?);
        let (Some(first), Some(last)) = (number(first), number(last)) else {
            problems.push(
                Problem::coded("cards.list", format!("{piece:?} is not a card")).accepts(ACCEPTED),
            );
            continue;
        };
        if first > last {
            problems.push(
                Problem::coded("cards.list", format!("{piece:?} runs backward")).accepts(ACCEPTED),
            );
        }
        for number in (first.get()..=last.get()).filter_map(CardNumber::new) {
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
    fn every_bad_piece_of_a_list_is_told() {
        let problems = only("3,x,54,9-7,3,3").unwrap_err();
        assert_eq!(4, problems.len(), "{problems}");
        assert!(only("").is_err());
    }
}
