//! Unicode marks of text direction.

/// Whether a text consists of direction marks only, which are not drawn.
pub(crate) fn is_direction(text: &str) -> bool {
    !text.is_empty() && text.chars().all(is_mark)
}

/// Whether a letter is a direction mark.
pub(super) fn is_mark(letter: char) -> bool {
    [FROM_RIGHT, END].contains(&letter)
}

/// Embeds what follows as text from right to left, up to [`END`] (Unicode Standard Annex 9, 2.1).
pub(super) const FROM_RIGHT: char = '\u{202b}';

pub(super) const END: char = '\u{202c}';
