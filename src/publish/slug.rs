//! Slugs: a deck's name as a part of file names and identifiers.

use deunicode::deunicode_char;

use crate::deck::Digest;

use super::RelativeName;

/// The longest part of a slug from the letters of the name, in characters.
const LONGEST_SLUG: usize = 60;

/// Separators between words; they become hyphens without loss of information.
const SEPARATORS: &str = "-_.,:;'\"()[]!?/\\";

/// Hexadecimal digits of the digest that distinguishes names with the same letters.
const DIGEST_DIGITS: usize = 6;

/// Returns a deck's name in lower-case Latin letters, digits and hyphens: `future-imperfect`. Other scripts are
/// transliterated. If a character was changed or dropped, a digest of the name is appended, so that different
/// names stay different: `koloda-f47fb9`. The same name gives the same slug in every edition of a deck.
pub(crate) fn slug(name: &str) -> String {
    let mut latin = String::new();
    let mut is_lossy = false;
    for letter in name.chars() {
        let is_separator = |c: char| c.is_whitespace() || SEPARATORS.contains(c);
        let text = deunicode_char(letter).unwrap_or_default();
        is_lossy |= match letter.is_ascii() {
            true => !letter.is_ascii_alphanumeric() && !is_separator(letter),
            false => text.is_empty() || !text.chars().all(is_separator),
        };
        latin.push_str(text);
    }
    let plain = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { ' ' };
    let spaced: String = latin.chars().map(plain).collect();
    let mut slug = spaced.split_whitespace().collect::<Vec<_>>().join("-");
    is_lossy |= slug.len() > LONGEST_SLUG;
    slug.truncate(LONGEST_SLUG);
    let slug = slug.trim_end_matches('-');
    let digest = || {
        let digest = Digest::from_bytes(name.as_bytes()).to_string();
        let digits = digest.split(':').next_back().unwrap_or_default();
        digits.chars().take(DIGEST_DIGITS).collect::<String>()
    };
    match (RelativeName::single(slug), is_lossy) {
        (Ok(_), false) => slug.to_owned(),
        (Ok(_), true) => format!("{slug}-{}", digest()),
        (Err(_), _) if slug.is_empty() => format!("deck-{}", digest()),
        // Reserved for devices on Windows.
        (Err(_), _) => format!("{slug}-{}", digest()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_latin_name_is_joined_by_hyphens() {
        for (name, expected) in [
            ("Night Shift", "night-shift"),
            ("  --A/B: c!", "a-b-c"),
            ("Sid\u{2019}s Deck \u{2013} 2", "sid-s-deck-2"),
        ] {
            assert_eq!(expected, slug(name));
        }
    }

    #[test]
    fn a_name_that_loses_letters_gets_a_digest() {
        for (name, expected) in [
            ("Колода", "koloda-"),
            ("Τράπουλα", "trapoula-"),
            ("חבילה", "khbylh-"),
            ("死神", "si-shen-"),
            ("Sternenstaub über Südmähren", "sternenstaub-uber-sudmahren-"),
            ("Con", "con-"),
            ("C++", "c-"),
            ("\u{2665}\u{fe0f}", ""),
            ("", "deck-"),
        ] {
            let slug = slug(name);
            assert!(slug.starts_with(expected), "{name}: {slug}");
            assert!(RelativeName::single(&slug).is_ok(), "{name}: {slug}");
            assert!(
                slug.bytes().all(|b| b == b'-' || b.is_ascii_digit() || b.is_ascii_lowercase())
            );
        }
        let long = slug(&"ab ".repeat(66));
        assert!(long.len() <= LONGEST_SLUG + 1 + DIGEST_DIGITS, "{long}");
    }

    #[test]
    fn different_names_have_different_slugs() {
        let long = "a ".repeat(80);
        let names = [
            "Колода",
            "Колодa",
            "Коло́да",
            "Südmähren",
            "Sudmahren",
            "Sűdmähren",
            "死神",
            "四神",
            "C",
            "C++",
            "C#",
            "deck",
            "",
            "!",
            "\u{2665}",
            "\u{2660}",
            "con",
            "Con deck",
            &long,
            &long[..150],
        ];
        let slugs: std::collections::BTreeSet<String> = names.iter().map(|it| slug(it)).collect();
        assert_eq!(names.len(), slugs.len(), "{slugs:?}");
    }
}
