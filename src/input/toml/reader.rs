//! Reads TOML tables and collects every fault with its place. Used for specs, themes, sheets, vendors,
//! printers and house rules.

use std::ops::Range;
use std::sync::Arc;

use toml::de::{DeTable, DeValue};

use crate::input::diagnostic::{Problem, Problems, Source, cut, quoted};
use crate::input::limits::{ID_CHARS, TEXT_CHARS};

/// A table of the document with its place.
#[derive(Clone)]
pub(crate) struct Table<'t> {
    /// Its name in messages: `[cause]`, or `the file` for the root.
    pub name: String,
    pub span: Range<usize>,
    entries: &'t DeTable<'t>,
}

impl<'t> Table<'t> {
    /// A table with its name in messages, and the place for missing keys.
    pub fn new(name: String, span: Range<usize>, entries: &'t DeTable<'t>) -> Self {
        Self { name, span, entries }
    }
}

/// A value with its place.
#[derive(Clone, Debug)]
pub(crate) struct Placed<T> {
    pub value: T,
    pub span: Range<usize>,
}

/// A document and the faults found so far.
pub(crate) struct Reader {
    pub source: Arc<Source>,
    pub problems: Problems,
}

impl Reader {
    /// A reader without faults.
    pub fn new(source: &Arc<Source>) -> Self {
        Self { source: Arc::clone(source), problems: Problems::new() }
    }

    /// Returns the result if there were no faults.
    ///
    /// # Errors
    /// Every fault, sorted by place.
    pub fn finish<T>(mut self, read: T) -> Result<T, Problems> {
        self.problems.sort_by_place();
        self.problems.into_result(read)
    }

    /// Reports a value of the right type that is not accepted here.
    pub fn fault(&mut self, span: Range<usize>, message: String, accepted: &str) {
        self.note("toml.refused-value", span, message, accepted);
    }

    fn note(&mut self, code: &'static str, span: Range<usize>, message: String, accepted: &str) {
        let problem = Problem::coded(code, message).at(&self.source, span);
        self.problems.push(problem.accepts(accepted));
    }

    /// The document's root.
    pub fn root<'t>(&mut self, document: &'t DeTable<'t>) -> Table<'t> {
        Table { name: "the file".to_owned(), span: 0..0, entries: document }
    }

    /// Reports every key of `table` that is not in `known`, with the likely intended one.
    pub fn only(&mut self, table: &Table, known: &[impl AsRef<str>]) {
        let names: Vec<&str> = known.iter().map(AsRef::as_ref).collect();
        for key in table.entries.keys() {
            let typed = key.get_ref().as_ref();
            if names.contains(&typed) {
                continue;
            }
            let meant = suggestion(typed, &names);
            let message = format!("unknown key {} in {}{meant}", quoted(typed), table.name);
            self.note("toml.unknown-key", key.span(), message, &names.join(", "));
        }
    }

