//! CSV tables with a fixed header, and the position of every field.
//!
//! The csv crate returns where a record begins but not where its fields do; messages need line and column.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

use crate::diagnostic::{Problem, Problems, Source, quoted};
use crate::input::limits::{COLUMNS, Limit, PIN_LINES, TEXT_CHARS};
use crate::wording::grouped;

/// The separator of a table, and where its first line begins.
struct Dialect {
    separator: u8,
    start: usize,
}

/// The accepted separators; the first of two that are equally frequent is used.
const SEPARATORS: [u8; 4] = [b',', b';', b'\t', b'|'];

impl Dialect {
    /// The separator named by a line `sep=;`, as in Excel, else the most frequent one of the first line that
    /// has any. A title above the table has none.
    fn detect(text: &str) -> Self {
        let mut start = 0;
        let mut lines = text.split_inclusive(['\n', '\r']);
        while let Some(line) = lines.next().filter(|_| start < text.len()) {
            let plain = line.trim_end_matches(['\n', '\r']).trim_matches('"');
            if let [b's', b'e', b'p', b'=', separator, rest @ ..] =
                plain.to_ascii_lowercase().as_bytes()
                && rest.iter().all(|byte| byte == separator || *byte == b'"')
                && SEPARATORS.contains(separator)
            {
                return Self { separator: *separator, start: start + line.len() };
            }
            start += line.len();
            let mut counts = SEPARATORS.map(|_| 0_usize);
            let mut is_quoted = false;
            for byte in line.bytes() {
                is_quoted ^= byte == b'"';
                if let Some(place) = SEPARATORS.iter().position(|separator| *separator == byte) {
                    counts[place] += usize::from(!is_quoted);
                }
            }
            let most = counts.into_iter().max().unwrap_or(0);
            if let Some(place) = counts.iter().position(|count| *count == most && most > 0) {
                return Self { separator: SEPARATORS[place], start: 0 };
            }
        }
        Self { separator: SEPARATORS[0], start: 0 }
    }
}

/// The separator of the fields of a table.
#[cfg(feature = "studio")]
pub(crate) fn separator(text: &str) -> u8 {
    Dialect::detect(text).separator
}

/// The column names of a table; empty if the text is not CSV.
pub(crate) fn head(source: &Arc<Source>) -> Vec<String> {
    let head =
        filled_records(source, PIN_LINES).ok().and_then(|found| found.records.into_iter().next());
    head.map_or_else(Vec::new, |head| head.fields.into_iter().map(|(name, _)| name).collect())
}

/// Parses a CSV text into records of fields with their places. Beyond `lines` below the first they are only
/// counted.
///
/// Output of spreadsheets is accepted: fields separated by semicolons, tabs or bars, a line `sep=;`, a title
/// above the table, and empty lines and columns. A line that ends early has empty fields in the last columns.
///
/// # Errors
/// A [`Problem`] if the text is not CSV, has too many columns, or a field is not closed.
pub(crate) fn records(source: &Arc<Source>, lines: Limit) -> Result<Records, Problem> {
    let mut found = filled_records(source, lines)?;
    remove_empty_columns(&mut found.records);
    Ok(found)
}

/// The first record of a table and those below it; `accepted` describes the first.
///
/// # Errors
/// As [`records`], and a table that is empty or has more than `lines` below the first.
pub(super) fn head_and_lines(
    source: &Arc<Source>,
    lines: Limit,
    accepted: &str,
) -> Result<(Record, Vec<Record>), Problem> {
    let Records { records, below } = records(source, lines)?;
    if let Some(last) = records.last().filter(|_| lines.is_passed_by(below)) {
        let message = format!("the file has {} below its first line", lines.amount(below));
        let problem = Problem::coded("table.too-many-lines", message).at(source, last.span());
        return Err(problem.accepts(lines.accepted()));
    }
    let mut records = records.into_iter();
    let empty = || Problem::coded("table.empty", "the table is empty").at(source, 0..0);
    let first = records.next().ok_or_else(|| empty().accepts(accepted))?;
    Ok((first, records.collect()))
}

