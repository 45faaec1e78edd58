//! Where a letter would stand if a shape is it.

use std::sync::Arc;

use super::contour::Contour;
use crate::face::PlacedGlyph;

/// How far a shape may stray from a letter's outline, in ems: more than writing its numbers short
/// costs, and less than two letters of a font differ by.
const SLACK_EM: f64 = 0.008;

/// A letter that strays so far is rather one that is set narrower: more than writing numbers short
/// costs alone.
const NARROWED_EM: f64 = 0.001;

/// The least width of a letter that is set narrower, in parts of its own: what a theme may ask for, and
/// what rounding costs.
const LEAST_WIDTH: f64 = 0.79;

/// Rectangles of one letter whose corners are tried in every order: an i, a colon and an equals sign have two.
const MOST_RECTANGLES: usize = 2;

/// How a letter would lie: where it stands on the baseline, and an em along and down from it.
#[derive(Debug)]
pub(super) struct Way {
    at_mm: [f64; 2],
    along_mm: [f64; 2],
    down_mm: [f64; 2],
}

impl Way {
    /// The letter that lies so.
    pub(super) fn reads(&self, text: &Arc<str>) -> PlacedGlyph {
        let Self { at_mm, along_mm, down_mm } = *self;
        PlacedGlyph { text: Arc::clone(text), at_mm, along_mm, down_mm }
    }
}

/// A letter, or several that look alike.
#[derive(Debug)]
pub(super) struct Glyph {
    pub(super) characters: Vec<Arc<str>>,
    contours: usize,
    first: [f64; 2],
    /// Those of its shapes that are four corners.
    rectangles: Rectangles,
    /// All of its places, counted from the first of them.
    from_first: Vec<[f64; 2]>,
    /// The place that is farthest from the first: both together give size and direction.
    farthest: usize,
    /// What the way to it, as seen, is multiplied by to give them; nothing if all places are one.
    upright: Option<[f64; 2]>,
    /// The place farthest from the line through these two: all three tell how a letter is turned and
    /// stretched.
    aside: usize,
    /// Twice the triangle between the three; 0 where all places lie on a line.
    area: f64,
    pub(super) certain: bool,
}

impl Glyph {
    pub(super) fn of(characters: Vec<String>, contours: Vec<Contour>) -> Self {
        // Rectangles and the like are as often ornaments as dots and dashes.
        let plain = contours.iter().all(|contour| contour.pieces.len() <= 4);
        // The shapes of icons are drawn on cards too.
        let mut letters =
            characters.iter().filter(|text| text.len() == 1 || !text.starts_with(':'));
        let spoken = letters.any(|text| text.chars().any(char::is_alphanumeric));
        let pieces: Vec<Vec<u8>> = contours.iter().map(|contour| contour.pieces.clone()).collect();
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
        let [x, y] = from_first[farthest];
        let square = x * x + y * y;
        let upright = (square != 0.0).then_some([x / square, -y / square]);
        let rectangles = Rectangles::of(&rectangles(&pieces), &places);
        Self {
            characters: characters.into_iter().map(Arc::from).collect(),
            contours: count,
            first: places[0],
            rectangles,
            from_first,
            farthest,
            upright,
            aside,
            area,
            certain,
        }
    }

    /// Where the letter would stand if contours of its pieces are it, with these places in a row. Programs
    /// that save a file again write a hyphen, or the stem of an i, as a rectangle, which begins at a corner of
    /// their own and does not say which way is up.
    pub(super) fn ways(&self, shown: &Shown<'_>) -> Vec<Way> {
        let firsts = shown.firsts;
        // A letter of several shapes says by them which way is up.
        if self.contours > 1 || firsts.is_empty() {
            let way = self.fit(shown.places);
            if way.is_some() || !(1..=MOST_RECTANGLES).contains(&firsts.len()) {
                return way.into_iter().collect();
            }
        }
        let own = &self.rectangles;
        if let (Some(own), Some(seen)) = (&own.between, &shown.rectangles.between)
            && !own.is_like(seen)
        {
            return Vec::new();
        }
        // No way to lie turns a letter over.
        let step = |at: usize| match own.turning[at] * shown.rectangles.turning[at] > 0.0 {
            true => 1,
            false => 3,
        };
        let mut row = shown.places.to_vec();
        let mut ways = Vec::new();
        for order in 0..4_usize.pow(firsts.len() as u32) {
            let mut start = order;
            for (at, &first) in firsts.iter().enumerate() {
                let step = step(at);
                for corner in 0..4 {
                    row[first + corner] = shown.places[first + (start + step * corner) % 4];
                }
                start /= 4;
            }
            if let Some(way) = self.fit(&row) {
                ways.push(way);
            }
        }
        ways
    }

