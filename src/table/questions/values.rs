//! The values of a question: its fields with texts and origins.

use std::cell::Cell;
use std::rc::Rc;

use serde_json::{Map, Value as Json};

use crate::diagnostic::Problem;

use super::field::{Field, FieldKind};

/// The origin of a value. A given value takes precedence over a fact of the session, and that over
/// a default.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// A line, a form or a log.
    Given,
    /// A fact of the session about this participant.
    Table(String),
}

/// The value of one field.
#[derive(Clone, Debug)]
pub struct Value {
    /// Its field.
    pub field: &'static Field,
    /// The texts: one, or those of a list; none for a flag.
    pub texts: Vec<String>,
    /// The origin.
    pub origin: Origin,
    /// Whether the answer used it.
    pub used: Rc<Cell<bool>>,
}

impl Value {
    /// `distance 12`; `prone`
    pub fn words(&self) -> String {
        match &self.texts[..] {
            [] => self.field.hyphenated(),
            texts => format!("{} {}", self.field.hyphenated(), texts.join(",")),
        }
    }
}

/// The values of a question, in the order given.
#[derive(Clone, Debug, Default)]
pub struct Values(Vec<Value>);

impl Values {
    /// The value of the field of this name.
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.0.iter().find(|value| value.field.name == name)
    }

    /// The text of a field that has one value.
    pub fn text(&self, name: &str) -> Option<&str> {
        self.get(name)?.texts.first().map(String::as_str)
    }

    /// Whether a field has a value.
    pub fn has(&self, name: &str) -> bool {
        self.get(name).is_some()
    }

    /// All values.
    pub fn iter(&self) -> impl Iterator<Item = &Value> {
        self.0.iter()
    }

    /// Adds a text to the value of a field. A list gets further texts, other fields keep the last
    /// one; a text for a list is split at commas unless its values may contain them.
    pub fn add(&mut self, field: &'static Field, text: &str, origin: Origin) {
        let texts: Vec<String> = match field.many && field.split && !field.positional {
            true => text.split(',').map(str::to_owned).collect(),
            false => vec![text.to_owned()],
        };
        let has_none = field.is_flag() || (field.bare && text.is_empty());
        let texts = if has_none { Vec::new() } else { texts };
        match self.0.iter_mut().find(|value| value.field.name == field.name) {
            Some(value) if field.many => value.texts.extend(texts),
            Some(value) => value.texts = texts,
            None => self.0.push(Value { field, texts, origin, used: Rc::default() }),
        }
    }

    /// Replaces the texts of a field, for example by the numbers of the drawn cards.
    pub fn set(&mut self, field: &'static Field, texts: Vec<String>) {
        match self.0.iter_mut().find(|value| value.field.name == field.name) {
            Some(value) => value.texts = texts,
            None => {
                let origin = Origin::Given;
                self.0.push(Value { field, texts, origin, used: Rc::default() });
            }
        }
    }

    /// Removes the value of a field.
    pub fn remove(&mut self, name: &str) -> Option<Value> {
        let place = self.0.iter().position(|value| value.field.name == name)?;
        Some(self.0.remove(place))
    }

    /// The given values that the answer did not use.
    pub fn unused(&self) -> impl Iterator<Item = &Value> {
        self.0.iter().filter(|value| value.origin == Origin::Given && !value.used.get())
    }

    /// The values as JSON: a number if the text is one, `true` for a flag, an array for a list.
    pub fn to_json(&self, fields: &[&'static Field]) -> Map<String, Json> {
        let known = fields.iter().filter_map(|field| self.get(field.name));
        let known = known.filter(|value| value.field.is_flag() || !value.texts.is_empty());
        known.map(|value| (value.field.name.to_owned(), json(value))).collect()
    }

    /// The values of a JSON object.
    ///
    /// # Errors
    /// A key that is not the name of a field, or an invalid value.
    pub fn from_json(
        object: &Map<String, Json>,
        fields: &[&'static Field],
    ) -> Result<Self, Problem> {
        let mut values = Self::default();
        for (name, json) in object {
            let Some(field) = fields.iter().copied().find(|field| field.name == name) else {
                let names: Vec<&str> = fields.iter().map(|field| field.name).collect();
                let message = format!("the question has no field {name:?}");
                return Err(Problem::coded("argument.value", message).accepts(names.join(", ")));
            };
            let unreadable = || {
                let message = format!("{name} {json} cannot be read");
                let accepted = if field.is_flag() { "true" } else { "a number, a text or a list" };
                Problem::coded("argument.value", message).accepts(accepted)
            };
            match (field.kind, json) {
                (_, Json::Null) | (FieldKind::Flag, Json::Bool(false)) => {}
                (FieldKind::Flag, Json::Bool(true)) => values.set(field, Vec::new()),
                (FieldKind::Flag, _) => return Err(unreadable()),
                (_, Json::Array(list)) if field.many => {
                    let texts: Option<Vec<String>> = list.iter().map(text).collect();
                    values.set(field, texts.ok_or_else(unreadable)?);
                }
                (_, json) => values.set(field, vec![text(json).ok_or_else(unreadable)?]),
            }
        }
        Ok(values)
    }
}

fn text(json: &Json) -> Option<String> {
    match json {
        Json::String(text) => Some(text.clone()),
        Json::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

fn json(value: &Value) -> Json {
    let one = |text: &String| {
        let number = text.parse::<i64>().ok().filter(|number| number.to_string() == *text);
        number.map_or_else(|| Json::from(text.as_str()), Json::from)
    };
    match &value.texts[..] {
        _ if value.field.is_flag() => Json::Bool(true),
        texts if value.field.many => texts.iter().map(one).collect(),
        [text, ..] => one(text),
        [] => Json::Null,
    }
}
