//! The spec as a form: every value in its text, with its description in the reference.

use serde::Serialize;
use serde_json::{Map, Value as Json};
use std::sync::OnceLock;

use toml_edit::{Item, TableLike, Value};

use crate::deck::CardNumbers;
use crate::spec::schema;

use super::document;
use super::step::{Scalar, Step};

/// A table of the spec, with its values.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct Section {
    /// Its title: `cause.critical`; empty for the top of the file.
    title: String,
    /// Its description in the reference.
    about: String,
    fields: Vec<Field>,
}

/// One value.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct Field {
    path: Vec<Step>,
    label: String,
    about: String,
    value: Scalar,
    #[serde(flatten)]
    kind: Kind,
}

/// The control for a value.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case", tag = "kind")]
enum Kind {
    /// Yes or no.
    Flag,
    /// One of several texts.
    Text,
    /// One of these.
    Choice { choices: Vec<String> },
    /// A number; without bounds if those of the reference are too wide for a slider.
    Number { low: Option<i64>, high: Option<i64>, whole: bool },
    /// A number of cards in a table with a fixed sum: the other counts change with it.
    Count { most: i64 },
}

/// The values of a spec; empty if it is not TOML.
pub(super) fn sections(text: &str) -> Vec<Section> {
    let Ok(document) = document::parsed(text) else { return Vec::new() };
    let cards = document.get("cards").and_then(Item::as_integer);
    let cards = cards.unwrap_or(CardNumbers::default().count() as i64);
    let mut form = Form { cards, sections: Vec::new() };
    form.add_table(document.as_table(), &[], root_schema());
    form.sections.retain(|section| !section.fields.is_empty());
    form.sections
}

/// Computed once.
fn root_schema() -> &'static Json {
    static SCHEMA: OnceLock<Json> = OnceLock::new();
    SCHEMA.get_or_init(|| serde_json::from_str(&schema()).unwrap_or_default())
}

/// The sections so far of a spec for a deck of `cards`.
struct Form {
    cards: i64,
    sections: Vec<Section>,
}

impl Form {
    /// Adds the section of a table, and those of the tables in it.
    fn add_table(&mut self, table: &dyn TableLike, path: &[Step], known: &Json) {
        let at = self.sections.len();
        let title = document::plain(path);
        self.sections.push(Section { title, about: about(known), fields: Vec::new() });
        let total: Option<i64> = table.iter().map(|(_, item)| item.as_integer()).sum();
        for (key, item) in table.iter() {
            let path = [path, &[Step::Key(key.to_owned())]].concat();
            let known = inside(known, key);
            match item {
                Item::Value(Value::InlineTable(inner)) => self.add_table(inner, &path, known),
                Item::Table(inner) => self.add_table(inner, &path, known),
                Item::ArrayOfTables(list) => {
                    for (index, inner) in list.iter().enumerate() {
                        let path = [&path[..], &[Step::Index(index)]].concat();
                        self.add_table(inner, &path, element(known));
                    }
                }
                Item::Value(value) => {
                    // Only a table that distributes the whole deck.
                    let most = total.filter(|&total| total == self.cards && table.len() > 1);
                    let most = most.filter(|_| known["maximum"] == CardNumbers::MOST);
                    self.add_value(value, key, &path, known, most, at);
                }
                Item::None => {}
            }
        }
    }

