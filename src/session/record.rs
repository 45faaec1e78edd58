//! The session file, format `actiondeck-session/2`: a head, the table, and the log with one step a
//! line. `docs/session-json.md` describes it.

use std::ops::Range;
use std::sync::Arc;

use serde::Deserialize;
use serde_json::{Value, json};

use crate::deck::{Deck, Digest};
use crate::diagnostic::{Problem, Problems, Source, cut, quoted};

use super::{Mode, Session, Step, Table};

const FORMAT: &str = "actiondeck-session/2";

/// What the formats of all versions begin with.
const FAMILY: &str = "actiondeck-session/";

/// The head alone, read first, so that a file of another kind is called so.
#[derive(Deserialize)]
struct Head {
    format: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Record {
    #[serde(rename = "format")]
    _format: String,
    deck: DeckRecord,
    draws: Mode,
    table: Value,
    log: Vec<Step>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DeckRecord {
    name: String,
    edition: String,
    digest: String,
}

pub(super) fn write(session: &Session) -> String {
    let deck = json!({
        "name": session.deck_name,
        "edition": session.deck.edition().to_string(),
        "digest": session.deck.to_string(),
    });
    let steps: Vec<String> =
        session.log.iter().map(|step| format!("    {}", json!(step))).collect();
    let log = if steps.is_empty() { String::new() } else { format!("\n{}\n  ", steps.join(",\n")) };
    format!(
        "{{\n  \"format\": {},\n  \"deck\": {deck},\n  \"draws\": {},\n  \"table\": {},\n  \
         \"log\": [{log}]\n}}\n",
        json!(FORMAT),
        json!(session.mode),
        json!(session.table),
    )
}

pub(super) fn read(file_name: &str, text: &str, deck: &Deck) -> Result<Session, Problems> {
    let source = Source::new(file_name, text);
    let head: Head = parse(&source)?;
    if head.format.as_deref() != Some(FORMAT) {
        let message = match head.format.filter(|format| format.starts_with(FAMILY)) {
            Some(other) => format!(
                "{file_name} is a session of another version of this program, format {other:?}"
            ),
            None => format!("{file_name} is not a session"),
        };
        return Err(Problem::coded("session.format", message)
            .accepts(format!("a file of format {FORMAT:?}"))
            .into());
    }
    let record: Record = parse(&source)?;
    let found: Digest =
        record.deck.digest.parse().map_err(|error| {
            Problem::coded("session.digest", format!("{file_name}, deck: {error}"))
        })?;
    if found != deck.digest() {
        let message = format!(
            "{file_name} belongs to the deck {}, edition {}, not to {}, edition {}",
            quoted(&record.deck.name),
            cut(&record.deck.edition),
            quoted(deck.name()),
            deck.edition(),
        );
        let accepted = "--deck with the file its cards were printed from, or another session";
        return Err(Problem::coded("session.another-deck", message).accepts(accepted).into());
    }
    let table = Table::after(record.draws, &record.log).map_err(|(place, error)| {
        let line = &record.log[place].line;
        Problem::coded(
            "session.step",
            format!("{file_name}, step {} ({}): {error}", place + 1, quoted(line)),
        )
    })?;
    if record.table != json!(table) {
        let message = format!("{file_name}: the table is not what its log leads to");
        return Err(Problem::coded("session.table-differs", message)
            .accepts("a file that was not changed by hand")
            .into());
    }
    Ok(Session {
        deck_name: record.deck.name,
        deck: found,
        mode: record.draws,
        log: record.log,
        table,
    })
}

fn parse<T: for<'de> Deserialize<'de>>(source: &Arc<Source>) -> Result<T, Problem> {
    serde_json::from_str(source.text()).map_err(|error| {
        let span = place(source.text(), error.line(), error.column());
        let message = error.to_string();
        // The place is told by the problem itself.
        let message = message.split(" at line ").next().unwrap_or(&message);
        Problem::coded("session.json", format!("no session can be read here: {message}"))
            .at(source, span)
            .accepts(format!("a file of format {FORMAT:?}"))
    })
}

/// The character at a line and a column in bytes, both from 1.
fn place(text: &str, line: usize, column: usize) -> Range<usize> {
    let before: usize = text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum();
    let mut start = (before + column.saturating_sub(1)).min(text.len());
    while !text.is_char_boundary(start) {
        start -= 1;
    }
    let length = text[start..].chars().next().map_or(0, char::len_utf8);
    start..start + length
}