    /// The value under a key, of any type.
    pub fn value<'t>(&self, table: &Table<'t>, key: &str) -> Option<Placed<&'t DeValue<'t>>> {
        let value = table.entries.get(key)?;
        Some(Placed { value: value.get_ref(), span: value.span() })
    }

    /// Reports a missing key.
    pub fn missing(&mut self, table: &Table, key: &str, accepted: &str) {
        let message = format!("{} has no key {key:?}", table.name);
        self.note("toml.missing-key", table.span.clone(), message, accepted);
    }

    /// Reports a value of the wrong type.
    pub fn wrong(&mut self, key: &str, value: &Placed<&DeValue>, accepted: &str) {
        let shown = cut(&self.source.text()[value.span.clone()]);
        let message = format!("{key} = {shown} is not what belongs here");
        self.note("toml.wrong-value", value.span.clone(), message, accepted);
    }

    /// A table under `key`; reported if missing or of another type.
    pub fn table<'t>(&mut self, table: &Table<'t>, key: &str) -> Option<Table<'t>> {
        let Some(value) = self.value(table, key) else {
            self.missing(table, key, &format!("a table [{key}]"));
            return None;
        };
        self.as_table(key, value)
    }

    /// A table under `key`, or `None` if it is missing.
    pub fn optional_table<'t>(&mut self, table: &Table<'t>, key: &str) -> Option<Table<'t>> {
        let value = self.value(table, key)?;
        self.as_table(key, value)
    }

    fn as_table<'t>(&mut self, key: &str, value: Placed<&'t DeValue<'t>>) -> Option<Table<'t>> {
        match value.value {
            DeValue::Table(entries) => {
                Some(Table { name: format!("[{}]", cut(key)), span: value.span, entries })
            }
            _ => {
                self.wrong(key, &value, "a table");
                None
            }
        }
    }

    /// The tables of an array of tables; empty if the key is missing.
    pub fn tables<'t>(&mut self, table: &Table<'t>, key: &str) -> Vec<Table<'t>> {
        let Some(value) = self.value(table, key) else { return Vec::new() };
        let DeValue::Array(items) = value.value else {
            self.wrong(key, &value, "a list of tables");
            return Vec::new();
        };
        items
            .iter()
            .filter_map(|item| {
                let placed = Placed { value: item.get_ref(), span: item.span() };
                self.as_table(key, placed)
            })
            .collect()
    }

    /// Every entry of a table as key and value with places, sorted by key.
    pub fn entries<'t>(
        &self,
        table: &Table<'t>,
    ) -> Vec<(Placed<&'t str>, Placed<&'t DeValue<'t>>)> {
        table
            .entries
            .iter()
            .map(|(key, value)| {
                let key = Placed { value: key.get_ref().as_ref(), span: key.span() };
                (key, Placed { value: value.get_ref(), span: value.span() })
            })
            .collect()
    }

    /// A text; reported if missing without default or of another type.
    pub fn text(&mut self, table: &Table, key: &str, default: Option<&str>) -> Placed<String> {
        match self.value(table, key) {
            Some(Placed { value: DeValue::String(text), span }) => {
                self.bounded(key, text, &span);
                Placed { value: text.clone().into_owned(), span }
            }
            Some(other) => {
                let span = other.span.clone();
                self.wrong(key, &other, "a text in quotes");
                Placed { value: String::new(), span }
            }
            None => {
                if default.is_none() {
                    self.missing(table, key, "a text in quotes");
                }
                let value = default.unwrap_or_default().to_owned();
                Placed { value, span: table.span.clone() }
            }
        }
    }

    /// One of several names, if the key is present; other values are reported.
    pub fn choice<T: Copy>(&mut self, table: &Table, key: &str, named: &[(&str, T)]) -> Option<T> {
        let value = self.value(table, key)?;
        let found =
            value.value.as_str().and_then(|text| named.iter().find(|(name, _)| *name == text));
        if found.is_none() {
            let names: Vec<String> = named.iter().map(|(name, _)| format!("{name:?}")).collect();
            self.wrong(key, &value, &names.join(" or "));
        }
        found.map(|(_, choice)| *choice)
    }

    /// Reports a key if it is missing.
    pub fn needs(&mut self, table: &Table, key: &str, accepted: &str) {
        if !self.has(table, key) {
            self.missing(table, key, accepted);
        }
    }

    /// A value converted by `read`, if the key is present; reported if that fails.
    pub fn read_as<T>(
        &mut self,
        table: &Table,
        key: &str,
        accepted: &str,
        read: impl Fn(&DeValue) -> Option<T>,
    ) -> Option<T> {
        let value = self.value(table, key)?;
        let taken = read(value.value);
        if taken.is_none() {
            self.wrong(key, &value, accepted);
        }
        taken
    }

    /// Reports a text above the length limit.
    fn bounded(&mut self, key: &str, text: &str, span: &Range<usize>) {
        if let Some(length) = TEXT_CHARS.passed_by_text(text) {
            self.note(
                "toml.long-text",
                span.clone(),
                format!("{key} has {length}"),
                &TEXT_CHARS.accepted(),
            );
        }
    }

    /// A yes/no value.
    pub fn flag(&mut self, table: &Table, key: &str, default: bool) -> bool {
        match self.value(table, key) {
            None => default,
            Some(Placed { value: DeValue::Boolean(flag), .. }) => *flag,
            Some(other) => {
                self.wrong(key, &other, "true or false");
                default
            }
        }
    }

    /// A list of texts.
    pub fn texts(&mut self, table: &Table, key: &str) -> Placed<Vec<Placed<String>>> {
        let accepted = "a list of texts in quotes";
        let Some(value) = self.value(table, key) else {
            self.missing(table, key, accepted);
            return Placed { value: Vec::new(), span: table.span.clone() };
        };
        let mut texts = Vec::new();
        match value.value {
            DeValue::Array(items) => {
                for item in items {
                    match item.get_ref() {
                        DeValue::String(text) => {
                            self.bounded(key, text, &item.span());
                            texts.push(Placed {
                                value: text.clone().into_owned(),
                                span: item.span(),
                            })
                        }
                        other => {
                            let item = Placed { value: other, span: item.span() };
                            self.wrong(key, &item, "a text in quotes");
                        }
                    }
                }
            }
            _ => self.wrong(key, &value, accepted),
        }
        Placed { value: texts, span: value.span }
    }

    /// Whether the table has the key.
    pub fn has(&self, table: &Table, key: &str) -> bool {
        table.entries.contains_key(key)
    }
}

/// The end of a message about an unknown name: `; did you mean "title"?`, or nothing if no name is near.
pub(crate) fn suggestion(typed: &str, names: &[&str]) -> String {
    nearest(typed, names).map_or_else(String::new, |name| format!("; did you mean {name:?}?"))
}

/// The likely intended name, for a typing error in at most a quarter of its letters.
pub(crate) fn nearest<'n>(typed: &str, names: &[&'n str]) -> Option<&'n str> {
    // A name cannot be near a much longer text; comparing takes time with the product of the lengths.
    if ID_CHARS.is_passed_by(typed.len()) {
        return None;
    }
    let distance = |name: &&str| strsim::osa_distance(typed, name);
    let name = *names.iter().min_by_key(|name| distance(name))?;
    (distance(&name) <= name.len().div_ceil(4)).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_typing_error_is_reported_with_the_intended_name() {
        let names = ["title", "bleed_mm", "sides"];
        for (typed, meant) in [
            ("titel", Some("title")),
            ("bleed", None),
            ("bleed_cm", Some("bleed_mm")),
            ("side", Some("sides")),
            ("colour", None),
            ("", None),
        ] {
            assert_eq!(meant, nearest(typed, &names), "{typed}");
        }
        assert_eq!(None, nearest(&"title".repeat(100_000), &names));
    }
}
