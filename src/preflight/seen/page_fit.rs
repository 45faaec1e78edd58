//! Detection of pages that are scaled or shifted as a whole, as by "fit to page", from the paper size and the positions
//! of their cut marks.

use std::fmt;

use kurbo::{Point, Vec2};
use resvg::tiny_skia::Pixmap;

use super::cut_marks::{darkness, runs};
use super::edges::{Line, START_MM, lines};
use super::placed::PlacedFace;
use crate::face::Format;
use crate::geometry::Affine;
use crate::preflight::page::Sides;

/// The tolerance for the scale of a page. Typical errors are 2 to 4 %; rounding when a program saves a file is less
/// than a tenth of this tolerance.
pub(super) const LARGEST_STRETCH: f64 = 0.002;
/// The tolerance for the displacement of a page, in millimetres.
const LARGEST_SHIFT_MM: f64 = 0.1;
/// The largest difference of horizontal and vertical scale that is reported as one scale.
const ALIKE: f64 = 0.0005;
/// The accepted scales of a page that was fitted to other paper.
const SCALES: std::ops::RangeInclusive<f64> = 0.9..=1.1;
/// The tolerance for the position of a mark, in millimetres.
const NEAR_MM: f64 = 0.15;
/// The precision of measured marks, in millimetres.
const MEASURED_MM: f64 = 0.06;
/// The least length of a mark, in millimetres.
const LEAST_MARK_MM: f64 = 1.5;
/// Marks are also searched this far inside the cards, in millimetres, where a page that was scaled down has them.
const INTO_MM: f64 = 3.0;
/// The least share of marks that must match a scale.
const MOST: (usize, usize) = (3, 4);
/// The most lines on one side of a page.
const MOST_LINES: usize = 400;

/// The scale and displacement of a page relative to its sheet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct PageDisplacement {
    /// The horizontal and vertical scale.
    pub scale: [f64; 2],
    /// The displacement of its centre to the right and down, in millimetres.
    pub shift_mm: [f64; 2],
}

impl PageDisplacement {
    /// A page that was scaled to other paper.
    pub(super) fn scaled(scale: f64) -> Self {
        Self { scale: [scale; 2], shift_mm: [0.0; 2] }
    }

    /// The transformation from positions on the sheet to those on the displaced page.
    pub(super) fn on_page(&self, [left, top, right, bottom]: Sides) -> Affine {
        let middle = Vec2::new(f64::midpoint(left, right), f64::midpoint(top, bottom));
        let [right, down] = self.shift_mm;
        let [wide, high] = self.scale;
        Affine::translate(-middle)
            .then_scale_non_uniform(wide, high)
            .then_translate(middle + Vec2::new(right, down))
    }

    fn is_scaled(&self) -> bool {
        self.scale.iter().any(|scale| (scale - 1.0).abs() > LARGEST_STRETCH)
    }

    /// Whether it exceeds the tolerances.
    pub(super) fn is_off(&self) -> bool {
        self.is_scaled() || self.shift_mm.iter().any(|mm| mm.abs() > LARGEST_SHIFT_MM)
    }
}

/// `is at 98.5 % of its size: it must be …`, or the displacement.
impl fmt::Display for PageDisplacement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.is_scaled() {
            let way = way(self.shift_mm);
            return write!(f, "is {way} where its sheet has it");
        }
        let [across, down] = self.scale.map(|scale| scale * 100.0);
        match (across - down).abs() < ALIKE * 100.0 {
            true => write!(f, "is at {:.1} % of its size", f64::midpoint(across, down))?,
            false => write!(f, "is at {across:.1} % of its width and {down:.1} % of its height")?,
        }
        f.write_str(": it must be saved and printed at 100 %, not fitted to the paper")
    }
}

/// `1.4 mm to the right of and 0.7 mm above`, as seen on the page.
fn way([right, down]: [f64; 2]) -> String {
    let part = |mm: f64, ways: [&str; 2]| {
        let way = ways[usize::from(mm < 0.0)];
        (mm.abs() >= 0.05).then(|| format!("{:.1} mm {way}", mm.abs()))
    };
    let parts =
        [part(right, ["to the right of", "to the left of"]), part(down, ["below", "above"])];
    parts.into_iter().flatten().collect::<Vec<_>>().join(" and ")
}

