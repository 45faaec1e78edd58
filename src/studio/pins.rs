//! Pins and unpins cells by changing lines of the spec's pin table; other lines are kept.

use std::sync::Arc;

use serde::Serialize;
use toml_edit::{DocumentMut, Item, TableLike};

use crate::deck::{CardNumber, CauseCell, Field};
use crate::diagnostic::{Problem, Source, quoted};
use crate::dice::Die;
use crate::formula;
use crate::input::csv::{head, separator, trimmed};
use crate::spec::{Pin, PinCard, PinValue, Spec};

use super::form::{document, parts};
use super::texts::Texts;

/// The columns of a new pin table.
const HEAD: [&str; 6] = ["card", "grid", "row", "column", "value", "note"];

/// A cell of a card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Cell {
    card: CardNumber,
    field: Field,
}

impl Cell {
    /// # Errors
    /// A card that does not exist, or a cell that its cards do not have or that follows from others.
    pub(super) fn new(card: u8, field: &str, spec: &Spec) -> Result<Self, Problem> {
        let known = CardNumber::new(card).filter(|&number| spec.numbers.contains(number));
        let number = known.ok_or_else(|| {
            Problem::coded("studio.pin", format!("card {card} does not exist"))
                .accepts(spec.numbers.to_string())
        })?;
        let named = field.parse().ok().filter(|field| is_pinnable(spec, field));
        let field = named.ok_or_else(|| {
            Problem::coded("studio.pin", format!("{} cannot be pinned", quoted(field)))
                .accepts("a cell such as cause_d10_2, or an element")
        })?;
        Ok(Self { card: number, field })
    }

    fn is_of(&self, pin: &Pin) -> bool {
        pin.card == PinCard::Number(self.card) && pin.field == self.field
    }
}

/// Whether cards of this spec have the field and it does not follow from others.
pub(super) fn is_pinnable(spec: &Spec, field: &Field) -> bool {
    let follows = matches!(
        field,
        Field::Number | Field::Rank | Field::Suit | Field::Toggle | Field::Hit(_) | Field::Shuffle
    );
    !follows && spec.layout().fields().contains(field)
}

/// The pinned cells of a card.
pub(super) fn pinned(spec: &Spec, card: CardNumber) -> Vec<String> {
    let own = spec.pins.iter().filter(|pin| pin.card == PinCard::Number(card));
    own.map(|pin| pin.field.to_string()).collect()
}

/// The texts with a pinned cell; an earlier pin of the cell is replaced.
///
/// # Errors
/// That the spec or the table does not accept it.
pub(super) fn pin(
    texts: &Texts,
    spec: &Spec,
    cell: &Cell,
    value: &str,
    is_taken: &dyn Fn(&str) -> bool,
) -> Result<Texts, Problem> {
    let mut texts = match spec.pins.iter().any(|pin| cell.is_of(pin)) {
        true => unpin(texts, spec, cell)?,
        false => texts.clone(),
    };
    let name = match texts.pin_table_name() {
        Some(name) => name,
        None => {
            let mut names = (1..).map(|count| match count {
                1 => "pins.csv".to_owned(),
                count => format!("pins-{count}.csv"),
            });
            let free = |name: &String| !is_taken(name) && !texts.pins.contains_key(name);
            let name = names.find(free).expect("numbers do not run out");
            texts.spec = document::with_key(&texts.spec, "pins", &name)?.into();
            name
        }
    };
    let table = texts.pins.get(&name).map_or("", |text| text).to_owned();
    let line = |fields: &[&str]| {
        let mut writer =
            csv::WriterBuilder::new().delimiter(separator(&table)).from_writer(Vec::new());
        writer.write_record(fields).expect("memory takes every record");
        let bytes = writer.into_inner().map_err(drop).expect("memory takes every record");
        String::from_utf8(bytes).expect("the fields are text")
    };
    let mut names: Vec<String> = head(&Source::new(&*name, &*table));
    let mut text = table.clone();
    if names.is_empty() {
        names = HEAD.map(str::to_owned).into();
        text = line(&HEAD);
    }
    if !text.ends_with(['\n', '\r']) {
        text.push('\n');
    }
    let field = cell.field.to_string();
    let (grid, row, column) = match &cell.field {
        Field::Cause { die, row } => ("cause", row.to_string(), die.to_string()),
        Field::Effect { die, row } => ("effect", row.to_string(), die.to_string()),
        _ => (field.as_str(), String::new(), String::new()),
    };
    let card = cell.card.to_string();
    let value = formula::guarded(value.to_owned());
    let fields: Vec<&str> = names
        .iter()
        .map(|name| match trimmed(name) {
            "card" => &*card,
            "grid" => grid,
            "row" => &row,
            "column" => &column,
            "value" => &value,
            _ => "",
        })
        .collect();
    text.push_str(&line(&fields));
    texts.pins.insert(name, Arc::from(text));
    Ok(texts)
}

/// The texts without the pin of a cell.
///
/// # Errors
/// That the cell is not pinned on this card.
pub(super) fn unpin(texts: &Texts, spec: &Spec, cell: &Cell) -> Result<Texts, Problem> {
    let pin = spec.pins.iter().find(|pin| cell.is_of(pin)).ok_or_else(|| {
        let message = format!("{} is not pinned on card {}", cell.field, cell.card);
        Problem::coded("studio.pin", message)
    })?;
    let place = &pin.place.1;
    Ok(without(texts, spec, |other| other.place.1 == *place))
}

