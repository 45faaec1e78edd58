//! From the text of a spec to a [`Spec`].

use std::collections::BTreeMap;
use std::sync::Arc;

use num_bigint::BigUint;
use toml::de::{DeTable, DeValue};

use crate::deck::{DECK_SIZE, ExtraValue, Field, GridShape};
use crate::diagnostic::{Problem, Problems, Source};
use crate::dice::{Die, Expression, Probability, share};

use super::keys;
use super::model::{
    BurstSpec, CauseColumn, CauseSpec, Counts, EffectSpec, ElementSpec, FileName, HitSpec, Limits,
    Rung, Spec, YesRule,
};
use super::table::{Placed, Reader, Table};
use super::{check, digest, pins};

const FORMAT: &str = "actiondeck-spec/1";

/// Finds the text of a pin table by the name the spec gives it. The error is a phrase such as
/// "no such file".
pub type PinFiles<'a> = dyn FnMut(&str) -> Result<String, String> + 'a;

impl Spec {
    /// Reads a spec. `name` is what messages call the file; `pin_files` gives the text of the pin
    /// table the spec names.
    ///
    /// # Errors
    /// Every fault of the spec and of its pins, in the order of their places.
    pub fn read(name: &str, text: &str, pin_files: &mut PinFiles) -> Result<Self, Problems> {
        let source = Source::new(name, text);
        let (document, syntax) = DeTable::parse_recoverable(text);
        let mut reader = Reader { source: source.clone(), problems: Problems::new() };
        for error in syntax {
            let span = error.span().unwrap_or(0..0);
            reader.problems.push(Problem::new(error.message()).at(&source, span));
        }
        // What is read from a file with broken syntax would be reported as faults it does not have.
        if !reader.problems.is_empty() {
            return Err(reader.problems);
        }
        let root = reader.root(document.get_ref());
        reader.only(&root, keys::TOP);
        let format = reader.text(&root, "format", None);
        if !format.value.is_empty() && format.value != FORMAT {
            let message = format!("format {:?} is not known", format.value);
            reader.fault(format.span, message, &format!("{FORMAT:?}"));
        }
        let pin_table = reader.text(&root, "pins", Some(""));
        let mut pin_source = None;
        if !pin_table.value.is_empty() {
            match pin_files(&pin_table.value) {
                Ok(text) => pin_source = Some(Source::new(pin_table.value.clone(), text)),
                Err(reason) => {
                    let message =
                        format!("pin table {:?} cannot be read: {reason}", pin_table.value);
                    reader.fault(
                        pin_table.span,
                        message,
                        "a CSV file, named from the spec's folder",
                    );
                }
            }
        }
        let mut spec = Self {
            name: nonempty(&mut reader, &root, "name"),
            abbreviation: nonempty(&mut reader, &root, "abbreviation"),
            theme: theme(&mut reader, &root),
            sheets: sheets(&mut reader, &root),
            seed: reader.seed(&root, "seed"),
            yes: yes_rule(&mut reader, &root),
            cause: cause(&mut reader, &root),
            effect: effect(&mut reader, &root),
            hit: hit(&mut reader, &root),
            bursts: bursts(&mut reader, &root),
            penetration: counted(&mut reader, &root, "penetration", -9..=9, None),
            scatter: scatter(&mut reader, &root),
            failure: failure(&mut reader, &root),
            unintended: counted(&mut reader, &root, "unintended", 1..=6, None),
            elements: elements(&mut reader, &root),
            pins: Vec::new(),
            limits: limits(&mut reader, &root),
            digest: digest::of(document.get_ref(), &[]),
        };
        let mut problems = reader.problems;
        check::burst_order(&source, &spec, &mut problems);
        if let Some(pin_source) = &pin_source {
            // Pins are read against the spec's columns and counts: sound ones only.
            if problems.is_empty() {
                let layout = spec.layout();
                spec.pins = pins::read(pin_source, &layout, &mut problems);
                check::pins(&spec, &mut problems);
                spec.digest = digest::of(document.get_ref(), &spec.pins);
            }
        }
        problems.sort_by_place();
        problems.into_result(spec)
    }
}