    /// The same of places that begin where the letter does.
    fn fit(&self, shown: &[[f64; 2]]) -> Option<Way> {
        let shown = &shown[..self.from_first.len()];
        // Turning and scaling is a product of complex numbers; this is the quotient.
        let turn = times(minus(shown[self.farthest], shown[0]), self.upright?);
        let size = length(turn);
        let off = |own: [f64; 2], seen: [f64; 2]| {
            let [x, y] = minus(minus(seen, shown[0]), times(turn, own));
            x.abs().max(y.abs())
        };
        // Most letters are another, and stray here already.
        let aside = off(self.from_first[self.aside], shown[self.aside]);
        if aside > SLACK_EM * size || size == 0.0 {
            return self.fit_narrowed(shown);
        }
        let mut most: f64 = 0.0;
        for (own, seen) in self.from_first.iter().zip(shown) {
            most = most.max(off(*own, *seen));
            if most > SLACK_EM * size {
                return self.fit_narrowed(shown);
            }
        }
        // A small mark that is hardly narrower fits as a smaller one too, a little turned.
        if most > NARROWED_EM * size
            && let Some(narrowed) = self.fit_narrowed(shown)
        {
            return Some(narrowed);
        }
        Some(Way {
            at_mm: minus(shown[0], times(turn, self.first)),
            along_mm: turn,
            down_mm: [-turn[1], turn[0]],
        })
    }

    /// The same for a letter that is set narrower, as long words are.
    fn fit_narrowed(&self, shown: &[[f64; 2]]) -> Option<Way> {
        if self.area == 0.0 {
            return None;
        }
        let (far, aside) = (self.from_first[self.farthest], self.from_first[self.aside]);
        let [far_x, far_y] = minus(shown[self.farthest], shown[0]);
        let [aside_x, aside_y] = minus(shown[self.aside], shown[0]);
        let along = [
            (far_x * aside[1] - aside_x * far[1]) / self.area,
            (far_y * aside[1] - aside_y * far[1]) / self.area,
        ];
        let down = [
            (aside_x * far[0] - far_x * aside[0]) / self.area,
            (aside_y * far[0] - far_y * aside[0]) / self.area,
        ];
        if cross(along, down) <= 0.0 {
            return None;
        }
        let (width, size) = (length(along), length(down));
        let skew = (along[0] * down[0] + along[1] * down[1]).abs();
        let is_narrowed =
            (LEAST_WIDTH..=1.0).contains(&(width / size)) && skew <= SLACK_EM * size * size;
        if !is_narrowed {
            return None;
        }
        let to = |[x, y]: [f64; 2]| [along[0] * x + down[0] * y, along[1] * x + down[1] * y];
        for (own, seen) in self.from_first.iter().zip(shown) {
            let [x, y] = minus(minus(*seen, shown[0]), to(*own));
            if x.abs() > SLACK_EM * size || y.abs() > SLACK_EM * size {
                return None;
            }
        }
        Some(Way { at_mm: minus(shown[0], to(self.first)), along_mm: along, down_mm: down })
    }
}

/// Places of contours that have the pieces of a letter.
pub(super) struct Shown<'a> {
    places: &'a [[f64; 2]],
    /// Where those shapes begin that are four corners.
    firsts: &'a [usize],
    rectangles: Rectangles,
}

impl<'a> Shown<'a> {
    /// These places; `firsts` is what [`rectangles`] says of the pieces.
    pub(super) fn of(places: &'a [[f64; 2]], firsts: &'a [usize]) -> Self {
        Self { places, firsts, rectangles: Rectangles::of(firsts, places) }
    }
}

/// How shapes lie that are four corners, if there are at most [`MOST_RECTANGLES`].
#[derive(Debug)]
struct Rectangles {
    /// Which way round each of them goes: above or below 0.
    turning: [f64; MOST_RECTANGLES],
    /// Where the second of two lies.
    between: Option<Between>,
}

impl Rectangles {
    fn of(firsts: &[usize], places: &[[f64; 2]]) -> Self {
        let mut turning = [0.0; MOST_RECTANGLES];
        for (turning, &first) in turning.iter_mut().zip(firsts) {
            *turning = self::turning(&places[first..first + 4]);
        }
        let between = match *firsts {
            [one, other] => Some(Between::of(places, [one, other])),
            _ => None,
        };
        Self { turning, between }
    }
}

