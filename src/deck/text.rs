//! Which texts a card may carry: one rule for names, locations, sides and elements of specs, decks and
//! themes, so that all readers agree.
//!
//! A card shows a text on one line. Invisible characters are refused: they could not be read back from the
//! print, could hide the meaning of a text, and a terminal might interpret them.

use unicode_width::UnicodeWidthChar;

/// The longest text, in characters. A longer one does not fit on any card and is likely the content of
/// another file.
pub const LONGEST_TEXT: usize = 200;

/// The accepted texts, for messages.
pub(crate) const ACCEPTED_TEXT: &str =
    "1 to 200 characters that are seen on one line, no blank first or last";

/// Why a card may not carry a text. Printed as what follows the name of the text: `begins with a blank`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TextFault {
    /// It is empty.
    #[error("is empty")]
    Empty,
    /// It has a leading blank.
    #[error("begins with a blank")]
    BlankFirst,
    /// It has a trailing blank.
    #[error("ends with a blank")]
    BlankLast,
    /// An invisible character: a control character, a line break, a mark of writing direction, a letter
    /// without width.
    #[error("holds the character U+{:04X}, which is not seen", u32::from(*.0))]
    Unseen(char),
    /// A combining accent, as some systems write file names. Faces and their readers use precomposed letters.
    #[error(
        "holds an accent apart from its letter (U+{:04X}); write both as one character, such as é",
        u32::from(*.0)
    )]
    LooseAccent(char),
    /// A ligature: it prints like its letters, so the two cannot be distinguished.
    #[error("holds two letters in one character (U+{:04X}); write them one by one", u32::from(*.0))]
    Ligature(char),
    /// It has this many characters.
    #[error("has {0} characters")]
    Long(usize),
}

/// Checks that a card may carry the text.
///
/// # Errors
/// The first [`TextFault`] in it.
///
/// ```
/// use actiondeck::deck::{TextFault, check_text};
///
/// assert_eq!(Ok(()), check_text("linkes Bein"));
/// assert_eq!(Err(TextFault::BlankFirst), check_text(" leg"));
/// assert_eq!(Err(TextFault::Unseen('\u{202e}')), check_text("gel\u{202e}"));
/// ```
pub fn check_text(text: &str) -> Result<(), TextFault> {
    if text.is_empty() {
        return Err(TextFault::Empty);
    }
    let length = text.chars().count();
    if length > LONGEST_TEXT {
        return Err(TextFault::Long(length));
    }
    if let Some(fault) = text.chars().find_map(fault_of) {
        return Err(fault);
    }
    if text.starts_with(char::is_whitespace) {
        return Err(TextFault::BlankFirst);
    }
    if text.ends_with(char::is_whitespace) {
        return Err(TextFault::BlankLast);
    }
    Ok(())
}

/// The fault of a character at any position.
fn fault_of(letter: char) -> Option<TextFault> {
    match letter {
        // The blocks of combining accents.
        '\u{300}'..='\u{36f}'
        | '\u{1ab0}'..='\u{1aff}'
        | '\u{1dc0}'..='\u{1dff}'
        | '\u{20d0}'..='\u{20ff}'
        | '\u{fe20}'..='\u{fe2f}' => Some(TextFault::LooseAccent(letter)),
        '\u{fb00}'..='\u{fb06}' => Some(TextFault::Ligature(letter)),
        _ if !is_seen(letter) => Some(TextFault::Unseen(letter)),
        _ => None,
    }
}

/// Whether a character is visible, or a blank within a line.
fn is_seen(letter: char) -> bool {
    let code = u32::from(letter);
    // XML does not allow the last two characters of a plane; the other codes are noncharacters.
    let is_noncharacter = code & 0xfffe == 0xfffe || (0xfdd0..=0xfdef).contains(&code);
    let is_line_break = matches!(letter, '\u{2028}' | '\u{2029}');
    let is_soft_hyphen = letter == '\u{ad}';
    // A control character has no width.
    let has_width = letter.width().is_some_and(|width| width > 0);
    has_width && !is_noncharacter && !is_line_break && !is_soft_hyphen
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn visible_texts_of_any_language_are_accepted() {
        for text in [
            "a",
            "left arm",
            "Übergröße",
            "Źdźbło",
            "l’épaule",
            "=1+1",
            "+1",
            "А Б",
            "日本",
            "a\u{a0}b",
            "½ \"x\" & <y>",
            "♠",
        ] {
            assert_eq!(Ok(()), check_text(text), "{text:?}");
        }
        assert_eq!(Ok(()), check_text(&"x".repeat(LONGEST_TEXT)));
    }

    #[test]
    fn invisible_characters_are_refused_at_any_position() {
        for letter in [
            '\0',
            '\t',
            '\n',
            '\r',
            '\u{1b}',
            '\u{7f}',
            '\u{85}',
            '\u{9b}',
            '\u{ad}',
            '\u{61c}',
            '\u{200b}',
            '\u{200c}',
            '\u{200d}',
            '\u{200e}',
            '\u{200f}',
            '\u{2028}',
            '\u{2029}',
            '\u{202a}',
            '\u{202b}',
            '\u{202c}',
            '\u{202d}',
            '\u{202e}',
            '\u{2060}',
            '\u{2066}',
            '\u{2067}',
            '\u{2068}',
            '\u{2069}',
            '\u{feff}',
            '\u{fe0f}',
            '\u{fdd0}',
            '\u{fffe}',
            '\u{ffff}',
            '\u{e0041}',
            '\u{10ffff}',
        ] {
            for text in [format!("{letter}a"), format!("a{letter}b"), format!("a{letter}")] {
                assert_eq!(Err(TextFault::Unseen(letter)), check_text(&text), "{text:?}");
            }
        }
    }

    #[test]
    fn each_fault_names_its_remedy() {
        let describe = |text: &str| check_text(text).unwrap_err().to_string();
        assert_eq!("is empty", describe(""));
        assert_eq!("begins with a blank", describe(" "));
        assert_eq!("begins with a blank", describe("\u{a0}leg"));
        assert_eq!("ends with a blank", describe("leg "));
        assert_eq!("holds the character U+001B, which is not seen", describe("\u{1b}[31m"));
        assert!(describe("e\u{301}paule").contains("U+0301); write both as one character"));
        assert!(describe("ﬁn").contains("U+FB01); write them one by one"));
        assert_eq!("has 201 characters", describe(&"x".repeat(201)));
    }
}
