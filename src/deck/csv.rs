//! `deck.csv`: one card a line, columns named by field. An empty field is "none".

use std::sync::Arc;

use crate::diagnostic::{Problem, Problems, Source, quoted};
use crate::formula;
use crate::input::csv::{self as table, Records};
use crate::input::limits::DECK_CARDS;

use super::field::FieldError;
use super::record::{Record, assemble, too_many_cards};
use super::{Deck, Field, Layout};

/// The text of the file.
pub(super) fn write(deck: &Deck) -> String {
    lines(deck, formula::guarded)
}

/// The same with every text as it is printed: what a deck is known by. Which texts are guarded in
/// files can so never change the edition of printed cards.
pub(super) fn content(deck: &Deck) -> String {
    lines(deck, |text| text)
}

fn lines(deck: &Deck, written: impl Fn(String) -> String) -> String {
    let fields = deck.layout().fields();
    let mut writer = csv::Writer::from_writer(Vec::new());
    let in_memory = "writing to memory does not fail";
    writer.write_record(fields.iter().map(Field::to_string)).expect(in_memory);
    for card in deck.cards() {
        let texts = fields.iter().map(|field| match field {
            Field::Hit(_) | Field::Extra(_) => written(field.text(deck.layout(), card)),
            _ => field.text(deck.layout(), card),
        });
        writer.write_record(texts).expect(in_memory);
    }
    let bytes = writer.into_inner().expect(in_memory);
    String::from_utf8(bytes).expect("every field is text")
}

pub(super) fn read(source: &Arc<Source>, name: &str) -> Result<Deck, Problems> {
    let mut problems = Problems::new();
    let Records { records, below } = table::records(source, DECK_CARDS)?;
    let mut lines = records.into_iter();
    let Some(head) = lines.next() else {
        return Err(Problem::new("the file is empty")
            .at(source, 0..0)
            .accepts("a head line and 54 lines of cards")
            .into());
    };
    if DECK_CARDS.is_passed_by(below) {
        return Err(too_many_cards(below).at(source, head.span()).into());
    }
    let fields = read_head(source, &head, &mut problems);
    let known: Vec<Field> = fields.iter().flatten().cloned().collect();
    let layout = match Layout::from_fields(&known) {
        Ok(layout) => layout,
        Err(faults) => {
            for fault in faults {
                problems.push(Problem::new(fault).at(source, head.span()));
            }
            return Err(problems);
        }
    };
    let mut records = Vec::new();
    for line in lines {
        if line.fields.len() != fields.len() {
            let message = format!("the line has {} fields", line.fields.len());
            let accepted = format!("{} fields, as in the first line", fields.len());
            problems.push(Problem::new(message).at(source, line.span()).accepts(accepted));
        }
        let place = line.span();
        let values = fields
            .iter()
            .zip(line.fields)
            .filter_map(|(field, (text, span))| match field.clone()? {
                field @ (Field::Hit(_) | Field::Extra(_)) => {
                    Some((field, (formula::plain(text), span)))
                }
                field => Some((field, (text, span))),
            })
            .collect();
        records.push(Record { place, values });
    }
    assemble(source, name, None, layout, &records, problems)
}

fn read_head(
    source: &Arc<Source>,
    head: &table::Record,
    problems: &mut Problems,
) -> Vec<Option<Field>> {
    let mut fields: Vec<Option<Field>> = Vec::new();
    for (name, span) in &head.fields {
        match name.parse::<Field>() {
            Ok(field) if fields.contains(&Some(field.clone())) => {
                let message = format!("column {} stands in the first line twice", quoted(name));
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
