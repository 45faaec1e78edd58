//! Letters by their outlines. An SVG for print has no text, only shapes, nor has a PDF for a press that
//! takes no fonts; what they say is found by laying each shape over the letters of the program's fonts and
//! of the theme's own, in any size and any direction.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use usvg::Transform;
use usvg::tiny_skia_path::{Path, PathSegment, Point};

use crate::face::{GlyphOutline, PlacedGlyph, affine, glyph_outlines};
use crate::geometry::MM_PER_PIXEL;
use crate::preflight::page::{Mark, Sides};

/// How far a shape may stray from a letter's outline, in ems: more than writing its numbers short
/// costs, and less than two letters of a font differ by.
const SLACK_EM: f64 = 0.008;

/// A letter that strays so far is rather one that is set narrower: more than writing numbers short
/// costs alone.
const NARROWED_EM: f64 = 0.001;

/// The least width of a letter that is set narrower, in parts of its own: what a theme may ask for, and
/// what rounding costs.
const LEAST_WIDTH: f64 = 0.79;

/// A closed line as a row of places: each corner, and the middle of each curve.
#[derive(Clone, Debug)]
pub(super) struct Contour {
    /// `L` or `C` for each piece.
    pieces: Vec<u8>,
    places: Vec<[f64; 2]>,
}

/// A letter, or several that look alike.
#[derive(Debug)]
struct Glyph {
    characters: Vec<String>,
    contours: usize,
    places: Vec<[f64; 2]>,
    pieces: Vec<Vec<u8>>,
    /// The same places from the first of them.
    from_first: Vec<[f64; 2]>,
    /// The place that is farthest from the first: both together give size and direction.
    farthest: usize,
    /// The place farthest from the line through these two: all three tell how a letter is turned and
    /// stretched.
    aside: usize,
    /// Twice the triangle between the three; 0 where all places lie on a line.
    area: f64,
    certain: bool,
}

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

impl Glyph {
    fn of(characters: Vec<String>, contours: Vec<Contour>) -> Self {
        // Rectangles and the like are as often ornaments as dots and dashes.
        let plain = contours.iter().all(|contour| contour.pieces.len() <= 4);
        // The shapes of icons are drawn on cards too.
        let mut letters =
            characters.iter().filter(|text| text.len() == 1 || !text.starts_with(':'));
        let spoken = letters.any(|text| text.chars().any(char::is_alphanumeric));
        let pieces = contours.iter().map(|contour| contour.pieces.clone()).collect();
        let count = contours.len();
        let places: Vec<[f64; 2]> = contours.into_iter().flat_map(|c| c.places).collect();
        let distance = |place: &[f64; 2]| {
            let [x, y] = [place[0] - places[0][0], place[1] - places[0][1]];
            x * x + y * y
        };
        let farthest = (0..places.len())
            .max_by(|&one, &other| distance(&places[one]).total_cmp(&distance(&places[other])))
            .unwrap_or(0);
        let from_first: Vec<[f64; 2]> =
            places.iter().map(|&place| minus(place, places[0])).collect();
        let off_line = |place: &usize| cross(from_first[farthest], from_first[*place]).abs();
        let aside = (0..places.len())
            .max_by(|one, other| off_line(one).total_cmp(&off_line(other)))
            .unwrap_or(0);
        let area = cross(from_first[farthest], from_first[aside]);
        let certain = spoken && !plain;
        Self {
            characters,
            contours: count,
            places,
            pieces,
            from_first,
            farthest,
            aside,
            area,
            certain,
        }
    }

    /// Where the letter would stand if these contours are it; `shown` has their places in a row. Programs
    /// that save a file again write a hyphen as a rectangle, which begins at a corner of their own and does
    /// not say which way is up.
    fn ways(&self, contours: &[Contour], shown: &[[f64; 2]]) -> Vec<PlacedGlyph> {
        let is_drawn_alike = contours.get(..self.contours).is_some_and(|contours| {
            contours.iter().zip(&self.pieces).all(|(contour, pieces)| contour.pieces == *pieces)
        });
        let Some(shown) = shown.get(..self.places.len()).filter(|_| is_drawn_alike) else {
            return Vec::new();
        };
        if self.contours > 1 || shown.len() != 4 || self.pieces[0].contains(&b'C') {
            return self.fit(shown).into_iter().collect();
        }
        let turned = |start: usize, step: usize| {
            self.fit(&[0, 1, 2, 3].map(|at| shown[(start + step * at) % 4]))
        };
        (0..4).flat_map(|start| [turned(start, 1), turned(start, 3)]).flatten().collect()
    }

