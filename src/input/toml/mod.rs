//! TOML with places: tables whose keys and values keep their position in the text.

mod numbers;
mod reader;

use std::sync::Arc;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::input::diagnostic::{Problem, Problems, Source};

use super::limits::TOML_KEYS;

pub(crate) use numbers::{as_number, as_numbers};
pub(crate) use reader::{Placed, Reader, Table, nearest, suggestion};

/// Parses the tables of a file.
///
/// # Errors
/// Every syntax error with its place; then the content is not read, since that would report faults the file
/// does not have. Or one problem, if it has too many values.
pub(crate) fn parse(source: &Arc<Source>) -> Result<Spanned<DeTable<'_>>, Problems> {
    let (document, syntax) = DeTable::parse_recoverable(source.text());
    let mut problems = Problems::new();
    let mut bare = 0..0;
    for error in syntax {
        let span = error.span().unwrap_or(0..0);
        if error.message().starts_with(UNQUOTED) {
            // The parser reports each letter; the word is reported once.
            let word = word_about(source.text(), span.clone());
            if !word.is_empty() && word != bare {
                let key = &source.text()[word.clone()];
                let message = format!("the key {key} has letters that need quotes");
                let problem = Problem::coded("toml.syntax", message).at(source, word.clone());
                problems.push(problem.accepts(format!("\"{key}\"")));
            }
            if !word.is_empty() {
                bare = word;
                continue;
            }
        }
        problems.push(Problem::coded("toml.syntax", error.message()).at(source, span));
    }
    let values = values(document.get_ref());
    if problems.is_empty() && TOML_KEYS.is_passed_by(values) {
        let message = format!("the file has {}", TOML_KEYS.amount(values));
        problems.push(
            Problem::coded("toml.too-many-values", message)
                .at(source, 0..0)
                .accepts(TOML_KEYS.accepted()),
        );
    }
    problems.into_result(document)
}

/// The beginning of the parser's message about letters that a key may have only in quotes.
const UNQUOTED: &str = "invalid unquoted key";

/// The word around a fault, with letters of any language; empty if there is none.
fn word_about(text: &str, fault: std::ops::Range<usize>) -> std::ops::Range<usize> {
    let is_in = |letter: char| letter.is_alphanumeric() || letter == '_' || letter == '-';
    let (Some(before), Some(behind)) = (text.get(..fault.start), text.get(fault.start..)) else {
        return fault.start..fault.start;
    };
    let start = before.trim_end_matches(is_in).len();
    let end = text.len() - behind.trim_start_matches(is_in).len();
    if end > fault.start { start..end } else { fault.start..fault.start }
}

/// The number of keys and list items, nested tables included.
fn values(table: &DeTable<'_>) -> usize {
    table.iter().map(|(_, value)| 1 + inside(value.get_ref())).sum()
}

fn inside(value: &DeValue<'_>) -> usize {
    match value {
        DeValue::Table(table) => values(table),
        DeValue::Array(items) => items.iter().map(|item| 1 + inside(item.get_ref())).sum(),
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(text: &str) -> String {
        parse(&Source::new("t.toml", text)).unwrap_err().to_string()
    }

    #[test]
    fn too_many_values_are_one_fault() {
        let keys: String = (0..100_000).map(|key| format!("k{key} = 1\n")).collect();
        assert_eq!(
            "t.toml:1:1: the file has 100,000 values; accepted: at most 10,000 values",
            refusal(&keys),
        );
        let lists = format!("a = [{}]\n[b.c]\nd = [[{}]]", "1,".repeat(6_000), "1,".repeat(6_000));
        assert!(refusal(&lists).contains("12,005 values"), "{}", refusal(&lists));
    }

    #[test]
    fn a_key_that_needs_quotes_is_reported_once() {
        assert_eq!(
            "t.toml:1:22: the key słońce has letters that need quotes; accepted: \"słońce\"\n\
             t.toml:2:1: the key Größe has letters that need quotes; accepted: \"Größe\"",
            refusal("counts = { wind = 1, słońce = 2 }\nGröße = 1\n").trim_end(),
        );
        assert!(refusal("a! = 1\n").contains("invalid unquoted key"), "{}", refusal("a! = 1\n"));
    }

    #[test]
    fn at_most_a_hundred_syntax_faults_are_reported() {
        let problems = parse(&Source::new("t.toml", "= 1\n".repeat(10_000))).unwrap_err();
        assert!(problems.iter().count() <= 100 && problems.len() >= 10_000);
    }

    #[test]
    fn nesting_beyond_the_parsers_limit_is_refused() {
        let deep = format!("a = {}{}", "[".repeat(100_000), "]".repeat(100_000));
        assert!(refusal(&deep).contains("max recursion depth"), "{}", refusal(&deep));
    }
}