    /// Adds a value to the section `at`, or the values of a list.
    fn add_value(
        &mut self,
        value: &Value,
        label: &str,
        path: &[Step],
        known: &Json,
        most: Option<i64>,
        at: usize,
    ) {
        let end = |key: &str| known[key].as_i64().filter(|end| end.abs() < 10_000);
        let (value, kind) = match value {
            Value::Boolean(flag) => (Scalar::Flag(*flag.value()), Kind::Flag),
            Value::String(text) => {
                let choices: Vec<String> = texts(&known["enum"]);
                let kind = if choices.is_empty() { Kind::Text } else { Kind::Choice { choices } };
                (Scalar::Text(text.value().clone()), kind)
            }
            Value::Integer(number) => {
                let whole = known["type"] != "number";
                let kind = match most {
                    Some(most) => Kind::Count { most },
                    None => {
                        // A number of cards is limited by this deck, not by the largest.
                        let is_cards = known["maximum"] == CardNumbers::MOST
                            && end("minimum") < Some(CardNumbers::LEAST as i64);
                        let high = if is_cards { Some(self.cards) } else { end("maximum") };
                        Kind::Number { low: end("minimum"), high, whole }
                    }
                };
                (Scalar::Whole(*number.value()), kind)
            }
            Value::Float(number) => {
                let kind = Kind::Number { low: end("minimum"), high: None, whole: false };
                (Scalar::Decimal(*number.value()), kind)
            }
            Value::Array(list) => {
                for (index, item) in list.iter().enumerate() {
                    let path = [path, &[Step::Index(index)]].concat();
                    match item {
                        Value::InlineTable(inner) => self.add_table(inner, &path, element(known)),
                        item => {
                            let label = format!("{label} {}", index + 1);
                            self.add_value(item, &label, &path, element(known), None, at);
                        }
                    }
                }
                return;
            }
            Value::InlineTable(inner) => return self.add_table(inner, path, known),
            Value::Datetime(_) => return,
        };
        let (path, label) = (path.to_vec(), label.to_owned());
        self.sections[at].fields.push(Field { path, label, about: about(known), value, kind });
    }
}

fn about(known: &Json) -> String {
    known["description"].as_str().unwrap_or_default().to_owned()
}

fn texts(list: &Json) -> Vec<String> {
    let list = list.as_array().map_or(&[][..], Vec::as_slice);
    list.iter().filter_map(Json::as_str).map(str::to_owned).collect()
}

/// The schema of a key.
fn inside<'s>(known: &'s Json, key: &str) -> &'s Json {
    let properties = known["properties"].as_object();
    properties
        .and_then(|properties: &Map<String, Json>| properties.get(key))
        .unwrap_or(&known["additionalProperties"])
}

/// The schema of a list's entry; of several kinds, the last, which is the most detailed.
fn element(known: &Json) -> &Json {
    match known["anyOf"].as_array().and_then(|kinds| kinds.last()) {
        Some(kind) => &kind["items"],
        None => &known["items"],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spec::PRESETS;

    /// Every field, by its path as sent by the page.
    fn fields(text: &str) -> Vec<Field> {
        sections(text).into_iter().flat_map(|section| section.fields).collect()
    }

    #[test]
    fn every_value_of_every_preset_can_be_set_in_the_form() {
        for preset in PRESETS {
            let fields = fields(preset.spec);
            assert!(fields.len() > 20, "{}", preset.name);
            for field in &fields {
                let same = document::set(preset.spec, &field.path, &field.value);
                let same = same.unwrap_or_else(|problem| panic!("{field:?}: {problem}"));
                assert_eq!(preset.spec.parse::<toml::Table>(), same.parse(), "{field:?}");
            }
        }
    }

    #[test]
    fn counts_of_the_whole_deck_differ_from_numbers() {
        let fields = fields(
            "seed = 5\nyes = \"odd\"\n[penetration]\n0 = 50\n1 = 4\n[failure]\n1 = 1\n2 = 1\n\
             [cause]\nrows = 3\n[cause.critical]\nd6 = [54, 0]\n[burst]\n3 = { 1 = 30, 2 = 24 }\n",
        );
        let kind = |label: &str| &fields.iter().find(|field| field.label == label).unwrap().kind;
        assert_eq!(&Kind::Count { most: 54 }, kind("0"));
        assert_eq!(4, fields.iter().filter(|field| field.kind == Kind::Count { most: 54 }).count());
        assert_eq!(&Kind::Number { low: Some(1), high: Some(8), whole: true }, kind("rows"));
        assert_eq!(&Kind::Number { low: Some(0), high: Some(54), whole: true }, kind("d6 1"));
        assert_eq!(&Kind::Number { low: Some(0), high: None, whole: true }, kind("seed"));
        assert!(matches!(kind("yes"), Kind::Choice { choices } if choices.len() == 4));
    }

    #[test]
    fn a_text_that_is_not_toml_has_no_form() {
        assert!(sections("= 1").is_empty());
    }
}
