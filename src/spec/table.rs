//! Reading TOML tables so that every fault is kept, with its place, and reading goes on.

use std::ops::{Range, RangeInclusive};
use std::sync::Arc;

use toml::de::{DeTable, DeValue};

use crate::diagnostic::{Problem, Problems, Source, cut, quoted};
use crate::dice::Probability;
use crate::input::limits::TEXT_CHARS;

/// A table of the document and where it stands.
#[derive(Clone)]
pub(crate) struct Table<'t> {
    /// What messages call it: `[cause]`, or `the file` for the whole.
    pub name: String,
    pub span: Range<usize>,
    entries: &'t DeTable<'t>,
}

/// A value and where it stands.
#[derive(Clone, Debug)]
pub(crate) struct Placed<T> {
    pub value: T,
    pub span: Range<usize>,
}

/// The document being read and the faults found so far.
pub(crate) struct Reader {
    pub source: Arc<Source>,
    pub problems: Problems,
}

impl Reader {
    pub fn fault(&mut self, span: Range<usize>, message: String, accepted: &str) {
        self.problems.push(Problem::new(message).at(&self.source, span).accepts(accepted));
    }

    /// The document's root, faults of syntax noted.
    pub fn root<'t>(&mut self, document: &'t DeTable<'t>) -> Table<'t> {
        Table { name: "the file".to_owned(), span: 0..0, entries: document }
    }

    /// Notes every key of `table` that `known` does not name.
    pub fn only(&mut self, table: &Table, known: &[impl AsRef<str>]) {
        for key in table.entries.keys() {
            if !known.iter().any(|known| known.as_ref() == key.get_ref().as_ref()) {
                let names: Vec<&str> = known.iter().map(AsRef::as_ref).collect();
                let message = format!("unknown key {} in {}", quoted(key.get_ref()), table.name);
                self.fault(key.span(), message, &names.join(", "));
            }
        }
    }

