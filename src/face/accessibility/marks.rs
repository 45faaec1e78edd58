//! Contrast of exceptional cells and critical failures with ordinary cells and with each other.

use std::collections::BTreeMap;

use super::measure::{Minimum, Subject};
use super::rays::Rays;
use super::sheet::{Front, Text};
use crate::deck::{Card, CardNumber, Deck, Field};
use crate::face::Rgb;
use crate::face::cell_look::CellLook;
use crate::face::name::Name;
use crate::face::vision::{Vision, contrast, difference};

/// The least share of a cell that a colour must cover to count as a mark.
const MARK_SHARE: f64 = 0.03;

/// The cards to compare the marks of `cards` with: for each marked cell the first card on which it is
/// ordinary, and for an exceptional one the first on which it is a critical failure, unless `cards` has such.
pub(super) fn beside(cards: &[CardNumber], deck: &Deck) -> Vec<CardNumber> {
    let layout = deck.layout();
    let mut beside = Vec::new();
    for (die, row) in layout.cause.cells() {
        let is = |card: &Card, wanted| CellLook::new(card, layout, die, row) == Some(wanted);
        let has = |wanted| cards.iter().any(|&card| is(deck.card(card), wanted));
        let mut needs = |wanted| {
            let first = deck.cards().iter().find(|card| is(card, wanted));
            beside.extend(first.filter(|_| !has(wanted)).map(|card| card.number));
        };
        if has(CellLook::Exceptional) || has(CellLook::CriticalFailure) {
            needs(CellLook::Plain);
        }
        if has(CellLook::Exceptional) {
            needs(CellLook::CriticalFailure);
        }
    }
    beside
}

/// Measures the marks of exceptional cells and critical failures against the ground of the same cell on cards
/// where it is ordinary, and against each other.
pub(super) fn marks(fronts: &[Front], deck: &Deck, least: &mut Minimum) {
    let layout = deck.layout();
    let mut plain: BTreeMap<&Field, (Rgb, Option<&Rays>)> = BTreeMap::new();
    let mut marked: Vec<(&Field, &Front, CellLook, &Text)> = Vec::new();
    for front in fronts {
        for text in &front.sheet.texts {
            let Some(field @ Field::Cause { die, row }) = &text.cell else { continue };
            match CellLook::new(deck.card(front.card), layout, *die, *row) {
                None => {}
                Some(CellLook::Plain) => {
                    plain.entry(field).or_insert_with(|| (most(&text.around), text.rays.as_ref()));
                }
                Some(look) => marked.push((field, front, look, text)),
            }
        }
    }
    for (seen, vision) in Vision::ALL.iter().enumerate() {
        for (field, front, look, text) in marked.iter().filter(|mark| mark.1.is_printed) {
            let around = &text.around;
            let place = || format!("{} on card {}", Name::Field((*field).clone()), front.card);
            let Some(&(ground, plain)) = plain.get(field) else { continue };
            // A frame is a small part of its cell, a plate most of it.
            let drawn = text.within.iter().filter(|(_, share)| **share >= MARK_SHARE);
            let best = drawn
                .map(|(&colour, _)| contrast(vision.simulate(colour), vision.simulate(ground)))
                .fold(1.0, f64::max);
            let frame = text.rays.as_ref().zip(plain).map(|(own, plain)| own.frame(plain, *vision));
            let best = best.max(frame.unwrap_or(1.0));
            if *look == CellLook::CriticalFailure {
                let plate = contrast(vision.simulate(most(around)), vision.simulate(ground));
                least.note(Subject::Failure(seen), plate, place);
            } else {
                least.note(Subject::Exceptional(seen), best, place);
                let mut plates = marked.iter().filter(|(other, _, look, _)| {
                    *look == CellLook::CriticalFailure && other == field
                });
                if let Some((.., failure)) = plates.next() {
                    let apart = difference(
                        vision.simulate(most(around)),
                        vision.simulate(most(&failure.around)),
                    );
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
