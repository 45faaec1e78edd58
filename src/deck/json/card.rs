//! A card of a deck file: its values under the names they have in `deck.csv`.

use std::collections::BTreeMap;
use std::ops::Range;

use jsonc_parser::ast::{Object, ObjectProp, Value};

use crate::diagnostic::{Problem, cut, quoted};
use crate::input::limits::{COLUMNS, TEXT_CHARS};
use crate::wording::grouped;

use super::super::Field;
use super::super::record::Record;
use super::read::{Reader, span};

/// The values of a card by their fields, each with its place.
type Values = BTreeMap<Field, (String, Range<usize>)>;

impl Reader<'_> {
    /// The values of a card by the names they have in `deck.csv`.
    pub(super) fn record(&mut self, card: &Object) -> Record {
        self.unique(card);
        let mut values = Values::new();
        for property in &card.properties {
            let key = property.name.as_str();
            match (key, &property.value) {
                ("cause" | "effect", Value::Object(columns)) => {
                    self.unique(columns);
                    for column in &columns.properties {
                        self.column(key, column, &mut values);
                    }
                }
                ("hit", Value::Array(entries)) => {
                    for (entry, value) in (1..=u8::MAX).zip(&entries.elements) {
                        self.leaf(&format!("hit_{entry}"), value, &mut values);
                    }
                }
                ("burst", Value::Object(sizes)) => {
                    self.unique(sizes);
                    for size in &sizes.properties {
                        let name = format!("burst_{}", size.name.as_str());
                        self.leaf(&name, &size.value, &mut values);
                    }
                }
                ("cause" | "effect" | "burst", _) => {
                    self.fault(property, format!("{key} is not an object"), "an object");
                }
                ("hit", _) => self.fault(property, "hit is not a list".to_owned(), "a list"),
                _ => self.leaf(key, &property.value, &mut values),
            }
        }
        if COLUMNS.is_passed_by(values.len()) {
            let message = format!("the card has {} values", grouped(values.len()));
            let problem =
                Problem::coded("deck.too-many-values", message).at(self.source, span(card));
            self.problems.push(problem.accepts(format!("at most {} values", COLUMNS.most)));
        }
        Record { place: span(card), values }
    }

    fn column(&mut self, grid: &str, column: &ObjectProp, values: &mut Values) {
        let die = column.name.as_str();
        let Value::Array(cells) = &column.value else {
            self.fault(column, format!("column {} is not a list", quoted(die)), "a list of cells");
            return;
        };
        for (row, value) in (1..=u8::MAX).zip(&cells.elements) {
            self.leaf(&format!("{grid}_{die}_{row}"), value, values);
        }
    }

    /// Adds one value under the name it has in `deck.csv`.
    fn leaf(&mut self, name: &str, value: &Value, values: &mut Values) {
        let text = match value {
            Value::StringLit(text) => text.value.to_string(),
            Value::NumberLit(number) => number.value.to_string(),
            Value::NullKeyword(_) => String::new(),
            _ => {
                let message = format!("{} is neither a number, a text nor null", cut(name));
                self.problems
                    .push(Problem::coded("deck.value", message).at(self.source, span(value)));
                return;
            }
        };
        if let Some(length) = TEXT_CHARS.passed_by_text(&text) {
            let problem = Problem::coded("deck.long-text", format!("{} has {length}", cut(name)));
            self.problems.push(problem.at(self.source, span(value)).accepts(TEXT_CHARS.accepted()));
            return;
        }
        match name.parse() {
            Ok(field) => {
                values.entry(field).or_insert((text, span(value)));
            }
            Err(_) => self.problems.push(
                Problem::coded("deck.unknown-value", format!("unknown value {}", quoted(name)))
                    .at(self.source, span(value))
                    .accepts("the keys of format actiondeck/1, or an element id in lower case"),
            ),
        }
    }
}
