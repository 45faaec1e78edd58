//! Reading every printed text back and comparing it with the deck, by its place on the card.
//!
//! Each kind of file says which letters stand where on its pages: a PDF by its text operators, an
//! SVG by its text and by the outlines of letters, a PNG by the note of what was drawn. From there
//! on there is one comparison. A card is found by its large number; from that number every text of
//! the card's face has its place, whichever way the card stands on the page. What is found there
//! must be what the deck says, and nothing else may stand within the card.

mod compare;
mod decks;
mod mark;
mod numbers;

use std::fmt;

use rayon::prelude::*;
use serde::Serialize;

use super::{Fault, Kind};
use crate::deck::{Card, CardNumber, Deck};
use crate::diagnostic::{Problem, Problems};
use crate::face::{Faces, Format, Letter, Line, Theme, lines};

pub use decks::{PrintedSet, printed_sets};
pub(super) use mark::{Mark, Page};

/// What was read back from a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ReadBack {
    /// How many different cards were found.
    pub cards: usize,
    /// The cards in the order of their numbers; one that is there twice is told twice.
    pub numbers: Vec<CardNumber>,
    /// How many texts were compared.
    pub texts: usize,
    /// Every text that is not what the deck says.
    pub differences: Vec<Fault>,
}

impl ReadBack {
    /// Whether everything that was read is what the deck says. Which cards there should be is asked
    /// of [`PrintedSet`].
    pub fn agrees(&self) -> bool {
        self.differences.is_empty()
    }

    fn nothing() -> Self {
        Self { cards: 0, numbers: Vec::new(), texts: 0, differences: Vec::new() }
    }
}

impl fmt::Display for ReadBack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.numbers[..] {
            [number] => write!(f, "card {number}, {} texts, ", self.texts)?,
            _ => write!(f, "{} cards, {} texts, ", self.cards, self.texts)?,
        }
        match self.differences.len() {
            0 => f.write_str("all equal"),
            count => write!(f, "{count} differ"),
        }
    }
}

/// A text of a face: what it says and where.
#[derive(Debug)]
pub(super) struct Expected {
    /// What the text shows, such as `cause.d10.2`; empty for a text that is the same on every card.
    field: String,
    /// The letters in millimetres from the upper left corner of the face, bleed included.
    letters: Vec<Letter>,
}

impl Expected {
    fn of(line: Line, field: &str) -> Option<Self> {
        let drawn = line.letters.iter().any(|letter| !letter.is_space());
        drawn.then(|| Self { field: field.to_owned(), letters: line.letters })
    }

    fn text(&self) -> String {
        self.letters.iter().map(|letter| letter.text.as_str()).collect()
    }

    /// The letters that leave ink.
    fn drawn(&self) -> impl Iterator<Item = &Letter> {
        self.letters.iter().filter(|letter| !letter.is_space())
    }

    /// The first of them.
    fn first(&self) -> &Letter {
        self.drawn().next().expect("a line without ink is not expected")
    }

    /// Where a fault says it stands.
    fn place(&self) -> String {
        match self.field.as_str() {
            "" => {
                let [x, y] = self.first().at_mm;
                format!("{x:.1}, {y:.1} mm")
            }
            field => field.to_owned(),
        }
    }
}

/// What a deck says in a theme: every text of every card with its place. Made once for all files
/// that are to be read back.
#[derive(Debug)]
pub struct PrintedDeck {
    /// By card number.
    faces: Vec<Vec<Expected>>,
    format: Format,
    edition: String,
}

impl PrintedDeck {
    /// Binds and parses every card of the deck.
    ///
    /// # Errors
    /// If the theme does not bind or cannot be drawn.
    pub fn new(deck: &Deck, theme: &Theme) -> Result<Self, Problems> {
        Self::of(&Faces::new(theme, deck)?)
    }

    /// What the fronts of these faces say.
    ///
    /// # Errors
    /// If one of them cannot be drawn.
    pub fn of(faces: &Faces<'_>) -> Result<Self, Problems> {
        let deck = faces.deck();
        let front = |card: &Card| {
            let drawing = faces.card(card.number).drawing()?;
            let fields = drawing.fields();
            let expected = |line: Line| {
                let field = fields.get(line.element.as_str()).copied().unwrap_or_default();
                Expected::of(line, field)
            };
            Ok(lines(drawing.tree()).into_iter().filter_map(expected).collect())
        };
        // Collected in the order of the cards, so that threads do not change the first error.
        let fronts: Vec<Result<Vec<Expected>, Problems>> =
            deck.cards().par_iter().map(front).collect();
        let fronts = fronts.into_iter().collect::<Result<_, _>>()?;
        let (format, edition) = (faces.theme().format(), deck.edition().to_string());
        Ok(Self { faces: fronts, format, edition })
    }

    /// The cards on these pages against this deck.
    pub(super) fn compare(&self, pages: &[Page]) -> ReadBack {
        let mut read = ReadBack::nothing();
        let large = numbers::large_numbers(&self.faces);
        for page in pages {
            for found in numbers::cards_on(page, &large) {
                compare::compare(page, &found, &self.faces, self.format, &mut read);
            }
        }
        read.numbers.sort_unstable();
        let mut different = read.numbers.clone();
        different.dedup();
        read.cards = different.len();
        read
    }
}

/// Reads a PDF, SVG or PNG back against a deck. Of a PNG only the note is read that says what was
/// drawn; a picture without one, or of another edition, differs.
///
/// # Errors
/// If the file cannot be read.
pub fn read_back(bytes: &[u8], deck: &PrintedDeck) -> Result<ReadBack, Problems> {
    let pages = match super::kind(bytes) {
        Kind::Pdf => super::pdf::pages(bytes),
        Kind::Svg => super::svg::open(bytes).map(|file| vec![file.page()]),
        Kind::Png => match super::png::pages(bytes, &deck.edition) {
            Ok(pages) => Ok(pages),
            Err(reason) => {
                let differences = vec![Fault::whole(reason)];
                return Ok(ReadBack { differences, ..ReadBack::nothing() });
            }
        },
        Kind::Unknown => Err("the file is no PDF, SVG or PNG".to_owned()),
    };
    let pages = pages.map_err(|reason| Problems::from(Problem::new(reason)))?;
    Ok(deck.compare(&pages))
}
