//! The spec as a form: every value in its text, with its description in the reference, and what can be added.

mod additions;
pub(super) mod columns;
pub(super) mod deck_size;
pub(super) mod document;
mod elements;
mod initial;
mod input;
mod known_keys;
mod labels;
mod lines;
pub(super) mod parts;
pub(super) mod removal;
pub(super) mod structure;

use serde::Serialize;
use serde_json::Value as Json;
use toml_edit::{Array, DocumentMut, Item, TableLike, Value};

use crate::deck::CardNumbers;

use crate::studio::step::{Scalar, Step};
use additions::{Addition, Additions};
use input::suggestions;
use known_keys::{Shape, about, choices, element, inside, is_count, shape};
use labels::{key_label, section_label};
use removal::is_removable;

/// A table of the spec, with its values.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(in crate::studio) struct Section {
    /// Its path in the text: `cause.critical`; empty for the top of the file, `+` for what it does not have.
    title: String,
    pub path: Vec<Step>,
    /// Its name for the designer.
    label: String,
    /// Its description in the reference.
    about: String,
    pub fields: Vec<Field>,
    /// What can be added to it.
    pub additions: Vec<Addition>,
    /// Whether it can be removed as a whole.
    pub removable: bool,
}

/// One value.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(in crate::studio) struct Field {
    pub path: Vec<Step>,
    label: String,
    about: String,
    value: Scalar,
    /// Whether it can be removed.
    pub removable: bool,
    #[serde(flatten)]
    kind: Kind,
}

/// The control for a value.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case", tag = "kind")]
enum Kind {
    /// A name that is added and removed, not changed.
    Fixed,
    /// Yes or no.
    Flag,
    /// Any text; some are suggested.
    Text { suggestions: Vec<String> },
    /// One of these.
    Choice { choices: Vec<String> },
    /// A number; without bounds if those of the reference are too wide for a slider.
    Number { low: Option<i64>, high: Option<i64>, whole: bool },
    /// A number of cards in a table with a fixed sum: the other counts change with it.
    Count { most: i64 },
}

/// The values of a spec, and what can be added; empty if it is not TOML.
pub(in crate::studio) fn sections(text: &str) -> Vec<Section> {
    let Ok(document) = document::parsed(text) else { return Vec::new() };
    let cards = document::cards(document.as_item());
    let additions = Additions::new(document.as_item());
    let mut form = Form { document: &document, cards, additions, sections: Vec::new() };
    form.add_table(document.as_table(), &[], known_keys::root());
    form.sections.retain(|section| !section.fields.is_empty() || !section.additions.is_empty());
    // After the columns, with which a deck begins.
    form.sections.sort_by_key(|section| section.title != "cause");
    let place = form.sections.len().min(1);
    form.sections.insert(
        place,
        Section {
            title: "+".to_owned(),
            path: Vec::new(),
            label: "Add to the cards".to_owned(),
            about: String::new(),
            fields: Vec::new(),
            additions: form.additions.new_sections(document.as_table()),
            removable: false,
        },
    );
    form.sections
}

/// The sections so far of a spec for a deck of `cards`.
struct Form<'d> {
    document: &'d DocumentMut,
    cards: i64,
    additions: Additions<'d>,
    sections: Vec<Section>,
}

