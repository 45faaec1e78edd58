//! Whether exceptional cells and critical failures are told from ordinary cells, and from each other.

use std::collections::BTreeMap;

use super::sheet::Text;
use super::{FaceMeasures, Least, Subject};
use crate::deck::{Card, CauseCell, Deck, Field};
use crate::face::Rgb;
use crate::face::name::Name;
use crate::face::vision::{Vision, contrast, difference};

/// A colour on less of a cell is no mark.
const MARK_SHARE: f64 = 0.03;

/// The marks of exceptional cells and critical failures against the ground of the same cell on
/// cards where it is ordinary, and against each other.
pub(super) fn marks(fronts: &[FaceMeasures], deck: &Deck, least: &mut Least) {
    let layout = deck.layout();
    let mut plain: BTreeMap<&Field, Rgb> = BTreeMap::new();
    let mut marked: Vec<(&Field, &Card, bool, &Text)> = Vec::new();
    for (FaceMeasures(sheet), card) in fronts.iter().zip(deck.cards()) {
        for text in &sheet.texts {
            let Some(field @ Field::Cause { die, row }) = &text.cell else { continue };
            let Some(cell) =
                layout.cause.column(*die).and_then(|column| card.cause.get(column, *row))
            else {
                continue;
            };
            match cell {
                CauseCell::CriticalFailure => marked.push((field, card, true, text)),
                cell if layout.is_exceptional(*die, cell) => {
                    marked.push((field, card, false, text));
                }
                CauseCell::Number(_) => {
                    plain.entry(field).or_insert_with(|| most(&text.around));
                }
            }
        }
    }
    for (seen, vision) in Vision::ALL.iter().enumerate() {
        for (field, card, is_failure, text) in &marked {
            let around = &text.around;
            let place = || format!("{} on card {}", Name::Field((*field).clone()), card.number);
            let Some(&ground) = plain.get(field) else { continue };
            // A frame is a small part of its cell, a plate most of it.
            let drawn = text.within.iter().filter(|(_, share)| **share >= MARK_SHARE);
            let best = drawn
                .map(|(&colour, _)| contrast(vision.of(colour), vision.of(ground)))
                .fold(1.0, f64::max);
            if *is_failure {
                let plate = contrast(vision.of(most(around)), vision.of(ground));
                least.note(Subject::Failure(seen), plate, place);
            } else {
                least.note(Subject::Exceptional(seen), best, place);
                let plates =
                    marked.iter().filter(|(other, _, is_failure, _)| *is_failure && other == field);
                if let Some((.., failure)) = plates.clone().next() {
                    let apart =
                        difference(vision.of(most(around)), vision.of(most(&failure.around)));
                    least.note(Subject::Apart(seen), apart, place);
                }
            }
        }
    }
}

/// The colour with the largest share.
fn most(shares: &BTreeMap<Rgb, f64>) -> Rgb {
    let largest = shares.iter().max_by(|one, other| one.1.total_cmp(other.1));
    largest.map_or(Rgb(255, 255, 255), |(&colour, _)| colour)
}
