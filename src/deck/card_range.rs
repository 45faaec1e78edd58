//! Ranges of cards in lists: `34` or `34-36`.

use std::str::FromStr;

use super::{CardNumber, CardNumbers};
use crate::diagnostic::{Fault, Problem, fault, quoted};

/// A card, or all cards from one number to another: `34`, `34-36`, with a hyphen or a dash.
///
/// ```
/// use actiondeck::deck::CardRange;
///
/// let range: CardRange = "34-36".parse()?;
/// assert_eq!(3, range.cards().count());
/// # Ok::<(), actiondeck::deck::CardRangeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CardRange {
    first: CardNumber,
    last: CardNumber,
}

/// A text that is neither a card nor a range of cards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CardRangeError {
    original: String,
    is_backward: bool,
}

impl Fault for CardRangeError {
    fn problem(&self) -> Problem {
        let original = quoted(&self.original);
        let message = match self.is_backward {
            true => format!("{original} runs backward"),
            false => format!("{original} is not a card"),
        };
        Problem::coded("cards.list", message).accepts("card numbers and ranges, such as 3,10,34-36")
    }
}

fault!(CardRangeError);

/// Characters between the two numbers of a range: hyphen, dashes, minus.
const DASHES: [char; 6] = ['-', '\u{2010}', '\u{2011}', '\u{2013}', '\u{2014}', '\u{2212}'];

impl CardRange {
    /// Parses a range of cards of a deck.
    ///
    /// # Errors
    /// As [`from_str`](Self::from_str), and the first card that the deck does not have.
    pub fn read(text: &str, deck: CardNumbers) -> Result<Self, Problem> {
        let range: Self = text.parse()?;
        range.cards().try_for_each(|card| deck.check(card).map(drop))?;
        Ok(range)
    }

    /// The cards in ascending order.
    pub fn cards(self) -> impl Iterator<Item = CardNumber> {
        (self.first.get()..=self.last.get()).filter_map(CardNumber::new)
    }

    /// Whether a text has the form of a range, for any numbers.
    pub fn is_written(text: &str) -> bool {
        let is_number = |part: &str| {
            let part = part.trim();
            !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit())
        };
        text.split_once(DASHES).is_some_and(|(first, last)| is_number(first) && is_number(last))
    }
}

impl FromStr for CardRange {
    type Err = CardRangeError;

    fn from_str(text: &str) -> Result<Self, CardRangeError> {
        let fail = |is_backward| CardRangeError { original: text.to_owned(), is_backward };
        let text = text.trim();
        let (first, last) = text.split_once(DASHES).unwrap_or((text, text));
        let number = |text: &str| text.trim().parse::<CardNumber>().map_err(|_| fail(false));
        let (first, last) = (number(first)?, number(last)?);
        if first <= last { Ok(Self { first, last }) } else { Err(fail(true)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_read_with_any_dash() {
        for text in ["0-52", "0 - 52", "0–52", "0—52", "0−52"] {
            assert_eq!(Ok(53), text.parse::<CardRange>().map(|range| range.cards().count()));
            assert!(CardRange::is_written(text));
        }
        assert_eq!(Ok(1), "7".parse::<CardRange>().map(|range| range.cards().count()));
        for text in ["", "121", "-1", "9-7", "3-121", "3-", "3-4-5", "draw"] {
            assert!(text.parse::<CardRange>().is_err(), "{text:?}");
        }
    }
}
