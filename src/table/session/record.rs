//! The session file, format `actiondeck-session/6`: one JSON object a line. The first line is the
//! header, all others are [`Record`]s. `docs/json.md` describes it.
//!
//! A file only grows, by whole lines, so a kill can only truncate its last line. That line was not
//! answered yet and is ignored. Every line ends in a checksum of its number and its text, which
//! detects lines that were changed, moved or removed by accident.

use std::sync::Arc;

use schemars::JsonSchema;
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{Change, Mode, Resolution, Session, Step};
use crate::deck::{Deck, Digest};
use crate::diagnostic::{Problem, Problems, Source, cut, quoted};

const FORMAT: &str = "actiondeck-session/6";

/// The common prefix of all format versions.
const FAMILY: &str = "actiondeck-session/";

/// A line of a session file, after the header.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(untagged)]
pub enum Record<'s> {
    /// A step.
    Step(&'s Step),
    /// The last steps were undone.
    Undo {
        /// The number of steps.
        #[serde(rename = "undo")]
        steps: usize,
    },
}

impl Record<'_> {
    /// The record as line `number` (from 1), with its line break.
    pub(super) fn line(self, number: usize) -> String {
        sealed(&json!(self).to_string(), number)
    }
}

/// A session read from a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoadedSession {
    /// The session.
    pub session: Session,
    /// The position for the next line.
    pub end: FileEnd,
    /// Whether an incomplete last line was ignored.
    pub torn: bool,
}

/// The end of the complete lines of a session file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FileEnd {
    /// The size of the lines in bytes.
    pub bytes: usize,
    /// The number of lines, including the header.
    pub lines: usize,
}

impl FileEnd {
    /// The end of a text that ends in a line break.
    pub(super) fn read(text: &str) -> Self {
        Self { bytes: text.len(), lines: text.bytes().filter(|byte| *byte == b'\n').count() }
    }

    /// The end after one more line.
    pub(super) fn after(self, line: &str) -> Self {
        Self { bytes: self.bytes + line.len(), lines: self.lines + 1 }
    }
}

/// The part of the header that all versions share.
#[derive(Deserialize)]
struct Format {
    format: Option<String>,
}

/// The first line of a session file.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Head {
    /// The format. Older formats are refused.
    #[serde(rename = "format")]
    #[schemars(with = "String", extend("const" = FORMAT))]
    _format: IgnoredAny,
    /// The deck of the session. Another deck is refused.
    deck: DeckRecord,
    /// Who draws the cards.
    draws: Mode,
    /// The check of the line.
    #[serde(rename = "check")]
    #[schemars(with = "String")]
    _check: IgnoredAny,
}

/// The deck of a session.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct DeckRecord {
    /// Its name.
    name: String,
    /// Its edition code.
    edition: String,
    /// The digest of its cards.
    digest: String,
    /// The path of its file relative to the session's folder; left out for the built-in deck.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    file: Option<String>,
}

/// A line of a session file with a step.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Step")]
pub(crate) struct StepLine {
    /// The line that was typed.
    line: String,
    /// What happened, in order.
    changes: Vec<Change>,
    /// The question that was answered, if there was one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    resolution: Option<Resolution>,
    /// The answer in words.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    explanation: Vec<String>,
    /// The check of the line.
    #[serde(rename = "check")]
    #[schemars(with = "String")]
    _check: IgnoredAny,
}

/// A line of a session file that undoes steps.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Undo")]
pub(crate) struct UndoLine {
    /// How many of the steps before it that still count are undone.
    undo: usize,
    /// The check of the line.
    #[serde(rename = "check")]
    #[schemars(with = "String")]
    _check: IgnoredAny,
}

/// The text of a session file with these records.
pub(super) fn write<'s>(session: &Session, records: impl Iterator<Item = Record<'s>>) -> String {
    let deck = DeckRecord {
        name: session.deck_name.clone(),
        edition: session.deck.edition().to_string(),
        digest: session.deck.to_string(),
        file: session.deck_file.clone(),
    };
    let head = json!({ "format": FORMAT, "deck": deck, "draws": session.mode });
    let head = std::iter::once(head.to_string());
    sealed_lines(head.chain(records.map(|record| json!(record).to_string())))
}

/// The deck file named in a session, relative to its folder; none if it does not name one, or is
/// not a session of this version.
pub fn deck_file(file_name: &str, bytes: &[u8]) -> Option<String> {
    let mut lines = Lines::new(file_name, bytes);
    let line = lines.next()?;
    let head: Head = lines.parsed(lines.checked(line).ok()?).ok()?;
    head.deck.file
}

