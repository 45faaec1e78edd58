//! Initial values of what is added: the defaults and examples of the reference, for the size of the deck.

use serde_json::Value as Json;
use toml_edit::{Array, InlineTable, Item, Value};

use crate::deck::CardNumbers;

/// The default of a key, or its example.
pub(in crate::studio) fn suggested(known: &Json) -> Json {
    let is_flag = known["type"] == "boolean";
    let default = Some(&known["default"]).filter(|default| !default.is_null() && !is_flag);
    default.unwrap_or(&known["examples"][0]).clone()
}

/// A JSON value as TOML; `None` for null.
pub(in crate::studio) fn from_json(value: &Json) -> Option<Value> {
    Some(match value {
        Json::Null => return None,
        Json::Bool(flag) => (*flag).into(),
        Json::Number(number) => match number.as_i64() {
            Some(whole) => whole.into(),
            None => number.as_f64()?.into(),
        },
        Json::String(text) => text.into(),
        Json::Array(list) => list.iter().filter_map(from_json).collect::<Array>().into(),
        Json::Object(table) => {
            let entries = table.iter().filter_map(|(key, value)| Some((key, from_json(value)?)));
            entries.collect::<InlineTable>().into()
        }
    })
}

/// A value of a top key as it is usually written: a table under a head of its own.
pub(in crate::studio) fn headed(value: Value) -> Item {
    match value {
        Value::InlineTable(table) => {
            let mut table = table.into_table();
            table.decor_mut().set_prefix("\n");
            Item::Table(table)
        }
        other => Item::Value(other),
    }
}

/// An example whose counts are those of a deck of `cards`.
pub(in crate::studio) fn scaled(mut example: Json, cards: usize) -> Json {
    let Some(table) = example.as_object_mut() else { return example };
    let counts: Option<Vec<i64>> = table.values().map(Json::as_i64).collect();
    match counts {
        Some(counts) if counts.iter().sum::<i64>() == CardNumbers::POKER.count() as i64 => {
            let scaled = apportioned(&counts, cards);
            for (value, count) in table.values_mut().zip(scaled) {
                *value = count.into();
            }
        }
        Some(_) => {}
        None => {
            for value in table.values_mut() {
                *value = scaled(value.take(), cards);
            }
        }
    }
    example
}

/// The cards in proportion to the weights: each threshold is rounded down.
pub(in crate::studio) fn apportioned(weights: &[i64], cards: usize) -> Vec<i64> {
    let total: i64 = weights.iter().sum::<i64>().max(1);
    let reached = |sum: i64| sum * cards as i64 / total;
    let mut sum = 0;
    let counts = weights.iter().map(|weight| {
        sum += weight;
        reached(sum) - reached(sum - weight)
    });
    counts.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn examples_fit_the_deck() {
        assert_eq!(vec![18, 18, 18], apportioned(&[1, 1, 1], 54));
        assert_eq!(vec![6, 7, 7], apportioned(&[5, 5, 5], 20));
        let example = serde_json::json!({ "3": { "1": 30, "2": 16, "3": 8 } });
        let scaled = scaled(example, 27);
        assert_eq!(serde_json::json!({ "3": { "1": 15, "2": 8, "3": 4 } }), scaled);
    }
}
