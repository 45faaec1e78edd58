//! Letters by their outlines. An SVG for print has no text, only shapes, nor has a PDF for a press that
//! takes no fonts; what they say is found by laying each shape over the letters of the program's fonts and
//! of the theme's own, in any size and any direction.

mod contour;
mod glyph;

use std::collections::BTreeMap;
use std::sync::OnceLock;

use usvg::Transform;
use usvg::tiny_skia_path::Path;

pub(super) use contour::Contour;
use contour::{contours, finished};
use glyph::Glyph;

use crate::face::{GlyphOutline, PlacedGlyph, glyph_outlines};
use crate::geometry::MM_PER_PIXEL;
use crate::preflight::page::{Mark, Sides};

/// The letters of the bundled fonts.
fn bundled() -> &'static Letters {
    static BUNDLED: OnceLock<Letters> = OnceLock::new();
    BUNDLED.get_or_init(|| Letters::of(glyph_outlines()))
}

/// Letters by the pieces of their first contour; those of more contours first, so that an i is not
/// taken for its stem.
#[derive(Debug, Default)]
pub(in crate::preflight) struct Letters(BTreeMap<Vec<u8>, Vec<Glyph>>);

impl Letters {
    pub(in crate::preflight) fn of(outlines: Vec<GlyphOutline>) -> Self {
        let mut known: BTreeMap<Vec<u8>, Vec<Glyph>> = BTreeMap::new();
        for outline in outlines.into_iter().filter(|outline| !outline.characters.is_empty()) {
            let contours = contours(&outline.path, Transform::identity(), 1.0);
            let Some(first) = contours.first() else { continue };
            let key = first.pieces.clone();
            known.entry(key).or_default().push(Glyph::of(outline.characters, contours));
        }
        for glyphs in known.values_mut() {
            glyphs.sort_by_key(|glyph| std::cmp::Reverse(glyph.contours));
        }
        Self(known)
    }

    fn beginning_as(&self, first: &Contour) -> impl Iterator<Item = &Glyph> {
        self.0.get(&first.pieces).into_iter().flatten()
    }
}

/// Lines that look like a letter.
#[derive(Clone, Debug)]
pub(super) struct Letter {
    pub mark: Mark,
    /// The rectangle round their corners and the middles of their curves.
    pub bounds_mm: Sides,
}

/// The letters that a filled path draws, of the bundled fonts and of `own`; shapes that are none are
/// passed over.
pub(super) fn letters(path: &Path, transform: Transform, own: &Letters) -> Vec<Letter> {
    letters_of(&contours(path, transform, MM_PER_PIXEL), own)
}

/// The same of a filled path of these lines, in millimetres with y downward.
pub(super) fn letters_in(contours: Vec<Contour>, own: &Letters) -> Vec<Letter> {
    letters_of(&finished(contours), own)
}

fn letters_of(contours: &[Contour], own: &Letters) -> Vec<Letter> {
    let mut letters = Vec::new();
    let mut shown: Vec<[f64; 2]> = Vec::new();
    let mut rest = contours;
    while let Some(first) = rest.first() {
        let mut mark: Option<(usize, Mark)> = None;
        let candidates = || bundled().beginning_as(first).chain(own.beginning_as(first));
        let most = candidates().map(|glyph| glyph.contours).max().unwrap_or(0).min(rest.len());
        shown.clear();
        rest[..most].iter().for_each(|contour| shown.extend_from_slice(&contour.places));
        for glyph in candidates() {
            let known = mark.as_ref().map_or(0, |(count, _)| *count);
            if known > glyph.contours {
                continue;
            }
            let ways = glyph.ways(rest, &shown);
            if ways.is_empty() {
                continue;
            }
            if glyph.contours > known {
                mark = None;
            }
            let empty = Mark { readings: Vec::new(), certain: true };
            let (_, mark) = mark.get_or_insert((glyph.contours, empty));
            for way in ways {
                let named = |text: &String| PlacedGlyph { text: text.clone(), ..way.clone() };
                mark.readings.extend(glyph.characters.iter().map(named));
            }
            mark.certain &= glyph.certain;
        }
        let taken = mark.as_ref().map_or(1, |(count, _)| *count);
        let (own, behind) = rest.split_at(taken);
        letters.extend(mark.map(|(_, mark)| Letter { mark, bounds_mm: bounds(own) }));
        rest = behind;
    }
    letters
}

/// Left, top, right, bottom.
fn bounds(contours: &[Contour]) -> Sides {
    let nothing = [f64::INFINITY, f64::INFINITY, f64::NEG_INFINITY, f64::NEG_INFINITY];
    let places = contours.iter().flat_map(|contour| &contour.places);
    places.fold(nothing, |[left, top, right, bottom], &[x, y]| {
        [left.min(x), top.min(y), right.max(x), bottom.max(y)]
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hyphen_is_one_at_whichever_corner_and_in_whichever_direction_its_outline_begins() {
        let is_hyphen = |outline: &GlyphOutline| outline.characters.iter().any(|text| text == "-");
        let mut seen = 0;
        for outline in glyph_outlines().into_iter().filter(is_hyphen) {
            let own = contours(&outline.path, Transform::identity(), 1.0).remove(0);
            if own.places.len() != 4 {
                continue;
            }
            seen += 1;
            let at = |letter: &PlacedGlyph| [letter.at_mm, letter.along_mm];
            let shown = |places: Vec<[f64; 2]>| {
                let contour = Contour { pieces: own.pieces.clone(), places };
                letters_of(&[contour], &Letters::default())
            };
            let readings = |letters: &[Letter]| -> Vec<[[f64; 2]; 2]> {
                let readings = letters.iter().flat_map(|letter| &letter.mark.readings);
                readings.filter(|reading| reading.text == "-").map(at).collect()
            };
            let first = readings(&shown(own.places.clone()));
            for (start, step) in (0..4).flat_map(|start| [(start, 1), (start, 3)]) {
                let places = (0..4).map(|at| own.places[(start + step * at) % 4]).collect();
                let found = readings(&shown(places));
                let near = |one: &[[f64; 2]; 2], other: &[[f64; 2]; 2]| {
                    one.as_flattened()
                        .iter()
                        .zip(other.as_flattened())
                        .all(|(a, b)| (a - b).abs() < 1e-6)
                };
                let is_there = first.iter().any(|one| found.iter().any(|other| near(one, other)));
                assert!(is_there, "{start}, {step}: {first:?} among {found:?}");
            }
        }
        assert!(seen > 0, "no font has a hyphen of four corners");
    }
}
