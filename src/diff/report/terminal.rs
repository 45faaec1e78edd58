//! A comparison as tables for the terminal.

use comfy_table::{Cell, LineStyle, Table, TableStyle};

use super::super::Difference;

/// The summary and a table for each kind of change. Ends in a newline, holds no colour.
pub fn terminal(difference: &Difference) -> String {
    let mut text = format!("{}\n{}\n", super::heading(difference), super::summary(difference));
    for section in super::sections(difference) {
        let mut table = Table::new();
        table.load_style(
            TableStyle::new().header_separator(LineStyle::none().fill('─').junction('─')),
        );
        table.set_header(section.heads.iter().map(Cell::new).collect::<Vec<_>>());
        for row in section.rows {
            table.add_row(row);
        }
        text.push_str(&format!("\n{}\n{table}\n", section.title));
    }
    text.lines().map(|line| format!("{}\n", line.trim_end())).collect()
}
