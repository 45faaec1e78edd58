//! The JSON Schema of a spec, for completion and checks in editors.

use serde_json::{Map, Value, json};

use crate::deck::LONGEST_TEXT;

use super::bounds::Bounds;
use super::keys::{Key, KeyType, Presence, SCHEMA_FILE, TOP};

/// The JSON Schema (draft 2020-12) of a deck spec, with which editors that support TOML complete keys and
/// mark faults. It covers keys, types and ranges; sums of counts and compatibility of pins are checked only
/// by [`Spec::read`](super::Spec::read). Ends in a newline.
///
/// ```
/// let schema: serde_json::Value = serde_json::from_str(&actiondeck::spec::schema()).unwrap();
/// assert_eq!(schema["properties"]["cause"]["properties"]["rows"]["maximum"], 8);
/// ```
pub fn schema() -> String {
    let mut root = Map::new();
    root.insert("$schema".into(), json!("https://json-schema.org/draft/2020-12/schema"));
    root.insert("title".into(), json!("actiondeck deck spec"));
    root.insert(
        "description".into(),
        json!("What a designer asks of a deck. `actiondeck schema --markdown` explains every key."),
    );
    root.extend(table(TOP));
    let mut text = serde_json::to_string_pretty(&root).expect("a map of texts has a JSON form");
    text.push('\n');
    text
}

/// The name of the schema file next to presets and in new projects.
pub const fn schema_file() -> &'static str {
    SCHEMA_FILE
}

fn table(keys: &[Key]) -> Map<String, Value> {
    let required: Vec<&str> =
        keys.iter().filter(|key| key.presence == Presence::Required).map(|key| key.name).collect();
    let properties: Map<String, Value> =
        keys.iter().map(|key| (key.name.to_owned(), property(key))).collect();
    let mut schema = Map::new();
    schema.insert("type".into(), json!("object"));
    if !required.is_empty() {
        schema.insert("required".into(), json!(required));
    }
    if keys.iter().any(|key| key.name == "texts") {
        let one = |name: &str| json!({ "required": [name] });
        schema.insert("oneOf".into(), json!([one("dice"), one("counts"), one("texts")]));
    }
    schema.insert("additionalProperties".into(), json!(false));
    schema.insert("properties".into(), properties.into());
    schema
}

fn property(key: &Key) -> Value {
    let mut schema = Map::new();
    schema.insert("description".into(), json!(key.about));
    schema.extend(kind(&key.takes));
    if let Presence::Default(default) = key.presence {
        schema.insert("default".into(), from_toml(default));
    }
    schema.insert("examples".into(), json!([from_toml(key.example)]));
    schema.into()
}

fn kind(takes: &KeyType) -> Map<String, Value> {
    let text = || json!({ "type": "string", "minLength": 1, "maxLength": LONGEST_TEXT });
    let schema = match *takes {
        KeyType::Text | KeyType::Path => text(),
        KeyType::Paths => json!({ "type": "array", "items": text(), "minItems": 1 }),
        KeyType::OneOf(choices) => json!({ "type": "string", "enum": choices }),
        KeyType::SomeOf(choices) => json!({
            "type": "array",
            "items": { "type": "string", "enum": choices },
            "uniqueItems": true,
        }),
        KeyType::Flag => json!({ "type": "boolean" }),
        KeyType::Whole(bounds) => whole(bounds),
        KeyType::Decimal => json!({ "type": "number", "minimum": 0 }),
        KeyType::Texts(least, most) => texts(least, most),
        KeyType::TextsOrColumn(least, most) => json!({
            "anyOf": [
                { "type": "string", "pattern": "\\.[cC][sS][vV]#.", "maxLength": LONGEST_TEXT },
                texts(least, most),
            ],
        }),
        KeyType::Wholes { each, count } => json!({
            "type": "array", "items": whole(each), "minItems": count.from, "maxItems": count.to,
        }),
        KeyType::Dice => json!({
            "type": "array",
            "items": { "type": "string", "pattern": DIE },
            "minItems": 1,
            "uniqueItems": true,
        }),
        KeyType::ByDie(bounds) => json!({
            "type": "object",
            "propertyNames": { "pattern": DIE },
            "additionalProperties": { "type": "array", "items": whole(bounds) },
        }),
        KeyType::ByDieOrRow(bounds) => {
            let list = json!({ "type": "array", "items": whole(bounds) });
            json!({
                "type": "object",
                "propertyNames": { "pattern": DIE },
                "additionalProperties": {
                    "anyOf": [list, { "type": "array", "items": list }],
                },
            })
        }
        KeyType::Counts(bounds) => counts(bounds),
        KeyType::CountsOfValues => json!({
            "type": "object",
            "propertyNames": { "maxLength": LONGEST_TEXT },
            "additionalProperties": whole(Bounds::CARDS),
        }),
        KeyType::Bursts => json!({
            "type": "object",
            "propertyNames": { "pattern": "^[1-9][0-9]{0,2}$" },
            "additionalProperties": counts(Bounds { from: 0, to: Bounds::SHOTS.to }),
        }),
        KeyType::Table(keys) => table(keys).into(),
        KeyType::Tables(keys) => json!({ "type": "array", "items": table(keys) }),
    };
    match schema {
        Value::Object(schema) => schema,
        _ => Map::new(),
    }
}

fn texts(least: usize, most: usize) -> Value {
    json!({ "type": "array", "items": { "type": "string" }, "minItems": least, "maxItems": most })
}

fn whole(bounds: Bounds) -> Value {
    json!({ "type": "integer", "minimum": bounds.from, "maximum": bounds.to })
}

const DIE: &str = "^d([2-9]|[1-9][0-9]{1,2}|1000)$";

/// Few values are listed, so that editors offer them.
fn counts(values: Bounds) -> Value {
    let cards = whole(Bounds::CARDS);
    if values.to - values.from > 20 {
        return json!({
            "type": "object",
            "propertyNames": { "pattern": "^-?[0-9]+$" },
            "additionalProperties": cards,
        });
    }
    let values: Map<String, Value> =
        values.all().map(|value| (value.to_string(), cards.clone())).collect();
    json!({ "type": "object", "additionalProperties": false, "properties": values })
}

/// A TOML value as JSON.
fn from_toml(value: &str) -> Value {
    let table: toml::Table = format!("value = {value}").parse().expect("a value of the key table");
    serde_json::to_value(&table["value"]).expect("TOML without dates has a JSON form")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every key of the table and of the tables under it.
    fn walk(keys: &'static [Key]) -> Vec<&'static Key> {
        let below = |key: &'static Key| match key.takes {
            KeyType::Table(keys) | KeyType::Tables(keys) => walk(keys),
            _ => Vec::new(),
        };
        keys.iter().flat_map(|key| [vec![key], below(key)].concat()).collect()
    }

    #[test]
    fn every_key_is_explained_and_unique_in_its_table() {
        for key in walk(TOP) {
            assert!(key.about.ends_with('.') && !key.about.contains("  "), "{}", key.name);
            if let KeyType::Table(keys) | KeyType::Tables(keys) = key.takes {
                for (place, key) in keys.iter().enumerate() {
                    assert!(keys[..place].iter().all(|other| other.name != key.name));
                }
            }
        }
    }
}
