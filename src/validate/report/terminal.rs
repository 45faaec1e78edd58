//! A validation as tables for the terminal.

use comfy_table::{Cell, CellAlignment, ContentArrangement, LineStyle, Table, TableStyle};
use unicode_width::UnicodeWidthStr;

use super::super::{ElementTable, Figure, FigureVerdict, Validation};
use crate::wording::counted;

/// The number of broken rules that are listed; the rest are counted.
const LISTED_FAULTS: usize = 20;

/// The summary: deck and spec, the verdict, what a player would notice, broken rules, figures with lower
/// bounds, limits and verdicts, errors by column and level. Ends in a newline, without colour.
///
/// With a `width` in columns, lines have at most that width, except for single words: sentences are wrapped,
/// wide tables are split, and if the table of figures does not fit, each figure is a paragraph.
pub fn terminal(validation: &Validation, width: Option<usize>) -> String {
    let mut text = head(validation);
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
    text.push_str(&by_level(validation, width));
    text.push_str("\nLargest error of an effect cell in cards, by column and row\n");
    text.push_str(&by_row(validation, width));
    let strays = |part: &&ElementTable| part.off.is_some_and(|off| off > 0);
    for element in validation.parts.iter().filter(strays).chain(&validation.elements) {
        let mut values = element_values(element);
        fold(&mut values, width);
        text.push_str(&format!("\n{}\n{values}\n", element_head(element)));
    }
    wrap_lines(&text, width)
}

/// The first part of [`terminal`], some six lines: deck and spec, the verdict, what a player would notice.
pub fn verdict(validation: &Validation, width: Option<usize>) -> String {
    wrap_lines(&head(validation), width)
}

fn head(validation: &Validation) -> String {
    let mut text = heading(validation);
    text.push_str(&format!("{}\n", validation.sentence));
    for sentence in &validation.in_words {
        text.push_str(&format!("  {sentence}\n"));
    }
    text
}

fn wrap_lines(text: &str, width: Option<usize>) -> String {
    let width = width.unwrap_or(usize::MAX);
    text.lines().map(|line| format!("{}\n", wrapped(line.trim_end(), width))).collect()
}

/// Wraps a line at spaces to at most `width` columns; continuation lines are indented by two more columns.
fn wrapped(line: &str, width: usize) -> String {
    if line.width() <= width {
        return line.to_owned();
    }
    let indent = line.len() - line.trim_start().len();
    let mut lines = vec![" ".repeat(indent)];
    for word in line.split_whitespace() {
        let last = lines.last_mut().expect("there is a first line");
        let is_begun = !last.trim().is_empty();
        if is_begun && last.width() + 1 + word.width() > width {
            lines.push(format!("{}{word}", " ".repeat(indent + 2)));
        } else {
            let blank = if is_begun { " " } else { "" };
            last.push_str(&format!("{blank}{word}"));
        }
    }
    lines.join("\n")
}

/// Wraps the cells of a table so that it has at most `width` columns.
fn fold(table: &mut Table, width: Option<usize>) {
    if let Some(width) = width.and_then(|width| u16::try_from(width).ok()) {
        table.set_content_arrangement(ContentArrangement::Dynamic).set_width(width);
    }
}

fn heading(validation: &Validation) -> String {
    let deck = &validation.deck;
    let by = match &validation.spec {
        Some(spec) => format!("judged by the spec of {}", spec.name),
        None => "judged by itself, without a spec".to_owned(),
    };
    format!("{} (edition {}), {by}\n", deck.name, deck.edition)
}

/// The figures as a table, or as paragraphs if the table is too wide.
fn figures(figures: &[Figure], width: Option<usize>) -> String {
    let mut table = plain(["figure", "achieved", "least", "limit", "", "where"]);
    let mut paragraphs = Vec::new();
    for figure in figures {
        let shown = |amount: &super::super::Amount| {
            format!("{} {}", amount.rounded(figure.unit.places()), figure.unit.suffix())
        };
        let achieved = shown(&figure.achieved);
        let limit = figure.limit.as_ref().map(shown).unwrap_or_default();
        let least = figure.floors.last().map(|floor| floor.least.rounded(figure.unit.places()));
        let least = least.unwrap_or_default();
        let [achieved, limit] = [achieved.trim_end(), limit.trim_end()];
        table.add_row([
            Cell::new(figure.title),
            number(achieved),
            number(&least),
            number(limit),
            Cell::new(mark(figure.verdict)),
            Cell::new(&figure.at),
        ]);
        let parts =
            [("least ", &*least), ("limit ", limit), ("", mark(figure.verdict)), ("", &figure.at)];
        let parts = parts.iter().filter(|(_, part)| !part.is_empty());
        let parts: String = parts.map(|(what, part)| format!(", {what}{part}")).collect();
        paragraphs.push(format!("{}\n    {achieved}{parts}", figure.title));
    }
    let table = table.to_string();
    let is_too_wide = |width: usize| table.lines().any(|line| line.trim_end().width() > width);
    if width.is_some_and(is_too_wide) { paragraphs.join("\n") } else { table }
}

