//! One column of a CSV table, chosen by its name.

use std::ops::Range;
use std::sync::Arc;

use crate::diagnostic::{Problem, Source, quoted};

use super::csv::{Record, check_separated, check_unchanged, check_widths, head_and_lines, trimmed};
use super::limits::Limit;
use super::toml::suggestion;

/// A column: the place of its name, and its cells with theirs.
#[derive(Debug)]
pub(crate) struct Column {
    pub head: Range<usize>,
    /// The cells up to the last filled one, without blanks at their ends. Those between may be empty.
    pub cells: Vec<(String, Range<usize>)>,
}

/// Why a table has no such column.
#[derive(Debug)]
pub(crate) enum ColumnError {
    /// A fault of the table.
    Table(Problem),
    /// No column has the name: a phrase with the likely intended one, and the existing ones.
    Missing(String, String),
}

impl From<Problem> for ColumnError {
    fn from(problem: Problem) -> Self {
        Self::Table(problem)
    }
}

impl Column {
    /// Reads the column `name` of a table with a line of names and at most `lines` others.
    ///
    /// # Errors
    /// The first fault of the table, of its line of names or of this column; other columns are not judged.
    pub fn read(source: &Arc<Source>, name: &str, lines: Limit) -> Result<Self, ColumnError> {
        let accepted = "a first line that names the columns";
        let (first, records) = head_and_lines(source, lines, accepted)?;
        check_separated(source, &first)?;
        let names: Vec<&str> = first.fields.iter().map(|(name, _)| trimmed(name)).collect();
        let mut places = (0..names.len()).filter(|&place| names[place] == name);
        let Some(place) = places.next() else {
            let meant = suggestion(name, &names);
            let named: Vec<&str> = names.iter().copied().filter(|name| !name.is_empty()).collect();
            let message = format!("has no column {}{meant}", quoted(name));
            return Err(ColumnError::Missing(message, named.join(", ")));
        };
        if let Some(again) = places.next() {
            let message = format!("column {} is in the first line twice", quoted(name));
            let problem = Problem::coded("table.column-twice", message);
            let problem = problem.at(source, first.fields[again].1.clone());
            return Err(problem.accepts("each column once").into());
        }
        if let Some(problem) = check_widths(source, &records, names.len(), |_| false) {
            return Err(problem.into());
        }
        let own: Vec<Record> = records.iter().map(|record| record.only(place)).collect();
        check_unchanged(source, &own, |_| true)?;
        let cell = |record: Record| record.fields.into_iter().next();
        let cells = own.into_iter().filter_map(cell);
        let mut cells: Vec<_> =
            cells.map(|(text, span)| (trimmed(&text).to_owned(), span)).collect();
        let filled = cells.iter().rposition(|(text, _)| !text.is_empty());
        cells.truncate(filled.map_or(0, |last| last + 1));
        Ok(Self { head: first.fields[place].1.clone(), cells })
    }
}

#[cfg(test)]
mod tests {
    use super::super::limits::TABLE_LINES;
    use super::*;

    fn read(text: &str, name: &str) -> Result<Vec<String>, String> {
        match Column::read(&Source::new("w.csv", text), name, TABLE_LINES) {
            Ok(column) => Ok(column.cells.into_iter().map(|(text, _)| text).collect()),
            Err(ColumnError::Table(problem)) => Err(problem.to_string()),
            Err(ColumnError::Missing(message, names)) => Err(format!("{message}; {names}")),
        }
    }

    #[test]
    fn a_column_ends_with_its_last_filled_cell() {
        let text = "scene; mood \n sun ;calm\n;wild\n\"moon; late\";\n;grim\n;\n";
        assert_eq!(Ok(["sun", "", "moon; late"].map(str::to_owned).to_vec()), read(text, "scene"));
        let moods = ["calm", "wild", "", "grim"].map(str::to_owned).to_vec();
        assert_eq!(Ok(moods), read(text, "mood"));
        assert_eq!(Ok(vec!["sun".to_owned()]), read("\u{feff}scene\r\nsun\r\n\r\n", "scene"));
        assert_eq!(Ok(Vec::new()), read("scene,mood\n,calm\n", "scene"));
    }

    #[test]
    fn a_column_that_cannot_be_read_is_named_with_those_that_can() {
        for (text, reported) in [
            (
                "mood,scene,\n1,2,3\n",
                "has no column \"scnee\"; did you mean \"scene\"?; mood, scene",
            ),
            ("mood\n1\n", "has no column \"scnee\"; mood"),
            ("scnee,scnee\n1,2\n", "w.csv:1:7: column \"scnee\" is in the first line twice"),
            ("scnee,mood\na,b\nsun, moon,c\n", "w.csv:3:1: the line has 3 fields"),
            ("scnee,mood\n#REF!,b\n", "w.csv:2:1: a spreadsheet made an error value of this cell"),
            ("", "w.csv:1:1: the table is empty; accepted: a first line that names the columns"),
        ] {
            let said = read(text, "scnee").unwrap_err();
            assert!(said.starts_with(reported), "{said}");
        }
        let other = read("scnee,mood\na,#REF!\n2026-01-02,b\n", "scnee");
        assert_eq!(Ok(vec!["a".to_owned(), "2026-01-02".to_owned()]), other);
    }
}
