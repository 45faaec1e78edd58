//! CSV tables with a fixed head, and the place of every field in them.
//!
//! The csv crate tells where a record begins but not where its fields do; messages that name line
//! and column need both.

use std::ops::Range;
use std::sync::Arc;

use crate::diagnostic::{Problem, Problems, Source, quoted};
use crate::input::limits::{COLUMNS, Limit, TEXT_CHARS};

/// A CSV text as records of fields with their places; no head, no fixed width. Past `lines` below
/// the first they are counted only.
///
/// A byte order mark, which spreadsheets put before UTF-8, is passed over.
///
/// # Errors
/// A [`Problem`] if the text is not CSV, has too many columns, or a field without end.
pub(crate) fn records(source: &Arc<Source>, lines: Limit) -> Result<Records, Problem> {
    let text = source.text();
    let skipped = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .from_reader(&text.as_bytes()[skipped..]);
    let mut records: Vec<Record> = Vec::new();
    let mut record = csv::StringRecord::new();
    let mut count = 0;
    while reader
        .read_record(&mut record)
        .map_err(|error| Problem::coded("table.csv", error.to_string()))?
    {
        // One more than are read shows where the first of the rest stands.
        if count <= lines.most + 1 {
            let start = skipped + record.position().map_or(0, |at| at.byte() as usize);
            records.push(within_limits(source, start, &record)?);
        }
        count += 1;
    }
    Ok(Records { records, below: usize::saturating_sub(count, 1) })
}

/// The records of a text.
pub(crate) struct Records {
    /// The first line and those below it, as many as are read.
    pub records: Vec<Record>,
    /// How many there are below the first, read or not.
    pub below: usize,
}

/// The record that begins at `start`, unless it is wider or one of its fields longer than any is.
fn within_limits(
    source: &Arc<Source>,
    start: usize,
    record: &csv::StringRecord,
) -> Result<Record, Problem> {
    if COLUMNS.is_passed_by(record.len()) {
        let message = format!("the line has {}", COLUMNS.amount(record.len()));
        let place = field_spans(source.text(), start, 1).remove(0);
        return Err(Problem::coded("table.too-many-columns", message)
            .at(source, place)
            .accepts(COLUMNS.accepted()));
    }
    let spans = field_spans(source.text(), start, record.len());
    for (field, span) in record.iter().zip(&spans) {
        if let Some(length) = TEXT_CHARS.passed_by_text(field) {
            let message = format!("the field has {length}");
            let problem = Problem::coded("table.long-text", message).at(source, span.clone());
            return Err(problem.accepts(TEXT_CHARS.accepted()));
        }
    }
    Ok(Record { fields: record.iter().map(str::to_owned).zip(spans).collect() })
}

/// One record: each field's text, unquoted, and its place, quotes included.
pub(crate) struct Record {
    pub fields: Vec<(String, Range<usize>)>,
}

impl Record {
    /// From the first field to the last.
    pub fn span(&self) -> Range<usize> {
        let start = self.fields.first().map_or(0, |(_, span)| span.start);
        start..self.fields.last().map_or(start, |(_, span)| span.end)
    }
}

/// The byte ranges of the `count` fields of the record that begins at `start`, quotes included.
fn field_spans(text: &str, start: usize, count: usize) -> Vec<Range<usize>> {
    let bytes = text.as_bytes();
    let mut at = start;
    while matches!(bytes.get(at), Some(b'\r' | b'\n')) {
        at += 1;
    }
    let mut spans = Vec::with_capacity(count);
    for _ in 0..count {
        let begin = at.min(bytes.len());
        let mut quoted = false;
        while let Some(&byte) = bytes.get(at) {
            match byte {
                b'"' => quoted = !quoted,
                b',' | b'\r' | b'\n' if !quoted => break,
                _ => {}
            }
            at += 1;
        }
        spans.push(begin..at.min(bytes.len()));
        at += 1;
    }
    spans
}

/// A table whose first line names its columns.
pub(crate) struct Rows {
    head: Vec<String>,
    records: Vec<Record>,
}

