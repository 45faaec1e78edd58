//! `{{name}}` in the text of a template. Editors split a text into spans wherever its style changes, so
//! placeholders are found in the joined text and may begin and end in different spans; the value takes the
//! style of the first letter.

use std::ops::Range;

use crate::deck::Deck;

use super::Words;
use super::document::{Element, Node};
use super::example;
use super::icons;
use super::name::Name;
use super::values::Values;

/// A placeholder, valid or not.
pub(super) struct Piece {
    /// The name, or what is wrong with it.
    pub(super) name: Result<Name, String>,
    /// The span in the file of the text in which it begins.
    pub(super) span: Range<usize>,
}

/// A placeholder in a joined text.
struct FoundPlaceholder {
    /// Its bytes in the joined text, braces included.
    range: Range<usize>,
    name: Result<Name, String>,
    /// Whether it is in capitals and so is its value.
    is_upper: bool,
}

/// Whether this element's text may contain placeholders.
pub(super) fn is_bound(element: &Element) -> bool {
    ["text", "title", "desc"].contains(&element.name.as_str())
}

/// The placeholders of an element's text in reading order.
pub(super) fn pieces(element: &Element) -> Vec<Piece> {
    let mut runs = Vec::new();
    collect(element, &mut runs);
    let joined: String = runs.iter().map(|(text, _)| text.as_str()).collect();
    let piece = |found: FoundPlaceholder| {
        let mut end = 0;
        let run = runs.iter().find(|(text, _)| {
            end += text.len();
            found.range.start < end
        });
        let span = run.map_or_else(|| element.span.clone(), |(_, span)| span.clone());
        Piece { name: found.name, span }
    };
    find(&joined).into_iter().map(piece).collect()
}

/// An element's text with its spans joined.
pub(super) fn joined(element: &Element) -> String {
    let mut runs = Vec::new();
    collect(element, &mut runs);
    runs.into_iter().map(|(text, _)| text).collect()
}

/// Fills the values into an element's text and returns the names in reading order. Placeholders that are not
/// names stay.
pub(super) fn fill(element: &mut Element, values: &Values<'_>) -> Vec<Name> {
    let mut runs = Vec::new();
    collect(element, &mut runs);
    let joined: String = runs.iter().map(|(text, _)| text.as_str()).collect();
    let mut names = Vec::new();
    let mut inserts = Vec::new();
    for found in find(&joined) {
        let Ok(name) = found.name else { continue };
        let text = name.printed(values);
        let text = if found.is_upper { in_capitals(&text, values.words) } else { text };
        inserts.push((found.range, text));
        names.push(name.resolved(values.deck.layout()));
    }
    insert(element, &runs, &joined, &inserts);
    names
}

/// Replaces placeholders for which `text` returns a value; others stay. A placeholder in capitals is looked
/// up in lower case and its value passed through `capitals`.
pub(super) fn substitute(
    element: &mut Element,
    capitals: &impl Fn(&str) -> String,
    text: &impl Fn(&str) -> Option<String>,
) {
    let mut runs = Vec::new();
    collect(element, &mut runs);
    let joined: String = runs.iter().map(|(text, _)| text.as_str()).collect();
    let mut inserts = Vec::new();
    for found in find(&joined) {
        let inner = joined[found.range.clone()].trim_matches(['{', '}']).trim();
        let put = text(&inner.to_lowercase());
        let is_upper = inner == inner.to_uppercase();
        inserts.extend(put.map(|put| (found.range, if is_upper { capitals(&put) } else { put })));
    }
    insert(element, &runs, &joined, &inserts);
}

/// Fills words of the language such as `{{word.rank}}` into every text, with examples of the deck's own dice.
/// An unknown word stays and is later reported as an invalid name.
pub(super) fn put_words(element: &mut Element, words: &Words, deck: &Deck) {
    if is_bound(element) {
        let word = |name: &str| {
            let name = name.strip_prefix("word.")?;
            match example::said_of(name, deck.imprint().check) {
                Some(name) => Some(example::filled(words.word(name)?, deck)),
                None => Some(String::new()),
            }
        };
        substitute(element, &|text| in_capitals(text, words), &word);
    }
    for child in &mut element.children {
        if let Node::Element(child) = child {
            put_words(child, words, deck);
        }
    }
}

/// A text in the capitals of a language; icon names stay.
pub(super) fn in_capitals(text: &str, words: &Words) -> String {
    words.in_capitals(&icons::shown(text))
}

