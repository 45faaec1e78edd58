//! Makes foreign text safe to print on a terminal.
//!
//! A name in a deck or a session may contain control sequences of terminals, or marks of writing direction
//! that hide the meaning of a line. They are replaced by visible characters.

use std::borrow::Cow;

/// The text with visible replacements: control characters as their pictures (`␛`), C1 controls, line
/// separators, direction marks and zero-width characters as `\u{202e}`. Line breaks are kept, since they
/// separate the lines of an answer.
///
/// ```
/// use actiondeck::diagnostic::visible;
///
/// assert_eq!("␛]0;deck␇", visible("\u{1b}]0;deck\u{7}"));
/// assert_eq!("a\\u{202e}b", visible("a\u{202e}b"));
/// ```
pub fn visible(text: &str) -> Cow<'_, str> {
    replaced(text, |letter, shown| match letter {
        '\0'..='\u{1f}' => shown.extend(char::from_u32(0x2400 + u32::from(letter))),
        '\u{7f}' => shown.push('\u{2421}'),
        _ => shown.extend(letter.escape_unicode()),
    })
}

/// JSON with such characters escaped; the format requires it only of the first 32. They occur only in texts,
/// so the content is the same.
#[cfg(any(feature = "cli", test))]
pub(crate) fn visible_json(json: &str) -> Cow<'_, str> {
    replaced(json, |letter, shown| {
        for unit in letter.encode_utf16(&mut [0; 2]) {
            shown.push_str(&format!("\\u{unit:04x}"));
        }
    })
}

fn replaced(text: &str, replace: impl Fn(char, &mut String)) -> Cow<'_, str> {
    if !text.contains(|letter| letter != '\n' && steers(letter)) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 16);
    for letter in text.chars() {
        if letter != '\n' && steers(letter) {
            replace(letter, &mut shown);
        } else {
            shown.push(letter);
        }
    }
    Cow::Owned(shown)
}

/// Whether a character controls the display instead of being shown. Accents, and joiners that combine two
/// characters, are shown.
fn steers(letter: char) -> bool {
    letter.is_control()
        || matches!(
            letter,
            '\u{ad}'
                | '\u{61c}'
                | '\u{180e}'
                | '\u{200b}'
                | '\u{200e}'
                | '\u{200f}'
                | '\u{2028}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}'
                | '\u{feff}'
                | '\u{fff9}'..='\u{fffb}'
                | '\u{e0000}'..='\u{e007f}'
        )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_texts_are_unchanged() {
        for text in ["", "left arm\n34", "Überdeck", "नमस्ते", "👩\u{200d}🚀", "│ a │\n", "שלום"]
        {
            assert!(matches!(visible(text), Cow::Borrowed(shown) if shown == text));
            assert!(matches!(visible_json(text), Cow::Borrowed(_)));
        }
    }

    #[test]
    fn all_control_characters_are_replaced() {
        let all = (0..=0x0010_ffff).filter_map(char::from_u32).filter(|letter| steers(*letter));
        for letter in all.filter(|letter| *letter != '\n') {
            let text = format!("a{letter}b");
            for shown in [visible(&text), visible_json(&text)] {
                assert!(!shown.contains(steers), "{shown:?}");
            }
        }
        assert_eq!("␛[31m\\u{9b}2J␡␉␍", visible("\u{1b}[31m\u{9b}2J\u{7f}\t\r"));
    }

    #[test]
    fn json_keeps_its_content() {
        let text = "\u{1b}\u{9b}\u{202e}\u{7f}\u{e0041}\u{2028}\u{feff}\n";
        let json = serde_json::to_string_pretty(&[text]).unwrap();
        let shown = visible_json(&json);
        assert!(!shown.contains(|letter| letter != '\n' && steers(letter)), "{shown}");
        assert_eq!(vec![text.to_owned()], serde_json::from_str::<Vec<String>>(&shown).unwrap());
    }
}