    /// The same of places that begin where the letter does.
    fn fit(&self, shown: &[[f64; 2]]) -> Option<PlacedGlyph> {
        let times =
            |a: [f64; 2], b: [f64; 2]| [a[0] * b[0] - a[1] * b[1], a[0] * b[1] + a[1] * b[0]];
        let own = self.from_first[self.farthest];
        let seen = minus(shown[self.farthest], shown[0]);
        let square = own[0] * own[0] + own[1] * own[1];
        if square == 0.0 {
            return None;
        }
        // Turning and scaling is a product of complex numbers; this is the quotient.
        let turn = times(seen, [own[0] / square, -own[1] / square]);
        let size = (turn[0] * turn[0] + turn[1] * turn[1]).sqrt();
        let mut off: f64 = 0.0;
        for (own, seen) in self.from_first.iter().zip(shown) {
            let [x, y] = minus(minus(*seen, shown[0]), times(turn, *own));
            off = off.max(x.abs().max(y.abs()));
            // Most letters are another, and stray at once.
            if off > SLACK_EM * size {
                return self.fit_narrowed(shown);
            }
        }
        if size == 0.0 {
            return self.fit_narrowed(shown);
        }
        // A small mark that is hardly narrower fits as a smaller one too, a little turned.
        if off > NARROWED_EM * size
            && let Some(narrowed) = self.fit_narrowed(shown)
        {
            return Some(narrowed);
        }
        Some(PlacedGlyph {
            text: String::new(),
            at_mm: minus(shown[0], times(turn, self.places[0])),
            along_mm: turn,
            down_mm: [-turn[1], turn[0]],
        })
    }

    /// The same for a letter that is set narrower, as long words are.
    fn fit_narrowed(&self, shown: &[[f64; 2]]) -> Option<PlacedGlyph> {
        let own = |at: usize| self.from_first[at];
        let seen = |at: usize| minus(shown[at], shown[0]);
        let (far, aside, area) = (own(self.farthest), self.aside, self.area);
        if area == 0.0 {
            return None;
        }
        let part = |at: usize| {
            let [far_seen, aside_seen] = [seen(self.farthest)[at], seen(aside)[at]];
            [
                (far_seen * own(aside)[1] - aside_seen * far[1]) / area,
                (aside_seen * far[0] - far_seen * own(aside)[0]) / area,
            ]
        };
        let ([along_x, down_x], [along_y, down_y]) = (part(0), part(1));
        let (along, down) = ([along_x, along_y], [down_x, down_y]);
        let length = |[x, y]: [f64; 2]| (x * x + y * y).sqrt();
        let (width, size) = (length(along), length(down));
        let skew = (along[0] * down[0] + along[1] * down[1]).abs();
        let is_narrowed = size > 0.0
            && (LEAST_WIDTH..=1.0).contains(&(width / size))
            && cross(along, down) > 0.0
            && skew <= SLACK_EM * size * size;
        let to = |[x, y]: [f64; 2]| [along[0] * x + down[0] * y, along[1] * x + down[1] * y];
        let fits = |at: usize| {
            let off = minus(seen(at), to(own(at)));
            off[0].abs() <= SLACK_EM * size && off[1].abs() <= SLACK_EM * size
        };
        (is_narrowed && (0..shown.len()).all(fits)).then(|| PlacedGlyph {
            text: String::new(),
            at_mm: minus(shown[0], to(self.places[0])),
            along_mm: along,
            down_mm: down,
        })
    }
}

fn minus(a: [f64; 2], b: [f64; 2]) -> [f64; 2] {
    [a[0] - b[0], a[1] - b[1]]
}

