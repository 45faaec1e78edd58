//! Reads the two grids: columns, rows, exceptional cells and critical failures.

use crate::diagnostic::quoted;
use crate::wording::{counted, plural_form};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use toml::de::DeValue;

use crate::deck::Part;
use crate::dice::{Die, Probability, share};
use crate::input::limits::GRID_COLUMNS;

use super::super::bounds::Bounds;
use super::super::keys;
use super::super::model::{CauseColumn, CauseSpec, EffectSpec};
use super::part_table::part_table;
use crate::input::toml::{Placed, Reader, Table};

/// The columns of a grid, ascending without duplicates.
fn columns(reader: &mut Reader, table: &Table) -> Vec<Die> {
    let texts = reader.texts(table, "columns");
    if GRID_COLUMNS.is_passed_by(texts.value.len()) {
        let message = format!("the grid has {}", GRID_COLUMNS.amount(texts.value.len()));
        reader.fault(texts.span, message, &GRID_COLUMNS.accepted());
        return Vec::new();
    }
    let mut dice: Vec<Die> = Vec::new();
    for text in &texts.value {
        match text.value.parse::<Die>() {
            Ok(die) if dice.last().is_none_or(|last| *last < die) => dice.push(die),
            Ok(die) => {
                let message = format!("column {die} does not follow in rising order");
                reader.fault(text.span.clone(), message, "each die once, rising in sides");
            }
            Err(_) => {
                let message = format!("column {} is not a die", quoted(&text.value));
                reader.fault(text.span.clone(), message, "d2 to d1000, such as \"d6\"");
            }
        }
    }
    if texts.value.is_empty() && reader.has(table, "columns") {
        reader.fault(texts.span, "the grid has no columns".to_owned(), "at least one die");
    }
    dice
}

fn rows(reader: &mut Reader, table: &Table) -> u8 {
    reader.integer(table, "rows", Bounds::ROWS.all(), None).value as u8
}

pub(super) fn cause(reader: &mut Reader, root: &Table, cards: usize) -> CauseSpec {
    let Some(table) = reader.table(root, "cause") else {
        return CauseSpec { columns: Vec::new(), rows: 1 };
    };
    reader.only(&table, keys::CAUSE);
    let dice = columns(reader, &table);
    let rows = rows(reader, &table);
    let exceptional = by_die(reader, &table, "exceptional", &dice);
    let above = by_die(reader, &table, "exceptional_above", &dice);
    let critical = by_die(reader, &table, "critical", &dice);
    let [closed, plain, lowest, sum] =
        ["closed", "plain", "lowest", "sum"].map(|key| some_columns(reader, &table, key, &dice));
    let columns = dice
        .iter()
        .map(|&die| {
            let critical = match critical.get(&die) {
                Some(list) => criticals(reader, die, rows, list, cards),
                None => vec![0; usize::from(rows)],
            };
            let exceptional = exceptional
                .get(&die)
                .map(|list| exceptional_counts(reader, die, rows, list, cards));
            let mut column = CauseColumn {
                die,
                closed: closed.contains(&die),
                plain: plain.contains(&die),
                lowest: lowest.contains(&die),
                sum: sum.contains(&die),
                exceptional,
                exceptional_above: Vec::new(),
                critical,
            };
            column.exceptional_above = match above.get(&die) {
                Some(list) if column.closed => {
                    let message = format!("{die} is closed and has values above its maximum");
                    reader.fault(list.span.clone(), message, "values for columns that are open");
                    vec![Vec::new(); usize::from(rows)]
                }
                Some(list) => exceptional_values(reader, &column, rows, list, cards),
                None => vec![Vec::new(); usize::from(rows)],
            };
            column
        })
        .collect();
    CauseSpec { columns, rows }
}

/// A list of columns of the grid, such as `closed = ["d20"]`; empty if it is missing.
fn some_columns(reader: &mut Reader, table: &Table, key: &str, dice: &[Die]) -> BTreeSet<Die> {
    if !reader.has(table, key) {
        return BTreeSet::new();
    }
    let mut some = BTreeSet::new();
    for name in reader.texts(table, key).value {
        match name.value.parse().ok().filter(|die| dice.contains(die)) {
            Some(die) => {
                some.insert(die);
            }
            None => not_a_column(reader, name.span, &name.value, key, dice),
        }
    }
    some
}