impl Rows {
    /// Reads a table that must have exactly these columns, in any order; columns a person may leave
    /// out are none. `lines` are those that may follow the first.
    ///
    /// # Errors
    /// Every unknown, doubled or missing column and every line of another width.
    pub fn read(source: &Arc<Source>, columns: &[&str], lines: Limit) -> Result<Self, Problems> {
        let mut problems = Problems::new();
        let Records { records, below } = records(source, lines).map_err(Problems::from)?;
        if let Some(last) = records.last().filter(|_| lines.is_passed_by(below)) {
            let message = format!("the file has {} below its first line", lines.amount(below));
            let problem = Problem::coded("table.too-many-lines", message).at(source, last.span());
            return Err(problem.accepts(lines.accepted()).into());
        }
        let mut records = records.into_iter();
        let Some(first) = records.next() else {
            let accepted = format!("a first line of {}", columns.join(","));
            let problem = Problem::coded("table.empty", "the table is empty")
                .at(source, 0..0)
                .accepts(accepted);
            return Err(problem.into());
        };
        let place = first.span();
        let mut head: Vec<String> = Vec::new();
        for (name, span) in first.fields {
            if !columns.contains(&name.as_str()) {
                let message = format!("unknown column {}", quoted(&name));
                let accepted = columns.join(", ");
                problems.push(
                    Problem::coded("table.unknown-column", message)
                        .at(source, span)
                        .accepts(accepted),
                );
            } else if head.contains(&name) {
                let message = format!("column {name:?} stands in the first line twice");
                problems.push(
                    Problem::coded("table.column-twice", message)
                        .at(source, span)
                        .accepts("each column once"),
                );
            }
            head.push(name);
        }
        for column in columns.iter().filter(|column| !head.iter().any(|name| name == *column)) {
            let message = format!("column {column:?} is missing");
            let accepted = columns.join(", ");
            problems.push(
                Problem::coded("table.column-missing", message)
                    .at(source, place.clone())
                    .accepts(accepted),
            );
        }
        let records: Vec<Record> = records.collect();
        for record in records.iter().filter(|record| record.fields.len() != head.len()) {
            let message = format!("the line has {} fields", record.fields.len());
            let accepted = format!("{} fields, as in the first line", head.len());
            problems.push(
                Problem::coded("table.width", message).at(source, record.span()).accepts(accepted),
            );
        }
        problems.into_result(Self { head, records })
    }

    /// The lines after the first.
    pub fn iter(&self) -> impl Iterator<Item = Row<'_>> {
        self.records.iter().map(|record| Row { head: &self.head, record })
    }
}

/// One line of a table.
pub(crate) struct Row<'a> {
    head: &'a [String],
    record: &'a Record,
}

impl Row<'_> {
    /// The field's text without surrounding blanks, and its place.
    ///
    /// # Panics
    /// If the table was not read with this column.
    pub fn get(&self, column: &str) -> (&str, Range<usize>) {
        let place = self.head.iter().position(|name| name == column).expect("a known column");
        let (text, span) = &self.record.fields[place];
        (text.trim(), span.clone())
    }

    /// The place of the whole line.
    pub fn span(&self) -> Range<usize> {
        self.record.span()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::limits::TABLE_LINES;
    use crate::wording::grouped;

    fn read(text: String) -> Result<Rows, String> {
        Rows::read(&Source::new("t.csv", text), &["a"], TABLE_LINES)
            .map_err(|problems| problems.to_string())
    }

    fn refusal(text: String) -> String {
        read(text).err().unwrap()
    }

    #[test]
    fn lines_columns_and_letters_past_their_limits_are_one_fault_with_both_numbers() {
        let lines = |count: usize| "a\n".repeat(count);
        assert_eq!(TABLE_LINES.most, read(lines(TABLE_LINES.most + 1)).unwrap().iter().count());
        assert_eq!(
            "t.csv:2002:1: the file has 1,000,000 lines below its first line; accepted: at most \
             2,000 lines",
            refusal(lines(1_000_001)),
        );
        let wide = ",".repeat(COLUMNS.most);
        assert_eq!(
            "t.csv:1:1: the line has 401 columns; accepted: at most 400 columns",
            refusal(wide)
        );
        let long = format!("a,b\n1,{}\n", "ř".repeat(TEXT_CHARS.most + 1));
        assert_eq!(
            format!(
                "t.csv:2:3: the field has {} characters; accepted: at most {} characters",
                grouped(TEXT_CHARS.most + 1),
                grouped(TEXT_CHARS.most)
            ),
            refusal(long),
        );
    }

    #[test]
    fn spans_hold_the_fields_with_their_quotes() {
        let text = "a,\"b,\nc\",\r\nd";
        let pieces: Vec<&str> =
            field_spans(text, 0, 3).into_iter().map(|span| &text[span]).collect();
        assert_eq!(pieces, ["a", "\"b,\nc\"", ""]);
    }

    #[test]
    fn columns_may_stand_in_any_order_and_lines_keep_their_places() {
        let source = Source::new("t.csv", "\u{feff}b,a\r\n 1 ,x\r\n\r\n2,\"y,z\"\r\n");
        let rows = Rows::read(&source, &["a", "b"], TABLE_LINES).unwrap();
        let lines: Vec<_> = rows
            .iter()
            .map(|row| (row.get("a").0.to_owned(), row.get("b").0.to_owned(), row.span().start))
            .collect();
        let line = |start| source.line_column(start).line;
        assert_eq!(("x".to_owned(), "1".to_owned()), (lines[0].0.clone(), lines[0].1.clone()));
        assert_eq!((2, 4), (line(lines[0].2), line(lines[1].2)));
        assert_eq!("y,z", lines[1].0);
    }

    #[test]
    fn every_fault_of_the_head_and_the_widths_is_told_at_once() {
        let source = Source::new("t.csv", "a,a,c\n1,2\n1,2,3\n");
        let problems = Rows::read(&source, &["a", "b"], TABLE_LINES).err().unwrap().to_string();
        let expected = "t.csv:1:3: column \"a\" stands in the first line twice; accepted: each column once\n\
                        t.csv:1:5: unknown column \"c\"; accepted: a, b\n\
                        t.csv:1:1: column \"b\" is missing; accepted: a, b\n\
                        t.csv:2:1: the line has 2 fields; accepted: 3 fields, as in the first line";
        assert_eq!(expected, problems);
    }
}
