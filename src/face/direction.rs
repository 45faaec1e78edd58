//! Marks of the direction in which letters run.

/// Whether letters are only marks of the direction: they are not drawn.
pub(crate) fn is_direction(text: &str) -> bool {
    !text.is_empty() && text.chars().all(is_mark)
}

/// Whether a letter is a mark of the direction.
pub(super) fn is_mark(letter: char) -> bool {
    [FROM_RIGHT, END].contains(&letter)
}

/// Embeds what follows as text from right to left, up to [`END`] (Unicode Standard Annex 9, 2.1).
pub(super) const FROM_RIGHT: char = '\u{202b}';

pub(super) const END: char = '\u{202c}';
