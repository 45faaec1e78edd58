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
use glyph::{Glyph, Shown, rectangles};

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
pub(in crate::preflight) struct Letters(BTreeMap<Vec<u8>, Vec<Alike>>);

/// Letters of the same pieces.
#[derive(Debug)]
struct Alike {
    /// Of each contour.
    pieces: Vec<Vec<u8>>,
    /// Where the places of those begin that are four corners.
    rectangles: Vec<usize>,
    glyphs: Vec<Glyph>,
}

impl Letters {
    pub(in crate::preflight) fn of(outlines: Vec<GlyphOutline>) -> Self {
        let mut known: BTreeMap<Vec<u8>, Vec<Alike>> = BTreeMap::new();
        for outline in outlines.into_iter().filter(|outline| !outline.characters.is_empty()) {
            let contours = contours(&outline.path, Transform::identity(), 1.0);
            let Some(first) = contours.first() else { continue };
            let kinds = known.entry(first.pieces.clone()).or_default();
            let pieces: Vec<Vec<u8>> =
                contours.iter().map(|contour| contour.pieces.clone()).collect();
            let glyph = Glyph::of(outline.characters, contours);
            match kinds.iter_mut().find(|kind| kind.pieces == pieces) {
                Some(kind) => kind.glyphs.push(glyph),
                None => {
                    let rectangles = rectangles(&pieces);
                    kinds.push(Alike { pieces, rectangles, glyphs: vec![glyph] });
                }
            }
        }
        for kinds in known.values_mut() {
            kinds.sort_by_key(|kind| std::cmp::Reverse(kind.pieces.len()));
        }
        Self(known)
    }

    fn beginning_as(&self, first: &Contour) -> &[Alike] {
        self.0.get(&first.pieces).map_or(&[], Vec::as_slice)
    }
}

impl Alike {
    /// Whether the first of these contours have its pieces.
    fn is_drawn_by(&self, contours: &[Contour]) -> bool {
        let contours = contours.get(..self.pieces.len());
        contours.is_some_and(|contours| {
            contours.iter().zip(&self.pieces).all(|(contour, pieces)| contour.pieces == *pieces)
        })
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
    let mut places: Vec<[f64; 2]> = Vec::new();
    let mut rest = contours;
    while let Some(first) = rest.first() {
        // What the longest letters may be, and how many contours these have.
        let (mut longest, mut certain) = (0, true);
        let mut readings: Vec<PlacedGlyph> = Vec::new();
        for kind in bundled().beginning_as(first).iter().chain(own.beginning_as(first)) {
            let count = kind.pieces.len();
            if longest > count || !kind.is_drawn_by(rest) {
                continue;
            }
            places.clear();
            rest[..count].iter().for_each(|contour| places.extend_from_slice(&contour.places));
            let shown = Shown::of(&places, &kind.rectangles);
            for glyph in &kind.glyphs {
                let ways = glyph.ways(&shown);
                if ways.is_empty() {
                    continue;
                }
                // A letter of more contours takes the place of one of fewer.
                if longest < count {
                    (longest, certain) = (count, true);
                    readings.clear();
                }
                for way in ways {
                    readings.extend(glyph.characters.iter().map(|text| way.reads(text)));
                }
                certain &= glyph.certain;
            }
        }
        let (own, behind) = rest.split_at(longest.max(1));
        let mark = Mark::any_of(readings, certain);
        letters.extend(mark.map(|mark| Letter { mark, bounds_mm: bounds(own) }));
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
                let readings = letters.iter().flat_map(|letter| letter.mark.readings());
                readings.filter(|reading| &*reading.text == "-").map(at).collect()
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