pub(super) fn read(file_name: &str, bytes: &[u8], deck: &Deck) -> Result<LoadedSession, Problems> {
    let end = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |place| place + 1);
    let (whole, rest) = bytes.split_at(end);
    let mut lines = Lines::new(file_name, whole);
    let mut session = start(&lines, bytes, deck)?;
    lines.next();
    // Steps that were undone are not applied.
    let mut steps: Vec<Step> = Vec::new();
    let mut numbers: Vec<usize> = Vec::new();
    let mut undone = UndoneSteps::default();
    let mut torn = !rest.is_empty();
    while let Some(line) = lines.next() {
        // A crashed machine may leave zeros in place of the last line.
        if line.contains(&0) && lines.whole.is_empty() {
            lines.end.lines -= 1;
            lines.end.bytes -= line.len() + 1;
            torn = true;
            break;
        }
        let text = lines.checked(line)?;
        if text.starts_with("{\"undo\":") {
            let UndoLine { undo, .. } = lines.parsed(text)?;
            if undo > steps.len() {
                let many = format!("{undo} steps are undone, of {} taken", steps.len());
                return Err(lines.coded("session.step", &many).into());
            }
            undone.take_back(&mut steps, undo);
            numbers.truncate(steps.len());
        } else {
            let StepLine { line, changes, resolution, explanation, .. } = lines.parsed(text)?;
            let step = Step { line, changes, resolution, explanation };
            undone.forget(&step);
            steps.push(step);
            numbers.push(lines.end.lines);
        }
    }
    session.undone = undone;
    for (number, step) in numbers.into_iter().zip(steps) {
        session.table.replay(&step).map_err(|error| {
            let what = format!("line {number} ({}): {error}", quoted(&step.line));
            Problem::coded("session.step", format!("{file_name}, {what}"))
        })?;
        session.note(step);
    }
    Ok(LoadedSession { session, end: lines.end, torn })
}

/// A session with this header and without steps.
fn start(lines: &Lines<'_>, bytes: &[u8], deck: &Deck) -> Result<Session, Problems> {
    let file_name = lines.file_name;
    let mut first = lines.clone();
    let line = first.next().unwrap_or_default();
    // Earlier formats were one object over many lines.
    let format = |bytes: &[u8]| serde_json::from_slice(bytes).ok().and_then(|it: Format| it.format);
    let format = format(line).or_else(|| format(lines.whole));
    if format.as_deref() != Some(FORMAT) {
        let message = match format.filter(|format| format.starts_with(FAMILY)) {
            Some(other) => format!(
                "{file_name} is a session of another version of this program, format {other:?}"
            ),
            None if is_utf16(bytes) => format!("{file_name} is in UTF-16"),
            None => format!("{file_name} is not a session"),
        };
        return Err(Problem::coded("session.format", message)
            .accepts(format!("a file of format {FORMAT:?}"))
            .into());
    }
    let head: Head = first.parsed(first.checked(line)?)?;
    let found: Digest =
        head.deck.digest.parse().map_err(|error| {
            Problem::coded("session.digest", format!("{file_name}, deck: {error}"))
        })?;
    if found != deck.digest() {
        let message = format!(
            "{file_name} belongs to the deck {}, edition {}, not to {}, edition {}",
            quoted(&head.deck.name),
            cut(&head.deck.edition),
            quoted(deck.name()),
            deck.edition(),
        );
        let accepted = "--deck with the file its cards were printed from, or another session";
        return Err(Problem::coded("session.another-deck", message).accepts(accepted).into());
    }
    let DeckRecord { name, file, .. } = head.deck;
    Ok(Session { deck_name: name, deck_file: file, ..Session::start(deck, head.draws) })
}

/// The complete lines of a file, in order.
#[derive(Clone)]
struct Lines<'f> {
    file_name: &'f str,
    /// The part that was not read yet; ends in a line break unless it is empty.
    whole: &'f [u8],
    /// The end of the part that was read.
    end: FileEnd,
}

impl<'f> Iterator for Lines<'f> {
    type Item = &'f [u8];

    fn next(&mut self) -> Option<&'f [u8]> {
        let length = self.whole.iter().position(|byte| *byte == b'\n')?;
        let (line, rest) = self.whole.split_at(length);
        self.whole = rest.get(1..).unwrap_or_default();
        self.end = FileEnd { bytes: self.end.bytes + length + 1, lines: self.end.lines + 1 };
        Some(line)
    }
}

