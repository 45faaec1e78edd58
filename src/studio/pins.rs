//! Cells pinned and freed: lines of the spec's pin table, of which the others stay as they are.

use std::sync::Arc;

use crate::deck::{CardNumber, Field};
use crate::diagnostic::{Problem, quoted};
use crate::formula;
use crate::spec::{Pin, PinCard, Spec};

use super::document;
use super::texts::Texts;

/// The columns of a pin table that is begun here.
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
        let number = CardNumber::new(card).ok_or_else(|| {
            Problem::coded("studio.pin", format!("card {card} does not exist")).accepts("0 to 53")
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
    let follows =
        matches!(field, Field::Number | Field::Rank | Field::Suit | Field::Toggle | Field::Hit(_));
    !follows && spec.layout().fields().contains(field)
}

/// The pinned cells of a card.
pub(super) fn pinned(spec: &Spec, card: CardNumber) -> Vec<String> {
    let own = spec.pins.iter().filter(|pin| pin.card == PinCard::Number(card));
    own.map(|pin| pin.field.to_string()).collect()
}

/// The texts with a pinned cell; what was pinned there before is replaced.
///
/// # Errors
/// A spec or table that cannot take it.
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
        let mut writer = csv::Writer::from_writer(Vec::new());
        writer.write_record(fields).expect("memory takes every record");
        let bytes = writer.into_inner().map_err(drop).expect("memory takes every record");
        String::from_utf8(bytes).expect("the fields are text")
    };
    let mut head: Vec<String> = columns(&table);
    let mut table = table;
    if head.is_empty() {
        head = HEAD.map(str::to_owned).into();
        table = line(&HEAD);
    }
    if !table.ends_with('\n') {
        table.push('\n');
    }
    let field = cell.field.to_string();
    let (grid, row, column) = match &cell.field {
        Field::Cause { die, row } => ("cause", row.to_string(), die.to_string()),
        Field::Effect { die, row } => ("effect", row.to_string(), die.to_string()),
        _ => (field.as_str(), String::new(), String::new()),
    };
    let card = cell.card.to_string();
    let value = formula::guarded(value.to_owned());
    let fields: Vec<&str> = head
        .iter()
        .map(|name| match name.as_str() {
            "card" => &*card,
            "grid" => grid,
            "row" => &row,
            "column" => &column,
            "value" => &value,
            _ => "",
        })
        .collect();
    table.push_str(&line(&fields));
    texts.pins.insert(name, Arc::from(table));
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
    let (source, span) = &pin.place;
    let text = source.text();
    let end = text[span.end..].find('\n').map_or(text.len(), |end| span.end + end + 1);
    let left = format!("{}{}", &text[..span.start], &text[end..]);
    let mut texts = texts.clone();
    texts.pins.insert(source.name().to_owned(), Arc::from(left));
    Ok(texts)
}

/// The columns of a table, in order.
fn columns(table: &str) -> Vec<String> {
    let mut reader = csv::Reader::from_reader(table.trim_start_matches('\u{feff}').as_bytes());
    reader.headers().map_or(Vec::new(), |head| head.iter().map(str::to_owned).collect())
}
