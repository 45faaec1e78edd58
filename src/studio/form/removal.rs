//! Removes keys, entries and tables of a spec, with what goes with them.

use toml_edit::{DocumentMut, Item, TableLike};

use crate::diagnostic::Problem;

use super::document::{self, cards, item_at, nothing_at, parsed, shown};
use super::known_keys::{self, Shape, is_required, shape};
use super::{columns, lines, parts};
use crate::studio::step::Step;

/// Whether the value at a path can be removed.
pub(in crate::studio) fn is_removable(path: &[Step], root: &Item) -> bool {
    let (Some(last), Some(above)) = (path.last(), path.get(..path.len().saturating_sub(1))) else {
        return false;
    };
    let known = known_keys::at(above);
    let length = document::item(root, above).map_or(0, document::length);
    let key = match last {
        Step::Key(key) => key.as_str(),
        // A row of a column, or an entry of one of its rows.
        Step::Index(_) if above.len() > 2 && shape(known_keys::at(&above[..2])) == Shape::ByDie => {
            return false;
        }
        Step::Index(_) => {
            let least = known["minItems"].as_u64().unwrap_or(0) as usize;
            let is_fixed = known["minItems"].is_u64() && known["minItems"] == known["maxItems"];
            return match above.last() {
                Some(Step::Key(list))
                    if ["columns", "ladder", "cards"].contains(&list.as_str()) =>
                {
                    length > 1
                }
                // The last entry takes the key with it, if that is optional.
                _ if least <= 1 && !is_fixed => length > 1 || above.len() < 3,
                _ => !is_fixed && length > least,
            };
        }
    };
    match (above, shape(known)) {
        // Its cards cannot go to the other hits of every burst: a longer burst never hits less.
        (_, Shape::Counts) if document::shots(above).is_some() => {
            length > 1 && document::item(root, path).and_then(Item::as_integer) == Some(0)
        }
        (_, Shape::Counts | Shape::Bursts) => length > 1,
        (_, Shape::ByDie) => true,
        ([], _) if ["cards", "suits", "ranks", "without"].contains(&key) => false,
        ([Step::Key(top)], _) if top == "shuffle" => key == "at",
        ([Step::Key(top), Step::Index(_)], _) if top == "element" => {
            ["label", "how"].contains(&key)
        }
        _ => !is_required(known, key),
    }
}

/// The text without the value, entry or table at a path, and without what goes with it.
///
/// # Errors
/// A text that is not TOML, or something that cannot be removed.
pub(in crate::studio) fn remove(text: &str, path: &[Step]) -> Result<String, Problem> {
    let mut document = parsed(text)?;
    let is_there = document::item(document.as_item(), path).is_some();
    if !is_there || !is_removable(path, document.as_item()) {
        let message = format!("{} cannot be removed", shown(path));
        return Err(Problem::coded("studio.place", message).accepts("an optional value"));
    }
    match path {
        [Step::Key(grid), Step::Key(list), Step::Index(place)] if list == "columns" => {
            columns::remove(&mut document, grid, *place)?;
        }
        [Step::Key(without), Step::Index(place)] if without == "without" => {
            let parts = parts::left_off(document.as_table());
            let part = parts.get(*place).ok_or_else(|| nothing_at(path))?;
            parts::restore(&mut document, part);
        }
        [Step::Key(part)] if parts::is_part(part) => {
            document.remove(part);
            if let Some(text) = lines::without(text, path, &document) {
                document = parsed(&text)?;
            }
            parts::leave_off(&mut document, part)?;
        }
        [above @ .., last] => {
            let known = known_keys::at(above);
            if let (Shape::Counts, Step::Key(_)) = (shape(known), last) {
                give_back(&mut document, path)?;
            }
            take_out(&mut document, above, last)?;
            // A list or table by die that is empty now.
            let is_bare = |item: &Item| document::length(item) == 0;
            if let [rest @ .., own] = above
                && !matches!(shape(known), Shape::Table)
                && document::item(document.as_item(), above).is_some_and(is_bare)
            {
                take_out(&mut document, rest, own)?;
            }
        }
        [] => return Err(nothing_at(path)),
    }
    Ok(lines::without(text, path, &document).unwrap_or_else(|| document.to_string()))
}

