//! The keys that a spec can have: a view of its JSON Schema by path.

use serde_json::{Map, Value as Json};
use std::sync::OnceLock;

use crate::deck::CardNumbers;
use crate::spec::schema;

use crate::studio::step::Step;

/// The schema of the whole spec, computed once.
pub(in crate::studio) fn root() -> &'static Json {
    static SCHEMA: OnceLock<Json> = OnceLock::new();
    SCHEMA.get_or_init(|| serde_json::from_str(&schema()).unwrap_or_default())
}

/// The schema of the value at a path; null for an unknown one.
pub(in crate::studio) fn at(path: &[Step]) -> &'static Json {
    path.iter().fold(root(), |known, step| match step {
        Step::Key(key) => inside(known, key),
        Step::Index(_) => element(known),
    })
}

/// The schema of a key.
pub(in crate::studio) fn inside<'s>(known: &'s Json, key: &str) -> &'s Json {
    let keys = properties(known);
    keys.and_then(|keys| keys.get(key)).unwrap_or(&known["additionalProperties"])
}

/// The schema of a list's entry; of several kinds, the last, which is the most detailed.
pub(in crate::studio) fn element(known: &Json) -> &Json {
    match known["anyOf"].as_array().and_then(|kinds| kinds.last()) {
        Some(kind) => &kind["items"],
        None => &known["items"],
    }
}

/// The keys of a table in the order of the reference, with their schemas.
pub(in crate::studio) fn properties(known: &Json) -> Option<&Map<String, Json>> {
    known["properties"].as_object()
}

/// The description of a key.
pub(in crate::studio) fn about(known: &Json) -> String {
    known["description"].as_str().unwrap_or_default().to_owned()
}

/// The accepted texts; empty if any text is accepted.
pub(in crate::studio) fn choices(known: &Json) -> Vec<String> {
    let list = known["enum"].as_array().map_or(&[][..], Vec::as_slice);
    list.iter().filter_map(Json::as_str).map(str::to_owned).collect()
}

/// Whether a table must have the key.
pub(in crate::studio) fn is_required(table: &Json, key: &str) -> bool {
    let required = table["required"].as_array().map_or(&[][..], Vec::as_slice);
    required.iter().any(|name| name == key)
}

/// The type of a value, as far as it matters for adding one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::studio) enum Shape {
    /// A text, a number, or yes or no.
    Scalar,
    /// A list of dice.
    Dice,
    /// A list of texts or numbers.
    List,
    /// A list of tables.
    Tables,
    /// A table with fixed keys.
    Table,
    /// A table from value to number of cards.
    Counts,
    /// A table from number of shots to counts.
    Bursts,
    /// A table from die to a list.
    ByDie,
}

/// The type of the value of a key.
pub(in crate::studio) fn shape(known: &Json) -> Shape {
    if !known["anyOf"].is_null() || known["type"] == "array" {
        let entry = element(known);
        return match entry["type"].as_str() {
            Some("object") => Shape::Tables,
            _ if entry["pattern"].is_string() => Shape::Dice,
            _ => Shape::List,
        };
    }
    if known["type"] != "object" {
        return Shape::Scalar;
    }
    let other = &known["additionalProperties"];
    let listed = properties(known).and_then(|keys| keys.values().next());
    match listed {
        _ if is_count(other) => Shape::Counts,
        _ if other["type"] == "object" => Shape::Bursts,
        _ if other.is_object() => Shape::ByDie,
        Some(first) if is_count(first) && first["description"].is_null() => Shape::Counts,
        _ => Shape::Table,
    }
}

/// Whether a value is a number of cards.
pub(in crate::studio) fn is_count(known: &Json) -> bool {
    known["type"] == "integer" && known["minimum"] == 0 && known["maximum"] == CardNumbers::MOST
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_has_its_shape() {
        let path = |keys: &str| -> Vec<Step> {
            keys.split('.').map(|key| Step::Key(key.to_owned())).collect()
        };
        for (keys, expected) in [
            ("version", Shape::Scalar),
            ("without", Shape::List),
            ("cause", Shape::Table),
            ("cause.columns", Shape::Dice),
            ("cause.critical", Shape::ByDie),
            ("cause.exceptional_above", Shape::ByDie),
            ("hit.ladder", Shape::Tables),
            ("hit.reads", Shape::List),
            ("burst", Shape::Bursts),
            ("burst.3", Shape::Counts),
            ("penetration", Shape::Counts),
            ("failure", Shape::Counts),
            ("element", Shape::Tables),
            ("shuffle", Shape::Table),
            ("shuffle.cards", Shape::List),
            ("limits", Shape::Table),
        ] {
            assert_eq!(expected, shape(at(&path(keys))), "{keys}");
        }
        let element = [Step::Key("element".into()), Step::Index(0)];
        let entry = |key: &str| at(&[&element[..], &[Step::Key(key.into())]].concat());
        assert_eq!([Shape::Counts, Shape::List], ["counts", "texts"].map(|key| shape(entry(key))));
    }
}