fn nonempty(reader: &mut Reader, root: &Table, key: &str) -> String {
    let text = reader.text(root, key, None);
    if reader.has(root, key) && text.value.trim().is_empty() {
        reader.fault(text.span, format!("{key} is empty"), "a text in quotes");
    }
    text.value
}

fn theme(reader: &mut Reader, root: &Table) -> FileName {
    let text = reader.text(root, "theme", Some("future-imperfect"));
    let place = reader.has(root, "theme").then(|| (Arc::clone(&reader.source), text.span.clone()));
    FileName { name: text.value, place }
}

fn sheets(reader: &mut Reader, root: &Table) -> Vec<FileName> {
    let usual = || {
        ["a4-3x3", "letter-3x3", "single"]
            .map(|name| FileName { name: name.to_owned(), place: None })
            .to_vec()
    };
    let Some(table) = reader.optional_table(root, "print") else { return usual() };
    reader.only(&table, keys::PRINT);
    if !reader.has(&table, "sheets") {
        return usual();
    }
    let names = reader.texts(&table, "sheets");
    if names.value.is_empty() {
        reader.fault(names.span, "no sheet is named".to_owned(), "at least one sheet");
    }
    let mut sheets: Vec<FileName> = Vec::new();
    for name in names.value {
        if sheets.iter().any(|known| known.name == name.value) {
            let message = format!("sheet {:?} is named twice", name.value);
            reader.fault(name.span.clone(), message, "each sheet once");
        }
        let place = Some((Arc::clone(&reader.source), name.span));
        sheets.push(FileName { name: name.value, place });
    }
    sheets
}

fn yes_rule(reader: &mut Reader, root: &Table) -> YesRule {
    let rule = reader.text(root, "yes", Some("even"));
    match rule.value.as_str() {
        "even" => YesRule::Even,
        "odd" => YesRule::Odd,
        "red" => YesRule::Red,
        "black" => YesRule::Black,
        other => {
            let message = format!("yes = {other:?} is no rule");
            reader.fault(rule.span, message, "\"even\", \"odd\", \"red\" or \"black\"");
            YesRule::Even
        }
    }
}