impl Form<'_> {
    /// Adds an empty section and returns its place.
    fn add_section(&mut self, path: &[Step], known: &Json) -> usize {
        let root = self.document.as_item();
        self.sections.push(Section {
            title: document::plain(path),
            path: path.to_vec(),
            label: section_label(path, root),
            about: about(known),
            fields: Vec::new(),
            additions: Vec::new(),
            removable: is_removable(path, root),
        });
        self.sections.len() - 1
    }

    /// Adds the section of a table, and those of the tables in it.
    fn add_table(&mut self, table: &dyn TableLike, path: &[Step], known: &Json) {
        let at = self.add_section(path, known);
        self.sections[at].additions = self.additions.to_table(path, table, known);
        let total: Option<i64> = table.iter().map(|(_, item)| item.as_integer()).sum();
        let is_counts = shape(known) == Shape::Counts;
        for (key, item) in table.iter() {
            let path = [path, &[Step::Key(key.to_owned())]].concat();
            let known = inside(known, key);
            let label = if is_counts { key.to_owned() } else { key_label(&path) };
            match item {
                Item::Value(Value::InlineTable(inner)) => self.add_table(inner, &path, known),
                Item::Value(Value::Array(list)) => self.add_list(list, &label, &path, known, at),
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
                    let most = most.filter(|_| is_count(known));
                    self.add_value(value, &label, &path, known, most, at);
                }
                Item::None => {}
            }
        }
    }

    /// Adds the entries of a list: those of a column and the texts of an element to a section of their own, others
    /// to the section `at`.
    fn add_list(&mut self, list: &Array, label: &str, path: &[Step], known: &Json, at: usize) {
        let above = known_keys::at(&path[..path.len() - 1]);
        let is_of_column = shape(above) == Shape::ByDie;
        let (label, at) = match path {
            _ if is_of_column => ("Row", self.add_section(path, above)),
            [Step::Key(top), Step::Index(_), _] if top == "element" => {
                let at = self.add_section(path, known);
                self.sections[at].additions.extend(self.additions.to_list(path, list.len(), known));
                // Its element is removed as a whole.
                (label, at)
            }
            _ => (label, at),
        };
        self.add_entries(list, label, path, known, at);
    }

    fn add_entries(&mut self, list: &Array, label: &str, path: &[Step], known: &Json, at: usize) {
        for (index, item) in list.iter().enumerate() {
            let path = [path, &[Step::Index(index)]].concat();
            let label = format!("{label} {}", index + 1);
            match item {
                Value::InlineTable(inner) => self.add_table(inner, &path, element(known)),
                Value::Array(inner) => self.add_entries(inner, &label, &path, element(known), at),
                item => self.add_value(item, &label, &path, element(known), None, at),
            }
        }
    }

    /// Adds a value to the section `at`.
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
        let is_entry = matches!(path.last(), Some(Step::Index(_)));
        let (value, kind) = match value {
            Value::Boolean(flag) => (Scalar::Flag(*flag.value()), Kind::Flag),
            Value::String(text) => {
                let choices = choices(known);
                // A die of a list of dice, or a part.
                let is_name = is_entry && (known["pattern"].is_string() || !choices.is_empty());
                let kind = match choices.is_empty() {
                    _ if is_name => Kind::Fixed,
                    true => Kind::Text { suggestions: suggestions(path) },
                    false => Kind::Choice { choices },
                };
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
            Value::Array(_) | Value::InlineTable(_) | Value::Datetime(_) => return,
        };
        let removable = is_removable(path, self.document.as_item());
        let (path, label) = (path.to_vec(), label.to_owned());
        let about = about(known);
        self.sections[at].fields.push(Field { path, label, about, value, removable, kind });
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
        let kind = |label: &str| {
            let field = |field: &&Field| document::plain(&field.path).ends_with(label);
            &fields.iter().find(field).unwrap_or_else(|| panic!("{label}")).kind
        };
        assert_eq!(&Kind::Count { most: 54 }, kind("penetration.0"));
        assert_eq!(4, fields.iter().filter(|field| field.kind == Kind::Count { most: 54 }).count());
        assert_eq!(&Kind::Number { low: Some(1), high: Some(8), whole: true }, kind("rows"));
        assert_eq!(&Kind::Number { low: Some(0), high: Some(54), whole: true }, kind("d6[0]"));
        assert_eq!(&Kind::Number { low: Some(0), high: None, whole: true }, kind("seed"));
        assert!(matches!(kind("yes"), Kind::Choice { choices } if choices.len() == 4));
    }

    #[test]
    fn a_text_that_is_not_toml_has_no_form() {
        assert!(sections("= 1").is_empty());
    }
}
