//! Reads designer elements: one value per card, from dice, counts or texts.

use num_bigint::BigUint;

use crate::deck::{ExtraValue, Field};
use crate::diagnostic::{Problem, quoted};
use crate::dice::{Expression, Probability, share};
use crate::input::limits::ELEMENTS;
use crate::wording::counted;

use super::super::keys;
use super::super::model::{Counts, ElementSpec};
use super::card_text::{card_text, confirm};
use super::counts::counted_values;
use crate::input::toml::{Reader, Table};

pub(super) fn elements(reader: &mut Reader, root: &Table, cards: usize) -> Vec<ElementSpec> {
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
            [false, false, true] => (text_element(reader, &table, cards), None),
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
fn text_element(reader: &mut Reader, table: &Table, deck: usize) -> Counts<ExtraValue> {
    let texts = reader.texts(table, "texts");
    if texts.value.is_empty() || texts.value.len() > deck {
        let message = format!("an element of {}", counted(texts.value.len(), "text"));
        reader.fault(texts.span, message, &format!("1 to {deck} texts"));
        return Vec::new();
    }
    let shares = share::cumulative(deck, &share::even(texts.value.len()));
    let mut values: Counts<ExtraValue> = Vec::new();
    for (text, cards) in texts.value.iter().zip(shares) {
        let value = ExtraValue::from_text(&text.value);
        if matches!(value, ExtraValue::Text(_)) {
            confirm(reader, "a text", text);
        }
        match values.iter_mut().find(|(known, _)| *known == value) {
            Some((_, known)) => *known += cards as u8,
            None => values.push((value, cards as u8)),
        }
    }
    values
}
