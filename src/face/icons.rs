//! Icons in running text: `:clock:` prints the clock that the themes share.
//!
//! Icons are glyphs of a font of their own, so a text with icons is measured, broken, set, embedded and read
//! back like any other. Internally, an icon is a private-use character; files contain its name as text again,
//! for screen readers.

use std::borrow::Cow;

/// The names in the order of the font's letters: `scripts/icon_font.py` makes both from
/// `templates/elements.svg`.
pub(super) const NAMES: [&str; 20] = [
    "d4",
    "d6",
    "d8",
    "d10",
    "d12",
    "d20",
    "d100",
    "die",
    "clock",
    "unintended",
    "unintended-hat",
    "failure",
    "burst",
    "penetration",
    "bumps",
    "clubs",
    "spades",
    "diamonds",
    "hearts",
    "joker",
];

/// The character of the first icon.
const FIRST: u32 = 0xf_0001;

/// Whether a letter is an icon.
pub(super) fn is_icon(letter: char) -> bool {
    name(letter).is_some()
}

fn name(letter: char) -> Option<&'static str> {
    let place = u32::from(letter).checked_sub(FIRST)?;
    NAMES.get(usize::try_from(place).ok()?).copied()
}

fn letter(name: &str) -> Option<char> {
    let place = NAMES.iter().position(|known| *known == name)?;
    char::from_u32(FIRST + u32::try_from(place).ok()?)
}

/// A text with icon names replaced by their characters.
pub(super) fn shown(text: &str) -> Cow<'_, str> {
    let mut shown = String::new();
    let mut at = 0;
    for (start, name) in written(text) {
        if let Some(letter) = letter(name) {
            shown.push_str(&text[at..start]);
            shown.push(letter);
            at = start + name.len() + 2;
        }
    }
    if at == 0 {
        return Cow::Borrowed(text);
    }
    shown.push_str(&text[at..]);
    Cow::Owned(shown)
}

/// A text with icon characters replaced by their names.
pub(crate) fn spoken(text: &str) -> Cow<'_, str> {
    if !text.contains(is_icon) {
        return Cow::Borrowed(text);
    }
    let said = text.chars().map(|letter| match name(letter) {
        Some(name) => format!(":{name}:"),
        None => letter.to_string(),
    });
    Cow::Owned(said.collect())
}

/// The first icon name in a text that is unknown.
pub(super) fn unknown(text: &str) -> Option<&str> {
    written(text).map(|(_, name)| name).find(|name| letter(name).is_none())
}

/// Possible icon names between two colons, with the offset of the first colon: `:clock:`, but not the `b` of
/// `a:b:c`.
fn written(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut from = 0;
    std::iter::from_fn(move || {
        loop {
            let start = from + text[from..].find(':')?;
            from = start + 1;
            let is_apart = !text[..start].ends_with(char::is_alphanumeric);
            let end = text[from..].find(':')?;
            let name = &text[from..from + end];
            let is_of_name = |letter: char| {
                letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '-'
            };
            if is_apart
                && name.starts_with(|first: char| first.is_ascii_lowercase())
                && name.chars().all(is_of_name)
            {
                from += end + 1;
                return Some((start, name));
            }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_between_colons_become_letters_and_letters_names() {
        for text in ["Turn the :clock: to 3", ":d6::d8:", "(:hearts:)", ":unintended-hat:"] {
            let shown = shown(text);
            assert!(shown.contains(is_icon) && !shown.contains(':'), "{text}: {shown}");
            assert_eq!(text, spoken(&shown));
        }
        for text in
            ["Cause: jams: never", "a:clock:b", "10:30:45", "::", ":", ": clock :", ":Clock:"]
        {
            assert_eq!(text, shown(text));
            assert_eq!(None, unknown(text), "{text}");
        }
    }

    #[test]
    fn an_unknown_icon_name_is_found() {
        assert_eq!(Some("clok"), unknown("See :clock: and :clok:"));
        assert_eq!(None, unknown("See :clock:"));
        assert_eq!("See :clok:", shown("See :clok:"));
    }
}
