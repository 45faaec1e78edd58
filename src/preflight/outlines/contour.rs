//! Lines of a shape as letters are compared by: corners, and the middles of curves.

use usvg::Transform;
use usvg::tiny_skia_path::{Path, PathSegment, Point};

use crate::face::affine;

/// Most letters have fewer places than this.
const USUAL_PLACES: usize = 32;

/// A closed line as a row of places: each corner, and the middle of each curve.
#[derive(Clone, Debug)]
pub(in crate::preflight) struct Contour {
    /// `L` or `C` for each piece.
    pub(super) pieces: Vec<u8>,
    pub(super) places: Vec<[f64; 2]>,
}

/// The lines of a path, in units of so many of its own.
pub(super) fn contours(path: &Path, transform: Transform, scale: f64) -> Vec<Contour> {
    let map = affine(transform).then_scale(scale);
    let place = |point: Point| {
        let kurbo::Point { x, y } = map * kurbo::Point::from((point.x, point.y));
        [x, y]
    };
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
pub(super) fn finished(mut contours: Vec<Contour>) -> Vec<Contour> {
    contours.iter_mut().for_each(Contour::close);
    contours.retain(|contour| contour.pieces.len() > 1);
    contours
}

impl Contour {
    /// Begins here.
    pub(in crate::preflight) fn from(at: [f64; 2]) -> Self {
        let mut places = Vec::with_capacity(USUAL_PLACES);
        places.push(at);
        Self { pieces: Vec::with_capacity(USUAL_PLACES), places }
    }

    /// Goes on straight.
    pub(in crate::preflight) fn line(&mut self, to: [f64; 2]) {
        self.pieces.push(b'L');
        self.places.push(to);
    }

    /// Goes on in a cubic curve: its handles and its end.
    pub(in crate::preflight) fn curve(&mut self, [first, second, to]: [[f64; 2]; 3]) {
        self.piece(&[(self.end(), 0.125), (first, 0.375), (second, 0.375), (to, 0.125)], to);
    }

    /// The same with every place mapped.
    pub(in crate::preflight) fn mapped(&self, map: impl Fn([f64; 2]) -> [f64; 2]) -> Self {
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
    pub(super) fn close(&mut self) {
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