/// The columns of a grid, rising and different.
fn columns(reader: &mut Reader, table: &Table) -> Vec<Die> {
    let texts = reader.texts(table, "columns");
    let mut dice: Vec<Die> = Vec::new();
    for text in &texts.value {
        match text.value.parse::<Die>() {
            Ok(die) if dice.last().is_none_or(|last| *last < die) => dice.push(die),
            Ok(die) => {
                let message = format!("column {die} does not follow in rising order");
                reader.fault(text.span.clone(), message, "each die once, rising in sides");
            }
            Err(_) => {
                let message = format!("column {:?} is not a die", text.value);
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
    let most = i64::from(GridShape::MAX_ROWS);
    reader.integer(table, "rows", 1..=most, None).value as u8
}

fn cause(reader: &mut Reader, root: &Table) -> CauseSpec {
    let Some(table) = reader.table(root, "cause") else {
        return CauseSpec { columns: Vec::new(), rows: 1 };
    };
    reader.only(&table, keys::CAUSE);
    let dice = columns(reader, &table);
    let rows = rows(reader, &table);
    let exceptional = by_die(reader, &table, "exceptional", &dice);
    let above = by_die(reader, &table, "exceptional_above", &dice);
    let critical = by_die(reader, &table, "critical", &dice);
    let columns = dice
        .iter()
        .map(|&die| {
            let critical = match critical.get(&die) {
                Some(list) => criticals(reader, die, rows, list),
                None => vec![0; usize::from(rows)],
            };
            let exceptional =
                exceptional.get(&die).map(|list| exceptional_counts(reader, die, rows, list));
            let mut column =
                CauseColumn { die, exceptional, exceptional_above: Vec::new(), critical };
            column.exceptional_above = match above.get(&die) {
                Some(list) => exceptional_values(reader, &column, rows, list),
                None => vec![Vec::new(); usize::from(rows)],
            };
            column
        })
        .collect();
    CauseSpec { columns, rows }
}

/// A table from die to something, such as `critical = { d4 = [3, 2, 2, 1, 1] }`.
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
            None => {
                let columns: Vec<String> = dice.iter().map(Die::to_string).collect();
                let message =
                    format!("{:?} in {} is no column of the cause grid", name.value, inner.name);
                reader.fault(name.span, message, &columns.join(", "));
            }
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
    let list = reader.integers(&die.to_string(), value, 0..=DECK_SIZE as i64);
    if list.value.len() != usize::from(rows) {
        let message = format!("{die} has {} numbers of {what}", list.value.len());
        reader.fault(list.span, message, &format!("one for each of the {rows} rows"));
    }
    list.value
}

fn exceptional_counts(
    reader: &mut Reader,
    die: Die,
    rows: u8,
    value: &Placed<&DeValue>,
) -> Vec<u8> {
    let sides = usize::from(die.sides());
    let (down, up) = (DECK_SIZE / sides, DECK_SIZE.div_ceil(sides));
    let list = by_row(reader, die, rows, "exceptional cells", value);
    for count in &list {
        if count.value != down as i64 && count.value != up as i64 {
            let message = format!("{} exceptional cells in a row of {die}", count.value);
            let accepted = format!("{down} or {up}, for one in {sides} of {DECK_SIZE} cards is");
            reader.fault(count.span.clone(), message, accepted.trim_end_matches(" is"));
        }
    }
    let mut counts: Vec<u8> = list.iter().map(|count| count.value as u8).collect();
    counts.resize(usize::from(rows), down as u8);
    counts
}

/// The values above the die: one list for all rows, or a list of lists, one for each.
fn exceptional_values(
    reader: &mut Reader,
    column: &CauseColumn,
    rows: u8,
    value: &Placed<&DeValue>,
) -> Vec<Vec<u16>> {
    let lists: Vec<Placed<&DeValue>> = match value.value {
        DeValue::Array(items) if items.iter().any(|item| item.get_ref().is_array()) => {
            items.iter().map(|item| Placed { value: item.get_ref(), span: item.span() }).collect()
        }
        _ => vec![value.clone(); usize::from(rows)],
    };
    let one_list = lists.iter().all(|list| list.span == value.span);
    if lists.len() != usize::from(rows) {
        let message = format!("{} has {} lists of values", column.die, lists.len());
        let accepted = format!("one list, or one for each of the {rows} rows");
        reader.fault(value.span.clone(), message, &accepted);
    }
    let mut values: Vec<Vec<u16>> = Vec::new();
    for (row, list) in (1..=rows).zip(&lists) {
        if one_list && let Some(first) = values.first() {
            values.push(first.clone());
        } else {
            values.push(row_values(reader, column, row, list));
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
) -> Vec<u16> {
    let die = column.die;
    let sides = i64::from(die.sides());
    let list = reader.integers(&die.to_string(), value, 1..=9999);
    let most = *column.exceptional_cells(row).start();
    if list.value.len() > most {
        let message = format!(
            "{} exceptional values above {sides} do not fit: a row of {die} has {most} exceptional cells",
            list.value.len(),
        );
        reader.fault(list.span.clone(), message, &format!("at most {most} values"));
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

fn criticals(reader: &mut Reader, die: Die, rows: u8, value: &Placed<&DeValue>) -> Vec<u8> {
    let list = by_row(reader, die, rows, "critical failures", value);
    // Critical failures replace ones, so a row has room for as many as it has ones.
    let above_one = Probability::new((i64::from(die.sides()) - 1).into(), die.sides().into());
    let range = share::nearest(DECK_SIZE, &share::ideal(DECK_SIZE, &above_one));
    let ones = (DECK_SIZE - range.end()) as i64;
    for number in list.iter().filter(|number| number.value > ones) {
        let message = format!("{} critical failures in a row of {die}", number.value);
        let accepted = format!("at most {ones}, for they replace ones");
        reader.fault(number.span.clone(), message, &accepted);
    }
    let mut counts: Vec<u8> = list.iter().map(|number| number.value as u8).collect();
    counts.resize(usize::from(rows), 0);
    counts
}

fn effect(reader: &mut Reader, root: &Table) -> EffectSpec {
    let Some(table) = reader.table(root, "effect") else {
        return EffectSpec { columns: Vec::new(), rows: 1, closed: false };
    };
    reader.only(&table, keys::EFFECT);
    let (columns, rows) = (columns(reader, &table), rows(reader, &table));
    // Larger sums take minutes to count, and nothing on 54 cards tells them apart.
    let most = 1000 / u16::from(rows);
    if let Some(die) = columns.iter().find(|die| die.sides() > most) {
        let message = format!("{rows} rows of {die} sum up to more than 1000");
        reader.fault(table.span.clone(), message, &format!("dice up to d{most}, or fewer rows"));
    }
    EffectSpec { columns, rows, closed: reader.flag(&table, "closed", false) }
}

fn hit(reader: &mut Reader, root: &Table) -> HitSpec {
    let nothing = HitSpec {
        ladder: vec![Rung { location: String::new(), steps: 1, sided: false, prone: false }],
        reads: vec![0, 0],
        sides: ["left".to_owned(), "right".to_owned()],
    };
    let Some(table) = reader.table(root, "hit") else { return nothing };
    reader.only(&table, keys::HIT);
    let mut ladder = Vec::new();
    for rung in reader.tables(&table, "ladder") {
        reader.only(&rung, keys::RUNG);
        ladder.push(Rung {
            location: nonempty(reader, &rung, "location"),
            steps: reader.integer(&rung, "steps", 1..=DECK_SIZE as i64, None).value as u8,
            sided: reader.flag(&rung, "sided", false),
            prone: reader.flag(&rung, "prone", false),
        });
    }
    let steps: u32 = ladder.iter().map(|rung: &Rung| u32::from(rung.steps)).sum();
    if !(1..=DECK_SIZE as u32).contains(&steps) {
        let message = format!("the hit ladder has {steps} steps");
        let accepted = format!("1 to {DECK_SIZE} steps, so that every step has a card");
        reader.fault(table.span.clone(), message, &accepted);
        ladder = nothing.ladder.clone();
    }
    let reads = match reader.optional_integers(&table, "reads", -20..=20) {
        Some(list) => {
            let reads: Vec<i8> = list.value.iter().map(|read| read.value as i8).collect();
            if !(2..=8).contains(&reads.len()) || !reads.is_sorted_by(|above, below| above >= below)
            {
                let message = "reads does not describe a stack from top to bottom".to_owned();
                reader.fault(list.span, message, "2 to 8 distances from the card's step, falling");
                nothing.reads
            } else {
                reads
            }
        }
        None => vec![4, 2, 0, -2],
    };
    let sides = if reader.has(&table, "sides") {
        let list = reader.texts(&table, "sides");
        match <[Placed<String>; 2]>::try_from(list.value) {
            Ok(sides) => sides.map(|side| side.value),
            Err(_) => {
                let message = "sides does not name two sides".to_owned();
                reader.fault(list.span, message, "the words for odd and for even steps");
                nothing.sides
            }
        }
    } else {
        nothing.sides
    };
    HitSpec { ladder, reads, sides }
}

/// A table from value to number of cards; must give out the whole deck.
fn counted<T: TryFrom<i64>>(
    reader: &mut Reader,
    root: &Table,
    key: &str,
    range: std::ops::RangeInclusive<i64>,
    default: Option<Counts<T>>,
) -> Counts<T> {
    if let Some(default) = default
        && !reader.has(root, key)
    {
        return default;
    }
    let Some(table) = reader.table(root, key) else { return Vec::new() };
    let counts = counts(reader, &table, range);
    whole_deck(reader, &table, counts.iter().map(|(_, cards)| *cards));
    counts
        .into_iter()
        .filter_map(|(value, cards)| Some((T::try_from(value).ok()?, cards)))
        .collect()
}

/// Value and number of cards, rising in value.
fn counts(
    reader: &mut Reader,
    table: &Table,
    range: std::ops::RangeInclusive<i64>,
) -> Vec<(i64, u8)> {
    let mut counts: Vec<(i64, u8)> = Vec::new();
    for (name, value) in reader.entries(table) {
        let cards = reader.whole(name.value, &value, &(0..=DECK_SIZE as i64)).value as u8;
        match name.value.parse::<i64>().ok().filter(|number| range.contains(number)) {
            Some(number) if counts.iter().all(|(known, _)| *known != number) => {
                counts.push((number, cards));
            }
            Some(number) => {
                let message = format!("{number} stands in {} twice", table.name);
                reader.fault(name.span, message, "each value once");
            }
            None => {
                let message =
                    format!("{:?} in {} is not a value it can have", name.value, table.name);
                let accepted = format!("{} to {}", range.start(), range.end());
                reader.fault(name.span, message, &accepted);
            }
        }
    }
    counts.sort_unstable();
    counts.retain(|(_, cards)| *cards > 0);
    counts
}

fn whole_deck(reader: &mut Reader, table: &Table, cards: impl Iterator<Item = u8>) {
    let sum: usize = cards.map(usize::from).sum();
    if sum != DECK_SIZE {
        let message = format!("the counts in {} add up to {sum}", table.name);
        reader.fault(table.span.clone(), message, &format!("{DECK_SIZE} cards in all"));
    }
}

fn scatter(reader: &mut Reader, root: &Table) -> Counts<u8> {
    // Four cards an hour leave six over. They go to three pairs of opposite hours, so that the
    // directions balance.
    let even = (1..=12).map(|hour| (hour, if hour % 2 == 1 { 5 } else { 4 })).collect();
    counted(reader, root, "scatter", 1..=12, Some(even))
}

fn failure(reader: &mut Reader, root: &Table) -> Counts<u8> {
    let Some(table) = reader.table(root, "failure") else { return Vec::new() };
    let counts = counts(reader, &table, 1..=13);
    let sum: usize = counts.iter().map(|(_, cards)| usize::from(*cards)).sum();
    if sum > DECK_SIZE {
        let message = format!("the counts in {} add up to {sum}", table.name);
        reader.fault(
            table.span,
            message,
            &format!("at most {DECK_SIZE} cards, the rest are blank"),
        );
    }
    counts.into_iter().map(|(number, cards)| (number as u8, cards)).collect()
}

fn bursts(reader: &mut Reader, root: &Table) -> Vec<BurstSpec> {
    let Some(table) = reader.optional_table(root, "burst") else { return Vec::new() };
    let mut bursts = Vec::new();
    for (name, value) in reader.entries(&table) {
        let shots = name.value.parse::<u16>().ok().filter(|shots| (1..=999).contains(shots));
        let Some(shots) = shots.filter(|shots| shots.to_string() == name.value) else {
            let message = format!("{:?} is not a burst size", name.value);
            reader.fault(name.span, message, "a number of shots of 1 to 999");
            continue;
        };
        let DeValue::Table(_) = value.value else {
            let message = format!("burst {shots} is not a table");
            reader.fault(value.span, message, "cards for each number of hits: { 1 = 30, 2 = 24 }");
            continue;
        };
        if let Some(inner) = reader.optional_table(&table, name.value) {
            let counts = counts(reader, &inner, 0..=i64::from(shots));
            whole_deck(reader, &inner, counts.iter().map(|(_, cards)| *cards));
            let hits = counts.into_iter().map(|(hits, cards)| (hits as u16, cards)).collect();
            bursts.push(BurstSpec { shots, hits });
        }
    }
    bursts.sort_by_key(|burst| burst.shots);
    bursts
}

fn elements(reader: &mut Reader, root: &Table) -> Vec<ElementSpec> {
    let mut elements: Vec<ElementSpec> = Vec::new();
    for table in reader.tables(root, "element") {
        reader.only(&table, keys::ELEMENT);
        let id = reader.text(&table, "id", None);
        if Field::is_reserved(&id.value) {
            let message = format!("element id {:?} cannot be used", id.value);
            let accepted =
                "lower-case letters, digits and underscores, and no built-in field's name";
            reader.fault(id.span.clone(), message, accepted);
        }
        if elements.iter().any(|element| element.id == id.value) {
            let message = format!("element id {:?} is used twice", id.value);
            reader.fault(id.span.clone(), message, "a different id for each element");
        }
        let label = reader.text(&table, "label", Some(&id.value)).value;
        let ways = ["dice", "counts", "texts"].map(|key| reader.has(&table, key));
        let (values, dice) = match ways {
            [true, false, false] => dice_element(reader, &table),
            [false, true, false] => {
                let counts = counted(reader, &table, "counts", -9999..=9999, None);
                let values = counts
                    .into_iter()
                    .map(|(value, cards): (i32, u8)| (ExtraValue::Number(value), cards))
                    .collect();
                (values, None)
            }
            [false, false, true] => (text_element(reader, &table), None),
            _ => {
                let message = format!("element {:?} has no one source of values", id.value);
                reader.fault(table.span.clone(), message, "one of dice, counts and texts");
                (Vec::new(), None)
            }
        };
        elements.push(ElementSpec { id: id.value, label, values, dice });
    }
    elements.sort_by(|one, other| one.id.cmp(&other.id));
    elements
}

/// The dice apportioned over the deck by cumulative rounding.
fn dice_element(reader: &mut Reader, table: &Table) -> (Counts<ExtraValue>, Option<String>) {
    let text = reader.text(table, "dice", None);
    let expression: Expression = match text.value.parse() {
        Ok(expression) => expression,
        Err(error) => {
            let message = format!("{error}");
            reader.problems.push(Problem::new(message).at(&reader.source, text.span));
            return (Vec::new(), None);
        }
    };
    let distribution = expression.distribution();
    let total = BigUint::clone(distribution.total());
    let share = |weight: &BigUint| Probability::new(weight.clone().into(), total.clone().into());
    let (results, shares): (Vec<i64>, Vec<Probability>) =
        distribution.iter().map(|(value, weight)| (value, share(weight))).unzip();
    let mut cards = share::cumulative(DECK_SIZE, &shares);
    let given: usize = cards.iter().sum();
    if let Some(last) = cards.last_mut() {
        *last += DECK_SIZE - given;
    }
    let values = results
        .into_iter()
        .zip(cards)
        .filter(|(_, cards)| *cards > 0)
        .map(|(value, cards)| (ExtraValue::Number(value as i32), cards as u8))
        .collect();
    (values, Some(text.value))
}

/// Texts spread evenly, each as often as any other or once more.
fn text_element(reader: &mut Reader, table: &Table) -> Counts<ExtraValue> {
    let texts = reader.texts(table, "texts");
    if texts.value.is_empty() || texts.value.len() > DECK_SIZE {
        let message = format!("an element of {} texts", texts.value.len());
        reader.fault(texts.span, message, &format!("1 to {DECK_SIZE} texts"));
        return Vec::new();
    }
    let shares = share::cumulative(DECK_SIZE, &share::even(texts.value.len()));
    let mut values: Counts<ExtraValue> = Vec::new();
    for (text, cards) in texts.value.iter().zip(shares) {
        let value = ExtraValue::from_text(&text.value);
        match values.iter_mut().find(|(known, _)| *known == value) {
            Some((_, known)) => *known += cards as u8,
            None => values.push((value, cards as u8)),
        }
    }
    values
}

fn limits(reader: &mut Reader, root: &Table) -> Limits {
    let table = reader.optional_table(root, "limits");
    if let Some(table) = &table {
        reader.only(table, keys::LIMITS);
    }
    let mut limit = |key: &str, numerator: i64, denominator: i64| match &table {
        Some(table) => reader.decimal(table, key, (numerator, denominator)),
        None => Probability::new(numerator.into(), denominator.into()),
    };
    Limits {
        threshold: limit("threshold", 1, 2),
        effect: limit("effect", 1, 2),
        chain: limit("chain", 3, 4),
        increment_r: limit("increment_r", 1, 10),
        worst_r: limit("worst_r", 1, 10),
        rms_r: limit("rms_r", 26, 1000),
        joint_rms: limit("joint_rms", 8, 10),
        joint_worst: limit("joint_worst", 5, 1),
    }
}
