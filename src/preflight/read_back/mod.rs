//! Reads printed texts back and compares them with the deck by their positions on the cards.
//!
//! Each kind of file provides the letters on its pages: a PDF from its text operators, an SVG from its text, a PNG
//! from its placement note. Outlined text is compared only as a picture. The comparison is the same for all kinds:
//! the positions of the cards are known, so every text of a card's face has a position on the page, however the card
//! is turned. The text at that position must match the deck, and the card must not have other text.

mod compare;
mod decks;
mod identity;
mod piece;
mod reading;

use rayon::prelude::*;

use super::limits::{LimitExceeded, PAGE_LETTERS};
use super::page::Page;
use super::seen::{FaceId, PlacedPage, ReferenceFaces};
use crate::deck::{Card, CardNumber, CardNumbers, Deck};
use crate::diagnostic::Problems;
use crate::face::{Face, FaceText, Faces, Fonts, Format, Line, Theme, lines};

pub(in crate::preflight) use compare::Expected;
pub(in crate::preflight) use decks::side_of;
pub use decks::{PrintedSet, WantedCards, printed_sets};
pub(in crate::preflight) use identity::DeclaredIdentity;
pub use piece::Piece;
pub use reading::ReadBack;
use reading::Reading;

/// The printed texts of a deck in a theme, with their positions. Built once for all files that are compared.
#[derive(Debug)]
pub struct PrintedDeck {
    numbers: CardNumbers,
    /// The faces in the order of the numbers.
    faces: Vec<Vec<Expected>>,
    format: Format,
    edition: String,
    /// The digits of the bar code on its box.
    barcode: Option<String>,
    reference: ReferenceFaces,
    fonts: Fonts,
}

/// The expected texts of a card's front.
pub struct PrintedFront {
    says: Vec<Expected>,
    text: FaceText,
}

impl PrintedFront {
    /// Collects the texts of a face.
    ///
    /// # Errors
    /// If it cannot be drawn.
    pub fn from_face(face: &Face) -> Result<Self, Problems> {
        let drawing = face.drawing()?;
        let fields = drawing.fields();
        let expected = |line: Line| {
            let field = fields.get(line.element.as_str()).copied().unwrap_or_default();
            Expected::from_line(line, field)
        };
        let says = lines(drawing.tree()).into_iter().filter_map(expected).collect();
        Ok(Self { says, text: FaceText::from_drawing(drawing) })
    }
}

impl PrintedDeck {
    /// Lays out every card of the deck.
    ///
    /// # Errors
    /// If the theme does not bind or cannot be drawn.
    pub fn new(deck: &Deck, theme: &Theme) -> Result<Self, Problems> {
        Self::from_faces(&Faces::new(theme, deck)?)
    }

    /// Collects the texts of all fronts.
    ///
    /// # Errors
    /// If one of them cannot be drawn.
    pub fn from_faces(faces: &Faces<'_>) -> Result<Self, Problems> {
        Self::from_cards(faces, &faces.deck().numbers().iter().collect::<Vec<_>>())
    }

    /// Collects the texts of these cards only; other faces are not laid out, and other cards are not found in a file.
    ///
    /// # Errors
    /// If one of them cannot be drawn.
    pub fn from_cards(faces: &Faces<'_>, cards: &[CardNumber]) -> Result<Self, Problems> {
        let front = |card: &Card| {
            let is_printed = cards.contains(&card.number);
            // A face that was laid out for this call is dropped again afterwards.
            is_printed.then(|| PrintedFront::from_face(&faces.lent_card(card.number))).transpose()
        };
        // Collected in the order of the cards, so that threads do not change the first error.
        let read: Vec<_> = faces.deck().cards().par_iter().map(front).collect();
        Self::joined(faces, read.into_iter().collect::<Result<_, _>>()?)
    }