/// The displacement of a page from these faces, if its cut marks show one. `place` transforms the page's millimetres to
/// the pixels of `drawn`.
pub(super) fn moved(
    faces: &[PlacedFace],
    format: Format,
    paper: Sides,
    drawn: &Pixmap,
    place: &Affine,
) -> Option<PageDisplacement> {
    let edges = lines(faces, format);
    let axis = |is_down: bool| {
        let sides = [false, true].map(|forth| {
            let own: Vec<&Line> =
                edges.iter().filter(|line| line.way() == (is_down, forth)).collect();
            let expected: Vec<f64> = own.iter().map(|line| across(line.corner, is_down)).collect();
            (expected, marks(&own, (is_down, forth), paper, drawn, place))
        });
        fitted(&sides)
    };
    let [horizontal, vertical] = [axis(true), axis(false)];
    let [left, top, right, bottom] = paper;
    let middle = [f64::midpoint(left, right), f64::midpoint(top, bottom)];
    // An axis without marks is assumed to be like the other.
    let usual = horizontal.or(vertical)?;
    let both = [horizontal, vertical].map(|fitted| fitted.unwrap_or([usual[0], f64::NAN]));
    let shift = |axis: usize| {
        let [scale, start] = both[axis];
        let own = scale * middle[axis] + start - middle[axis];
        if own.is_nan() { 0.0 } else { own }
    };
    Some(PageDisplacement { scale: both.map(|[scale, _]| scale), shift_mm: [shift(0), shift(1)] })
}

/// The position at which a line of this direction crosses a side of the page.
fn across(Point { x, y }: Point, is_down: bool) -> f64 {
    if is_down { x } else { y }
}

/// The positions of thin lines in the margin beyond these edges.
fn marks(
    edges: &[&Line],
    (is_down, forth): (bool, bool),
    [left, top, right, bottom]: Sides,
    drawn: &Pixmap,
    place: &Affine,
) -> Vec<f64> {
    let out = |line: &&Line| if is_down { line.corner.y } else { line.corner.x };
    let [from, to] = if is_down { [left, right] } else { [top, bottom] };
    let outs = edges.iter().map(out);
    // From the edge of the paper inward.
    let (start, inward, reach) = match (is_down, forth) {
        (true, false) => (top, 1.0, outs.fold(bottom, f64::min) - top),
        (true, true) => (bottom, -1.0, bottom - outs.fold(top, f64::max)),
        (false, false) => (left, 1.0, outs.fold(right, f64::min) - left),
        (false, true) => (right, -1.0, right - outs.fold(left, f64::max)),
    };
    if edges.is_empty() || reach <= LEAST_MARK_MM {
        return Vec::new();
    }
    let [a, b, ..] = place.as_coeffs();
    let step = 1.0 / (a.abs() + b.abs()).max(0.1);
    let steps = ((to - from) / step) as usize;
    let along = if is_down { Vec2::new(0.0, inward) } else { Vec2::new(inward, 0.0) };
    let mut clusters: Vec<([f64; 2], Point)> = Vec::new();
    for at in (0..steps).map(|number| from + (number as f64 + 0.5) * step) {
        let edge = if is_down { Point::new(at, start) } else { Point::new(start, at) };
        let corner = edge - START_MM * along;
        let line = Line { face: 0, corner, along, middle: corner };
        let runs = runs(&line, reach + INTO_MM, drawn, place);
        let Some(run) = runs.iter().find(|run| run.length_mm >= LEAST_MARK_MM) else { continue };
        let middle = line.at(run.from_card_mm + run.length_mm / 2.0);
        match clusters.last_mut() {
            Some(([_, last], _)) if at - *last < 1.5 * step => *last = at,
            _ => clusters.push(([at, at], middle)),
        }
    }
    clusters.truncate(MOST_LINES);
    let sideways = if is_down { Vec2::new(step, 0.0) } else { Vec2::new(0.0, step) };
    let line_at = |([first, last], middle): ([f64; 2], Point)| {
        let at = f64::midpoint(first, last);
        let middle = match is_down {
            true => Point::new(at, middle.y),
            false => Point::new(middle.x, at),
        };
        at + step * beside(middle, sideways, drawn, place)
    };
    clusters.into_iter().map(line_at).collect()
}

/// The offset in pixels of the centre of a line from a point near it: the mean of the pixels round the point, weighted
/// by darkness.
fn beside(at: Point, pixel: Vec2, drawn: &Pixmap, place: &Affine) -> f64 {
    let reach = -3..=3;
    let dark = |step: i32| darkness(drawn, *place * (at + f64::from(step) * pixel));
    let ground = reach.clone().filter_map(dark).min().unwrap_or_default();
    let (mut sum, mut weights) = (0.0, 0.0);
    for step in reach {
        let weight = f64::from(dark(step).unwrap_or(ground) - ground);
        sum += weight * f64::from(step);
        weights += weight;
    }
    // From the point to the centre of its pixel.
    let own = *place * at;
    let along = if pixel.x > 0.0 { own.x } else { own.y };
    let middle = 0.5 - (along - along.floor());
    if weights > 0.0 { middle + sum / weights } else { middle }
}