/// A verdict in a word.
fn mark(verdict: FigureVerdict) -> &'static str {
    match verdict {
        FigureVerdict::Holds => "holds",
        FigureVerdict::FallsShort => "FALLS SHORT",
        FigureVerdict::Noted => "",
    }
}

fn by_level(validation: &Validation, width: Option<usize>) -> String {
    let levels: Vec<_> = validation.checks.iter().filter(|table| table.is_level()).collect();
    let cells = levels.iter().map(|table| (table.sides, table.error().rounded(3)));
    square("level", cells, width)
}

fn by_row(validation: &Validation, width: Option<usize>) -> String {
    let cells = validation.effects.iter().map(|cell| (cell.sides, cell.stairs.error.rounded(3)));
    square("row", cells, width)
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
    let reported: Vec<String> = asked.into_iter().chain(dice).collect();
    let reported =
        if reported.is_empty() { String::new() } else { format!(": {}", reported.join(", ")) };
    format!("{}{reported}", element.title())
}

/// Each value with its number of cards, in the spec and with dice, as far as known.
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

/// Values by column, from row 1 down, as a table with a column for each die, split into several if it is
/// wider than `width`.
fn square(rows: &str, cells: impl Iterator<Item = (u16, String)>, width: Option<usize>) -> String {
    let mut columns: Vec<(u16, Vec<String>)> = Vec::new();
    for (sides, value) in cells {
        match columns.last_mut() {
            Some((last, values)) if *last == sides => values.push(value),
            _ => columns.push((sides, vec![value])),
        }
    }
    // The heading of the rows and each column with the blanks around them.
    let room = width.unwrap_or(usize::MAX).saturating_sub(rows.len() + 2);
    let most = (room / SQUARE_COLUMN).max(1);
    let parts =
        if columns.is_empty() { vec![&columns[..]] } else { columns.chunks(most).collect() };
    let tables = parts.into_iter().map(|part| {
        let heads = part.iter().map(|(sides, _)| format!("d{sides}"));
        let mut table = plain(std::iter::once(rows.to_owned()).chain(heads));
        let height = part.first().map_or(0, |(_, values)| values.len());
        for row in 0..height {
            let values = part.iter().map(|(_, values)| number(&values[row]));
            table.add_row(std::iter::once(number(&(row + 1).to_string())).chain(values));
        }
        format!("{table}\n")
    });
    tables.collect::<Vec<_>>().join("\n")
}

/// The width of a column such as ` 12.345 `.
const SQUARE_COLUMN: usize = 8;

fn number(text: &str) -> Cell {
    Cell::new(text).set_alignment(CellAlignment::Right)
}

fn plain<T: Into<Cell>>(heads: impl IntoIterator<Item = T>) -> Table {
    let mut table = Table::new();
    table.load_style(TableStyle::new().header_separator(LineStyle::none().fill('─').junction('─')));
    table.set_header(heads.into_iter().map(Into::into).collect::<Vec<Cell>>());
    table
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deck::Deck;
    use crate::spec::preset;
    use crate::validate::validate;

    #[test]
    fn lines_fit_the_terminal_and_nothing_is_omitted() {
        let spec = preset("future-imperfect").unwrap().spec().unwrap();
        let mut validation = validate(&Deck::built_in(), Some(&spec));
        validation.sentence.push_str(&" More words follow here.".repeat(20));
        let words = |text: &str| {
            let is_word = |word: &&str| word.chars().any(char::is_alphanumeric);
            text.split([' ', '\n', ',']).filter(is_word).map(str::to_owned).collect::<Vec<_>>()
        };
        let whole = terminal(&validation, None);
        assert!(whole.lines().any(|line| line.width() > 127), "sentences of files are one line");
        for width in [40, 60, 80, 100, 132] {
            let text = terminal(&validation, Some(width));
            for line in text.lines() {
                assert!(line.width() <= width, "{width}: {line:?}");
            }
            let words_here = words(&text);
            for word in words(&whole) {
                let is_head = ["figure", "achieved", "where"].contains(&&*word);
                assert!(is_head || words_here.contains(&word), "{width}: {word}");
            }
        }
        let wide = terminal(&validation, Some(1000));
        assert_eq!(whole, wide);
    }

    #[test]
    fn lines_are_wrapped_at_blanks_and_indented() {
        assert_eq!("  one two\n    three\n    four", wrapped("  one two three four", 10));
        assert_eq!("unbreakable\n  x", wrapped("unbreakable x", 5));
    }
}
