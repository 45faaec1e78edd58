//! A validation as tables for the terminal.

use comfy_table::{Cell, CellAlignment, ContentArrangement, LineStyle, Table, TableStyle};

use super::super::{ElementTable, Figure, FigureVerdict, Validation};
use crate::wording::counted;

/// How many broken rules are listed; the rest are counted.
const LISTED_FAULTS: usize = 20;

/// The summary: deck and spec, the verdict and what a player would notice, broken rules, figures with the
/// least that is possible, limits and verdicts, errors by column and level. Ends in a newline, holds no colour.
///
/// With a `width` the table of figures is folded to so many columns.
pub fn terminal(validation: &Validation, width: Option<usize>) -> String {
    let mut text = heading(validation);
    text.push_str(&format!("{}\n", validation.sentence));
    for sentence in &validation.in_words {
        text.push_str(&format!("  {sentence}\n"));
    }
    if !validation.faults.is_empty() {
        text.push_str("\nBroken rules\n");
        for fault in validation.faults.iter().take(LISTED_FAULTS) {
            text.push_str(&format!("  {fault}\n"));
        }
        if let Some(more) = validation.faults.len().checked_sub(LISTED_FAULTS + 1) {
            text.push_str(&format!("  and {} more\n", more + 1));
        }
    }
    text.push_str(&format!("\n{}\n", figures(&validation.figures, width)));
    text.push_str("\nLargest error of a check in cards, by column and level\n");
    text.push_str(&format!("{}\n", by_level(validation)));
    text.push_str("\nLargest error of an effect cell in cards, by column and row\n");
    text.push_str(&format!("{}\n", by_row(validation)));
    let strays = |part: &&ElementTable| part.off.is_some_and(|off| off > 0);
    for element in validation.parts.iter().filter(strays).chain(&validation.elements) {
        text.push_str(&format!("\n{}\n{}\n", element_head(element), element_values(element)));
    }
    text.lines().map(|line| format!("{}\n", line.trim_end())).collect()
}

fn heading(validation: &Validation) -> String {
    let deck = &validation.deck;
    let by = match &validation.spec {
        Some(spec) => format!("judged by the spec of {}", spec.name),
        None => "judged by itself, without a spec".to_owned(),
    };
    format!("{} (edition {}), {by}\n", deck.name, deck.edition)
}

fn figures(figures: &[Figure], width: Option<usize>) -> Table {
    let mut table = plain(["figure", "achieved", "least", "limit", "", "where"]);
    if let Some(width) = width.and_then(|width| u16::try_from(width).ok()) {
        table.set_content_arrangement(ContentArrangement::Dynamic).set_width(width);
    }
    for figure in figures {
        let shown = |amount: &super::super::Amount| {
            format!("{} {}", amount.rounded(figure.unit.places()), figure.unit.suffix())
        };
        let achieved = shown(&figure.achieved);
        let limit = figure.limit.as_ref().map(shown).unwrap_or_default();
        let least = figure.floors.last().map(|floor| floor.least.rounded(figure.unit.places()));
        table.add_row([
            Cell::new(figure.title),
            number(achieved.trim_end()),
            number(&least.unwrap_or_default()),
            number(limit.trim_end()),
            Cell::new(mark(figure.verdict)),
            Cell::new(&figure.at),
        ]);
    }
    table
}

/// A verdict in a word.
fn mark(verdict: FigureVerdict) -> &'static str {
    match verdict {
        FigureVerdict::Holds => "holds",
        FigureVerdict::FallsShort => "FALLS SHORT",
        FigureVerdict::Noted => "",
    }
}

fn by_level(validation: &Validation) -> Table {
    let levels: Vec<_> = validation.checks.iter().filter(|table| table.is_level()).collect();
    let cells = levels.iter().map(|table| (table.sides, table.error().rounded(3)));
    square("level", cells)
}

fn by_row(validation: &Validation) -> Table {
    let cells = validation.effects.iter().map(|cell| (cell.sides, cell.stairs.error.rounded(3)));
    square("row", cells)
}

/// `omen (2d6): as the spec asks, 0.500 cards off its dice at 7`
fn element_head(element: &ElementTable) -> String {
    let asked = element.off.map(|off| match off {
        0 => "as the spec asks".to_owned(),
        off => format!("{} off the spec", counted(off, "card")),
    });
    let dice = element.stairs.as_ref().map(|stairs| {
        format!("{} cards off its dice at {}", stairs.error.rounded(3), stairs.worst_at)
    });
    let told: Vec<String> = asked.into_iter().chain(dice).collect();
    let told = if told.is_empty() { String::new() } else { format!(": {}", told.join(", ")) };
    format!("{}{told}", element.title())
}

/// Each value with its cards, what the spec asks for and what the dice stand for, as far as known.
fn element_values(element: &ElementTable) -> Table {
    let has_spec = element.off.is_some();
    let has_dice = element.dice.is_some();
    let heads = [("value", true), ("cards", true), ("spec", has_spec), ("dice", has_dice)];
    let mut table = plain(heads.iter().filter(|(_, shown)| *shown).map(|(head, _)| *head));
    for value in &element.values {
        let mut cells = vec![Cell::new(value.label()), number(&value.cards.to_string())];
        if has_spec {
            cells.push(number(&value.asked.map_or_else(String::new, |asked| asked.to_string())));
        }
        if has_dice {
            cells.push(number(&value.dice.map_or_else(String::new, |dice| format!("{dice:.2}"))));
        }
        table.add_row(cells);
    }
    table
}

/// Values that come column by column, from row 1 down, as a table with a column for each die.
fn square(rows: &str, cells: impl Iterator<Item = (u16, String)>) -> Table {
    let mut columns: Vec<(u16, Vec<String>)> = Vec::new();
    for (sides, value) in cells {
        match columns.last_mut() {
            Some((last, values)) if *last == sides => values.push(value),
            _ => columns.push((sides, vec![value])),
        }
    }
    let heads = columns.iter().map(|(sides, _)| format!("d{sides}"));
    let mut table = plain(std::iter::once(rows.to_owned()).chain(heads));
    let height = columns.first().map_or(0, |(_, values)| values.len());
    for row in 0..height {
        let values = columns.iter().map(|(_, values)| number(&values[row]));
        table.add_row(std::iter::once(number(&(row + 1).to_string())).chain(values));
    }
    table
}

fn number(text: &str) -> Cell {
    Cell::new(text).set_alignment(CellAlignment::Right)
}

fn plain<T: Into<Cell>>(heads: impl IntoIterator<Item = T>) -> Table {
    let mut table = Table::new();
    table.load_style(TableStyle::new().header_separator(LineStyle::none().fill('─').junction('─')));
    table.set_header(heads.into_iter().map(Into::into).collect::<Vec<Cell>>());
    table
}
