//! TOML with places: the text of a file as tables whose keys and values know where they stand.

mod numbers;
mod reader;

use std::sync::Arc;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::input::diagnostic::{Problem, Problems, Source};

use super::limits::TOML_KEYS;

pub(crate) use numbers::{as_number, as_numbers};
pub(crate) use reader::{Placed, Reader, Table, nearest};

/// The tables of a file.
///
/// # Errors
/// Every fault of syntax with its place; what is read from a file with broken syntax would be
/// reported as faults it does not have. Or one, when it has more values than any such file.
pub(crate) fn parse(source: &Arc<Source>) -> Result<Spanned<DeTable<'_>>, Problems> {
    let (document, syntax) = DeTable::parse_recoverable(source.text());
    let mut problems = Problems::new();
    let mut bare = 0..0;
    for error in syntax {
        let span = error.span().unwrap_or(0..0);
        if error.message().starts_with(UNQUOTED) {
            // Each letter is told by itself; the word is what needs quotes, once.
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

/// How the TOML reader begins to tell of letters that a key may have only in quotes.
const UNQUOTED: &str = "invalid unquoted key";

/// The word with letters of any language in which a fault stands; nothing where there is none.
fn word_about(text: &str, fault: std::ops::Range<usize>) -> std::ops::Range<usize> {
    let is_in = |letter: char| letter.is_alphanumeric() || letter == '_' || letter == '-';
    let (Some(before), Some(behind)) = (text.get(..fault.start), text.get(fault.start..)) else {
        return fault.start..fault.start;
    };
    let start = before.trim_end_matches(is_in).len();
    let end = text.len() - behind.trim_start_matches(is_in).len();
    if end > fault.start { start..end } else { fault.start..fault.start }
}

/// How many keys and list items there are, those of inner tables counted too.
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
    fn a_hundred_thousand_values_are_one_fault_wherever_they_stand() {
        let keys: String = (0..100_000).map(|key| format!("k{key} = 1\n")).collect();
        assert_eq!(
            "t.toml:1:1: the file has 100,000 values; accepted: at most 10,000 values",
            refusal(&keys),
        );
        let lists = format!("a = [{}]\n[b.c]\nd = [[{}]]", "1,".repeat(6_000), "1,".repeat(6_000));
        assert!(refusal(&lists).contains("12,005 values"), "{}", refusal(&lists));
    }

    #[test]
    fn a_key_of_other_letters_is_reported_once_and_as_it_is_to_be_written() {
        assert_eq!(
            "t.toml:1:22: the key słońce has letters that need quotes; accepted: \"słońce\"\n\
             t.toml:2:1: the key Größe has letters that need quotes; accepted: \"Größe\"",
            refusal("counts = { wind = 1, słońce = 2 }\nGröße = 1\n").trim_end(),
        );
        assert!(refusal("a! = 1\n").contains("invalid unquoted key"), "{}", refusal("a! = 1\n"));
    }

    #[test]
    fn of_a_hundred_thousand_faults_of_syntax_a_hundred_are_reported() {
        let problems = parse(&Source::new("t.toml", "= 1\n".repeat(10_000))).unwrap_err();
        assert!(problems.iter().count() <= 100 && problems.len() >= 10_000);
    }

    #[test]
    fn nesting_past_what_the_reader_takes_is_refused() {
        let deep = format!("a = {}{}", "[".repeat(100_000), "]".repeat(100_000));
        assert!(refusal(&deep).contains("max recursion depth"), "{}", refusal(&deep));
    }
}
