//! Words of a line that name cards.

use crate::deck::CardRange;
use crate::dice::is_dice_of_digits;

/// Whether a word consists of card numbers, such as `34`, `34+11`, `34-36` or `34+draw`.
pub fn is_card_word(word: &str) -> bool {
    let is_number = |part: &str| {
        let are_digits = !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
        are_digits || CardRange::is_written(part)
    };
    if is_dice_of_digits(word) {
        return false;
    }
    let mut parts = word.split(['+', ',']);
    let first = parts.next().is_some_and(|first| is_number(first) || is_source(first));
    first && parts.all(|part| is_number(part) || is_source(part))
}

fn is_source(word: &str) -> bool {
    matches!(word, "draw" | "last" | "")
}
