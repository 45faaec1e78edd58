//! Questions to cards that do not show every part: what depends on a part that is left out has no
//! answer.

use crate::deck::{Deck, Filling, Part};
use crate::diagnostic::Problem;

/// Answers as a deck would that shows every part, if the answer is the same whatever stands in the
/// parts that `deck` leaves out.
///
/// # Errors
/// What `answer` gives for a deck that shows every part, or the first part on which it depends.
pub(crate) fn answer<T, E: From<Problem>>(
    deck: &Deck,
    answer: impl FnOnce(Deck) -> Result<T, E>,
    again: impl Fn(&T, Deck) -> bool,
) -> Result<T, E> {
    let answer = answer(deck.filled(|_| Filling::One))?;
    for part in deck.blanks() {
        let choice = |other| if other == part { Filling::Other } else { Filling::One };
        if !again(&answer, deck.filled(choice)) {
            return Err(problem(part).into());
        }
    }
    Ok(answer)
}

fn problem(part: Part) -> Problem {
    let message =
        format!("the cards of this deck do not show {}, which this reads", part.in_words());
    Problem::coded("lookup.left-out", message).accepts("a question that does not read it")
}
