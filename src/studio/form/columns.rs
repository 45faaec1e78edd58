//! Columns of a grid: added and removed together with the keys that name their dice.

use toml_edit::{Array, DocumentMut, Item, Table, TableLike, Value};

use crate::diagnostic::{Problem, quoted};
use crate::dice::Die;

use super::document::{insert_entry, remove_entry, texts};
use super::known_keys::{self, Shape, properties, shape};
use crate::studio::step::Step;

/// Dice that are suggested as a further column, the most usual ones first.
const USUAL: [&str; 9] = ["d20", "d6", "d8", "d10", "d12", "d4", "d100", "d3", "d2"];

/// The columns of a grid.
pub(in crate::studio) fn dice(table: &dyn TableLike) -> Vec<String> {
    table.get("columns").map(texts).unwrap_or_default()
}

/// The sides of a die; 0 if it is not one.
pub(in crate::studio) fn sides(die: &str) -> u16 {
    die.parse().map_or(0, |die: Die| die.sides())
}

/// The largest die that fits the sums of an effect grid.
fn most_sides(table: &dyn TableLike, path: &[Step]) -> u16 {
    let rows = table.get("rows").and_then(Item::as_integer).unwrap_or(1).clamp(1, 1000);
    let is_effect = matches!(path, [Step::Key(grid)] if grid == "effect");
    if is_effect { (1000 / rows) as u16 } else { 1000 }
}

/// A die for a further column.
pub(in crate::studio) fn suggestion(table: &dyn TableLike, path: &[Step]) -> Option<String> {
    let given = dice(table);
    let most = most_sides(table, path);
    let fits = |die: &&str| sides(die) <= most && !given.iter().any(|own| own == die);
    USUAL.into_iter().find(fits).map(str::to_owned)
}

/// Whether a column can be in the list of this key.
pub(in crate::studio) fn accepts(table: &dyn TableLike, key: &str, die: &str) -> bool {
    let above = table.get("exceptional_above").and_then(|item| item.get(die)).is_some();
    let closed = table.get("closed").map(texts).unwrap_or_default();
    match key {
        "closed" => !above,
        "exceptional_above" => !closed.iter().any(|own| own == die),
        _ => true,
    }
}

/// The keys of a grid with a list of dice other than the columns.
fn lists(grid: &str) -> Vec<String> {
    keys(grid, Shape::Dice).into_iter().filter(|key| key != "columns").collect()
}

fn keys(grid: &str, wanted: Shape) -> Vec<String> {
    let known = known_keys::inside(known_keys::root(), grid);
    let keys = properties(known).into_iter().flatten();
    keys.filter(|(_, known)| shape(known) == wanted).map(|(key, _)| key.clone()).collect()
}

/// Adds a column in its place. A list that names all other columns, such as `closed`, names the new one too.
///
/// # Errors
/// A text that is not a die, or a die that the grid has.
pub(in crate::studio) fn add(
    document: &mut DocumentMut,
    grid: &str,
    text: &str,
) -> Result<(), Problem> {
    let text = text.trim();
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let die = if is_number { format!("d{text}") } else { text.to_owned() };
    let die: Die = die.parse().map_err(|_| {
        let message = format!("column {} is not a die", quoted(text));
        Problem::coded("studio.value", message).accepts("d2 to d1000, such as d6")
    })?;
    let table = document.entry(grid).or_insert_with(|| Table::new().into());
    let Some(table) = table.as_table_like_mut() else { return Err(no_grid(grid)) };
    let before = dice(table);
    if before.contains(&die.to_string()) {
        let message = format!("the grid has a column {die}");
        return Err(Problem::coded("studio.value", message).accepts("a die that it does not have"));
    }
    let names_all = |list: &Item| {
        let names = texts(list);
        !before.is_empty() && before.iter().all(|die| names.contains(die))
    };
    let lists = lists(grid).into_iter();
    let lists: Vec<String> = lists
        .filter(|key| table.get(key).is_some_and(names_all))
        .chain(["columns".into()])
        .collect();
    for key in lists {
        let list = table.entry(&key).or_insert(Item::Value(Array::new().into()));
        let Some(list) = list.as_array_mut() else { return Err(no_grid(grid)) };
        let smaller = |entry: &Value| entry.as_str().is_some_and(|own| sides(own) < die.sides());
        let place = list.iter().take_while(|entry| smaller(entry)).count();
        insert_entry(list, place, die.to_string().into());
    }
    Ok(())
}

