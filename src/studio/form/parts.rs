//! Parts of the cards: left off with `without`, and restored.

use serde_json::Value as Json;
use toml_edit::{Array, DocumentMut, Item, TableLike, Value};

use crate::deck::Part;
use crate::diagnostic::{Problem, quoted};

use super::document::{cards, insert_entry, remove_entry, texts};
use super::{columns, deck_size, initial, known_keys};

/// The parts in `without`.
pub(in crate::studio) fn left_off(root: &dyn TableLike) -> Vec<String> {
    root.get("without").map(texts).unwrap_or_default()
}

/// The keys that exist only with a part.
fn keys(part: &str, left_off: &[String]) -> Vec<&'static str> {
    let has = |other: &str| left_off.iter().any(|own| own == other);
    match part {
        "toggle" => vec!["yes"],
        "rank" if has("suit") => vec!["suits", "ranks"],
        "suit" if has("rank") => vec!["suits", "ranks"],
        _ => Part::NAMES.into_iter().filter(|name| *name == part).collect(),
    }
}

/// Whether a key of the spec is the table of a part.
pub(in crate::studio) fn is_part(key: &str) -> bool {
    Part::NAMES.contains(&key)
}

/// Leaves a part off the cards and removes its keys.
///
/// # Errors
/// An unknown part, or one that is left off.
pub(in crate::studio) fn leave_off(document: &mut DocumentMut, part: &str) -> Result<(), Problem> {
    let parts = left_off(document.as_table());
    if !Part::NAMES.contains(&part) || parts.iter().any(|own| own == part) {
        let message = format!("{} cannot be left off the cards", quoted(part));
        let mut others = Part::NAMES.to_vec();
        others.retain(|name| !parts.iter().any(|own| own == name));
        return Err(Problem::coded("studio.value", message).accepts(others.join(", ")));
    }
    for key in keys(part, &parts) {
        document.remove(key);
    }
    let list = document.entry("without").or_insert(Item::Value(Array::new().into()));
    if let Some(list) = list.as_array_mut() {
        insert_entry(list, list.len(), part.into());
    }
    Ok(())
}

/// Puts a part on the cards again, with initial counts if it needs any.
pub(in crate::studio) fn restore(document: &mut DocumentMut, part: &str) {
    if let Some(list) = document.get_mut("without").and_then(Item::as_array_mut) {
        let place = list.iter().position(|entry| entry.as_str() == Some(part));
        if let Some(place) = place {
            remove_entry(list, place);
        }
        if list.is_empty() {
            document.remove("without");
        }
    }
    let size = cards(document.as_item()) as usize;
    match part {
        "toggle" => {}
        "rank" | "suit" => {
            if !document.contains_key("suits") && !document.contains_key("ranks") {
                deck_size::playing_cards(document, size as i64);
            }
        }
        // It has a default.
        "scatter" => {}
        _ if document.contains_key(part) => {}
        "effect" => {
            let table = effect(document);
            document.insert(part, initial::headed(table.into()));
        }
        _ => {
            let known = known_keys::inside(known_keys::root(), part);
            let example: Json = initial::scaled(initial::suggested(known), size);
            if let Some(value) = initial::from_json(&example) {
                document.insert(part, initial::headed(value));
            }
        }
    }
}

/// An effect grid with the smaller columns of the cause grid, open or closed as these are.
fn effect(document: &DocumentMut) -> toml_edit::InlineTable {
    let cause = document.get("cause").and_then(Item::as_table_like);
    let list = |key: &str| cause.and_then(|cause| cause.get(key)).map(texts).unwrap_or_default();
    let (mut columns, closed) = (list("columns"), list("closed"));
    let is_closed = !columns.is_empty() && columns.iter().all(|die| closed.contains(die));
    columns.retain(|die| columns::sides(die) <= 12);
    if columns.is_empty() {
        columns.push("d6".to_owned());
    }
    let rows = cause.and_then(|cause| cause.get("rows")?.as_integer()).unwrap_or(1).clamp(1, 3);
    let mut table = toml_edit::InlineTable::new();
    table.insert("columns", Value::Array(columns.into_iter().collect()));
    table.insert("rows", rows.into());
    if is_closed {
        table.insert("closed", true.into());
    }
    table
}