fn not_a_column(reader: &mut Reader, span: Range<usize>, name: &str, key: &str, dice: &[Die]) {
    let columns: Vec<String> = dice.iter().map(Die::to_string).collect();
    let message = format!("{} in {key} is not a column of the cause grid", quoted(name));
    reader.fault(span, message, &columns.join(", "));
}

/// A table by die, such as `critical = { d4 = [3, 2, 2, 1, 1] }`.
fn by_die<'t>(
    reader: &mut Reader,
    table: &Table<'t>,
    key: &str,
    dice: &[Die],
) -> BTreeMap<Die, Placed<&'t DeValue<'t>>> {
    let mut lists = BTreeMap::new();
    let Some(inner) = reader.optional_table(table, key) else { return lists };
    for (name, value) in reader.entries(&inner) {
        match name.value.parse().ok().filter(|die| dice.contains(die)) {
            Some(die) => {
                lists.insert(die, value);
            }
            None => not_a_column(reader, name.span, name.value, &inner.name, dice),
        }
    }
    lists
}

/// One number for each row.
fn by_row(
    reader: &mut Reader,
    die: Die,
    rows: u8,
    what: &str,
    value: &Placed<&DeValue>,
) -> Vec<Placed<i64>> {
    let list = reader.integers(&die.to_string(), value, Bounds::CARDS.all());
    if list.value.len() != usize::from(rows) {
        let message = format!("{die} has {} of {what}", counted(list.value.len(), "number"));
        reader.fault(list.span, message, &each_of(rows));
    }
    list.value
}

fn exceptional_counts(
    reader: &mut Reader,
    die: Die,
    rows: u8,
    value: &Placed<&DeValue>,
    cards: usize,
) -> Vec<u8> {
    let sides = usize::from(die.sides());
    let (down, up) = share::one_in(sides, cards).into_inner();
    let list = by_row(reader, die, rows, "exceptional cells", value);
    for count in &list {
        if count.value != down as i64 && count.value != up as i64 {
            let message = format!("{} exceptional cells in a row of {die}", count.value);
            let accepted = format!("{down} or {up}, for one in {sides} of {cards} cards is");
            reader.fault(count.span.clone(), message, accepted.trim_end_matches(" is"));
        }
    }
    let mut counts: Vec<u8> = list.iter().map(|count| count.value as u8).collect();
    counts.resize(usize::from(rows), down as u8);
    counts
}

/// The values above the die: one list for all rows, or one for each row.
fn exceptional_values(
    reader: &mut Reader,
    column: &CauseColumn,
    rows: u8,
    value: &Placed<&DeValue>,
    cards: usize,
) -> Vec<Vec<u16>> {
    let lists: Vec<Placed<&DeValue>> = match value.value {
        DeValue::Array(items) if items.iter().any(|item| item.get_ref().is_array()) => {
            items.iter().map(|item| Placed { value: item.get_ref(), span: item.span() }).collect()
        }
        _ => vec![value.clone(); usize::from(rows)],
    };
    let one_list = lists.iter().all(|list| list.span == value.span);
    if lists.len() != usize::from(rows) {
        let message = format!("{} has {} of values", column.die, counted(lists.len(), "list"));
        let accepted = format!("one list, or {}", each_of(rows));
        reader.fault(value.span.clone(), message, &accepted);
    }
    let mut values: Vec<Vec<u16>> = Vec::new();
    for (row, list) in (1..=rows).zip(&lists) {
        if one_list && let Some(first) = values.first() {
            values.push(first.clone());
        } else {
            values.push(row_values(reader, column, row, list, cards));
        }
    }
    values.resize(usize::from(rows), Vec::new());
    values
}

fn row_values(
    reader: &mut Reader,
    column: &CauseColumn,
    row: u8,
    value: &Placed<&DeValue>,
    cards: usize,
) -> Vec<u16> {
    let die = column.die;
    let sides = i64::from(die.sides());
    let list = reader.integers(&die.to_string(), value, Bounds::EXCEPTIONAL.all());
    let most = *column.exceptional_cells(row, cards).start();
    if list.value.len() > most {
        let message = format!(
            "{} above {sides} {} not fit: a row of {die} has {}",
            counted(list.value.len(), "exceptional value"),
            plural_form(list.value.len(), "does", "do"),
            counted(most, "exceptional cell"),
        );
        reader.fault(list.span.clone(), message, &format!("at most {}", counted(most, "value")));
    }
    let mut values: Vec<u16> = Vec::new();
    for number in &list.value {
        if number.value <= sides || number.value > sides * 3 {
            let message = format!("exceptional value {} of {die} is out of range", number.value);
            let accepted = format!("{} to {}", sides + 1, sides * 3);
            reader.fault(number.span.clone(), message, &accepted);
        } else {
            values.push(number.value as u16);
        }
    }
    values.sort_unstable();
    values
}

