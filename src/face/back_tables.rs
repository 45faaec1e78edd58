//! The tables `[[back]]` of `theme.toml`, which assign back templates to cards.

use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use crate::deck::CardNumber;
use crate::diagnostic::{Problem, Problems, Source, quoted};
use crate::input::file;
use crate::input::limits::TEMPLATE_FILE;
use crate::input::toml::{Placed, Reader, Table};

use super::card_list::parse_cards;
use super::label::{Condition, Label};
use super::name::Name;

/// A template of a back.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct BackTemplate {
    /// The file's name without ending: `back`, `back-red`.
    pub(super) name: String,
    pub(super) source: Arc<Source>,
    /// The cards it is for; `None` for `back.svg`, the back of all other cards.
    pub(super) table: Option<BackTable>,
}

/// A table `[[back]]` of `theme.toml`.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct BackTable {
    /// The template, such as `back-red.svg`.
    pub(super) file: String,
    /// The place of the file name in `theme.toml`.
    pub(super) span: Range<usize>,
    pub(super) wanted: CardFilter,
    /// The place of the card filter in `theme.toml`.
    pub(super) wanted_span: Range<usize>,
}

/// The cards that a table names.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum CardFilter {
    /// `cards = "3,10-12"`.
    Listed(Vec<CardNumber>),
    /// `is = "suit.name clubs|spades"`: the cards that print one of these values.
    Is(Name, Vec<String>),
}

/// Stands for the card's number in a file name: `back-{card}.svg`.
const EACH: &str = "{card}";
const ACCEPTED_FILE: &str = "a name such as \"back-red.svg\", in small letters, digits, - and _";
const ACCEPTED_CARDS: &str = "cards = \"3,10-12\" or is = \"suit.name clubs|spades\"";

/// Reads the tables `[[back]]`.
pub(super) fn read(reader: &mut Reader, root: &Table<'_>) -> Vec<BackTable> {
    let mut backs: Vec<BackTable> = Vec::new();
    for table in reader.tables(root, "back") {
        reader.only(&table, &["file", "cards", "is"]);
        let file = reader.text(&table, "file", None);
        let has_cards = reader.has(&table, "cards");
        if has_cards == reader.has(&table, "is") {
            let message = "a back is for the cards of one list or of one value";
            reader.fault(table.span.clone(), message.to_owned(), ACCEPTED_CARDS);
            continue;
        }
        let text = reader.text(&table, if has_cards { "cards" } else { "is" }, None);
        let wanted = if has_cards { listed(reader, &text) } else { valued(reader, &text) };
        let stem = file.value.strip_suffix(".svg").and_then(|stem| stem.strip_prefix("back-"));
        let each = has_cards && stem.is_some_and(|stem| stem.contains(EACH));
        let stem =
            stem.map(|stem| if each { stem.replacen(EACH, "00", 1) } else { stem.to_owned() });
        let is_plain = |letter: u8| {
            letter.is_ascii_lowercase() || letter.is_ascii_digit() || b"-_".contains(&letter)
        };
        if !stem.is_some_and(|stem| !stem.is_empty() && stem.bytes().all(is_plain)) {
            if reader.has(&table, "file") {
                let message = format!("{} is not a name for a back", quoted(&file.value));
                reader.fault(file.span, message, ACCEPTED_FILE);
            }
            continue;
        }
        let Some(wanted) = wanted else { continue };
        let own = |name: String, wanted: CardFilter| BackTable {
            file: name,
            span: file.span.clone(),
            wanted,
            wanted_span: text.span.clone(),
        };
        let tables = match wanted {
            CardFilter::Listed(cards) if each => {
                let named = |card: CardNumber| {
                    let number = format!("{:02}", card.get());
                    own(file.value.replacen(EACH, &number, 1), CardFilter::Listed(vec![card]))
                };
                cards.into_iter().map(named).collect()
            }
            wanted => vec![own(file.value.clone(), wanted)],
        };
        for table in tables {
            if backs.iter().any(|other| other.file == table.file) {
                let message = format!("{} has a table already", quoted(&table.file));
                reader.fault(table.span, message, "one table with all its cards");
            } else {
                backs.push(table);
            }
        }
    }
    backs
}

fn listed(reader: &mut Reader, text: &Placed<String>) -> Option<CardFilter> {
    match parse_cards(&text.value, Ok) {
        Ok(cards) => Some(CardFilter::Listed(cards)),
        Err(problems) => {
            for problem in problems.iter() {
                let accepted = problem.accepted().unwrap_or("each card once").to_owned();
                reader.fault(text.span.clone(), problem.message().to_owned(), &accepted);
            }
            None
        }
    }
}

/// Reads `is`, whose words have the same meaning as in a label.
fn valued(reader: &mut Reader, text: &Placed<String>) -> Option<CardFilter> {
    match Label::parse(&format!("is {}", text.value)) {
        Ok(Some(Label::Shown(Condition::Is(name, values)))) => Some(CardFilter::Is(name, values)),
        _ => {
            let message = format!("is = {} names no value of a card", quoted(&text.value));
            reader.fault(text.span.clone(), message, "suit.name clubs|spades, toggle YES");
            None
        }
    }
}

/// Reads the templates that the tables of `theme` name.
///
/// # Errors
/// Files that cannot be read, each at its table.
pub(super) fn templates(
    folder: &Path,
    theme: &Arc<Source>,
    tables: &[BackTable],
) -> Result<Vec<BackTemplate>, Problems> {
    let mut problems = Problems::new();
    let mut templates = Vec::new();
    for table in tables {
        let path = folder.join(&table.file);
        match file::text(&path, TEMPLATE_FILE) {
            Ok(text) => templates.push(BackTemplate {
                name: table.file.trim_end_matches(".svg").to_owned(),
                source: Source::new(path.display().to_string(), text),
                table: Some(table.clone()),
            }),
            Err(error) => {
                let problem = Problem::from(error).at(theme, table.span.clone());
                problems.push(problem.accepts("a file in the theme's folder"));
            }
        }
    }
    problems.into_result(templates)
}
