//! The CSV tables that a spec names: pins, and columns of texts.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use ::toml::Spanned;
use ::toml::de::{DeTable, DeValue};

use crate::diagnostic::{Problem, Source, quoted};
use crate::formula;
use crate::input::column::{Column, ColumnError};
use crate::input::limits::TABLE_LINES;
use crate::input::toml::{Placed, Reader, Table};

use super::card_text::confirm;

/// Returns the text of a CSV table by the name in the spec. The error is a phrase such as "no such file".
pub type TableFiles<'a> = dyn FnMut(&str) -> Result<String, String> + 'a;

const ACCEPTED: &str =
    "a list of texts in quotes, or the column of a CSV table, such as \"words.csv#scene\"";

/// The tables of a spec. Each file is read once.
pub(super) struct Tables<'t, 'f> {
    files: &'t mut TableFiles<'f>,
    read: BTreeMap<String, Result<Arc<Source>, String>>,
    /// The texts of each column by `FILE.csv#COLUMN`.
    columns: BTreeMap<String, Vec<String>>,
}

/// Texts with their places in the spec or in a table.
pub(super) struct Texts {
    pub source: Arc<Source>,
    /// The code of a fault of one of the texts.
    pub code: &'static str,
    /// The place of a fault of their number.
    pub place: Range<usize>,
    pub texts: Vec<Placed<String>>,
}

impl<'t, 'f> Tables<'t, 'f> {
    pub fn new(files: &'t mut TableFiles<'f>) -> Self {
        Self { files, read: BTreeMap::new(), columns: BTreeMap::new() }
    }

    /// The table with this name; one that cannot be read is reported as `what`.
    pub fn named(
        &mut self,
        reader: &mut Reader,
        what: &str,
        name: &Placed<String>,
    ) -> Option<Arc<Source>> {
        confirm(reader, what, name);
        let read = self.read.entry(name.value.clone()).or_insert_with_key(|name| {
            (self.files)(name).map(|text| Source::new(name.as_str(), text))
        });
        match read {
            Ok(source) => Some(Arc::clone(source)),
            Err(reason) => {
                let message = format!("{what} {} cannot be read: {reason}", quoted(&name.value));
                let accepted = "a CSV file, named from the spec's folder";
                reader.fault(name.span.clone(), message, accepted);
                None
            }
        }
    }

    /// The texts under a key: a list, or the column of a table.
    pub fn texts(&mut self, reader: &mut Reader, table: &Table, key: &str) -> Option<Texts> {
        let value = reader.value(table, key)?;
        match value.value {
            DeValue::String(name) => {
                let name = Placed { value: name.clone().into_owned(), span: value.span };
                self.column(reader, &name)
            }
            DeValue::Array(_) => {
                let list = reader.texts(table, key);
                let (source, code) = (Arc::clone(&reader.source), "toml.refused-value");
                Some(Texts { source, code, place: list.span, texts: list.value })
            }
            _ => {
                reader.wrong(key, &value, ACCEPTED);
                None
            }
        }
    }

    fn column(&mut self, reader: &mut Reader, name: &Placed<String>) -> Option<Texts> {
        // The names of columns are quoted in a message, so the file must be meant as a table.
        let parts = name.value.split_once('#').filter(|(file, column)| {
            file.to_ascii_lowercase().ends_with(".csv") && !column.is_empty()
        });
        let Some((file, column)) = parts else {
            let message = format!("texts = {} is not the column of a table", quoted(&name.value));
            reader.fault(name.span.clone(), message, ACCEPTED);
            return None;
        };
        let placed = Placed { value: file.to_owned(), span: name.span.clone() };
        let source = self.named(reader, "table", &placed)?;
        match Column::read(&source, column, TABLE_LINES) {
            Ok(Column { head, cells }) => {
                let text = |(text, span)| Placed { value: formula::plain(text), span };
                let texts: Vec<Placed<String>> = cells.into_iter().map(text).collect();
                let own = texts.iter().map(|text| text.value.clone()).collect();
                self.columns.insert(name.value.clone(), own);
                Some(Texts { source, code: "table.value", place: head, texts })
            }
            Err(ColumnError::Table(problem)) => {
                reader.problems.push(problem);
                None
            }
            Err(ColumnError::Missing(message, names)) => {
                let problem = Problem::coded("table.column-missing", format!("{file} {message}"));
                let problem = problem.at(&reader.source, name.span.clone());
                reader.problems.push(problem.accepts(names));
                None
            }
        }
    }

