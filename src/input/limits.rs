//! The limits of files and their contents, listed in `docs/limits.md`.
//!
//! Every file is untrusted. A limit is well above the needs of any deck, and low enough that the largest file
//! within it is handled in seconds and some hundred megabytes.

use std::fmt;

use crate::wording::grouped;

/// A limit on the size or number of something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limit {
    /// What is limited, as in `docs/limits.md`.
    pub what: &'static str,
    /// The largest accepted number, in [`unit`](Self::unit).
    pub most: usize,
    /// Its unit.
    pub unit: Unit,
}

/// The unit of a [`Limit`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Bytes.
    Bytes,
    /// Items with this name, in the plural.
    Things(&'static str),
}

impl Limit {
    const fn bytes(what: &'static str, most: usize) -> Self {
        Self { what, most, unit: Unit::Bytes }
    }

    const fn things(what: &'static str, most: usize, plural: &'static str) -> Self {
        Self { what, most, unit: Unit::Things(plural) }
    }

    /// Whether a count exceeds the limit.
    pub fn is_passed_by(&self, count: usize) -> bool {
        count > self.most
    }

    /// The length of a text, if it exceeds the limit: `2,001 characters`.
    pub fn passed_by_text(&self, text: &str) -> Option<String> {
        // A text has at most as many characters as bytes; most texts need not be counted.
        let length = if self.is_passed_by(text.len()) { text.chars().count() } else { 0 };
        self.is_passed_by(length).then(|| self.amount(length))
    }

    /// A count with its unit, such as `4 MB` or `108 cards`.
    pub fn amount(&self, count: usize) -> String {
        match self.unit {
            Unit::Bytes => size(count),
            Unit::Things(plural) => format!("{} {plural}", grouped(count)),
        }
    }

    /// The accepted amount: `at most 4 MB`.
    pub fn accepted(&self) -> String {
        format!("at most {}", self.amount(self.most))
    }
}

/// The limit itself: `4 MB`.
impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.amount(self.most))
    }
}

/// Bytes in the largest unit that is precise enough: `4 MB`, `1.3 MB`, `812 bytes`.
fn size(bytes: usize) -> String {
    match bytes {
        1 => "1 byte".to_owned(),
        0..10_000 => format!("{} bytes", grouped(bytes)),
        10_000..1_000_000 => format!("{} KB", bytes / 1000),
        _ if bytes.is_multiple_of(1_000_000) => format!("{} MB", grouped(bytes / 1_000_000)),
        _ => format!("{}.{} MB", grouped(bytes / 1_000_000), bytes % 1_000_000 / 100_000),
    }
}

/// A deck, `.json` or `.csv`.
pub const DECK_FILE: Limit = Limit::bytes("a deck file", 4_000_000);
/// A spec, `theme.toml`, a sheet, a print house, printers or house rules.
pub const TOML_FILE: Limit = Limit::bytes("a TOML file", 1_000_000);
/// A table of weapons, of characters, of pins or of texts.
pub const TABLE_FILE: Limit = Limit::bytes("a table (.csv)", 4_000_000);
/// A session of `play`.
pub const SESSION_FILE: Limit = Limit::bytes("a session", 64_000_000);
/// A template of a theme, `.svg`.
pub const TEMPLATE_FILE: Limit = Limit::bytes("a template (.svg)", 16_000_000);
/// A font of a theme, `.ttf` or `.otf`.
pub const FONT_FILE: Limit = Limit::bytes("a font (.ttf, .otf)", 20_000_000);
/// Fonts in a theme's folder.
pub const FONTS: Limit = Limit::things("fonts of a theme", 24, "fonts");
/// A line of input to `play`.
pub const PROMPT_LINE: Limit = Limit::bytes("a line of `play`", 100_000);

