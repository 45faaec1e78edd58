//! A card of a deck file: its values under the field names of `deck.csv`.

use jsonc_parser::ast::{Object, ObjectProp, Value};

use crate::diagnostic::{Problem, cut, quoted};
use crate::dice::Die;
use crate::input::limits::{COLUMNS, TEXT_CHARS};
use crate::wording::grouped;

use super::super::Field;
use super::super::record::{LocatedText, Record, Values};
use super::read::{Reader, span};

/// The values of a card in file order.
type Found<'v> = Vec<(Field, LocatedText<'v>)>;

impl Reader<'_> {
    /// The values of a card by the field names of `deck.csv`.
    pub(super) fn record<'v>(&mut self, card: &'v Object<'v>) -> Record<'v> {
        self.unique(card);
        let mut found = Found::new();
        for property in &card.properties {
            let key = property.name.as_str();
            match (key, &property.value) {
                ("cause" | "effect", Value::Object(columns)) => {
                    self.unique(columns);
                    for column in &columns.properties {
                        self.column(key, column, &mut found);
                    }
                }
                ("hit", Value::Array(entries)) => {
                    for (entry, value) in (1..=u8::MAX).zip(&entries.elements) {
                        let field = Some(Field::Hit(entry));
                        self.leaf(|| format!("hit_{entry}"), field, value, &mut found);
                    }
                }
                ("burst", Value::Object(sizes)) => {
                    self.unique(sizes);
                    for size in &sizes.properties {
                        let name = format!("burst_{}", size.name.as_str());
                        let field = name.parse().ok();
                        self.leaf(|| name.clone(), field, &size.value, &mut found);
                    }
                }
                ("cause" | "effect" | "burst", _) => {
                    self.fault(property, format!("{key} is not an object"), "an object");
                }
                ("hit", _) => self.fault(property, "hit is not a list".to_owned(), "a list"),
                _ => {
                    let field = key.parse().ok();
                    self.leaf(|| key.to_owned(), field, &property.value, &mut found);
                }
            }
        }
        let values = Values::from_iter(found);
        if COLUMNS.is_passed_by(values.len()) {
            let message = format!("the card has {} values", grouped(values.len()));
            let problem =
                Problem::coded("deck.too-many-values", message).at(self.source, span(card));
            self.problems.push(problem.accepts(format!("at most {} values", COLUMNS.most)));
        }
        Record { place: span(card), values }
    }

    fn column<'v>(&mut self, grid: &str, column: &'v ObjectProp<'v>, found: &mut Found<'v>) {
        let head = column.name.as_str();
        let Value::Array(cells) = &column.value else {
            self.fault(column, format!("column {} is not a list", quoted(head)), "a list of cells");
            return;
        };
        let die: Option<Die> = head.parse().ok();
        for (row, value) in (1..=u8::MAX).zip(&cells.elements) {
            let field = die.map(|die| match grid {
                "cause" => Field::Cause { die, row },
                _ => Field::Effect { die, row },
            });
            self.leaf(|| format!("{grid}_{head}_{row}"), field, value, found);
        }
    }

    /// Adds the value of a field, or reports that the name, which is that of `deck.csv`, is unknown.
    fn leaf<'v>(
        &mut self,
        name: impl Fn() -> String,
        field: Option<Field>,
        value: &'v Value<'v>,
        found: &mut Found<'v>,
    ) {
        let text = match value {
            Value::StringLit(text) => &*text.value,
            Value::NumberLit(number) => number.value,
            Value::NullKeyword(_) => "",
            _ => {
                let message = format!("{} is neither a number, a text nor null", cut(&name()));
                self.problems
                    .push(Problem::coded("deck.value", message).at(self.source, span(value)));
                return;
            }
        };
        if let Some(length) = TEXT_CHARS.passed_by_text(text) {
            let message = format!("{} has {length}", cut(&name()));
            let problem = Problem::coded("deck.long-text", message);
            self.problems.push(problem.at(self.source, span(value)).accepts(TEXT_CHARS.accepted()));
            return;
        }
        match field {
            Some(field) => found.push((field, (text.into(), span(value)))),
            None => self.problems.push(
                Problem::coded("deck.unknown-value", format!("unknown value {}", quoted(&name())))
                    .at(self.source, span(value))
                    .accepts("the keys of format actiondeck/1, or an element id in lower case"),
            ),
        }
    }
}