/// The records that are not empty, each up to its last filled field.
fn filled_records(source: &Arc<Source>, lines: Limit) -> Result<Records, Problem> {
    let text = source.text();
    let Dialect { separator, start: skipped } = Dialect::detect(text);
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .delimiter(separator)
        .from_reader(&text.as_bytes()[skipped..]);
    let mut records: Vec<Record> = Vec::new();
    let mut record = csv::StringRecord::new();
    let mut count = 0;
    while reader
        .read_record(&mut record)
        .map_err(|error| Problem::coded("table.csv", error.to_string()))?
    {
        let filled = (0..record.len()).rfind(|&place| !trimmed(&record[place]).is_empty());
        let Some(filled) = filled.map(|last| last + 1) else { continue };
        let is_title = |first: &Record| first.filled() == 1 && filled > 1;
        if count == 1 && records.first().is_some_and(is_title) {
            records.clear();
            count = 0;
        }
        // The first record beyond the limit is kept for its place.
        if count <= lines.most + 1 {
            let start = skipped + record.position().map_or(0, |at| at.byte() as usize);
            records.push(within_limits(source, start, separator, &record, filled)?);
        }
        count += 1;
    }
    Ok(Records { records, below: usize::saturating_sub(count, 1) })
}

/// Removes empty columns without a name, and gives every line the columns of the first.
fn remove_empty_columns(records: &mut [Record]) {
    let width = records.first().map_or(0, |head| head.fields.len());
    let is_empty = |record: &Record, column: usize| {
        record.fields.get(column).is_none_or(|(text, _)| trimmed(text).is_empty())
    };
    let mut kept: Vec<bool> = Vec::with_capacity(width);
    for column in 0..width {
        kept.push(!records.iter().all(|record| is_empty(record, column)));
    }
    for record in records {
        let end = record.span().end;
        record.added = width.saturating_sub(record.written);
        while record.fields.len() < width {
            record.fields.push((String::new(), end..end));
        }
        let mut column = 0;
        record.fields.retain(|_| {
            column += 1;
            kept.get(column - 1).copied().unwrap_or(true)
        });
    }
}

/// A field without the blanks at its ends, including non-breaking and zero-width ones.
pub(crate) fn trimmed(field: &str) -> &str {
    field.trim_matches(|c: char| c.is_whitespace() || matches!(c, '\u{200b}' | '\u{feff}'))
}

/// Undoes the formatting of a number by a spreadsheet or an editor: `5.0`, `5,00`, `'5`, `="5"` and a
/// typographic minus. Of any other text only the blanks at its ends are removed.
pub(crate) fn unformatted(field: &str) -> Cow<'_, str> {
    let text = trimmed(field);
    let bare = text.strip_prefix("=\"").and_then(|rest| rest.strip_suffix('"')).unwrap_or(text);
    let bare = trimmed(bare.strip_prefix(['\'', '\u{2019}']).unwrap_or(bare));
    let (minus, digits) = match bare.strip_prefix(['-', '\u{2212}', '\u{2013}', '\u{2011}']) {
        Some(digits) => ("-", digits),
        None => ("", bare.strip_prefix('+').unwrap_or(bare)),
    };
    let (whole, fraction) = digits.split_once(['.', ',']).unwrap_or((digits, "0"));
    let is_whole = !whole.is_empty() && whole.bytes().all(|byte| byte.is_ascii_digit());
    // Three zeros after a comma may be thousands.
    match is_whole && matches!(fraction, "0" | "00") {
        true => Cow::Owned(format!("{minus}{whole}")),
        false => Cow::Borrowed(text),
    }
}

/// What a spreadsheet made of a number or a word: a date, or an error value.
fn damage(cell: &str) -> Option<&'static str> {
    const ERRORS: [&str; 7] = ["#NAME?", "#REF!", "#VALUE!", "#DIV/0!", "#N/A", "#NUM!", "#NULL!"];
    let text = trimmed(cell);
    if ERRORS.contains(&text) {
        return Some("an error value");
    }
    is_date(text).then_some("a date")
}

/// Whether a text is a date in a format of spreadsheets: `02. Jan`, `Jan-02`, `1/2/2026`, `2026-01-02`.
fn is_date(text: &str) -> bool {
    // The first letters of every month in English, German, French and Spanish.
    const MONTHS: [&str; 24] = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec", "mär",
        "mrz", "mai", "okt", "dez", "fév", "avr", "aoû", "déc", "ene", "abr", "ago",
    ];
    let text = text
        .split_once([' ', 'T'])
        .filter(|(_, time)| time.contains(':'))
        .map_or(text, |(day, _)| day);
    let parts: Vec<&str> =
        text.split(['/', '-', '.', ' ']).filter(|part| !part.is_empty()).collect();
    let number =
        |part: &str| part.parse::<u16>().ok().filter(|_| part.len() != 3 && part.len() < 5);
    let is_month = |part: &&&str| {
        let lower = part.to_lowercase();
        part.chars().all(char::is_alphabetic) && MONTHS.iter().any(|month| lower.starts_with(month))
    };
    let months = parts.iter().filter(is_month).count();
    let numbers: Vec<u16> = parts.iter().filter_map(|part| number(part)).collect();
    match (months, numbers.len(), parts.len()) {
        (1, 1 | 2, length) => length == numbers.len() + 1,
        (0, 3, 3) => numbers.iter().filter(|number| (1..=12).contains(*number)).count() >= 1,
        _ => false,
    }
}