/// The scale and offset at which most expected marks of two sides match found ones.
fn fitted(sides: &[(Vec<f64>, Vec<f64>); 2]) -> Option<[f64; 2]> {
    let expected = || sides.iter().flat_map(|(expected, _)| expected.iter().copied());
    let [first, last] =
        [expected().fold(f64::INFINITY, f64::min), expected().fold(f64::NEG_INFINITY, f64::max)];
    if last - first < 1.0 {
        return None;
    }
    let matched = |[scale, start]: [f64; 2]| -> Vec<[f64; 2]> {
        let nearest = |expected: f64, found: &[f64]| {
            let at = scale * expected + start;
            let next = found.partition_point(|own| *own < at);
            let beside = found[next.saturating_sub(1)..].iter().take(2);
            let own = beside.min_by(|one, other| (*one - at).abs().total_cmp(&(*other - at).abs()));
            own.filter(|own| (*own - at).abs() <= NEAR_MM).map(|own| [expected, *own])
        };
        let of = |(expected, found): &(Vec<f64>, Vec<f64>)| -> Vec<[f64; 2]> {
            expected.iter().filter_map(|own| nearest(*own, found)).collect()
        };
        sides.iter().flat_map(of).collect()
    };
    let mut best: (usize, (f64, f64), Option<[f64; 2]>) = (0, (f64::INFINITY, 0.0), None);
    for (_, found) in sides {
        for (at, low) in found.iter().enumerate() {
            for high in &found[at + 1..] {
                let scale = (high - low) / (last - first);
                if !SCALES.contains(&scale) {
                    continue;
                }
                let own = [scale, low - scale * first];
                let pairs = matched(own);
                let off = pairs.iter().map(|[place, seen]| {
                    let off = scale * place + own[1] - seen;
                    off * off
                });
                // Among equally good matches the smaller change of scale is more likely.
                let mean = off.sum::<f64>() / pairs.len().max(1) as f64;
                let cost = (mean.max(MEASURED_MM * MEASURED_MM), (scale - 1.0).abs());
                if pairs.len() > best.0 || (pairs.len() == best.0 && cost < best.1) {
                    best = (pairs.len(), cost, Some(own));
                }
            }
        }
    }
    let (count, _, own) = best;
    let is_most = count * MOST.1 >= expected().count() * MOST.0 && count >= 3;
    own.filter(|_| is_most).map(|own| least_squares(&matched(own)).unwrap_or(own))
}

/// The regression line through pairs of expected and found positions.
fn least_squares(pairs: &[[f64; 2]]) -> Option<[f64; 2]> {
    let count = pairs.len() as f64;
    let mean = |of: usize| pairs.iter().map(|pair| pair[of]).sum::<f64>() / count;
    let (expected, found) = (mean(0), mean(1));
    let (mut both, mut own) = (0.0, 0.0);
    for [place, seen] in pairs {
        both += (place - expected) * (seen - found);
        own += (place - expected) * (place - expected);
    }
    let scale = both / own;
    (own > 1.0).then_some([scale, found - scale * expected])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_give_scale_and_shift_despite_a_ruler() {
        let cuts = vec![9.75, 73.25, 136.75, 200.25];
        let seen = |scale: f64, start: f64| -> Vec<f64> {
            cuts.iter().map(|cut| scale * cut + start).collect()
        };
        for (scale, start) in [(1.0, 0.7), (0.985, 0.0), (0.997, 0.4), (1.01, -1.0)] {
            let mut ruled = seen(scale, start);
            ruled.extend((0..100).map(|tick| 50.0 + f64::from(tick)));
            ruled.sort_by(f64::total_cmp);
            let sides = [(cuts.clone(), seen(scale, start)), (cuts.clone(), ruled)];
            let [own, from] = fitted(&sides).unwrap();
            assert!((own - scale).abs() < 1e-3 && (from - start).abs() < 0.1, "{own} {from}");
        }
        assert_eq!(None, fitted(&[(cuts.clone(), vec![3.0, 80.0]), (cuts, Vec::new())]));
    }

    #[test]
    fn a_page_is_described_by_its_scale_or_shift() {
        let described = |scale, shift_mm| PageDisplacement { scale, shift_mm }.to_string();
        assert!(described([0.985; 2], [3.0, 0.0]).starts_with("is at 98.5 % of its size: it must"));
        assert!(
            described([1.0, 0.99], [0.0; 2]).starts_with("is at 100.0 % of its width and 99.0 %")
        );
        let beside = "is 0.7 mm to the right of and 3.5 mm above where its sheet has it";
        assert_eq!(beside, described([1.0; 2], [0.7, -3.5]));
    }
}