/// The texts without the pin at a place of the table, from 0.
///
/// # Errors
/// A place beyond the pins.
pub(super) fn remove_at(texts: &Texts, spec: &Spec, place: usize) -> Result<Texts, Problem> {
    let pin = spec.pins.get(place).ok_or_else(|| {
        Problem::coded("studio.pin", "this pin does not exist").accepts("a pin of the table")
    })?;
    let place = &pin.place.1;
    Ok(without(texts, spec, |other| other.place.1 == *place))
}

/// The texts without the lines of some pins.
pub(super) fn without(texts: &Texts, spec: &Spec, is_removed: impl Fn(&Pin) -> bool) -> Texts {
    let mut texts = texts.clone();
    let mut removed: Vec<&Pin> = spec.pins.iter().filter(|pin| is_removed(pin)).collect();
    let Some((source, _)) = removed.first().map(|pin| &pin.place) else { return texts };
    // From the end, so that the places of the others stay.
    removed.sort_by_key(|pin| std::cmp::Reverse(pin.place.1.start));
    let mut text = source.text().to_owned();
    for pin in removed {
        let span = &pin.place.1;
        let rest = &text[span.end..];
        let line = rest.split_inclusive(['\n', '\r']).next().map_or(0, str::len);
        let is_pair = rest[..line].ends_with('\r') && rest[line..].starts_with('\n');
        let end = span.end + line + usize::from(is_pair);
        let start = text[..span.start].rfind(['\n', '\r']).map_or(0, |at| at + 1);
        text.replace_range(start..end, "");
    }
    texts.pins.insert(source.name().to_owned(), Arc::from(text));
    texts
}

/// Whether cards of the spec can have a pinned value, as far as the keys of its text say.
pub(super) fn is_possible(document: &DocumentMut, pin: &Pin) -> bool {
    let table = |key: &str| document.get(key).and_then(Item::as_table_like);
    let cell = |grid: &str, die: &Die, row: u8| {
        let rows = table(grid).and_then(|table| table.get("rows")?.as_integer()).unwrap_or(0);
        let columns = table(grid).and_then(|table| table.get("columns")).map(document::texts);
        columns.unwrap_or_default().contains(&die.to_string()) && i64::from(row) <= rows
    };
    let lists = |key: &str, die: &Die| {
        let dice = table("cause").and_then(|cause| cause.get(key)?.as_table_like());
        dice.is_some_and(|dice| dice.contains_key(&die.to_string()))
    };
    let first = document.get("first_number").and_then(Item::as_integer).unwrap_or(0);
    let cards = first..first + document::cards(document.as_item());
    if let PinCard::Number(card) = pin.card
        && !cards.contains(&i64::from(card.get()))
    {
        return false;
    }
    let value = value_text(&pin.value);
    match &pin.field {
        Field::Cause { die, row } => {
            let is_listed = match &pin.value {
                PinValue::Cause(CauseCell::CriticalFailure) => lists("critical", die),
                PinValue::Cause(CauseCell::Number(number)) if *number > die.sides() => {
                    lists("exceptional_above", die)
                }
                _ => true,
            };
            is_listed && cell("cause", die, *row)
        }
        Field::Effect { die, row } => cell("effect", die, *row),
        Field::HitStep | Field::Hit(_) => table("hit").is_some(),
        Field::Burst(shots) => {
            let hits = table("burst").and_then(|bursts| bursts.get(&shots.to_string()));
            hits.is_some_and(|hits| hits.get(&value).is_some())
        }
        Field::Extra(id) => {
            let elements = document.get("element").map(document::tables).unwrap_or_default();
            let is_own = |element: &&&dyn TableLike| {
                element.get("id").and_then(Item::as_str) == Some(id.as_str())
            };
            let own = elements.iter().find(is_own);
            own.is_some_and(|element| match (element.get("counts"), element.get("texts")) {
                (Some(counts), _) => counts.get(&value).is_some(),
                (_, Some(texts)) if texts.is_array() => document::texts(texts).contains(&value),
                _ => true,
            })
        }
        part => {
            let part = part.to_string();
            let left_off = parts::left_off(document.as_table()).contains(&part);
            let has_value =
                |counts: &dyn TableLike| value.is_empty() || counts.contains_key(&value);
            !left_off && table(&part).is_none_or(has_value)
        }
    }
}

/// A pinned value as in `deck.csv`.
fn value_text(value: &PinValue) -> String {
    match value {
        PinValue::Cause(cell) => cell.to_string(),
        PinValue::Number(number) => number.to_string(),
        PinValue::Blank => String::new(),
        PinValue::Extra(value) => value.to_string(),
    }
}

/// The pins of a spec for the page.
#[derive(Debug, Serialize)]
pub(super) struct PinList {
    /// The first and the last card.
    cards: [u8; 2],
    /// The cells that can be pinned.
    fields: Vec<String>,
    /// Card, cell and value of each pin, in the order of the table. A card is a number, or `*` and a name.
    list: Vec<[String; 3]>,
}

impl PinList {
    /// The pins of a spec.
    pub fn new(spec: &Spec) -> Self {
        let layout = spec.layout();
        let fields = layout.fields().into_iter().filter(|field| is_pinnable(spec, field));
        let row = |pin: &Pin| {
            let card = match &pin.card {
                PinCard::Number(number) => number.to_string(),
                PinCard::Some(name) => format!("*{name}"),
            };
            [card, pin.field.to_string(), value_text(&pin.value)]
        };
        Self {
            cards: [spec.numbers.first(), spec.numbers.last()].map(CardNumber::get),
            fields: fields.map(|field| field.to_string()).collect(),
            list: spec.pins.iter().map(row).collect(),
        }
    }
}
