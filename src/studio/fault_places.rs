//! Finds the value of the spec at the line of each fault, so that the form can mark its field.

use std::ops::Range;

use toml_edit::{Document, Item, TableLike, Value};

use crate::diagnostic::FaultRecord;

use super::step::Step;

/// For each fault the path of the innermost value or table at its line; `None` if it is in another file, or
/// the text is not TOML.
pub(super) fn fault_places(
    name: &str,
    text: &str,
    faults: &[FaultRecord],
) -> Vec<Option<Vec<Step>>> {
    if faults.is_empty() {
        return Vec::new();
    }
    let document = Document::parse(text).ok();
    let place = |fault: &FaultRecord| {
        let document = document.as_ref()?;
        let line = fault.line.filter(|_| fault.file.as_deref() == Some(name))?;
        let offset = offset(text, line, fault.column.unwrap_or(1))?;
        let mut found = (Vec::new(), usize::MAX);
        search_table(document.as_table(), &mut Vec::new(), offset, &mut found);
        (!found.0.is_empty()).then_some(found.0)
    };
    faults.iter().map(place).collect()
}

/// The offset in bytes of a line and a column in characters, both from 1.
fn offset(text: &str, line: usize, column: usize) -> Option<usize> {
    let start: usize = text.split_inclusive('\n').take(line - 1).map(str::len).sum();
    let rest = text.get(start..)?;
    let within = rest.char_indices().nth(column - 1).map_or(rest.len(), |(at, _)| at);
    Some(start + within)
}

/// The path of the shortest range that contains the offset, and its length.
type Found = (Vec<Step>, usize);

fn consider(range: Option<Range<usize>>, path: &[Step], offset: usize, found: &mut Found) {
    if let Some(range) = range.filter(|range| range.contains(&offset) && range.len() <= found.1) {
        *found = (path.to_vec(), range.len());
    }
}

fn search_table(table: &dyn TableLike, path: &mut Vec<Step>, offset: usize, found: &mut Found) {
    for (key, item) in table.iter() {
        path.push(Step::Key(key.to_owned()));
        match item {
            Item::Value(value) => {
                // A fault at a key concerns its value.
                let key = table.key(key).and_then(|key| key.span());
                consider(key, path, offset, found);
                search_value(value, path, offset, found);
            }
            Item::Table(inner) => {
                consider(inner.span(), path, offset, found);
                search_table(inner, path, offset, found);
            }
            Item::ArrayOfTables(list) => {
                for (index, inner) in list.iter().enumerate() {
                    path.push(Step::Index(index));
                    consider(inner.span(), path, offset, found);
                    search_table(inner, path, offset, found);
                    path.pop();
                }
            }
            Item::None => {}
        }
        path.pop();
    }
}

fn search_value(value: &Value, path: &mut Vec<Step>, offset: usize, found: &mut Found) {
    consider(value.span(), path, offset, found);
    match value {
        Value::Array(list) => {
            for (index, inner) in list.iter().enumerate() {
                path.push(Step::Index(index));
                search_value(inner, path, offset, found);
                path.pop();
            }
        }
        Value::InlineTable(inner) => search_table(inner, path, offset, found),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::super::form::document::plain;
    use super::*;
    use crate::spec::Spec;

    const TEXT: &str = "seed = 54 # é\n[cause]\nrows = 3\n[cause.critical]\nd6 = [3, 2, # two\n  1]\n\
        [[element]]\nid = \"omen\"\ncounts = { sun = 20, moon = 34 }\n";

    #[test]
    fn the_innermost_value_at_a_place_is_found() {
        let fault = |line, column| FaultRecord {
            code: "spec.value",
            message: String::new(),
            file: Some("deck.toml".into()),
            line: Some(line),
            column: Some(column),
            argument: None,
            accepted: None,
        };
        for (line, column, path) in [
            (1, 8, "seed"),
            (1, 1, "seed"),
            (2, 2, "cause"),
            (3, 8, "cause.rows"),
            (5, 10, "cause.critical.d6[1]"),
            (6, 3, "cause.critical.d6[2]"),
            (7, 3, "element[0]"),
            (9, 18, "element[0].counts.sun"),
            (9, 24, "element[0].counts.moon"),
        ] {
            let places = fault_places("deck.toml", TEXT, &[fault(line, column)]);
            assert_eq!(path, plain(places[0].as_ref().unwrap()), "{line}:{column}");
        }
        assert_eq!(vec![None], fault_places("pins.csv", TEXT, &[fault(1, 8)]));
        assert_eq!(vec![None], fault_places("deck.toml", "= 1", &[fault(1, 1)]));
        assert_eq!(vec![None], fault_places("deck.toml", TEXT, &[fault(99, 1)]));
    }

    #[test]
    fn faults_of_a_spec_are_placed_at_their_values() {
        let text = crate::studio::project::tests::text();
        for (old, new, path) in
            [("rows = ", "rows = 9", "cause.rows"), ("seed = ", "seed = -", "seed")]
        {
            assert!(text.contains(old), "{old}");
            let text = text.replacen(old, new, 1);
            let problems = Spec::read("deck.toml", &text, &mut |_| Err("none".into())).unwrap_err();
            let places = fault_places("deck.toml", &text, &problems.records().0);
            let paths: Vec<String> = places.iter().flatten().map(|path| plain(path)).collect();
            assert!(paths.iter().any(|found| found == path), "{new}: {paths:?}");
        }
    }
}
