//! A deck's name as a part of file names.

use super::RelativeName;

/// The longest part of a file name that comes from a deck's name, in characters.
const LONGEST_SLUG: usize = 60;

/// A deck's name in small letters, digits and hyphens: `future-imperfect`. A name without any is
/// `deck`.
pub(crate) fn slug(name: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { ' ' };
    let spaced: String = name.chars().map(plain).collect();
    let mut slug = spaced.split_whitespace().collect::<Vec<_>>().join("-");
    slug.truncate(LONGEST_SLUG);
    let slug = slug.trim_end_matches('-');
    match RelativeName::single(slug) {
        Ok(_) => slug.to_owned(),
        Err(_) if slug.is_empty() => "deck".to_owned(),
        // What Windows keeps for its devices.
        Err(_) => format!("{slug}-deck"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_deck_gets_a_name_that_is_a_file_everywhere() {
        for (name, expected) in [
            ("Night Shift", "night-shift"),
            ("  --A/B: c!", "a-b-c"),
            ("死神", "deck"),
            ("Con", "con-deck"),
            ("Ünder 2", "nder-2"),
        ] {
            assert_eq!(expected, slug(name));
        }
        let long = slug(&"ab ".repeat(66));
        assert!(long.len() <= LONGEST_SLUG && long.ends_with('b'), "{long}");
    }
}
