//! CSV tables whose rows have unique names; reading reports all faults at once.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::diagnostic::{Problem, Problems, Source, quoted, visible};
use crate::input::csv::{Row, Rows, unformatted};
use crate::input::limits::TABLE_LINES;

/// Reads a table of `kind`, row by row; `read` returns `None` for a row with faults.
///
/// # Errors
/// All faults of the table and all duplicate names, with line and column.
pub(super) fn read<T>(
    file: &str,
    text: &str,
    kind: &str,
    columns: &[&str],
    read: impl Fn(&mut Cells<'_>, &Row<'_>) -> Option<T>,
    name: impl Fn(&T) -> &str,
) -> Result<Vec<T>, Problems> {
    let source = Source::new(file, text);
    let rows = Rows::read(&source, columns, TABLE_LINES)?;
    let mut cells = Cells { source: &source, problems: Problems::new() };
    let mut things: Vec<T> = Vec::new();
    let mut names = BTreeSet::new();
    for row in rows.iter() {
        if let Some(thing) = read(&mut cells, &row) {
            if !names.insert(name(&thing).to_owned()) {
                let message = format!("{kind} {} is in the table twice", quoted(name(&thing)));
                cells.fault(row.get("name").1, message, "each name once");
            }
            things.push(thing);
        }
    }
    cells.problems.into_result(things)
}

/// Reads the cells of a table and collects the faults.
pub(super) struct Cells<'a> {
    source: &'a Arc<Source>,
    problems: Problems,
}

impl Cells<'_> {
    fn fault(&mut self, span: std::ops::Range<usize>, message: String, accepted: &str) {
        self.problems
            .push(Problem::coded("table.value", message).at(self.source, span).accepts(accepted));
    }

    /// The name cell.
    pub fn name(&mut self, row: &Row) -> Option<String> {
        let is_seen = |text: &str| !text.contains('\n') && visible(text) == text;
        self.needed(row, "name", "a name on one line", |text| {
            (!text.is_empty() && is_seen(text)).then(|| text.to_owned())
        })
    }

    /// A required cell.
    pub fn needed<T>(
        &mut self,
        row: &Row,
        column: &str,
        accepted: &str,
        parse: impl Fn(&str) -> Option<T>,
    ) -> Option<T> {
        let (text, span) = row.get(column);
        let is_name = column == "name";
        let value = if is_name { parse(text) } else { parse(&unformatted(text)) };
        if value.is_none() {
            self.fault(span, format!("{column} {} is not valid", quoted(text)), accepted);
        }
        value
    }

    /// An optional cell.
    pub fn optional<T>(
        &mut self,
        row: &Row,
        column: &str,
        accepted: &str,
        parse: impl Fn(&str) -> Option<T>,
    ) -> Option<Option<T>> {
        let accepted = format!("{accepted}, or nothing");
        self.needed(row, column, &accepted, |text| {
            if text.is_empty() { Some(None) } else { parse(text).map(Some) }
        })
    }

    /// A list separated by semicolons.
    pub fn list<T>(
        &mut self,
        row: &Row,
        column: &str,
        accepted: &str,
        parse: impl Fn(&str) -> Option<T>,
    ) -> Option<Vec<T>> {
        self.needed(row, column, accepted, |text| {
            text.split(';').map(str::trim).filter(|item| !item.is_empty()).map(&parse).collect()
        })
    }
}
