//! Reading every printed text back and comparing it with the deck, by its place on the card.
//!
//! Each kind of file says which letters stand where on its pages: a PDF by its text operators, an
//! SVG by its text, a PNG by the note of what was drawn. Outlined text is compared as a picture alone. From there
//! on there is one comparison. Where cards stand is known by then; from there every text of
//! the card's face has its place, whichever way the card stands on the page. What is found there
//! must be what the deck says, and nothing else may stand within the card.

mod compare;
mod decks;
mod expected;
mod identity;
mod piece;
mod reading;
mod size;

use rayon::prelude::*;

use super::limits::{LimitExceeded, PAGE_LETTERS};
use super::page::Page;
use super::seen::{FaceId, PlacedPage, ReferenceFaces};
use crate::deck::{Card, CardNumber, Deck};
use crate::diagnostic::Problems;
use crate::face::{Face, FaceText, Faces, Fonts, Format, Line, Theme, lines};

pub(in crate::preflight) use decks::side_of;
pub use decks::{PrintedSet, WantedCards, printed_sets};
pub(in crate::preflight) use expected::Expected;
pub(in crate::preflight) use identity::DeclaredIdentity;
pub use piece::Piece;
pub use reading::ReadBack;
use reading::Reading;

/// What a deck says in a theme: every text of every card with its place. Made once for all files
/// that are to be read back.
#[derive(Debug)]
pub struct PrintedDeck {
    /// By card number.
    faces: Vec<Vec<Expected>>,
    format: Format,
    edition: String,
    looks: ReferenceFaces,
    fonts: Fonts,
}

/// What the front of a card says.
pub struct PrintedFront {
    says: Vec<Expected>,
    text: FaceText,
}

impl PrintedFront {
    /// Reads a face.
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
    /// Binds and parses every card of the deck.
    ///
    /// # Errors
    /// If the theme does not bind or cannot be drawn.
    pub fn new(deck: &Deck, theme: &Theme) -> Result<Self, Problems> {
        Self::from_faces(&Faces::new(theme, deck)?)
    }

    /// What the fronts of these faces say.
    ///
    /// # Errors
    /// If one of them cannot be drawn.
    pub fn from_faces(faces: &Faces<'_>) -> Result<Self, Problems> {
        Self::of_cards(faces, &CardNumber::all().collect::<Vec<_>>())
    }

    /// The same where only these cards are printed: the faces of others are not made, and no other
    /// card is found in a file.
    ///
    /// # Errors
    /// If one of them cannot be drawn.
    pub fn of_cards(faces: &Faces<'_>, cards: &[CardNumber]) -> Result<Self, Problems> {
        let front = |card: &Card| {
            let is_printed = cards.contains(&card.number);
            // A face that is not made yet is let go as soon as it is known what it says.
            is_printed.then(|| PrintedFront::from_face(&faces.lent_card(card.number))).transpose()
        };
        // Collected in the order of the cards, so that threads do not change the first error.
        let read: Vec<_> = faces.deck().cards().par_iter().map(front).collect();
        Self::joined(faces, read.into_iter().collect::<Result<_, _>>()?)
    }

    /// As [`of`](Self::from_faces) where it is known what the fronts say, in the order of the deck.
    ///
    /// # Errors
    /// If a back or an extra card cannot be drawn.
    pub fn of_fronts(faces: &Faces<'_>, fronts: Vec<PrintedFront>) -> Result<Self, Problems> {
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
        let looks = ReferenceFaces::new(faces, texts)?;
        Ok(Self { faces: fronts, format, edition, looks, fonts })
    }

    /// How the faces ought to look.
    pub(super) fn looks(&self) -> &ReferenceFaces {
        &self.looks
    }

    /// The fonts of the theme.
    pub(super) fn fonts(&self) -> &Fonts {
        &self.fonts
    }

    /// The size of the cards.
    pub(super) fn format(&self) -> Format {
        self.format
    }

    /// The edition that pictures say they are of.
    pub(super) fn edition(&self) -> &str {
        &self.edition
    }

    /// The texts of the cards that stand in these places of the pages against this deck.
    pub(super) fn compare(&self, pages: &[Page], placed: &[PlacedPage]) -> ReadBack {
        let mut reading = Reading::default();
        for (page, placed) in pages.iter().zip(placed) {
            if let Err(past) = self.compare_page(page, placed, &mut reading) {
                reading.differs(page.number, past.to_string());
            }
        }
        reading.done()
    }

    /// The same of a file that says what it is: where no card stands on it, it may be a piece that goes
    /// with them.
    pub(super) fn compare_identity(
        &self,
        pages: &[Page],
        placed: &[PlacedPage],
        reported: Option<&DeclaredIdentity>,
    ) -> ReadBack {
        let read = self.compare(pages, placed);
        match reported {
            Some(reported) if read.cards == 0 => reported.held_against(&self.edition),
            _ => read,
        }
    }

    /// The same for a picture that notes its letters, or the reason why it cannot be compared.
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

    /// A page without text shows its letters as outlines, which are compared as a picture.
    fn compare_page(
        &self,
        page: &Page,
        placed: &PlacedPage,
        reading: &mut Reading,
    ) -> Result<(), LimitExceeded> {
        PAGE_LETTERS.hold(page.letters.len())?;
        let is_read = !placed.is_moved && !page.letters.is_empty();
        for own in &placed.faces {
            let FaceId::Card(card) = own.face else { continue };
            reading.numbers.push(card);
            if is_read {
                let face = &self.faces[usize::from(card.get())];
                compare::compare(page, card, &own.on_page, face, self.format, reading)?;
            }
        }
        Ok(())
    }
}
