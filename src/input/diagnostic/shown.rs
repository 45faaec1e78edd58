//! Values from a file in messages: quoted, and cut if they are long.

use std::borrow::Cow;
use std::fmt;

use crate::input::limits::ECHOED_CHARS;

/// A text from a file in quotes, control characters escaped, cut at [`ECHOED_CHARS`].
///
/// ```
/// use actiondeck::diagnostic::quoted;
///
/// assert_eq!("\"head\\n\"", quoted("head\n").to_string());
/// let long = quoted(&"x".repeat(1000)).to_string();
/// assert!(long.starts_with("\"xxx") && long.ends_with("x…\"") && long.chars().count() == 62);
/// ```
pub fn quoted(text: &str) -> impl fmt::Display + '_ {
    Quoted(first(text, ECHOED_CHARS.most))
}

struct Quoted<'t>(Cow<'t, str>);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.0)
    }
}

/// The first line of a part of a file, cut at [`ECHOED_CHARS`].
pub fn cut(piece: &str) -> Cow<'_, str> {
    first(piece.lines().next().unwrap_or_default(), ECHOED_CHARS.most)
}

/// The text, or its first `most` characters, the last of which is an ellipsis.
pub(super) fn first(text: &str, most: usize) -> Cow<'_, str> {
    let Some((last, _)) = text.char_indices().nth(most.saturating_sub(1)) else {
        return Cow::Borrowed(text);
    };
    match text[last..].chars().nth(1) {
        None => Cow::Borrowed(text),
        Some(_) => Cow::Owned(format!("{}…", &text[..last])),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_cut_between_characters_and_only_if_it_is_too_long() {
        assert_eq!("", first("", 3));
        assert_eq!("řřř", first("řřř", 3));
        assert_eq!("řř…", first("řřřř", 3));
        assert_eq!("a", first("a", 1));
    }
}