/// Where the places of those shapes of a letter begin that are four corners.
pub(super) fn rectangles(shapes: &[Vec<u8>]) -> Vec<usize> {
    let mut first = 0;
    let mut found = Vec::new();
    for pieces in shapes {
        let places =
            1 + pieces.iter().map(|piece| if *piece == b'C' { 2 } else { 1 }).sum::<usize>();
        if places == 4 && !pieces.contains(&b'C') {
            found.push(first);
        }
        first += places;
    }
    found
}

/// Where a rectangle lies from another: a grid of squares is looked at by this, for to try every pair of them in
/// every order of their corners takes seconds.
#[derive(Debug)]
struct Between {
    /// From middle to middle, in sides of the first, the smaller number first: the same for every order of the
    /// corners, however both together are turned and stretched.
    sides: [f64; 2],
    /// The shorter side of the first, in ems.
    shorter: f64,
}

impl Between {
    fn of(places: &[[f64; 2]], [one, other]: [usize; 2]) -> Self {
        let middle = |first: usize| {
            let sum = |axis: usize| (0..4).fold(0.0, |sum, at| sum + places[first + at][axis]);
            [sum(0) / 4.0, sum(1) / 4.0]
        };
        let way = minus(middle(other), middle(one));
        let [along, down] = [1, 3].map(|corner| minus(places[one + corner], places[one]));
        let area = cross(along, down);
        let [x, y] = [cross(way, down) / area, cross(along, way) / area].map(f64::abs);
        Self { sides: [x.min(y), x.max(y)], shorter: length(along).min(length(down)) }
    }

    /// Whether a letter may lie so that its two are these. What every corner may stray is much of a short side.
    fn is_like(&self, shown: &Self) -> bool {
        let most = 4.0 * SLACK_EM / self.shorter * (1.0 + self.sides[1]);
        self.sides.iter().zip(shown.sides).all(|(own, other)| (own - other).abs() <= most)
    }
}

/// Twice the area within these corners; below 0 if they go round the other way.
fn turning(corners: &[[f64; 2]]) -> f64 {
    let mut area = 0.0;
    for at in 0..corners.len() {
        area += cross(corners[at], corners[(at + 1) % corners.len()]);
    }
    area
}

fn minus(a: [f64; 2], b: [f64; 2]) -> [f64; 2] {
    [a[0] - b[0], a[1] - b[1]]
}

/// The product of two complex numbers.
fn times(a: [f64; 2], b: [f64; 2]) -> [f64; 2] {
    [a[0] * b[0] - a[1] * b[1], a[0] * b[1] + a[1] * b[0]]
}

fn length([x, y]: [f64; 2]) -> f64 {
    (x * x + y * y).sqrt()
}

fn cross(a: [f64; 2], b: [f64; 2]) -> f64 {
    a[0] * b[1] - a[1] * b[0]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A rectangle from corner to corner.
    fn rectangle([left, low, right, high]: [f64; 4]) -> Contour {
        let mut shape = Contour::from([left, low]);
        [[right, low], [right, high], [left, high]].into_iter().for_each(|at| shape.line(at));
        shape
    }

    #[test]
    fn an_i_is_one_at_whichever_corners_its_stem_and_its_dot_begin() {
        let parts = || [[0.1, 0.0, 0.2, -0.5], [0.1, -0.6, 0.2, -0.72]].map(rectangle).to_vec();
        let glyph = Glyph::of(vec!["i".to_owned()], parts());
        let orders = (0..4).flat_map(|stem| (0..4).map(move |dot| (stem, dot)));
        for ((stem, dot), width) in orders.flat_map(|order| [(order, 1.0), (order, 0.9)]) {
            let mut shown = parts();
            shown[0].places.rotate_left(stem);
            shown[1].places.rotate_left(dot);
            let row: Vec<[f64; 2]> = shown.iter().flat_map(|part| part.places.clone()).collect();
            let row: Vec<[f64; 2]> = row.into_iter().map(|[x, y]| [width * x, y]).collect();
            let ways = glyph.ways(&Shown::of(&row, &[0, 4]));
            let is_upright = |way: &Way| {
                let [x, y] = way.at_mm;
                x.abs().max(y.abs()) < 1e-9 && (way.along_mm[0] - width).abs() < 1e-9
            };
            assert!(ways.iter().any(is_upright), "{stem} {dot} {width}: {ways:?}");
        }
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
            assert!((length(found.down_mm) - 1.0).abs() < 0.006, "{narrow}: {found:?}");
            assert!((found.along_mm[0] - narrow).abs() < 0.006, "{narrow}: {found:?}");
            assert!(found.along_mm[1].abs() < 0.006, "{narrow}: {found:?}");
        }
    }
}