/// Cards of a deck file that are read: a deck has at most 120, and one that was pasted twice is still reported
/// card by card.
pub const DECK_CARDS: Limit = Limit::things("cards of a deck file", 240, "cards");
/// Lines of a table of weapons, characters or texts.
pub const TABLE_LINES: Limit = Limit::things("lines of a table", 2000, "lines");
/// Lines of a table of pins: every cell of the largest deck.
pub const PIN_LINES: Limit = Limit::things("lines of a table of pins", 20_000, "lines");
/// Columns of any table, and values on a card.
pub const COLUMNS: Limit = Limit::things("columns of a table, values on a card", 400, "columns");
/// Characters of one text: a cell, a name, a value in quotes.
pub const TEXT_CHARS: Limit = Limit::things("a text or cell", 2000, "characters");
/// Keys and list items of a TOML file, nested tables included.
pub const TOML_KEYS: Limit = Limit::things("keys and values of a TOML file", 10_000, "values");
/// Columns of one grid of a spec or deck: the time of a search is quadratic in them.
pub const GRID_COLUMNS: Limit = Limit::things("columns of a grid", 12, "columns");
/// Burst sizes of a spec or deck.
pub const BURSTS: Limit = Limit::things("burst sizes", 12, "bursts");
/// Locations in the hit stack of a card.
pub const STACK: Limit = Limit::things("locations in the hit stack", 8, "locations");
/// Terms of a sum of dice.
pub const DICE_TERMS: Limit = Limit::things("terms of a sum of dice", 20, "terms");
/// Results of the dice of a sum, including those to which open-ended dice are expanded, and twice those of
/// kept dice: the time to compute the odds is quadratic in them.
pub const DICE_RESULTS: Limit = Limit::things("results of a sum of dice", 3000, "results");
/// Designer elements of a spec or deck.
pub const ELEMENTS: Limit = Limit::things("designer elements", 20, "elements");

/// Characters of a designer element's id.
pub const ID_CHARS: Limit = Limit::things("the id of an element", 60, "characters");

/// Extra cards of a deck or of a theme.
pub const EXTRA_CARDS: Limit = Limit::things("extra cards", 60, "extra cards");

/// Values in a list of an option or question: the odds of each are computed.
pub const LIST_VALUES: Limit = Limit::things("values of a list on the command line", 100, "values");

/// Faults of one run that are listed; the others are counted.
pub const FAULTS: Limit = Limit::things("faults listed", 100, "faults");
/// Characters of a value from a file in a message.
pub const ECHOED_CHARS: Limit = Limit::things("a value repeated in a message", 60, "characters");
/// Characters of a message, or of its accepted values.
pub const MESSAGE_CHARS: Limit = Limit::things("a message", 1000, "characters");
/// Characters of a file's line that are shown with a fault.
pub const SHOWN_CHARS: Limit = Limit::things("a line shown beside a fault", 1000, "characters");

/// Every limit, in the order of `docs/limits.md`.
pub const ALL: &[Limit] = &[
    DECK_FILE,
    TOML_FILE,
    TABLE_FILE,
    SESSION_FILE,
    TEMPLATE_FILE,
    FONT_FILE,
    FONTS,
    PROMPT_LINE,
    DECK_CARDS,
    TABLE_LINES,
    PIN_LINES,
    COLUMNS,
    TEXT_CHARS,
    TOML_KEYS,
    GRID_COLUMNS,
    BURSTS,
    STACK,
    DICE_TERMS,
    DICE_RESULTS,
    ELEMENTS,
    ID_CHARS,
    EXTRA_CARDS,
    LIST_VALUES,
    FAULTS,
    ECHOED_CHARS,
    MESSAGE_CHARS,
    SHOWN_CHARS,
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_have_readable_units() {
        assert_eq!("4 MB", DECK_FILE.to_string());
        assert_eq!("at most 2,000 characters", TEXT_CHARS.accepted());
        for (bytes, text) in [
            (0, "0 bytes"),
            (9_999, "9,999 bytes"),
            (10_000, "10 KB"),
            (4_000_001, "4.0 MB"),
            (4_294_967_296, "4,294.9 MB"),
        ] {
            assert_eq!(text, size(bytes));
        }
    }

    #[test]
    fn the_page_of_limits_lists_exactly_these_limits() {
        let page = include_str!("../../docs/limits.md");
        // Print files and SVG have separate sections below.
        let (texts, _) = page.split_once("\n## ").expect("the page has sections");
        let rows: Vec<(&str, &str)> = texts
            .lines()
            .filter_map(|line| line.strip_prefix("| ")?.strip_suffix(" |"))
            .filter(|line| !line.starts_with("what "))
            .map(|line| {
                let mut cells = line.split(" | ");
                let (what, most) = (cells.next().unwrap(), cells.next().unwrap());
                assert!(cells.next().is_some_and(|reported| !reported.trim().is_empty()), "{line}");
                assert_eq!(None, cells.next(), "{line}");
                (what.trim(), most.trim())
            })
            .collect();
        let listed: Vec<String> = ALL.iter().map(Limit::to_string).collect();
        let listed: Vec<(&str, &str)> =
            ALL.iter().map(|limit| limit.what).zip(listed.iter().map(String::as_str)).collect();
        assert_eq!(listed, rows);
    }
}
