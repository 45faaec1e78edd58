//! Where a letter would stand if a shape is it.

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

/// A letter, or several that look alike.
#[derive(Debug)]
pub(super) struct Glyph {
    pub(super) characters: Vec<String>,
    pub(super) contours: usize,
    places: Vec<[f64; 2]>,
    pieces: Vec<Vec<u8>>,
    /// Where the places of those shapes begin that are four corners.
    rectangles: Vec<usize>,
    /// Where the second of two such shapes lies.
    between: Option<Between>,
    /// The same places from the first of them.
    from_first: Vec<[f64; 2]>,
    /// The place that is farthest from the first: both together give size and direction.
    farthest: usize,
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
        let rectangles = rectangles(&pieces);
        let between = match rectangles[..] {
            [one, other] => Some(Between::of(&places, [one, other])),
            _ => None,
        };
        Self {
            characters,
            contours: count,
            places,
            rectangles,
            between,
            pieces,
            from_first,
            farthest,
            aside,
            area,
            certain,
        }
    }

    /// Where the letter would stand if these contours are it; `shown` has their places in a row. Programs
    /// that save a file again write a hyphen, or the stem of an i, as a rectangle, which begins at a corner of
    /// their own and does not say which way is up.
    pub(super) fn ways(&self, contours: &[Contour], shown: &[[f64; 2]]) -> Vec<PlacedGlyph> {
        let is_drawn_alike = contours.get(..self.contours).is_some_and(|contours| {
            contours.iter().zip(&self.pieces).all(|(contour, pieces)| contour.pieces == *pieces)
        });
        let Some(shown) = shown.get(..self.places.len()).filter(|_| is_drawn_alike) else {
            return Vec::new();
        };
        let rectangles = &self.rectangles;
        // A letter of several shapes says by them which way is up.
        if self.contours > 1 || rectangles.is_empty() {
            let way = self.fit(shown);
            if way.is_some() || !(1..=MOST_RECTANGLES).contains(&rectangles.len()) {
                return way.into_iter().collect();
            }
        }
        if let Some(own) = &self.between
            && let [one, other] = rectangles[..]
            && !own.is_like(&Between::of(shown, [one, other]))
        {
            return Vec::new();
        }
        // No way to lie turns a letter over.
        let corners = |places: &[[f64; 2]], first: usize| turning(&places[first..first + 4]);
        let mut steps = [1; MOST_RECTANGLES];
        for (step, &first) in steps.iter_mut().zip(rectangles) {
            let is_alike = corners(shown, first) * corners(&self.places, first) > 0.0;
            *step = if is_alike { 1 } else { 3 };
        }
        let mut row = shown.to_vec();
        let mut ways = Vec::new();
        for order in 0..4_usize.pow(rectangles.len() as u32) {
            let mut start = order;
            for (step, &first) in steps.iter().zip(rectangles) {
                (0..4).for_each(|at| row[first + at] = shown[first + (start + step * at) % 4]);
                start /= 4;
            }
            ways.extend(self.fit(&row));
        }
        ways
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

/// Where the places of those shapes of a letter begin that are four corners.
fn rectangles(shapes: &[Vec<u8>]) -> Vec<usize> {
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
            let sum = |axis: usize| places[first..first + 4].iter().map(|at| at[axis]).sum::<f64>();
            [sum(0) / 4.0, sum(1) / 4.0]
        };
        let way = minus(middle(other), middle(one));
        let [along, down] = [1, 3].map(|corner| minus(places[one + corner], places[one]));
        let area = cross(along, down);
        let [x, y] = [cross(way, down) / area, cross(along, way) / area].map(f64::abs);
        let length = |[x, y]: [f64; 2]| (x * x + y * y).sqrt();
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
    let next = corners.iter().skip(1).chain(corners.first());
    corners.iter().zip(next).map(|(one, other)| cross(*one, *other)).sum()
}

fn minus(a: [f64; 2], b: [f64; 2]) -> [f64; 2] {
    [a[0] - b[0], a[1] - b[1]]
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
            let ways = glyph.ways(&shown, &row);
            let is_upright = |way: &PlacedGlyph| {
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
            assert!((found.size_mm() - 1.0).abs() < 0.006, "{narrow}: {found:?}");
            assert!((found.along_mm[0] - narrow).abs() < 0.006, "{narrow}: {found:?}");
            assert!(found.along_mm[1].abs() < 0.006, "{narrow}: {found:?}");
        }
    }
}
