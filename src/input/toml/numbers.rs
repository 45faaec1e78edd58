//! Reads numbers of a TOML file within their bounds.

use std::ops::RangeInclusive;

use toml::de::DeValue;

use super::reader::{Placed, Reader, Table};

impl Reader {
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

    /// The value as a whole number in `range`; if it is not, reports it and returns the start of the range.
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

    /// A length or share within bounds; if it is not, reports it and returns the lower bound.
    pub fn number(&mut self, table: &Table, key: &str, range: RangeInclusive<f64>) -> f64 {
        match self.value(table, key) {
            Some(value) => self.real(key, &value, &range),
            None => {
                self.missing(table, key, &accepted_number(&range));
                *range.start()
            }
        }
    }

    /// A length or share within bounds, if the key is present.
    pub fn optional_number(
        &mut self,
        table: &Table,
        key: &str,
        range: RangeInclusive<f64>,
    ) -> Option<f64> {
        let value = self.value(table, key)?;
        Some(self.real(key, &value, &range))
    }

    /// A fixed number of numbers within bounds, if the key is present.
    pub fn optional_numbers<const N: usize>(
        &mut self,
        table: &Table,
        key: &str,
        range: RangeInclusive<f64>,
    ) -> Option<[f64; N]> {
        let value = self.value(table, key)?;
        Some(self.row(key, &value, &range))
    }

    /// A fixed number of numbers within bounds.
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

    /// Lists of a fixed number of numbers within bounds; empty if the key is missing.
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
        let number = as_number(value.value).filter(|number| range.contains(number));
        if number.is_none() {
            self.wrong(key, value, &accepted_number(range));
        }
        number.unwrap_or(*range.start())
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
}

/// A number, whole or not.
pub(crate) fn as_number(value: &DeValue) -> Option<f64> {
    match value {
        DeValue::Integer(number) if number.radix() == 10 => number.as_str().parse().ok(),
        DeValue::Float(number) => number.as_str().parse().ok(),
        _ => None,
    }
}

/// A list of a fixed number of numbers.
pub(crate) fn as_numbers<const N: usize>(value: &DeValue) -> Option<[f64; N]> {
    let items: Option<Vec<f64>> =
        value.as_array()?.iter().map(|item| as_number(item.get_ref())).collect();
    items?.try_into().ok()
}

fn accepted_number(range: &RangeInclusive<f64>) -> String {
    format!("{} to {}", range.start(), range.end())
}
