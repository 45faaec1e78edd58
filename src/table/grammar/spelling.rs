//! Normalization of British and American spelling, so that both are accepted.

/// Parts of words in American spelling, and in the spelling of the program.
const PARTS: [(&str, &str); 7] = [
    ("armor", "armour"),
    ("defense", "defence"),
    ("meter", "metre"),
    ("maneuver", "manoeuvre"),
    ("color", "colour"),
    ("center", "centre"),
    ("gray", "grey"),
];

/// A word in lower case and normalized spelling.
pub fn plain(word: &str) -> String {
    PARTS
        .iter()
        .fold(word.to_lowercase(), |word, (american, british)| word.replace(american, british))
}

/// Whether a name begins with a text, ignoring case and spelling variants.
pub fn starts_with(name: &str, text: &str) -> bool {
    !text.is_empty() && plain(name).starts_with(&plain(text))
}

/// The spelling variants of a name.
pub fn others(name: &str) -> impl Iterator<Item = String> {
    let american = PARTS.iter().map(|(american, british)| (*british, *american));
    let british = PARTS.iter().copied();
    american
        .chain(british)
        .filter(|(from, _)| name.contains(from))
        .map(|(from, to)| name.replace(from, to))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_spellings_are_one_word() {
        for (one, other) in [("Armor", "armour"), ("defense", "DEFENCE"), ("meters", "metres")] {
            assert_eq!(plain(one), plain(other));
        }
        assert_eq!(["armor"], others("armour").collect::<Vec<_>>()[..]);
        assert_eq!(["defence"], others("defense").collect::<Vec<_>>()[..]);
    }
}