    fn value<'t>(&self, table: &Table<'t>, key: &str) -> Option<Placed<&'t DeValue<'t>>> {
        let value = table.entries.get(key)?;
        Some(Placed { value: value.get_ref(), span: value.span() })
    }

    fn missing(&mut self, table: &Table, key: &str, accepted: &str) {
        let message = format!("{} has no key {key:?}", table.name);
        self.fault(table.span.clone(), message, accepted);
    }

    fn wrong(&mut self, key: &str, value: &Placed<&DeValue>, accepted: &str) {
        let shown = cut(&self.source.text()[value.span.clone()]);
        let message = format!("{key} = {shown} is not what belongs here");
        self.fault(value.span.clone(), message, accepted);
    }

    /// A table under `key`; noted if missing or something else.
    pub fn table<'t>(&mut self, table: &Table<'t>, key: &str) -> Option<Table<'t>> {
        let Some(value) = self.value(table, key) else {
            self.missing(table, key, &format!("a table [{key}]"));
            return None;
        };
        self.as_table(key, value)
    }

    /// A table under `key`, or `None` without a note if there is none.
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

    /// Every entry of a table as key and value place, in the order of the keys.
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

    /// A text; noted if missing without default or not a text.
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

    /// Notes a text that is longer than any is.
    fn bounded(&mut self, key: &str, text: &str, span: &Range<usize>) {
        if let Some(length) = TEXT_CHARS.passed_by_text(text) {
            self.fault(span.clone(), format!("{key} has {length}"), &TEXT_CHARS.accepted());
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

    /// A whole number in a range.
    pub fn integer(
        &mut self,
        table: &Table,
        key: &str,
        range: RangeInclusive<i64>,
        default: Option<i64>,
    ) -> Placed<i64> {
        let accepted = format!("a whole number of {} to {}", range.start(), range.end());
        match self.value(table, key) {
            Some(value) => self.whole(key, &value, &range),
            None => {
                if default.is_none() {
                    self.missing(table, key, &accepted);
                }
                let value = default.unwrap_or(*range.start());
                Placed { value, span: table.span.clone() }
            }
        }
    }

    /// The value as a whole number in `range`; noted and drawn to the start of the range if not.
    pub fn whole(
        &mut self,
        key: &str,
        value: &Placed<&DeValue>,
        range: &RangeInclusive<i64>,
    ) -> Placed<i64> {
        let number = match value.value {
            DeValue::Integer(number) => i64::from_str_radix(number.as_str(), number.radix()).ok(),
            _ => None,
        };
        let number = number.filter(|number| range.contains(number));
        if number.is_none() {
            let accepted = format!("a whole number of {} to {}", range.start(), range.end());
            self.wrong(key, value, &accepted);
        }
        Placed { value: number.unwrap_or(*range.start()), span: value.span.clone() }
    }

    /// A seed: any unsigned 64-bit number TOML can write (up to 2⁶³ − 1).
    pub fn seed(&mut self, table: &Table, key: &str) -> u64 {
        self.integer(table, key, 0..=i64::MAX, None).value.unsigned_abs()
    }

    /// A decimal number of at least 0, exactly as written.
    pub fn decimal(&mut self, table: &Table, key: &str, default: (i64, i64)) -> Probability {
        let default = Probability::new(default.0.into(), default.1.into());
        let Some(value) = self.value(table, key) else { return default };
        let text = match value.value {
            DeValue::Integer(number) if number.radix() == 10 => number.as_str(),
            DeValue::Float(number) => number.as_str(),
            _ => "",
        };
        match exact_decimal(text) {
            Some(number) => number,
            None => {
                self.wrong(key, &value, "a plain decimal number of at least 0, such as 0.5");
                default
            }
        }
    }

    /// A length or share between two bounds; noted and drawn to the lower one if not.
    pub fn number(&mut self, table: &Table, key: &str, range: RangeInclusive<f64>) -> f64 {
        match self.value(table, key) {
            Some(value) => self.real(key, &value, &range),
            None => {
                self.missing(table, key, &accepted_number(&range));
                *range.start()
            }
        }
    }

    /// This many numbers between two bounds.
    pub fn numbers<const N: usize>(
        &mut self,
        table: &Table,
        key: &str,
        range: RangeInclusive<f64>,
    ) -> Placed<[f64; N]> {
        let Some(value) = self.value(table, key) else {
            self.missing(table, key, &format!("{N} numbers, {}", accepted_number(&range)));
            return Placed { value: [*range.start(); N], span: table.span.clone() };
        };
        Placed { value: self.row(key, &value, &range), span: value.span }
    }

    /// Lists of this many numbers between two bounds; empty if the key is missing.
    pub fn rows<const N: usize>(
        &mut self,
        table: &Table,
        key: &str,
        range: RangeInclusive<f64>,
    ) -> Vec<[f64; N]> {
        let Some(value) = self.value(table, key) else { return Vec::new() };
        let DeValue::Array(rows) = value.value else {
            self.wrong(key, &value, &format!("lists of {N} numbers"));
            return Vec::new();
        };
        let placed = rows.iter().map(|row| Placed { value: row.get_ref(), span: row.span() });
        placed.map(|row| self.row(key, &row, &range)).collect()
    }

    fn row<const N: usize>(
        &mut self,
        key: &str,
        value: &Placed<&DeValue>,
        range: &RangeInclusive<f64>,
    ) -> [f64; N] {
        let mut numbers = [*range.start(); N];
        match value.value {
            DeValue::Array(items) if items.len() == N => {
                for (number, item) in numbers.iter_mut().zip(items) {
                    let item = Placed { value: item.get_ref(), span: item.span() };
                    *number = self.real(key, &item, range);
                }
            }
            _ => self.wrong(key, value, &format!("{N} numbers, {}", accepted_number(range))),
        }
        numbers
    }

    fn real(&mut self, key: &str, value: &Placed<&DeValue>, range: &RangeInclusive<f64>) -> f64 {
        let number: Option<f64> = match value.value {
            DeValue::Integer(number) if number.radix() == 10 => number.as_str().parse().ok(),
            DeValue::Float(number) => number.as_str().parse().ok(),
            _ => None,
        };
        let number = number.filter(|number| range.contains(number));
        if number.is_none() {
            self.wrong(key, value, &accepted_number(range));
        }
        number.unwrap_or(*range.start())
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

    /// A list of whole numbers in a range.
    pub fn integers(
        &mut self,
        key: &str,
        value: &Placed<&DeValue>,
        range: RangeInclusive<i64>,
    ) -> Placed<Vec<Placed<i64>>> {
        let mut numbers = Vec::new();
        match value.value {
            DeValue::Array(items) => {
                for item in items {
                    let item = Placed { value: item.get_ref(), span: item.span() };
                    numbers.push(self.whole(key, &item, &range));
                }
            }
            _ => self.wrong(key, value, "a list of whole numbers"),
        }
        Placed { value: numbers, span: value.span.clone() }
    }

    /// The list of whole numbers under `key`, or `None` if the key is missing.
    pub fn optional_integers(
        &mut self,
        table: &Table,
        key: &str,
        range: RangeInclusive<i64>,
    ) -> Option<Placed<Vec<Placed<i64>>>> {
        let value = self.value(table, key)?;
        Some(self.integers(key, &value, range))
    }

    /// Whether the key stands in the table.
    pub fn has(&self, table: &Table, key: &str) -> bool {
        table.entries.contains_key(key)
    }
}

fn accepted_number(range: &RangeInclusive<f64>) -> String {
    format!("{} to {}", range.start(), range.end())
}

/// `0.5` as 1/2: decimal notation is exact where binary floating point is not.
fn exact_decimal(text: &str) -> Option<Probability> {
    let text = text.strip_prefix('+').unwrap_or(text);
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let digits = format!("{whole}{fraction}");
    let plain = digits.len() <= 30 && digits.bytes().all(|byte| byte.is_ascii_digit());
    if whole.is_empty() || !plain {
        return None;
    }
    let scale = num_bigint::BigInt::from(10).pow(fraction.len() as u32);
    Some(Probability::new(digits.parse().ok()?, scale))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_are_taken_as_written() {
        assert_eq!(Some(Probability::new(1.into(), 2.into())), exact_decimal("0.5"));
        assert_eq!(Some(Probability::new(13.into(), 500.into())), exact_decimal("0.026"));
        assert_eq!(Some(Probability::new(5.into(), 1.into())), exact_decimal("5"));
        for text in ["", ".5", "-0.5", "1e3", "nan", "inf", "0x1"] {
            assert_eq!(None, exact_decimal(text), "{text:?}");
        }
    }
}