impl<'f> Lines<'f> {
    /// The lines of a file, without a byte order mark.
    fn new(file_name: &'f str, bytes: &'f [u8]) -> Self {
        let whole = bytes.strip_prefix(UTF_8_MARK).unwrap_or(bytes);
        let end = FileEnd { bytes: bytes.len() - whole.len(), lines: 0 };
        Self { file_name, whole, end }
    }
}

impl Lines<'_> {
    /// A problem with the line just read.
    fn coded(&self, code: &'static str, what: &str) -> Problem {
        Problem::coded(code, format!("{}, line {}: {what}", self.file_name, self.end.lines))
    }

    /// The text of the line just read, if its checksum is correct.
    fn checked<'l>(&self, line: &'l [u8]) -> Result<&'l str, Problem> {
        // An editor may have changed the line ends to those of Windows.
        let text = std::str::from_utf8(line.strip_suffix(b"\r").unwrap_or(line)).ok();
        text.filter(|text| is_sealed(text, self.end.lines)).ok_or_else(|| {
            self.coded("session.damaged", "it was changed, or a line before it is missing")
                .accepts("a file as this program wrote it")
        })
    }

    fn parsed<T: for<'de> Deserialize<'de>>(&self, text: &str) -> Result<T, Problem> {
        serde_json::from_str(text).map_err(|error| {
            let source: Arc<Source> = Source::new(self.file_name, text);
            let message = error.to_string();
            // The message gets the line of the file instead of the line in the JSON text.
            let message = message.split(" at line ").next().unwrap_or(&message);
            let place = error.column().saturating_sub(1).min(text.len());
            let start = text.floor_char_boundary(place);
            let length = text[start..].chars().next().map_or(0, char::len_utf8);
            self.coded("session.json", &format!("cannot be read as a session: {message}"))
                .at(&source, start..start + length)
                .accepts(format!("a file of format {FORMAT:?}"))
        })
    }
}

/// Whether a file begins with the byte order mark of UTF-16.
fn is_utf16(bytes: &[u8]) -> bool {
    bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff])
}

/// The byte order mark in UTF-8.
const UTF_8_MARK: &[u8] = "\u{feff}".as_bytes();

/// The text between a line and its checksum, and after it.
const CHECK: (&str, &str) = (",\"check\":\"", "\"}");

/// The number of hexadecimal digits of a checksum.
const CHECK_DIGITS: usize = 8;

/// An object as line `number`, with its checksum and line break.
fn sealed(object: &str, number: usize) -> String {
    let text = object.strip_suffix('}').unwrap_or(object);
    format!("{text}{}{:08x}{}\n", CHECK.0, check(text, number), CHECK.1)
}

fn is_sealed(line: &str, number: usize) -> bool {
    let parts = line.strip_suffix(CHECK.1).and_then(|line| {
        let place = line.len().checked_sub(CHECK_DIGITS)?;
        let (text, digits) = line.split_at_checked(place)?;
        Some((text.strip_suffix(CHECK.0)?, digits))
    });
    parts.is_some_and(|(text, digits)| digits == format!("{:08x}", check(text, number)))
}

/// FNV-1a over the number of a line and its text. It differs for any two texts that differ in one
/// byte.
fn check(text: &str, number: usize) -> u32 {
    let number = (number as u64).to_le_bytes();
    number
        .iter()
        .chain(text.as_bytes())
        .fold(0x811c_9dc5_u32, |check, byte| (check ^ u32::from(*byte)).wrapping_mul(0x0100_0193))
}

/// A session file of these objects, one a line.
pub fn with_checks(text: &str) -> String {
    sealed_lines(text.lines().map(str::to_owned))
}

fn sealed_lines(objects: impl Iterator<Item = String>) -> String {
    objects.enumerate().map(|(place, object)| sealed(&object, place + 1)).collect()
}

/// The undone steps, which can be redone, next one last.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct UndoneSteps(Vec<Step>);

impl UndoneSteps {
    /// Moves the last steps of a log here, at most all of them.
    pub(super) fn take_back(&mut self, log: &mut Vec<Step>, steps: usize) {
        let kept = log.len().saturating_sub(steps);
        self.0.extend(log.drain(kept..).rev());
    }

    /// Updates the undone steps after a step: removes it if it is the last undone one, otherwise
    /// clears all.
    pub(super) fn forget(&mut self, step: &Step) {
        if self.0.last() == Some(step) {
            self.0.pop();
        } else {
            self.0.clear();
        }
    }

    /// The steps, next one first.
    pub(super) fn iter(&self) -> impl ExactSizeIterator<Item = &Step> {
        self.0.iter().rev()
    }
}
