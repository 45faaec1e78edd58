//! Reads designer elements: one value per card, from dice, counts or texts.

use std::ops::Range;

use num_bigint::BigUint;

use crate::deck::{ACCEPTED_TEXT, ExtraValue, Field, check_text};
use crate::diagnostic::{Problem, quoted};
use crate::dice::{Expression, Probability, share};
use crate::input::limits::ELEMENTS;
use crate::wording::counted;

use super::super::keys;
use super::super::model::{Counts, ElementSpec};
use super::card_text::{card_text, confirm};
use super::counts::counted_values;
use super::tables::{Tables, Texts};
use crate::input::toml::{Reader, Table};

pub(super) fn elements(
    reader: &mut Reader,
    root: &Table,
    cards: usize,
    files: &mut Tables,
) -> Vec<ElementSpec> {
    let mut elements: Vec<ElementSpec> = Vec::new();
    let tables = reader.tables(root, "element");
    if let Some(first) = tables.get(ELEMENTS.most) {
        let message = format!("the deck has {}", ELEMENTS.amount(tables.len()));
        reader.fault(first.span.clone(), message, &ELEMENTS.accepted());
        return elements;
    }
    for table in tables {
        reader.only(&table, keys::ELEMENT);
        let id = reader.text(&table, "id", None);
        if Field::is_reserved(&id.value) {
            let message = format!("element id {} cannot be used", quoted(&id.value));
            let accepted = "lower-case letters, digits and underscores, or dice such as 4dF, and no built-in field's name";
            reader.fault(id.span.clone(), message, accepted);
        }
        if elements.iter().any(|element| element.id == id.value) {
            let message = format!("element id {} is used twice", quoted(&id.value));
            reader.fault(id.span.clone(), message, "a different id for each element");
        }
        let label = reader.text(&table, "label", Some(&id.value));
        if reader.has(&table, "label") {
            confirm(reader, "label", &label);
        }
        let label = label.value;
        let how = reader.has(&table, "how").then(|| card_text(reader, &table, "how"));
        let ways = ["dice", "counts", "texts"].map(|key| reader.has(&table, key));
        let (values, dice) = match ways {
            [true, false, false] => dice_element(reader, &table, cards),
            [false, true, false] => {
                let values = match reader.table(&table, "counts") {
                    Some(counts) => counted_values(reader, &counts, cards),
                    None => Vec::new(),
                };
                (values, None)
            }
            [false, false, true] => (text_element(reader, &table, cards, files), None),
            _ => {
                let message = format!("element {} has no one source of values", quoted(&id.value));
                reader.fault(table.span.clone(), message, "one of dice, counts and texts");
                (Vec::new(), None)
            }
        };
        elements.push(ElementSpec { id: id.value, label, how, values, dice });
    }
    elements.sort_by(|one, other| one.id.cmp(&other.id));
    elements
}

/// Apportions the dice to the deck by cumulative rounding.
fn dice_element(
    reader: &mut Reader,
    table: &Table,
    deck: usize,
) -> (Counts<ExtraValue>, Option<String>) {
    let text = reader.text(table, "dice", None);
    let expression: Expression = match text.value.parse() {
        Ok(expression) => expression,
        Err(error) => {
            reader.problems.push(Problem::from(error).at(&reader.source, text.span));
            return (Vec::new(), None);
        }
    };
    let distribution = expression.distribution();
    let total = BigUint::clone(distribution.total());
    let share = |weight: &BigUint| Probability::new(weight.clone().into(), total.clone().into());
    let (results, shares): (Vec<i64>, Vec<Probability>) =
        distribution.iter().map(|(value, weight)| (value, share(weight))).unzip();
    let mut cards = share::cumulative(deck, &shares);
    let given: usize = cards.iter().sum();
    if let Some(last) = cards.last_mut() {
        *last += deck - given;
    }
    let values = results
        .into_iter()
        .zip(cards)
        .filter(|(_, cards)| *cards > 0)
        .map(|(value, cards)| (ExtraValue::Number(value as i32), cards as u8))
        .collect();
    (values, Some(expression.to_string()))
}

/// Texts spread evenly: their frequencies differ by at most one.
fn text_element(
    reader: &mut Reader,
    table: &Table,
    deck: usize,
    files: &mut Tables,
) -> Counts<ExtraValue> {
    let Some(Texts { source, code, place, texts }) = files.texts(reader, table, "texts") else {
        return Vec::new();
    };
    let mut fault = |span: Range<usize>, message: String, accepted: &str| {
        reader.problems.push(Problem::coded(code, message).at(&source, span).accepts(accepted));
    };
    if texts.is_empty() || texts.len() > deck {
        let message = format!("an element of {}", counted(texts.len(), "text"));
        let place = texts.get(deck).map_or(place, |first| first.span.clone());
        fault(place, message, &format!("1 to {deck} texts"));
        return Vec::new();
    }
    let shares = share::cumulative(deck, &share::even(texts.len()));
    let mut values: Counts<ExtraValue> = Vec::new();
    for (text, cards) in texts.into_iter().zip(shares) {
        let value = ExtraValue::from_text(&text.value);
        if let (ExtraValue::Text(_), Err(reason)) = (&value, check_text(&text.value)) {
            fault(text.span, format!("a text {reason}"), ACCEPTED_TEXT);
        }
        match values.iter_mut().find(|(known, _)| *known == value) {
            Some((_, known)) => *known += cards as u8,
            None => values.push((value, cards as u8)),
        }
    }
    values
}