fn insert(
    element: &mut Element,
    runs: &[(String, Range<usize>)],
    joined: &str,
    inserts: &[(Range<usize>, String)],
) {
    if inserts.is_empty() {
        return;
    }
    let mut start = 0;
    let mut filled = Vec::new();
    for (text, _) in runs {
        let end = start + text.len();
        filled.push(spliced(joined, start..end, inserts));
        start = end;
    }
    put(element, &mut filled.into_iter());
}

/// The part `run` of `joined` with placeholders replaced, each completely in the run where it begins.
fn spliced(joined: &str, run: Range<usize>, inserts: &[(Range<usize>, String)]) -> String {
    let mut text = String::new();
    let mut at = run.start;
    for (range, insert) in inserts {
        if range.end <= run.start || range.start >= run.end {
            continue;
        }
        if range.start >= run.start {
            text.push_str(&joined[at..range.start]);
            text.push_str(insert);
        }
        at = range.end.min(run.end);
    }
    text.push_str(&joined[at..run.end]);
    text
}

fn collect(element: &Element, runs: &mut Vec<(String, Range<usize>)>) {
    for child in &element.children {
        match child {
            Node::Text(text, span) => runs.push((text.clone(), span.clone())),
            Node::Element(child) => collect(child, runs),
        }
    }
}

fn put(element: &mut Element, runs: &mut impl Iterator<Item = String>) {
    for child in &mut element.children {
        match child {
            Node::Text(text, _) => *text = runs.next().expect("as many runs as were collected"),
            Node::Element(child) => put(child, runs),
        }
    }
}

fn find(joined: &str) -> Vec<FoundPlaceholder> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(open) = joined[at..].find("{{").map(|open| at + open) {
        let Some(close) = joined[open..].find("}}").map(|close| open + close) else {
            let name = Err(format!("placeholder {:?} is never closed", &joined[open..]));
            found.push(FoundPlaceholder { range: open..joined.len(), name, is_upper: false });
            break;
        };
        let inner = joined[open + 2..close].trim();
        let lower = inner.to_lowercase();
        let is_upper = inner != lower && inner == inner.to_uppercase();
        let name = Name::parse(if is_upper { &lower } else { inner })
            .ok_or_else(|| format!("placeholder {:?} is not a name", &joined[open..close + 2]));
        found.push(FoundPlaceholder { range: open..close + 2, name, is_upper });
        at = close + 2;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::Source;

    fn text(body: &str) -> Element {
        let source = Source::new("card.svg", format!("<svg><text>{body}</text></svg>"));
        let root = Element::read(&source).unwrap_or_else(|problems| panic!("{problems}"));
        root.elements().next().unwrap().clone()
    }

    fn names(body: &str) -> Vec<Result<String, String>> {
        pieces(&text(body))
            .into_iter()
            .map(|piece| piece.name.map(|name| name.to_string()))
            .collect()
    }

    #[test]
    fn placeholders_are_found_across_spans() {
        let body = "<tspan>No. {{num</tspan><tspan>ber}} of {</tspan>{ deck }}";
        assert_eq!(vec![Ok("number".to_owned()), Ok("deck".to_owned())], names(body));
    }

    #[test]
    fn a_placeholder_takes_the_place_of_its_first_letter() {
        let runs = ["a{{nu", "mber}}b{{", "deck}}"];
        let joined = runs.concat();
        let inserts = vec![(1..11, "34".to_owned()), (12..20, "Deck".to_owned())];
        let mut start = 0;
        let spliced = runs.map(|run| {
            let range = start..start + run.len();
            start = range.end;
            spliced(&joined, range, &inserts)
        });
        assert_eq!(["a34", "bDeck", ""], spliced);
    }

    #[test]
    fn invalid_names_and_unclosed_placeholders_are_reported() {
        assert!(matches!(&names("{{nunber}}")[..], [Ok(name)] if name == "nunber"));
        assert!(matches!(&names("{{Number}}")[..], [Err(message)] if message.contains("Number")));
        assert!(
            matches!(&names("{{number")[..], [Err(message)] if message.contains("never closed"))
        );
        assert!(names("{number}").is_empty());
    }

    #[test]
    fn capitals_ask_for_capitals() {
        assert_eq!(vec![Ok("toggle".to_owned())], names("{{TOGGLE}}"));
    }
}