/// Reports cells that a spreadsheet changed as one problem at the first of them; `is_text` names the columns
/// in which any text is accepted.
///
/// # Errors
/// The problem, with the number of such cells.
pub(crate) fn check_unchanged<'r>(
    source: &Arc<Source>,
    records: impl IntoIterator<Item = &'r Record>,
    is_text: impl Fn(usize) -> bool,
) -> Result<(), Problem> {
    let mut found: Option<(&str, &Record, usize, &'static str)> = None;
    let mut count = 0;
    for record in records {
        for (column, (text, _)) in record.fields.iter().enumerate() {
            let Some(what) = damage(text).filter(|what| !is_text(column) || *what != "a date")
            else {
                continue;
            };
            count += 1;
            found = found.or(Some((text, record, column, what)));
        }
    }
    let Some((text, record, column, what)) = found else { return Ok(()) };
    let more = match count {
        1 => String::new(),
        2 => ", and 1 more cell was changed like this".to_owned(),
        more => format!(", and {} more cells were changed like this", grouped(more - 1)),
    };
    let message =
        format!("a spreadsheet made {what} of this cell: {}{more}", quoted(trimmed(text)));
    Err(Problem::coded("table.spreadsheet", message)
        .at(source, record.fields[column].1.clone())
        .accepts("the earlier content, in columns formatted as text"))
}

/// Reports all lines with more fields than the first, or fewer where the rest `must_be_filled`, as one
/// problem at the first of them.
pub(crate) fn check_widths<'r>(
    source: &Arc<Source>,
    records: impl IntoIterator<Item = &'r Record>,
    width: usize,
    must_be_filled: impl Fn(usize) -> bool,
) -> Option<Problem> {
    let is_wrong = |record: &&Record| {
        let added = record.fields.len().saturating_sub(record.added)..record.fields.len();
        record.fields.len() != width || added.into_iter().any(&must_be_filled)
    };
    let mut wrong = records.into_iter().filter(is_wrong);
    let first = wrong.next()?;
    let fields = first.fields.len() - first.added;
    let message = match wrong.count() {
        0 => format!("the line has {fields} fields"),
        1 => format!("the line has {fields} fields, and 1 more line does not fit"),
        more => {
            format!("the line has {fields} fields, and {} more lines do not fit", grouped(more))
        }
    };
    let accepted = format!("{width} fields, as in the first line");
    Some(Problem::coded("table.width", message).at(source, first.span()).accepts(accepted))
}

/// Reports a table in which every line is one field: its separators are quoted.
pub(crate) fn check_separated(source: &Arc<Source>, head: &Record) -> Result<(), Problem> {
    let is_one_cell = |text: &str| text.bytes().any(|byte| SEPARATORS.contains(&byte));
    match &head.fields[..] {
        [(text, span)] if is_one_cell(text) => {
            let message = "each line is one cell in quotes, with the separators inside";
            Err(Problem::coded("table.one-cell", message)
                .at(source, span.clone())
                .accepts("fields separated by commas, semicolons or tabs outside of the quotes"))
        }
        _ => Ok(()),
    }
}

/// The records of a text.
pub(crate) struct Records {
    /// The first line and those below it, up to the limit.
    pub records: Vec<Record>,
    /// The number of lines below the first, including those beyond the limit.
    pub below: usize,
}