    /// The spec with the texts of every column in the place of its name.
    pub fn inlined<'d>(&self, document: &DeTable<'d>) -> DeTable<'d> {
        let mut document = document.clone();
        let Some(DeValue::Array(elements)) = document.get_mut("element").map(Spanned::get_mut)
        else {
            return document;
        };
        for element in elements.iter_mut() {
            let DeValue::Table(element) = element.get_mut() else { continue };
            let Some(texts) = element.get_mut("texts") else { continue };
            let name = texts.get_ref().as_str().and_then(|name| self.columns.get(name));
            let Some(own) = name else { continue };
            let item = |text: &String| {
                Spanned::new(texts.span(), DeValue::String(Cow::Owned(text.clone())))
            };
            let own = own.iter().map(item).collect();
            *texts.get_mut() = DeValue::Array(own);
        }
        document
    }
}

#[cfg(test)]
mod tests {
    use crate::spec::{Spec, preset};

    const TABLE: &str = "mood,scene\ncalm,a harbour\nwild,\n,\"fog, then rain\"\ngrim,\n";

    /// The true dice with an element of these texts, and a table in any file.
    fn read(texts: &str, table: &str) -> Result<Spec, String> {
        let text = preset("true-dice").unwrap().spec;
        let text = format!("{text}\n[[element]]\nid = \"omen\"\ntexts = {texts}\n");
        let spec = Spec::read("deck.toml", &text, &mut |name| match name {
            "none.csv" => Err("no such file".to_owned()),
            _ => Ok(table.to_owned()),
        });
        spec.map_err(|problems| problems.to_string())
    }

    #[test]
    fn a_column_is_the_list_of_its_cells() {
        let list = read("[\"a harbour\", \"\", \"fog, then rain\"]", "").unwrap();
        let other = TABLE.replace("calm", "still").replace(',', ";").replace("fog;", "fog,");
        for (texts, table) in [("\"words.csv#scene\"", TABLE), ("\"w/own.CSV#scene\"", &other)] {
            let spec = read(texts, table).unwrap();
            assert_eq!((&list.elements, list.digest), (&spec.elements, spec.digest), "{texts}");
        }
        let changed = read("\"words.csv#scene\"", &TABLE.replace("harbour", "quay")).unwrap();
        assert_ne!(list.digest, changed.digest);
    }

    #[test]
    fn every_fault_of_a_column_has_its_place() {
        let [few, many] =
            [0, 55].map(|lines| format!("a,scene\n{}", "1,x\n".repeat(lines) + "1\n"));
        let place = "deck.toml:";
        for (texts, table, parts) in [
            ("\"none.csv#scene\"", "", [place, "table \"none.csv\" cannot be read: no such file"]),
            (
                "\"words.csv#scnee\"",
                TABLE,
                [place, "did you mean \"scene\"?; accepted: mood, scene"],
            ),
            ("\"words.csv\"", TABLE, [place, "such as \"words.csv#scene\""]),
            ("\"words.csv#\"", TABLE, [place, "is not the column of a table"]),
            ("\"notes.txt#scene\"", "scene\nsecret\n", [place, "is not the column of a table"]),
            ("\"sun\"", TABLE, [place, "accepted: a list of texts in quotes, or the column"]),
            ("5", TABLE, [place, "accepted: a list of texts in quotes, or the column"]),
            (
                "\"words.csv#scene\"",
                &few,
                ["words.csv:1:3: ", "an element of 0 texts; accepted: 1 to 54"],
            ),
            ("\"words.csv#scene\"", &many, ["words.csv:56:3: ", "an element of 55 texts"]),
            ("\"words.csv#scene\"", "scene\nsun\na\u{7}b\n", ["words.csv:3:1: ", "a text "]),
        ] {
            let reported = read(texts, table).unwrap_err();
            assert!(reported.starts_with(parts[0]), "{texts}: {reported}");
            assert!(reported.contains(parts[1]) && !reported.contains("secret"), "{reported}");
        }
    }
}
