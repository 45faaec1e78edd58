//! Edits of whole lines of a spec, for comments that an edit of its values would lose or leave behind.
//!
//! `actiondeck new` writes every key that a spec does not have as a comment below its description: such a line is
//! used for a key that is added. What is made of lines must mean the same as the edited values.

use std::ops::Range;

use toml_edit::{Document, DocumentMut, Item};

use super::document;
use crate::studio::step::Step;

/// Whether a text has the values of a document.
fn is_equal(text: &str, document: &DocumentMut) -> bool {
    let expected: Option<toml::Table> = document.to_string().parse().ok();
    expected.is_some() && text.parse().ok() == expected
}

/// The text with the line of a new key instead of the same key in a comment; `None` if it has no such comment.
pub(in crate::studio) fn uncommented(
    text: &str,
    key: &str,
    document: &DocumentMut,
) -> Option<String> {
    let sample = format!("#{key} = ");
    if !text.contains(&sample) {
        return None;
    }
    let edited = document.to_string();
    let start = format!("{key} = ");
    let line = |line: &&str| line.starts_with(&start) && !text.lines().any(|own| own == *line);
    let line = edited.lines().find(line)?;
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let places = (0..lines.len()).filter(|&place| lines[place].starts_with(&sample));
    let mut texts = places.map(|place| {
        // The sentences on what holds without the key.
        let above = lines[..place].iter().rev().take(3);
        let left_out = above.take_while(|line| line.starts_with("# "));
        let left_out = left_out.enumerate().find(|(_, line)| line.starts_with("# Left out: "));
        let first = place - left_out.map_or(0, |(at, _)| at + 1);
        let (before, after) = (lines[..first].concat(), lines[place + 1..].concat());
        format!("{before}{line}\n{after}")
    });
    texts.find(|text| is_equal(text, document))
}

/// The text without the lines of a key or table and the comment directly above it; `None` if more or less than
/// that was removed.
pub(in crate::studio) fn without(
    text: &str,
    path: &[Step],
    document: &DocumentMut,
) -> Option<String> {
    let span = span(text, path)?;
    let start = text[..span.start].rfind('\n').map_or(0, |at| at + 1);
    let is_comment = |line: &str| line.starts_with("# ");
    let mut first = start;
    for line in text[..start].split_inclusive('\n').rev().take_while(|line| is_comment(line)) {
        first -= line.len();
    }
    let rest = &text[span.end..];
    let mut end = span.end + rest.find('\n').map_or(rest.len(), |at| at + 1);
    if text[start..].starts_with('[') {
        // Up to the comment above the next head.
        let lines: Vec<&str> = text[end..].split_inclusive('\n').collect();
        let next = lines.iter().position(|line| line.starts_with('[')).unwrap_or(lines.len());
        let above = lines[..next].iter().rev().take_while(|line| line.starts_with('#')).count();
        end += lines[..next - above].iter().map(|line| line.len()).sum::<usize>();
    }
    let mut left = format!("{}{}", &text[..first], &text[end..]);
    if end == text.len() {
        left.truncate(left.trim_end().len());
        left.push('\n');
    }
    is_equal(&left, document).then_some(left)
}

/// Where the key or the head of a table is.
fn span(text: &str, path: &[Step]) -> Option<Range<usize>> {
    let parsed = Document::parse(text).ok()?;
    let (last, above) = path.split_last()?;
    let parent = document::item(parsed.as_item(), above)?;
    match last {
        Step::Key(key) => {
            let (key, item) = parent.as_table()?.get_key_value(key)?;
            match item {
                Item::Value(value) => Some(key.span()?.start..value.span()?.end),
                item => item.span(),
            }
        }
        Step::Index(place) => parent.as_array_of_tables()?.get(*place)?.span(),
    }
}

#[cfg(test)]
mod tests {
    use crate::studio::form::removal::remove;
    use crate::studio::form::structure::add;
    use crate::studio::form::structure::tests::path;

    const TEXT: &str = "# The words.\n# Left out: English.\n#words = \"de\"\n\n# A version.\n# Left out: nothing is\n\
        # printed.\n#version = \"2.1\"\n\n# The start.\nseed = 54 # five\n\n# The columns.\n[cause]\ncolumns = [\"d6\"]\n\n\
        # Sums.\n# Left out: none.\n#sum = [\"d10\"]\n\n# What holds.\n[limits]\n# The largest.\nworst_r = 0.1\n";

    #[test]
    fn an_added_key_takes_the_place_of_its_comment_and_leaves_the_others() {
        for (key, entry, old, new) in [
            (
                "version",
                "1.0",
                "# Left out: nothing is\n# printed.\n#version = \"2.1\"\n",
                "version = \"1.0\"\n",
            ),
            ("words", "es", "# Left out: English.\n#words = \"de\"\n", "words = \"es\"\n"),
            ("cause/sum", "d6", "# Left out: none.\n#sum = [\"d10\"]\n", "sum = [\"d6\"]\n"),
        ] {
            let added = add(TEXT, &path(key), &[entry.to_owned()]).unwrap();
            assert_eq!(TEXT.replace(old, new), added);
            // Its description goes with it.
            let removed = remove(&added, &path(key)).unwrap();
            assert!(!removed.contains(new) && removed.contains("# The start.\nseed = 54 # five\n"));
            let others =
                ["#words = ", "#version = ", "#sum = "].map(|sample| removed.contains(sample));
            assert_eq!(2, others.into_iter().filter(|is_there| *is_there).count(), "{removed}");
        }
    }

    #[test]
    fn a_table_is_removed_with_the_comment_above_it() {
        let removed = remove(TEXT, &path("limits")).unwrap();
        assert_eq!(TEXT.split("\n# What holds.").next().unwrap(), removed);
        let removed = remove(TEXT, &path("limits/worst_r")).unwrap();
        assert!(removed.ends_with("# What holds.\n[limits]\n"), "{removed}");
    }
}