    /// As [`from_faces`](Self::from_faces), from fronts already collected, in the order of the deck.
    ///
    /// # Errors
    /// If a back or an extra card cannot be drawn.
    pub fn from_fronts(faces: &Faces<'_>, fronts: Vec<PrintedFront>) -> Result<Self, Problems> {
        Self::joined(faces, fronts.into_iter().map(Some).collect())
    }

    fn joined(faces: &Faces<'_>, read: Vec<Option<PrintedFront>>) -> Result<Self, Problems> {
        let deck = faces.deck();
        let fonts = faces.theme().fonts().clone();
        let (mut fronts, mut texts) = (Vec::new(), Vec::new());
        for (card, front) in deck.cards().iter().zip(read) {
            let Some(front) = front else {
                fronts.push(Vec::new());
                continue;
            };
            fronts.push(front.says);
            texts.push((card.number, front.text));
        }
        let (format, edition) = (faces.theme().format(), deck.edition().to_string());
        let reference = ReferenceFaces::new(faces, texts)?;
        let barcode = deck.imprint().text("barcode").map(str::to_owned);
        let numbers = deck.numbers();
        Ok(Self { numbers, faces: fronts, format, edition, barcode, reference, fonts })
    }

    /// The numbers of all cards of the deck.
    pub(crate) fn numbers(&self) -> CardNumbers {
        self.numbers
    }

    /// The faces as reference pictures.
    pub(super) fn reference(&self) -> &ReferenceFaces {
        &self.reference
    }

    /// The fonts of the theme.
    pub(super) fn fonts(&self) -> &Fonts {
        &self.fonts
    }

    /// The size of the cards.
    pub(super) fn format(&self) -> Format {
        self.format
    }

    /// The edition that pictures must declare.
    pub(super) fn edition(&self) -> &str {
        &self.edition
    }

    /// Compares the texts of the cards at these places of the pages with this deck.
    pub(super) fn compare(&self, pages: &[Page], placed: &[PlacedPage]) -> ReadBack {
        let mut reading = Reading::default();
        for (page, placed) in pages.iter().zip(placed) {
            if let Err(past) = self.compare_page(page, placed, &mut reading) {
                reading.differs(page.number, past.to_string());
            }
        }
        reading.done()
    }

    /// As [`compare`](Self::compare), for a file that declares an identity: without cards, it may be a piece that goes
    /// with the deck.
    pub(super) fn compare_identity(
        &self,
        pages: &[Page],
        placed: &[PlacedPage],
        reported: Option<&DeclaredIdentity>,
    ) -> ReadBack {
        let read = self.compare(pages, placed);
        match reported {
            Some(reported) if read.cards == 0 => {
                reported.held_against(&self.edition, self.barcode.as_deref())
            }
            _ => read,
        }
    }

    /// As [`compare`](Self::compare), for a picture with a note of its letters, or the reason why it is missing.
    pub(super) fn compare_noted(
        &self,
        page: Result<Page, String>,
        placed: &[PlacedPage],
    ) -> ReadBack {
        match page {
            Ok(page) => self.compare(&[page], placed),
            Err(reason) => {
                let mut reading = Reading::default();
                reading.differs(None, reason);
                reading.done()
            }
        }
    }

    /// Compares a page. Without text, its letters are outlines, which are compared as a picture instead.
    fn compare_page(
        &self,
        page: &Page,
        placed: &PlacedPage,
        reading: &mut Reading,
    ) -> Result<(), LimitExceeded> {
        PAGE_LETTERS.hold(page.letters.len())?;
        let is_read = !placed.is_moved && !page.letters.is_empty();
        for own in &placed.faces {
            let card = match own.face {
                FaceId::Card(card) => card,
                FaceId::Extra(_) => {
                    reading.extras.extend(self.reference.name(own.face).map(str::to_owned));
                    continue;
                }
                FaceId::Back(_) => continue,
            };
            reading.numbers.push(card);
            if is_read {
                let face = &self.faces[self.numbers.index(card)];
                compare::compare(page, card, &own.on_page, face, self.format, reading)?;
            }
        }
        Ok(())
    }
}