/// Checks the first `count` fields of the record that begins at `start`: their number and their lengths.
fn within_limits(
    source: &Arc<Source>,
    start: usize,
    separator: u8,
    record: &csv::StringRecord,
    count: usize,
) -> Result<Record, Problem> {
    if COLUMNS.is_passed_by(count) {
        let message = format!("the line has {}", COLUMNS.amount(count));
        let place = field_spans(source.text(), start, separator, 1).remove(0);
        return Err(Problem::coded("table.too-many-columns", message)
            .at(source, place)
            .accepts(COLUMNS.accepted()));
    }
    let spans = field_spans(source.text(), start, separator, count);
    for (field, span) in record.iter().zip(&spans) {
        if let Some(length) = TEXT_CHARS.passed_by_text(field) {
            let message = format!("the field has {length}");
            let problem = Problem::coded("table.long-text", message).at(source, span.clone());
            return Err(problem.accepts(TEXT_CHARS.accepted()));
        }
    }
    let fields = record.iter().map(str::to_owned).zip(spans).collect();
    Ok(Record { fields, written: record.len(), added: 0 })
}

/// One record: each field's text, unquoted, and its place, quotes included.
pub(crate) struct Record {
    pub fields: Vec<(String, Range<usize>)>,
    /// The number of fields in the text.
    written: usize,
    /// The number of last fields that were added, because the line ends early.
    added: usize,
}

impl Record {
    /// The record of one of its fields.
    pub fn only(&self, column: usize) -> Self {
        let fields = self.fields.get(column).cloned().into_iter().collect();
        Self { fields, written: 1, added: 0 }
    }

    /// The number of fields that are not empty.
    fn filled(&self) -> usize {
        self.fields.iter().filter(|(text, _)| !trimmed(text).is_empty()).count()
    }

    /// From the first field to the last.
    pub fn span(&self) -> Range<usize> {
        let start = self.fields.first().map_or(0, |(_, span)| span.start);
        start..self.fields.last().map_or(start, |(_, span)| span.end)
    }
}

