//! The deck: 54 cards, what stands on each, and the two files it is kept in.
//!
//! A [`Deck`] holds what is printed, right or wrong: reading a file checks that every value is one
//! a card can show, and leaves the question whether the values are *good* to
//! [`validate`](crate::validate). So a designer's hand-edited deck can be read, judged and mended.

mod card;
mod corners;
mod csv;
mod digest;
mod field;
mod json;
mod kept;
mod layout;
mod record;

use std::fmt;
use std::path::Path;

use crate::diagnostic::{Fault, Problem, Problems, Source, fault};

pub use card::{Card, CauseCell, ExtraValue, Grid};
pub use corners::{CardNumber, ClockHour, Rank, Suit, Toggle, ValueError};
pub use digest::{Digest, Edition, EditionError};
pub use field::Field;
pub use kept::KeptCards;
pub use layout::{GridShape, Layout, LayoutError};

/// The number of cards in a deck: a poker deck with both jokers (seed 002, "The Basics").
pub const DECK_SIZE: usize = 54;

/// A whole deck, cards in order of number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deck {
    name: String,
    origin: Option<Origin>,
    layout: Layout,
    cards: Vec<Card>,
    kept: Vec<KeptCards>,
}

/// What a generated deck was made from. A deck typed into a spreadsheet has none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The seed the generator was given.
    pub seed: u64,
    /// Digest of the spec text and all it names.
    pub spec_digest: Digest,
}

/// Why cards do not make a deck.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DeckError {
    /// There are not 54 cards, or they are not numbered 0 to 53 in order.
    Order {
        /// The number that belongs at this place.
        expected: usize,
        /// The number found, or "nothing".
        found: String,
    },
    /// A card's grids, stack, bursts or extra values do not have the shape of the layout.
    Shape(CardNumber),
}

impl Fault for DeckError {
    fn problem(&self) -> Problem {
        match self {
            Self::Order { expected, found } => Problem::coded(
                "deck.order",
                format!("card {found} stands where card {expected} belongs"),
            ),
            Self::Shape(card) => Problem::coded(
                "deck.shape",
                format!("card {card} does not have the shape of the deck's layout"),
            ),
        }
    }
}

fault!(DeckError);

impl Deck {
    /// A deck of cards that all have the shape of `layout`.
    ///
    /// # Errors
    /// [`DeckError`] if the numbers are not 0 to 53 in order, or a card has another shape.
    pub fn new(
        name: impl Into<String>,
        origin: Option<Origin>,
        layout: Layout,
        cards: Vec<Card>,
    ) -> Result<Self, DeckError> {
        for expected in 0..DECK_SIZE.max(cards.len()) {
            let found = cards.get(expected).map(|card| card.number);
            if found.map(|number| usize::from(number.get())) != Some(expected) {
                let found = found.map_or_else(|| "nothing".to_owned(), |number| number.to_string());
                return Err(DeckError::Order { expected, found });
            }
        }
        match cards.iter().find(|card| !layout.fits(card)) {
            Some(card) => Err(DeckError::Shape(card.number)),
            None => Ok(Self { name: name.into(), origin, layout, cards, kept: Vec::new() }),
        }
    }

    /// Reads a deck from the text of a `.json` or `.csv` file. The format is told by the file name;
    /// a CSV deck takes its name from it, for the file itself holds none.
    ///
    /// # Errors
    /// Every fault of the file, each with line and column.
    pub fn read(file_name: &str, text: &str) -> Result<Self, Problems> {
        let source = Source::new(file_name, text);
        let path = Path::new(file_name);
        let extension = path.extension().and_then(|extension| extension.to_str());
        match extension.map(str::to_ascii_lowercase).as_deref() {
            Some("json") => json::read(&source),
            Some("csv") => {
                let stem = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or("deck");
                csv::read(&source, stem)
            }
            _ => Err(Problem::coded(
                "deck.file-name",
                format!("deck file {file_name:?} is of unknown kind"),
            )
            .accepts("a name that ends in .json or .csv")
            .into()),
        }
    }

    /// The text of `deck.json` (format `actiondeck/1`): one card a line, ends in a newline.
    pub fn to_json(&self) -> String {
        json::write(self)
    }

    /// The text of `deck.csv`: a head line, then one card a line, ends in a newline.
    pub fn to_csv(&self) -> String {
        csv::write(self)
    }

    /// The deck's name, such as `Future Imperfect`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The same cards under another name.
    #[must_use]
    pub fn named(self, name: impl Into<String>) -> Self {
        Self { name: name.into(), ..self }
    }

    /// Seed and spec digest, if a generator made the deck.
    pub fn origin(&self) -> Option<&Origin> {
        self.origin.as_ref()
    }

    /// Which grids, columns, bursts and extra elements the cards have.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The 54 cards in order of number.
    pub fn cards(&self) -> &[Card] {
        &self.cards
    }

    /// One card.
    pub fn card(&self, number: CardNumber) -> &Card {
        &self.cards[usize::from(number.get())]
    }

    /// Digest of the cards' canonical content, which is the text of `deck.csv`. So it is the same
    /// whether the deck came from JSON, CSV or the generator, and `sha256sum deck.csv` shows it.
    pub fn digest(&self) -> Digest {
        Digest::of(self.to_csv().as_bytes())
    }

    /// The short code printed on every card, made from the digest.
    pub fn edition(&self) -> Edition {
        self.digest().edition()
    }
}

impl fmt::Display for Deck {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (edition {})", self.name, self.edition())
    }
}