/// Removes a column and what the other keys of the grid say about it.
///
/// # Errors
/// A place without a column.
pub(in crate::studio) fn remove(
    document: &mut DocumentMut,
    grid: &str,
    place: usize,
) -> Result<(), Problem> {
    let table = document.get_mut(grid).and_then(Item::as_table_like_mut);
    let table = table.ok_or_else(|| no_grid(grid))?;
    let die = dice(table).get(place).cloned().ok_or_else(|| no_grid(grid))?;
    for key in lists(grid).into_iter().chain(["columns".into()]) {
        let Some(list) = table.get_mut(&key).and_then(Item::as_array_mut) else { continue };
        let place = list.iter().position(|entry| entry.as_str() == Some(&die));
        if let Some(place) = place {
            remove_entry(list, place);
        }
        if list.is_empty() {
            table.remove(&key);
        }
    }
    for key in keys(grid, Shape::ByDie) {
        let Some(rows) = table.get_mut(&key).and_then(Item::as_table_like_mut) else { continue };
        rows.remove(&die);
        if rows.is_empty() {
            table.remove(&key);
        }
    }
    Ok(())
}

/// Gives the lists of a grid one number for each row: further rows repeat the last number.
pub(in crate::studio) fn follow_rows(document: &mut DocumentMut, grid: &str) {
    let Some(table) = document.get_mut(grid).and_then(Item::as_table_like_mut) else { return };
    let rows = table.get("rows").and_then(Item::as_integer).unwrap_or_default();
    let Ok(rows @ 1..=100) = usize::try_from(rows) else { return };
    for key in keys(grid, Shape::ByDie) {
        let Some(lists) = table.get_mut(&key).and_then(Item::as_table_like_mut) else { continue };
        for (_, list) in lists.iter_mut() {
            let Some(list) = list.as_array_mut() else { continue };
            // One list for all rows.
            let by_row = list.iter().any(Value::is_array);
            if key == "exceptional_above" && !by_row {
                continue;
            }
            while list.len() > rows {
                remove_entry(list, list.len() - 1);
            }
            while let Some(last) = list.get(list.len().wrapping_sub(1)).cloned()
                && list.len() < rows
            {
                insert_entry(list, list.len(), last);
            }
        }
    }
}

fn no_grid(grid: &str) -> Problem {
    let message = format!("the spec has no such column in {}", quoted(grid));
    Problem::coded("studio.place", message).accepts("a column of the grid")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edited(text: &str, edit: impl FnOnce(&mut DocumentMut)) -> String {
        let mut document: DocumentMut = text.parse().unwrap();
        edit(&mut document);
        document.to_string()
    }

    const GRID: &str = "[cause]\ncolumns = [\"d6\", \"d10\"] # two\nrows = 2\nclosed = [\"d6\", \"d10\"]\n\
        plain = [\"d6\"]\n# Ones.\ncritical = { d6 = [2, 1], d10 = [1, 1] }\n";

    #[test]
    fn a_column_is_added_in_its_place_and_to_lists_of_all_columns() {
        let add = |die: &str| edited(GRID, |document| add(document, "cause", die).unwrap());
        for (die, columns) in [
            ("d20", "[\"d6\", \"d10\", \"d20\"]"),
            ("8", "[\"d6\", \"d8\", \"d10\"]"),
            ("D4", "[\"d4\", \"d6\", \"d10\"]"),
        ] {
            let expected = GRID.replace("[\"d6\", \"d10\"]", columns);
            assert_eq!(expected, add(die), "{die}");
        }
        for die in ["", "d6", "6", "six", "d1"] {
            let mut document: DocumentMut = GRID.parse().unwrap();
            assert!(super::add(&mut document, "cause", die).is_err(), "{die}");
            assert_eq!(GRID, document.to_string());
        }
    }

    #[test]
    fn a_column_is_removed_with_all_that_names_it() {
        let removed = edited(GRID, |document| remove(document, "cause", 0).unwrap());
        let expected = "[cause]\ncolumns = [\"d10\"] # two\nrows = 2\nclosed = [\"d10\"]\n# Ones.\n\
            critical = { d10 = [1, 1] }\n";
        assert_eq!(expected, removed);
    }

    #[test]
    fn lists_by_row_follow_the_number_of_rows() {
        let with_rows = |rows: i64| {
            edited(GRID, |document| {
                document["cause"]["rows"] = toml_edit::value(rows);
                follow_rows(document, "cause");
            })
        };
        assert!(with_rows(3).contains("{ d6 = [2, 1, 1], d10 = [1, 1, 1] }"), "{}", with_rows(3));
        assert!(with_rows(1).contains("{ d6 = [2], d10 = [1] }"), "{}", with_rows(1));
    }
}