fn cross(a: [f64; 2], b: [f64; 2]) -> f64 {
    a[0] * b[1] - a[1] * b[0]
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
    let mut rest = contours;
    while let Some(first) = rest.first() {
        let mut mark: Option<(usize, Mark)> = None;
        let candidates = || bundled().beginning_as(first).chain(own.beginning_as(first));
        let most = candidates().map(|glyph| glyph.contours).max().unwrap_or(0).min(rest.len());
        let shown: Vec<[f64; 2]> =
            rest[..most].iter().flat_map(|contour| contour.places.iter().copied()).collect();
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

fn contours(path: &Path, transform: Transform, scale: f64) -> Vec<Contour> {
    let map = affine(transform).scaled(scale);
    let place = |point: Point| map.apply([point.x, point.y].map(f64::from));
    let mut contours: Vec<Contour> = Vec::new();
    for segment in path.segments() {
        if let PathSegment::MoveTo(to) = segment {
            contours.push(Contour::from(place(to)));
            continue;
        }
        let Some(contour) = contours.last_mut() else { continue };
        match segment {
            PathSegment::LineTo(to) => contour.line(place(to)),
            PathSegment::QuadTo(handle, to) => {
                let (handle, to) = (place(handle), place(to));
                contour.piece(&[(contour.end(), 0.25), (handle, 0.5), (to, 0.25)], to);
            }
            PathSegment::CubicTo(first, second, to) => {
                contour.curve([first, second, to].map(place));
            }
            PathSegment::MoveTo(_) | PathSegment::Close => {}
        }
    }
    finished(contours)
}

/// Those that may be part of a letter, without the line back to the start.
fn finished(mut contours: Vec<Contour>) -> Vec<Contour> {
    contours.iter_mut().for_each(Contour::close);
    contours.retain(|contour| contour.pieces.len() > 1);
    contours
}

impl Contour {
    /// Begins here.
    pub(super) fn from(at: [f64; 2]) -> Self {
        Self { pieces: Vec::new(), places: vec![at] }
    }

    /// Goes on straight.
    pub(super) fn line(&mut self, to: [f64; 2]) {
        self.pieces.push(b'L');
        self.places.push(to);
    }

    /// Goes on in a cubic curve: its handles and its end.
    pub(super) fn curve(&mut self, [first, second, to]: [[f64; 2]; 3]) {
        self.piece(&[(self.end(), 0.125), (first, 0.375), (second, 0.375), (to, 0.125)], to);
    }

    /// The same with every place mapped.
    pub(super) fn mapped(&self, map: impl Fn([f64; 2]) -> [f64; 2]) -> Self {
        let places = self.places.iter().map(|&place| map(place)).collect();
        Self { pieces: self.pieces.clone(), places }
    }

    fn end(&self) -> [f64; 2] {
        self.places.last().copied().unwrap_or_default()
    }

    /// Adds a curve whose middle is the mean of these points.
    fn piece(&mut self, points: &[([f64; 2], f64)], to: [f64; 2]) {
        let middle = points
            .iter()
            .fold([0.0, 0.0], |sum, ([x, y], share)| [sum[0] + x * share, sum[1] + y * share]);
        self.pieces.push(b'C');
        self.places.extend([middle, to]);
    }

    /// Drops the line back to the start, which some programs write out.
    fn close(&mut self) {
        let (Some(first), Some(end)) = (self.places.first(), self.places.last()) else { return };
        let extent = self.places.iter().fold(0.0, |most: f64, [x, y]| {
            most.max((x - first[0]).abs()).max((y - first[1]).abs())
        });
        let back = (end[0] - first[0]).abs() + (end[1] - first[1]).abs() <= 1e-4 * extent;
        if back && self.pieces.last() == Some(&b'L') {
            self.pieces.pop();
            self.places.pop();
        }
    }
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

    #[test]
    fn a_dash_of_any_narrowness_keeps_its_size_and_direction() {
        let dash = |narrow: f64| {
            let mut dash = Contour::from([0.05 * narrow, -0.3]);
            for [x, y] in [[0.35, -0.3], [0.35, -0.22], [0.05, -0.22]] {
                dash.line([x * narrow, y]);
            }
            dash.close();
            dash
        };
        let glyph = Glyph::of(vec!["-".to_owned()], vec![dash(1.0)]);
        for narrow in [1.0, 0.995, 0.985, 0.97, 0.95, 0.9, 0.85, 0.8] {
            let found = glyph.fit(&dash(narrow).places).unwrap();
            assert!((found.size_mm() - 1.0).abs() < 0.006, "{narrow}: {found:?}");
            assert!((found.along_mm[0] - narrow).abs() < 0.006, "{narrow}: {found:?}");
            assert!(found.along_mm[1].abs() < 0.006, "{narrow}: {found:?}");
        }
    }
}
