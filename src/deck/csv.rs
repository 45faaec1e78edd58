//! `deck.csv`: one card per line, columns named by field. An empty field means no value.
//!
//! The name of a cause cell is followed by `closed` if its column is closed, and by `plain` if its cells are
//! not marked: `cause_d20_1 closed`. The name `number` is followed by the numbers of the cards if they are not
//! 0 to 53: `number 0-59`, and `shuffle` by the deck's policy: `shuffle sign at-once`. So the file says how the cards are read, and the digest covers it.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::diagnostic::{Problem, Problems, Source, quoted};
use crate::dice::Die;
use crate::formula;
use crate::input::csv::{self as table, Records, trimmed, unformatted};
use crate::input::limits::DECK_CARDS;

use super::record::{Record, assemble, numbers_fault, shuffle_fault, too_many_cards};
use super::{CardNumbers, Deck, Field, Layout, ShufflePolicy};

/// The text of the file.
pub(super) fn write(deck: &Deck) -> String {
    lines(deck, formula::guarded)
}

/// The same with unescaped texts, which identifies a deck. So changes to the escaping of formulas do not
/// change the edition of printed cards.
pub(super) fn content(deck: &Deck) -> String {
    lines(deck, |text| text)
}

fn lines(deck: &Deck, written: impl Fn(String) -> String) -> String {
    let fields = deck.layout().fields();
    let mut writer = csv::Writer::from_writer(Vec::new());
    let in_memory = "writing to memory does not fail";
    writer.write_record(fields.iter().map(|field| deck.layout().head(field))).expect(in_memory);
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

/// A name in the first line: a field, and what its words say.
struct Head {
    field: Field,
    /// Whether the column is closed and plain.
    marks: [bool; 2],
    numbers: CardNumbers,
    shuffle: Option<ShufflePolicy>,
}

/// Parses a name of the first line, with the words after the field.
fn parsed(name: &str) -> Result<Head, Problem> {
    let (rest, plain) = name.strip_suffix(Layout::PLAIN).map_or((name, false), |rest| (rest, true));
    let (rest, closed) =
        rest.strip_suffix(Layout::CLOSED).map_or((rest, false), |rest| (rest, true));
    let head =
        |field| Head { field, marks: [false; 2], numbers: CardNumbers::POKER, shuffle: None };
    if let Some(code) = name.strip_prefix("number ") {
        return match CardNumbers::from_code(code) {
            Some(numbers) => Ok(Head { numbers, ..head(Field::Number) }),
            None => Err(numbers_fault(code)),
        };
    }
    if let Some(code) = name.strip_prefix("shuffle ") {
        return match code.parse() {
            Ok(policy) => Ok(Head { shuffle: Some(policy), ..head(Field::Shuffle) }),
            Err(()) => Err(shuffle_fault(code)),
        };
    }
    match rest.parse::<Field>() {
        Ok(Field::Shuffle) => Err(shuffle_fault("")),
        Ok(field @ Field::Cause { .. }) => Ok(Head { marks: [closed, plain], ..head(field) }),
        // After any other field the words are part of an unknown name.
        _ => Ok(head(name.parse()?)),
    }
}

/// The closed and the plain columns; all rows of a column must agree.
fn columns(
    source: &Arc<Source>,
    line: &table::Record,
    heads: &[Option<Head>],
    problems: &mut Problems,
) -> [BTreeSet<Die>; 2] {
    let mut said: BTreeMap<Die, (String, [bool; 2])> = BTreeMap::new();
    for (head, (name, span)) in heads.iter().zip(&line.fields) {
        let Some(Head { field: Field::Cause { die, .. }, marks: words, .. }) = head else {
            continue;
        };
        let (first, known) = said.entry(*die).or_insert_with(|| (name.clone(), *words));
        if known != words {
            let message = format!(
                "{} and {} differ in the words after the name",
                quoted(first),
                quoted(name)
            );
            problems.push(
                Problem::coded("deck.column-words", message)
                    .at(source, span.clone())
                    .accepts("the same words, closed or plain, in every row of a column"),
            );
        }
    }
    [0, 1].map(|word| {
        let those = said.iter().filter(|(_, (_, words))| words[word]);
        those.map(|(&die, _)| die).collect()
    })
}

pub(super) fn read(source: &Arc<Source>, name: &str) -> Result<Deck, Problems> {
    let mut problems = Problems::new();
    let Records { records, below } = table::records(source, DECK_CARDS)?;
    let mut lines = records.into_iter();
    let Some(head) = lines.next() else {
        return Err(Problem::coded("table.empty", "the file is empty")
            .at(source, 0..0)
            .accepts("a head line and a line for each card")
            .into());
    };
    table::check_separated(source, &head)?;
    if DECK_CARDS.is_passed_by(below) {
        return Err(too_many_cards(below).at(source, head.span()).into());
    }
    let heads = read_head(source, &head, &mut problems);
    let [closed, plain] = columns(source, &head, &heads, &mut problems);
    let numbers = heads.iter().flatten().find(|head| head.field == Field::Number);
    let numbers = numbers.map_or(CardNumbers::POKER, |head| head.numbers);
    let shuffle = heads.iter().flatten().find_map(|head| head.shuffle);
    let fields: Vec<Option<Field>> = heads.into_iter().map(|head| Some(head?.field)).collect();
    let known: Vec<Field> = fields.iter().flatten().cloned().collect();
    let layout = match Layout::from_fields(&known) {
        Ok(layout) => Layout { numbers, shuffle, closed, plain, ..layout },
        Err(faults) => {
            for fault in faults {
                problems.push(Problem::from(fault).at(source, head.span()));
            }
            return Err(problems);
        }
    };
    let lines: Vec<table::Record> = lines.collect();
    let must_be_filled = |column: usize| {
        !matches!(
            fields.get(column),
            None | Some(None | Some(Field::Failure | Field::Shuffle | Field::Extra(_)))
        )
    };
    if let Some(problem) = table::check_widths(source, &lines, fields.len(), must_be_filled) {
        problems.push(problem);
        return Err(problems);
    }
    let is_text = |column: usize| {
        matches!(fields.get(column), None | Some(None | Some(Field::Hit(_) | Field::Extra(_))))
    };
    table::check_unchanged(source, &lines, is_text)?;
    let mut records = Vec::new();
    for line in lines {
        let place = line.span();
        let values = fields
            .iter()
            .zip(line.fields)
            .filter_map(|(field, (text, span))| match field.clone()? {
                field @ (Field::Hit(_) | Field::Extra(_)) => {
                    let text = trimmed(&text).to_owned();
                    Some((field, (formula::plain(text).into(), span)))
                }
                field @ Field::Toggle => Some((field, (yes_or_no(&text).into(), span))),
                field => Some((field, (unformatted(&text).into_owned().into(), span))),
            })
            .collect();
        records.push(Record { place, values });
    }
    assemble(source, name, None, layout, &records, problems)
}

/// `yes` or `no` for the truth values into which spreadsheets change these words, in the languages of the
/// cards.
fn yes_or_no(text: &str) -> String {
    let text = trimmed(text).to_lowercase();
    match text.as_str() {
        "true" | "wahr" | "vrai" | "verdadero" => "yes".to_owned(),
        "false" | "falsch" | "faux" | "falso" => "no".to_owned(),
        _ => text,
    }
}

fn read_head(
    source: &Arc<Source>,
    head: &table::Record,
    problems: &mut Problems,
) -> Vec<Option<Head>> {
    let mut fields: Vec<Option<Head>> = Vec::new();
    for (name, span) in &head.fields {
        let name = trimmed(name);
        match parsed(name) {
            Ok(head) if fields.iter().flatten().any(|known: &Head| known.field == head.field) => {
                let message = format!("column {} is in the first line twice", quoted(name));
                problems
                    .push(Problem::coded("table.column-twice", message).at(source, span.clone()));
                fields.push(None);
            }
            Ok(head) => fields.push(Some(head)),
            Err(problem) => {
                problems.push(problem.at(source, span.clone()));
                fields.push(None);
            }
        }
    }
    fields
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deck::CauseCell;

    fn with_words(of: &str, words: &str) -> String {
        let (head, rest) = include_str!("../../tests/data/deck.csv").split_once('\n').unwrap();
        let heads = head.split(',').map(|name| match name.starts_with(of) {
            true => format!("{name}{words}"),
            false => name.to_owned(),
        });
        format!("{}\n{rest}", heads.collect::<Vec<_>>().join(","))
    }

    #[test]
    fn closed_and_plain_are_read_back_and_in_the_digest() {
        let d10: Die = "d10".parse().unwrap();
        let mut digests = Vec::new();
        for words in ["", " closed", " plain", " closed plain"] {
            let text = with_words("cause_d10_", words);
            let deck = Deck::read("deck.csv", &text).unwrap();
            let ten = CauseCell::Number(10);
            assert_eq!(!words.contains("closed"), deck.layout().goes_on(d10, ten));
            assert_eq!(!words.contains("plain"), deck.layout().is_exceptional(d10, ten));
            assert_eq!(text, deck.to_csv());
            assert_eq!(
                deck,
                Deck::read("deck.json", &deck.to_json()).unwrap().named("deck").unwrap()
            );
            digests.push(deck.digest().to_string());
        }
        digests.sort();
        digests.dedup();
        assert_eq!(4, digests.len());
    }

    #[test]
    fn a_deck_saved_by_a_spreadsheet_is_unchanged() {
        let text = include_str!("../../tests/data/deck.csv");
        let deck = Deck::read("deck.csv", text).unwrap();
        let rows: Vec<&str> = text.lines().collect();
        let commas = ",".repeat(20);
        let empty_row = ",".repeat(rows[0].matches(',').count() + 20);
        let trailing =
            format!("{}\n{empty_row}\n{empty_row}\n", rows.join(&format!("{commas}\n")) + &commas);
        let quoted = text.lines().map(|row| format!("\"{}\"\r\n", row.replace(',', "\";\"")));
        for changed in [
            text.replace(',', ";"),
            format!("\u{feff}sep=;\r\n{}", text.replace(',', ";")),
            text.replace(',', "\t").replace('\n', "\r"),
            text.replace(",yes,", ",TRUE,").replace(",no,", ",FALSE,"),
            text.replace(",yes,", ",WAHR,").replace(",no,", ",FALSCH,").replace(',', ";"),
            text.replace(",-", ",\u{2212}"),
            text.replace(",5,", ",5.0,"),
            text.replace(",2,", ", 2\u{a0},"),
            quoted.collect(),
            trailing,
        ] {
            assert_ne!(text, changed);
            let read = Deck::read("deck.csv", &changed).map_err(|problems| problems.to_string());
            assert_eq!(Ok(deck.digest()), read.map(|deck| deck.digest()), "{}", &changed[..200]);
        }
        let short = text.replace(",right arm,", "\n");
        let problems = Deck::read("deck.csv", &short).unwrap_err();
        assert_eq!(1, problems.len(), "{problems}");
        assert!(problems.to_string().contains("more lines do not fit"), "{problems}");
        let sorted: Vec<&str> = rows[..1].iter().chain(rows[1..].iter().rev()).copied().collect();
        let problems = Deck::read("deck.csv", &sorted.join("\n")).unwrap_err();
        assert_eq!(1, problems.len(), "{problems}");
        let dates = text.replacen(",-1,", ",01. Jan,", 9);
        let problems = Deck::read("deck.csv", &dates).unwrap_err();
        assert_eq!(1, problems.len(), "{problems}");
        assert!(
            problems.to_string().contains("made a date of this cell: \"01. Jan\""),
            "{problems}"
        );
    }

    #[test]
    fn closed_and_plain_must_match_in_all_rows() {
        let describe =
            |of, words| Deck::read("deck.csv", &with_words(of, words)).unwrap_err().to_string();
        let message = describe("cause_d10_3", " closed");
        let expected =
            "\"cause_d10_1\" and \"cause_d10_3 closed\" differ in the words after the name";
        assert!(message.contains(expected), "{message}");
        assert!(describe("effect_d10_1", " closed").contains("\"effect_d10_1 closed\""));
        assert!(describe("cause_d10_", " plain closed").contains("\"cause_d10_1 plain closed\""));
    }
}