fn criticals(
    reader: &mut Reader,
    die: Die,
    rows: u8,
    value: &Placed<&DeValue>,
    cards: usize,
) -> Vec<u8> {
    let list = by_row(reader, die, rows, "critical failures", value);
    // Critical failures replace ones, so a row has at most as many as it has ones.
    let above_one = Probability::new((i64::from(die.sides()) - 1).into(), die.sides().into());
    let range = share::nearest(cards, &share::ideal(cards, &above_one));
    let ones = (cards - range.end()) as i64;
    for number in list.iter().filter(|number| number.value > ones) {
        let message = format!("{} critical failures in a row of {die}", number.value);
        let accepted = format!("at most {ones}, for they replace ones");
        reader.fault(number.span.clone(), message, &accepted);
    }
    let mut counts: Vec<u8> = list.iter().map(|number| number.value as u8).collect();
    counts.resize(usize::from(rows), 0);
    counts
}

pub(super) fn effect(reader: &mut Reader, root: &Table, without: &BTreeSet<Part>) -> EffectSpec {
    let Some(table) = part_table(reader, root, Part::Effect, without) else {
        return EffectSpec { columns: Vec::new(), rows: 0, closed: false };
    };
    reader.only(&table, keys::EFFECT);
    let (columns, rows) = (columns(reader, &table), rows(reader, &table));
    // Larger sums take minutes to compute and are indistinguishable on the cards.
    let most = 1000 / u16::from(rows.max(1));
    if let Some(die) = columns.iter().find(|die| die.sides() > most) {
        let message = format!(
            "{} of {die} {} up to more than 1000",
            counted(rows.into(), "row"),
            plural_form(rows.into(), "sums", "sum")
        );
        reader.fault(table.span.clone(), message, &format!("dice up to d{most}, or fewer rows"));
    }
    EffectSpec { columns, rows, closed: reader.flag(&table, "closed", false) }
}

/// One of something for each row.
fn each_of(rows: u8) -> String {
    match rows {
        1 => "one for the only row".to_owned(),
        rows => format!("one for each of the {rows} rows"),
    }
}

#[cfg(test)]
mod tests {
    use crate::spec::{Spec, preset};

    fn read(cause: &str) -> Result<Spec, String> {
        let text = preset("true-dice").unwrap().spec;
        let text = text.replacen("rows = 5\n", &format!("rows = 5\n{cause}\n"), 1);
        Spec::read("deck.toml", &text, &mut |_| Ok(String::new())).map_err(|it| it.to_string())
    }

    #[test]
    fn closed_and_plain_columns_are_in_the_layout() {
        let spec = read("closed = [\"d10\", \"d4\"]\nplain = [\"d10\"]").unwrap();
        let dice = |dice: &[&str]| dice.iter().map(|die| die.parse().unwrap()).collect();
        let layout = spec.layout();
        assert_eq!((dice(&["d4", "d10"]), dice(&["d10"])), (layout.closed, layout.plain));
        let open = read("").unwrap().layout();
        assert!(open.closed.is_empty() && open.plain.is_empty());
    }

    #[test]
    fn wrong_closed_columns_and_values_are_reported() {
        let reported = read("closed = [\"d7\", 6]").unwrap_err();
        let expected = "\"d7\" in closed is not a column of the cause grid; accepted: d4, d6, d8";
        assert!(reported.contains(expected) && reported.contains("in quotes"), "{reported}");
        let reported =
            read("closed = [\"d10\"]\nexceptional_above = { d10 = [11], d8 = [9] }").unwrap_err();
        assert!(reported.contains("d10 is closed and has values above its maximum"), "{reported}");
        assert!(!reported.contains("d8 is closed"), "{reported}");
    }
}
