//! Which cards stand on a page: each is found by its number where it is printed largest.

use super::expected::Expected;
use super::size::{in_ems_of, of_one_size};
use crate::deck::CardNumber;
use crate::face::PlacedGlyph;
use crate::preflight::limits::{PAGE_CARDS, PAGE_FIGURES, Past};
use crate::preflight::page::Page;

/// A card on a page.
#[derive(Debug)]
pub(in crate::preflight) struct Found {
    pub card: CardNumber,
    /// The first figure of its number, as it stands on the page.
    pub anchor: PlacedGlyph,
    /// The same figure on the card's face, in millimetres.
    pub on_face_mm: [f64; 2],
    /// The size of that figure on the face.
    pub size_mm: f64,
}

/// How far on a baseline the next figure of a number may be, in ems. Figures are half an em wide.
const REACH_EM: f64 = 0.9;

/// The numbers of a deck's cards where they are printed largest, measured once for all pages.
#[derive(Debug)]
pub(super) struct LargeNumbers {
    /// The first figure of each, by card number, if the face shows it.
    of_cards: Vec<Option<PlacedGlyph>>,
    /// One figure of each size they have.
    sizes: Vec<PlacedGlyph>,
}

impl LargeNumbers {
    pub(super) fn of(faces: &[Vec<Expected>]) -> Self {
        let large = |(number, face): (usize, &Vec<Expected>)| large_number(number, face).cloned();
        let of_cards: Vec<Option<PlacedGlyph>> = faces.iter().enumerate().map(large).collect();
        let mut sizes: Vec<PlacedGlyph> = Vec::new();
        for glyph in of_cards.iter().flatten() {
            // Of the very same size: what is nearly of one size may be so with a third letter.
            if sizes.iter().all(|known| known.size_mm().total_cmp(&glyph.size_mm()).is_ne()) {
                sizes.push(glyph.clone());
            }
        }
        Self { of_cards, sizes }
    }

    fn holds_figure(&self, glyph: &PlacedGlyph) -> bool {
        glyph.text.chars().all(|character| character.is_ascii_digit())
            && self.sizes.iter().any(|large| of_one_size(glyph, large))
    }

    /// The cards on a page in painting order.
    ///
    /// # Errors
    /// If there are more than are read.
    pub(super) fn cards_on(&self, page: &Page) -> Result<Vec<Found>, Past> {
        let is_figure = |glyph: &&PlacedGlyph| self.holds_figure(glyph);
        let figures: Vec<&PlacedGlyph> =
            page.marks.iter().filter_map(|mark| mark.readings().find(is_figure)).collect();
        PAGE_FIGURES.hold(figures.len())?;
        let mut found = Vec::new();
        for &anchor in &figures {
            // How far to the right the other figures of its line stand.
            let mut line: Vec<(f64, &PlacedGlyph)> = figures
                .iter()
                .map(|&figure| (in_ems_of(anchor, figure), figure))
                .filter(|([x, y], figure)| {
                    x.abs() <= REACH_EM && y.abs() < 0.01 && of_one_size(figure, anchor)
                })
                .map(|([x, _], figure)| (x, figure))
                .collect();
            line.sort_by(|(one, _), (other, _)| one.total_cmp(other));
            // A figure without size is beside nothing, not even itself.
            if line.first().is_none_or(|(_, first)| !std::ptr::eq(*first, anchor)) {
                continue;
            }
            let text: String = line.iter().map(|(_, figure)| &*figure.text).collect();
            let number = text.parse().ok().and_then(CardNumber::new);
            let Some(card) = number.filter(|number| number.to_string() == text) else { continue };
            let face = self.of_cards.get(usize::from(card.get()));
            let Some(face) = face.and_then(Option::as_ref) else { continue };
            if of_one_size(anchor, face) {
                PAGE_CARDS.hold(found.len() + 1)?;
                found.push(Found {
                    card,
                    anchor: anchor.clone(),
                    on_face_mm: face.at_mm,
                    size_mm: face.size_mm(),
                });
            }
        }
        Ok(found)
    }
}

/// The field of a card's number.
const FIELD: &str = "number";

/// The first figure of a card's number where it is printed largest; `None` if larger figures are on the face and others
/// have its size, so that they could be taken for numbers of cards.
fn large_number(number: usize, face: &[Expected]) -> Option<&PlacedGlyph> {
    let text = number.to_string();
    let size = |line: &Expected| line.first().size_mm();
    let numbers = || face.iter().filter(|line| line.field == FIELD && line.text() == text);
    let largest = numbers().map(size).fold(0.0, f64::max);
    let line = numbers().find(|line| size(line) > largest - 1e-3)?;
    let is_figure = |line: &&Expected| line.text().bytes().all(|byte| byte.is_ascii_digit());
    let others = || face.iter().filter(is_figure).filter(|other| other.field != FIELD);
    let is_largest = others().all(|other| size(other) <= size(line) + 1e-3);
    let is_alike = |other: &Expected| of_one_size(other.first(), line.first());
    (is_largest || !others().any(is_alike)).then(|| line.first())
}