/// The byte ranges of the `count` fields of the record that begins at `start`, quotes included.
fn field_spans(text: &str, start: usize, separator: u8, count: usize) -> Vec<Range<usize>> {
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
                byte if !quoted && (byte == separator || matches!(byte, b'\r' | b'\n')) => break,
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
    /// Reads a table that must have exactly these columns, in any order. `lines` limits the lines below the
    /// first.
    ///
    /// # Errors
    /// Every unknown, duplicate or missing column and every line of another width.
    pub fn read(source: &Arc<Source>, columns: &[&str], lines: Limit) -> Result<Self, Problems> {
        let mut problems = Problems::new();
        let accepted = format!("a first line of {}", columns.join(","));
        let (first, records) = head_and_lines(source, lines, &accepted)?;
        check_separated(source, &first)?;
        let place = first.span();
        let mut head: Vec<String> = Vec::new();
        for (name, span) in first.fields {
            let name = trimmed(&name).to_owned();
            if !columns.contains(&name.as_str()) {
                let message = format!("unknown column {}", quoted(&name));
                let accepted = columns.join(", ");
                problems.push(
                    Problem::coded("table.unknown-column", message)
                        .at(source, span)
                        .accepts(accepted),
                );
            } else if head.contains(&name) {
                let message = format!("column {name:?} is in the first line twice");
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
        if let Some(problem) = check_widths(source, &records, head.len(), |_| false) {
            problems.push(problem);
        }
        // Columns in which a date may be intended.
        let is_text = |column: usize| {
            head.get(column).is_none_or(|name| matches!(&**name, "name" | "note" | "value"))
        };
        if let Err(problem) = check_unchanged(source, &records, is_text) {
            problems.push(problem);
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
        (trimmed(text), span.clone())
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
    fn an_exceeded_limit_is_one_fault_with_both_numbers() {
        let lines = |count: usize| "a\n".repeat(count);
        assert_eq!(TABLE_LINES.most, read(lines(TABLE_LINES.most + 1)).unwrap().iter().count());
        assert_eq!(
            "t.csv:2002:1: the file has 1,000,000 lines below its first line; accepted: at most \
             2,000 lines",
            refusal(lines(1_000_001)),
        );
        let wide = "a,".repeat(COLUMNS.most) + "a";
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
            field_spans(text, 0, b',', 3).into_iter().map(|span| &text[span]).collect();
        assert_eq!(pieces, ["a", "\"b,\nc\"", ""]);
    }

    #[test]
    fn columns_are_read_in_any_order() {
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
    fn all_faults_of_header_and_widths_are_reported() {
        let source = Source::new("t.csv", "a,a,c\n1,2\n1,2,3,4\n1,2,3,4,5\n");
        let problems = Rows::read(&source, &["a", "b"], TABLE_LINES).err().unwrap().to_string();
        let expected = "t.csv:1:3: column \"a\" is in the first line twice; accepted: each column once\n\
                        t.csv:1:5: unknown column \"c\"; accepted: a, b\n\
                        t.csv:1:1: column \"b\" is missing; accepted: a, b\n\
                        t.csv:3:1: the line has 4 fields, and 1 more line does not fit; accepted: 3 fields, as \
                        in the first line";
        assert_eq!(expected, problems);
    }

    /// The fields of the columns `a` and `b`, line by line.
    fn pairs(text: &str) -> Vec<(String, String)> {
        let source = Source::new("t.csv", text);
        let rows = Rows::read(&source, &["a", "b"], TABLE_LINES);
        let rows = rows.unwrap_or_else(|problems| panic!("{text:?}: {problems}"));
        rows.iter().map(|row| (row.get("a").0.to_owned(), row.get("b").0.to_owned())).collect()
    }

    #[test]
    fn output_of_spreadsheets_is_the_same_table() {
        let expected = [("1", "x y"), ("2", "")].map(|(a, b)| (a.to_owned(), b.to_owned()));
        for text in [
            "a,b\n1,x y\n2,\n",
            "a;b\r\n1;x y\r\n2;\r\n",
            "a\tb\r1\tx y\r2\t\r",
            "a|b\n1|x y\n2|\n",
            "sep=;\r\na;b\r\n1;x y\r\n2;\r\n",
            "\"sep=;\"\na;b\n1;x y\n2;\n",
            "\u{feff}\"a\";\"b\"\n\"1\";\"x y\"\n\"2\";\"\"\n",
            "a,b,,\n1,x y,,\n2,,,\n,,,\n,,,\n",
            ",a,,b\n,1,,x y\n,,,\n,2,,\n",
            "Table 1\na,b\n1,x y\n2\n",
            "\n , \n\na , b\u{a0}\n\u{a0}1,\u{a0}x y \n2,\u{a0}\n",
        ] {
            assert_eq!(expected.as_slice(), pairs(text), "{text:?}");
        }
        let empty = format!("a,b{0}\n1,x y{0}\n2,{0}\n{1}", ",".repeat(16_000), ",\n".repeat(5000));
        assert_eq!(expected.as_slice(), pairs(&empty));
    }

    #[test]
    fn numbers_are_read_in_the_format_of_a_spreadsheet() {
        for (field, number) in [
            ("5", "5"),
            ("5.0", "5"),
            ("5,00", "5"),
            ("\u{2212}5", "-5"),
            ("\u{2013}5,0", "-5"),
            ("'-5", "-5"),
            ("=\"5\"", "5"),
            ("\u{a0}+5 ", "5"),
        ] {
            assert_eq!(number, unformatted(field));
        }
        for text in ["5.5", "1,000", "", "-", "'", "x", "(3)6", "F/-2", "1e5", "=5"] {
            assert_eq!(text, unformatted(text));
        }
    }

    #[test]
    fn dates_and_error_values_are_one_fault() {
        for date in [
            "02. Jan",
            "2-Jan",
            "Jan-02",
            "1/2/2026",
            "02.01.26",
            "2026-01-02",
            "3. Mrz",
            "2. Mai 2026",
            "2026-01-02 00:00:00",
            "2-May",
        ] {
            let source = Source::new("t.csv", format!("a,b\n1,x\n{date},x\n2,x\n{date},#NAME?\n"));
            let problems = Rows::read(&source, &["a", "b"], TABLE_LINES).err().unwrap();
            let expected = format!(
                "t.csv:3:1: a spreadsheet made a date of this cell: {date:?}, and 2 more cells were \
                 changed like this; accepted: the earlier content, in columns formatted as text"
            );
            assert_eq!(expected, problems.to_string());
        }
        for text in
            ["1/2", "5.0", "(3)6", "F/-2", "may", "march on", "head", "2", "1-2-333", "a 1 2"]
        {
            assert!(!is_date(text), "{text:?}");
        }
    }

    #[test]
    fn a_table_in_which_every_line_is_one_cell_is_one_fault() {
        let text = "\"a,b\"\n\"1,x\"\n";
        let source = Source::new("t.csv", text);
        let problems = Rows::read(&source, &["a", "b"], TABLE_LINES).err().unwrap();
        assert_eq!(1, problems.len());
        let expected = "t.csv:1:1: each line is one cell in quotes, with the separators inside";
        assert!(problems.to_string().starts_with(expected), "{problems}");
    }
}
