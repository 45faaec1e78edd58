//! Normalises dice notation for all parsers of this module.

/// Returns dice notation in canonical spelling: no blanks, lower case, `d` for dice, ASCII signs.
///
/// So `3 D 6`, `3W6` (German), `3T6` (Scandinavian), `d%`, and typographic minus and multiplication signs
/// become `3d6`, `d100`, `-` and `*`. A blank between two digits stays: it separates numbers.
///
/// ```text
/// 3 W 6 − 1  →  3d6-1
/// ```
pub(crate) fn normalized(text: &str) -> String {
    let mut plain: Vec<char> = Vec::with_capacity(text.len());
    let mut letters = text.trim().chars().peekable();
    while let Some(letter) = letters.next() {
        if letter.is_whitespace() {
            let follows_digit = plain.last().is_some_and(char::is_ascii_digit);
            if follows_digit && letters.peek().is_some_and(char::is_ascii_digit) {
                plain.push(' ');
            }
            continue;
        }
        plain.push(match letter {
            '\u{2212}' | '\u{2010}'..='\u{2015}' => '-',
            '×' | '·' | '∗' => '*',
            '÷' => '/',
            letter => letter.to_ascii_lowercase(),
        });
    }
    for place in 0..plain.len() {
        let is_number = |letter: &char| letter.is_ascii_digit() || *letter == '%';
        if matches!(plain[place], 'w' | 't') && plain.get(place + 1).is_some_and(is_number) {
            plain[place] = 'd';
        }
    }
    plain.into_iter().collect::<String>().replace("d%", "d100")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dice_of_other_programs_and_languages_have_one_spelling() {
        for (text, expected) in [
            (" 3 d 6 ", "3d6"),
            ("3\u{a0}D6", "3d6"),
            ("3w6", "3d6"),
            ("3 W 6 + 1", "3d6+1"),
            ("2T10", "2d10"),
            ("d%", "d100"),
            ("W%", "d100"),
            ("1d6 \u{2212} 2", "1d6-2"),
            ("2d6×10", "2d6*10"),
            ("4dF", "4df"),
            ("3d6 1", "3d6 1"),
            ("3 0d6", "3 0d6"),
            ("west", "west"),
        ] {
            assert_eq!(expected, normalized(text));
        }
    }
}