/// Gives the cards of a value to the other values of its table, if they distribute the whole deck.
fn give_back(document: &mut DocumentMut, path: &[Step]) -> Result<(), Problem> {
    let above = &path[..path.len() - 1];
    let size = cards(document.as_item());
    let table = document::item(document.as_item(), above).and_then(Item::as_table_like);
    let sum: Option<i64> =
        table.map(|table| table.iter().filter_map(|(_, item)| item.as_integer()).sum());
    if sum == Some(size) {
        *document = parsed(&document::set_count(&document.to_string(), path, 0)?)?;
    }
    Ok(())
}

fn take_out(document: &mut DocumentMut, above: &[Step], last: &Step) -> Result<(), Problem> {
    let parent = item_at(document.as_item_mut(), above).ok_or_else(|| nothing_at(above))?;
    match last {
        Step::Key(key) => {
            let table = parent.as_table_like_mut().ok_or_else(|| nothing_at(above))?;
            remove_key(table, key);
        }
        Step::Index(place) => {
            if let Some(list) = parent.as_array_mut() {
                document::remove_entry(list, *place);
            } else if let Some(list) = parent.as_array_of_tables_mut() {
                list.remove(*place);
            }
        }
    }
    Ok(())
}

/// Removes a key. In an inline table the new last value takes the space before the brace.
fn remove_key(table: &mut dyn TableLike, key: &str) {
    let was_last = table.iter().last().is_some_and(|(last, _)| last == key);
    let removed = table.remove(key);
    let suffix = removed.as_ref().and_then(Item::as_value).and_then(|value| value.decor().suffix());
    let last = table.iter().last().map(|(last, _)| last.to_owned()).filter(|_| was_last);
    let last = last.and_then(|last| table.get_mut(&last)).and_then(Item::as_value_mut);
    let spaces = suffix.filter(|suffix| suffix.as_str() == Some(" "));
    if let (Some(last), Some(spaces)) = (last, spaces) {
        last.decor_mut().set_suffix(spaces.clone());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::studio::form::structure::tests::{TEXT, path};

    #[test]
    fn what_is_added_is_removed_again() {
        for (steps, old, new) in [
            ("penetration/'1", "-1 = 12\n0 = 30 # most\n1 = 12\n", "-1 = 15\n0 = 39 # most\n"),
            ("element/0/texts/1", "\"sun\", \"moon\",", "\"sun\","),
            ("element/0/texts/0", "\"sun\", \"moon\",", "\"moon\","),
        ] {
            let removed = remove(TEXT, &path(steps));
            let removed = removed.unwrap_or_else(|problem| panic!("{steps}: {problem}"));
            assert_eq!(TEXT.replace(old, new), removed, "{steps}");
        }
        let restored = remove(TEXT, &path("without/1")).unwrap();
        let effect = "[effect]\ncolumns = [\"d6\"]\nrows = 2\n";
        assert!(
            restored.contains("without = [\"hit\"]\n") && restored.contains(effect),
            "{restored}"
        );
        let element = remove(TEXT, &path("element/0")).unwrap();
        assert!(element.ends_with("3 = { 1 = 54 }\n"), "{element}");
        let part = remove(TEXT, &path("penetration")).unwrap();
        assert!(part.contains("[\"hit\", \"effect\", \"penetration\"]") && !part.contains("-1"));
        for steps in
            ["seed", "cause", "cause/columns/0", "element/0/id", "burst/'3", "burst/'3/'1", "x"]
        {
            assert!(remove(TEXT, &path(steps)).is_err(), "{steps}");
        }
        assert!(remove(TEXT, &[]).is_err());
    }
}
