//! The pin table: a CSV table of cells with given values.
//!
//! Columns `card,grid,row,column,value,note`. `grid` is `cause` or `effect` with row and column, or
//! any other field of the deck (`hit_step`, `penetration`, `burst_10`, an element id) with both
//! left empty.

use std::ops::Range;
use std::sync::Arc;

use crate::deck::{CauseCell, ExtraValue, Field, Layout};
use crate::diagnostic::{Problem, Problems, Source, cut, quoted};
use crate::formula;
use crate::input::csv::{self as table, Row, Rows, unformatted};
use crate::input::limits::PIN_LINES;

use super::model::{Pin, PinCard, PinValue};

const COLUMNS: [&str; 6] = ["card", "grid", "row", "column", "value", "note"];

/// Reads the table, adding every fault to `problems`.
pub(super) fn read(source: &Arc<Source>, layout: &Layout, problems: &mut Problems) -> Vec<Pin> {
    if !is_pin_table(source) {
        // The content is not quoted: the name came with the spec, but the file may be another one.
        let message = format!("{} is not a pin table", source.name());
        let accepted = format!("a first line of {}", COLUMNS.join(","));
        problems.push(Problem::coded("pins.table", message).accepts(accepted));
        return Vec::new();
    }
    let rows = match Rows::read(source, &COLUMNS, PIN_LINES) {
        Ok(rows) => rows,
        Err(faults) => {
            problems.extend(faults);
            return Vec::new();
        }
    };
    rows.iter().filter_map(|row| pin(source, layout, &row, problems)).collect()
}

/// Whether the first line names at least two of the columns, so that the file is meant as a pin table.
fn is_pin_table(source: &Arc<Source>) -> bool {
    let names = table::head(source);
    let is_named = |column: &&&str| names.iter().any(|name| table::trimmed(name) == **column);
    COLUMNS.iter().filter(is_named).count() >= 2
}

fn pin(source: &Arc<Source>, layout: &Layout, row: &Row, problems: &mut Problems) -> Option<Pin> {
    let mut fault = |span: Range<usize>, message: String, accepted: &str| {
        problems.push(Problem::coded("pins.value", message).at(source, span).accepts(accepted));
    };
    let (card_text, card_span) = row.get("card");
    let card_text = &*unformatted(card_text);
    let card = match card_text.strip_prefix('*') {
        Some(name) if !name.is_empty() => Some(PinCard::Some(name.to_owned())),
        _ => layout.numbers.parse(card_text).ok().map(PinCard::Number),
    };
    if card.is_none() {
        fault(
            card_span,
            format!("card {} does not exist", quoted(card_text)),
            &format!("{}, or * and a name", layout.numbers),
        );
    }
    let (grid, grid_span) = row.get("grid");
    let ((line, line_span), (column, column_span)) = (row.get("row"), row.get("column"));
    let line = &*unformatted(line);
    let name = match grid {
        "cause" | "effect" => format!("{grid}_{column}_{line}"),
        _ => grid.to_owned(),
    };
    let pinnable = |field: &Field| {
        let derived = matches!(
            field,
            Field::Number
                | Field::Rank
                | Field::Suit
                | Field::Toggle
                | Field::Hit(_)
                | Field::Shuffle
        );
        layout.fields().contains(field) && !derived
    };
    let field = name.parse::<Field>().ok().filter(pinnable);
    if field.is_none() {
        match grid {
            "cause" | "effect" => {
                let span =
                    line_span.start.min(column_span.start)..line_span.end.max(column_span.end);
                let message = format!(
                    "the {grid} grid has no cell in row {}, column {}",
                    quoted(line),
                    quoted(column)
                );
                fault(span, message, &cells(layout, grid));
            }
            _ => fault(
                grid_span,
                format!("{} cannot be pinned", quoted(grid)),
                "cause, effect, hit_step, burst_N, penetration, scatter, failure, unintended, an element id",
            ),
        }
    } else if !(matches!(grid, "cause" | "effect") || line.is_empty() && column.is_empty()) {
        fault(line_span, format!("{} has neither row nor column", cut(grid)), "both left empty");
    }
    let field = field?;
    let (text, span) = row.get("value");
    let value = value(&field, text);
    if value.is_none() {
        fault(
            span,
            format!("{} is not a value of {}", quoted(text), cut(&field.to_string())),
            "a whole number, or CF in the cause grid",
        );
    }
    Some(Pin { card: card?, field, value: value?, place: (Arc::clone(source), row.span()) })
}

fn value(field: &Field, text: &str) -> Option<PinValue> {
    let number =
        || unformatted(text).parse().ok().filter(|number| (-9999..=99_999).contains(number));
    match field {
        Field::Cause { .. } if text == "CF" => Some(PinValue::Cause(CauseCell::CriticalFailure)),
        Field::Cause { .. } => {
            let number = u16::try_from(number()?).ok().filter(|&number| number > 0)?;
            Some(PinValue::Cause(CauseCell::Number(number)))
        }
        Field::Failure if text.is_empty() => Some(PinValue::Blank),
        Field::Extra(_) => {
            Some(PinValue::Extra(ExtraValue::from_text(&formula::plain(text.to_owned()))))
        }
        _ => number().map(PinValue::Number),
    }
}

fn cells(layout: &Layout, grid: &str) -> String {
    let shape = if grid == "cause" { &layout.cause } else { &layout.effect };
    let columns: Vec<String> = shape.columns.iter().map(ToString::to_string).collect();
    format!("rows 1 to {}, columns {}", shape.rows, columns.join(", "))
}
