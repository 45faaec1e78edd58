//! `deck.csv`: one card a line, columns named by field. An empty field is "none".

use std::ops::Range;
use std::sync::Arc;

use crate::diagnostic::{Problem, Problems, Source};

use super::field::FieldError;
use super::record::{Record, assemble};
use super::{Deck, Field, Layout};

pub(super) fn write(deck: &Deck) -> String {
    let fields = deck.layout().fields();
    let mut writer = csv::Writer::from_writer(Vec::new());
    let in_memory = "writing to memory does not fail";
    writer.write_record(fields.iter().map(Field::to_string)).expect(in_memory);
    for card in deck.cards() {
        let texts = fields.iter().map(|field| field.text(deck.layout(), card));
        writer.write_record(texts).expect(in_memory);
    }
    let bytes = writer.into_inner().expect(in_memory);
    String::from_utf8(bytes).expect("every field is text")
}

pub(super) fn read(source: &Arc<Source>, name: &str) -> Result<Deck, Problems> {
    let mut problems = Problems::new();
    let text = source.text();
    // Spreadsheets put a byte order mark before UTF-8.
    let skipped = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .from_reader(&text.as_bytes()[skipped..]);
    let mut fields: Vec<Option<Field>> = Vec::new();
    let mut layout = None;
    let mut records = Vec::new();
    for (row, record) in reader.records().enumerate() {
        let record = record.map_err(|error| Problems::from(Problem::new(error.to_string())))?;
        let start = skipped + record.position().map_or(0, |at| at.byte() as usize);
        let spans = field_spans(text, start, record.len());
        if row == 0 {
            fields = read_head(source, &record, &spans, &mut problems);
            let known: Vec<Field> = fields.iter().flatten().cloned().collect();
            match Layout::from_fields(&known) {
                Ok(found) => layout = Some(found),
                Err(faults) => {
                    let head = spans.first().map_or(start..start, |first| first.clone());
                    for fault in faults {
                        problems.push(Problem::new(fault).at(source, head.clone()));
                    }
                }
            }
            continue;
        }
        if record.len() != fields.len() {
            let place = spans.first().map_or(start..start, |first| first.clone());
            let message = format!("the line has {} fields", record.len());
            let accepted = format!("{} fields, as in the first line", fields.len());
            problems.push(Problem::new(message).at(source, place).accepts(accepted));
        }
        let place = spans.first().map_or(start..start, |first| first.clone());
        let values = fields
            .iter()
            .zip(record.iter().zip(spans))
            .filter_map(|(field, (text, span))| Some((field.clone()?, text.to_owned(), span)))
            .collect();
        records.push(Record { place, values });
    }
    let Some(layout) = layout else {
        if problems.is_empty() {
            problems.push(
                Problem::new("the file is empty")
                    .at(source, 0..0)
                    .accepts("a head line and 54 lines of cards"),
            );
        }
        return Err(problems);
    };
    assemble(source, name, None, layout, &records, problems)
}

fn read_head(
    source: &Arc<Source>,
    head: &csv::StringRecord,
    spans: &[Range<usize>],
    problems: &mut Problems,
) -> Vec<Option<Field>> {
    let mut fields: Vec<Option<Field>> = Vec::new();
    for (name, span) in head.iter().zip(spans) {
        match name.parse::<Field>() {
            Ok(field) if fields.contains(&Some(field.clone())) => {
                let message = format!("column {name:?} stands in the first line twice");
                problems.push(Problem::new(message).at(source, span.clone()));
                fields.push(None);
            }
            Ok(field) => fields.push(Some(field)),
            Err(error) => {
                problems.push(
                    Problem::new(error.to_string())
                        .at(source, span.clone())
                        .accepts(FieldError::ACCEPTED),
                );
                fields.push(None);
            }
        }
    }
    fields
}

/// The byte ranges of the `count` fields of the record that begins at `start`, quotes included.
/// The csv crate gives the place of a record but not of its fields.
fn field_spans(text: &str, start: usize, count: usize) -> Vec<Range<usize>> {
    let bytes = text.as_bytes();
    let mut at = start;
    while matches!(bytes.get(at), Some(b'\r' | b'\n')) {
        at += 1;
    }
    let mut spans = Vec::with_capacity(count);
    for _ in 0..count {
        let begin = at;
        let mut quoted = false;
        while let Some(&byte) = bytes.get(at) {
            match byte {
                b'"' => quoted = !quoted,
                b',' | b'\r' | b'\n' if !quoted => break,
                _ => {}
            }
            at += 1;
        }
        spans.push(begin..at);
        at += 1;
    }
    spans
}

#[cfg(test)]
mod tests {
    use super::field_spans;

    #[test]
    fn spans_hold_the_fields_with_their_quotes() {
        let text = "a,\"b,\nc\",\r\nd";
        let pieces: Vec<&str> =
            field_spans(text, 0, 3).into_iter().map(|span| &text[span]).collect();
        assert_eq!(pieces, ["a", "\"b,\nc\"", ""]);
    }
}
