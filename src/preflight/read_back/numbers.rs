//! Which cards stand on a page: each is found by its number where it is printed largest.

use super::Expected;
use super::mark::{Page, in_ems_of, of_one_size};
use crate::deck::CardNumber;
use crate::face::Letter;

/// A card on a page.
#[derive(Debug)]
pub(super) struct Found {
    pub card: CardNumber,
    /// The first figure of its number, as it stands on the page.
    pub anchor: Letter,
    /// The same figure on the card's face, in millimetres.
    pub on_face_mm: [f64; 2],
    /// The size of that figure on the face.
    pub size_mm: f64,
}

/// How far on a baseline the next figure of a number may be, in ems. Figures are half an em wide.
const REACH_EM: f64 = 0.9;

/// A page of more figures as large as a card's number is no page of cards, and no more than so many
/// of its cards are looked at: a hundred go on the largest sheet.
const MOST_FIGURES: usize = 3_000;
const MOST_CARDS: usize = 1_000;

/// The cards on a page in painting order. `large` are the first figures of the cards' numbers, from
/// [`large_numbers`].
pub(super) fn cards_on(page: &Page, large: &[Option<&Letter>]) -> Vec<Found> {
    let is_large = |letter: &Letter| {
        letter.text.chars().all(|character| character.is_ascii_digit())
            && large.iter().flatten().any(|large| of_one_size(letter, large))
    };
    let figures: Vec<&Letter> = page
        .marks
        .iter()
        .filter_map(|mark| mark.readings.iter().find(|letter| is_large(letter)))
        .take(MOST_FIGURES)
        .collect();
    let mut found = Vec::new();
    for &anchor in &figures {
        if found.len() == MOST_CARDS {
            break;
        }
        // How far to the right the other figures of its line stand.
        let mut line: Vec<(f64, &Letter)> = figures
            .iter()
            .map(|&figure| (in_ems_of(anchor, figure), figure))
            .filter(|([x, y], figure)| {
                x.abs() <= REACH_EM && y.abs() < 0.01 && of_one_size(figure, anchor)
            })
            .map(|([x, _], figure)| (x, figure))
            .collect();
        line.sort_by(|(one, _), (other, _)| one.total_cmp(other));
        if !std::ptr::eq(line[0].1, anchor) {
            continue;
        }
        let text: String = line.iter().map(|(_, figure)| figure.text.as_str()).collect();
        let number = text.parse().ok().and_then(CardNumber::new);
        let Some(card) = number.filter(|number| number.to_string() == text) else { continue };
        let Some(face) = large.get(usize::from(card.get())).copied().flatten() else { continue };
        if of_one_size(anchor, face) {
            found.push(Found {
                card,
                anchor: anchor.clone(),
                on_face_mm: face.at_mm,
                size_mm: face.size_mm(),
            });
        }
    }
    found
}

/// The first figure of each card's number where it is printed largest, by card.
pub(super) fn large_numbers(faces: &[Vec<Expected>]) -> Vec<Option<&Letter>> {
    faces.iter().enumerate().map(|(number, face)| large_number(number, face)).collect()
}

/// The first figure of a card's number where it is printed largest.
fn large_number(number: usize, face: &[Expected]) -> Option<&Letter> {
    let text = number.to_string();
    let largest = face.iter().map(|line| line.first().size_mm()).fold(0.0, f64::max);
    let line =
        face.iter().find(|line| line.text() == text && line.first().size_mm() > largest - 1e-3);
    line.map(Expected::first)
}
