//! Pins and unpins cells by changing lines of the spec's pin table; other lines are kept.

use std::sync::Arc;

use crate::deck::{CardNumber, Field};
use crate::diagnostic::{Problem, Source, quoted};
use crate::formula;
use crate::input::csv::{head, separator, trimmed};
use crate::spec::{Pin, PinCard, Spec};

use super::document;
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
    let follows =
        matches!(field, Field::Number | Field::Rank | Field::Suit | Field::Toggle | Field::Hit(_));
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
    let (source, span) = &pin.place;
    let text = source.text();
    let rest = &text[span.end..];
    let line = rest.split_inclusive(['\n', '\r']).next().map_or(0, str::len);
    let is_pair = rest[..line].ends_with('\r') && rest[line..].starts_with('\n');
    let end = span.end + line + usize::from(is_pair);
    let start = text[..span.start].rfind(['\n', '\r']).map_or(0, |at| at + 1);
    let left = format!("{}{}", &text[..start], &text[end..]);
    let mut texts = texts.clone();
    texts.pins.insert(source.name().to_owned(), Arc::from(left));
    Ok(texts)
}
