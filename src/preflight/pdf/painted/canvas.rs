//! The current path, in page coordinates.

use super::super::file::{Corners, around};
use super::super::walk::{Operation, Scope, States};
use crate::geometry::{Affine, Point};
use lopdf::Dictionary;

/// A subpath in page coordinates, in points. Curves are flattened.
#[derive(Clone, Debug)]
pub(super) struct Part {
    pub points: Vec<[f64; 2]>,
    /// Whether it consists of straight lines only.
    pub is_straight: bool,
    /// The bounding box, including the control points of curves.
    pub bounds: Corners,
    handles: Vec<[f64; 2]>,
}

impl Part {
    /// A rectangle in stream coordinates, from two corners in any order.
    pub(super) fn rectangle([a, b, c, d]: Corners, place: &Affine) -> Self {
        let points = [[a, b], [c, b], [c, d], [a, d]].map(|corner| placed(place, corner));
        let bounds = around(points);
        Self { points: points.into(), is_straight: true, bounds, handles: Vec::new() }
    }
}

/// Transforms a point from stream to page coordinates.
pub(super) fn placed(place: &Affine, [x, y]: [f64; 2]) -> [f64; 2] {
    let Point { x, y } = *place * Point::new(x, y);
    [x, y]
}

/// The number of lines that approximate a curve.
const LINES_A_CURVE: u32 = 6;

/// What a painting operator does with the current path.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Painting {
    pub fill: bool,
    pub stroke: bool,
    /// Whether it is filled by the even-odd rule.
    pub even_odd: bool,
    /// Whether it is also added to the clip, and if so, whether by the even-odd rule.
    pub clip: Option<bool>,
}

/// Tracks the path operators.
#[derive(Default)]
pub(super) struct Canvas {
    states: States<Affine>,
    /// The subpaths; after painting they are kept until the next path begins.
    pub parts: Vec<Part>,
    /// Whether the path was painted.
    is_done: bool,
    /// A pending `W` or `W*`, true for the latter.
    clip: Option<bool>,
    /// The current point in stream coordinates.
    at: [f64; 2],
}

impl Canvas {
    /// The transformation from stream to page coordinates.
    pub(super) fn place(&self) -> Affine {
        *self.states.now()
    }

    fn begin(&mut self, at: [f64; 2]) {
        if std::mem::take(&mut self.is_done) {
            self.parts.clear();
        }
        let point = placed(&self.place(), at);
        self.at = at;
        self.parts.push(Part {
            points: vec![point],
            is_straight: true,
            bounds: [0.0; 4],
            handles: Vec::new(),
        });
    }

    fn line(&mut self, to: [f64; 2]) {
        let place = self.place();
        if let Some(part) = self.parts.last_mut().filter(|_| !self.is_done) {
            let point = placed(&place, to);
            part.points.push(point);
        }
        self.at = to;
    }

    fn curve(&mut self, [one, two, to]: [[f64; 2]; 3]) {
        let place = self.place();
        let from = self.at;
        if let Some(part) = self.parts.last_mut().filter(|_| !self.is_done) {
            part.is_straight = false;
            part.handles.extend([one, two].map(|handle| placed(&place, handle)));
            part.points.extend((1..=LINES_A_CURVE).map(|step| {
                let t = f64::from(step) / f64::from(LINES_A_CURVE);
                let s = 1.0 - t;
                let weights = [s * s * s, 3.0 * s * s * t, 3.0 * s * t * t, t * t * t];
                let along = |axis: usize| {
                    let [a, b, c, d] = weights;
                    from[axis] * a + one[axis] * b + two[axis] * c + to[axis] * d
                };
                placed(&place, [along(0), along(1)])
            }));
        }
        self.at = to;
    }

    /// Handles an operator; returns what it does with the path, if it ends it.
    pub(super) fn operator(&mut self, operation: &Operation<'_>) -> Option<Painting> {
        if self.states.follow(operation) {
            return None;
        }
        let painting = |fill, stroke| Some((fill, stroke));
        let painted = match (operation.operator, operation.numbers) {
            ("m", &[x, y]) => {
                self.begin([x, y]);
                None
            }
            ("l", &[x, y]) => {
                self.line([x, y]);
                None
            }
            ("c", &[a, b, c, d, x, y]) => {
                self.curve([[a, b], [c, d], [x, y]]);
                None
            }
            ("v", &[c, d, x, y]) => {
                self.curve([self.at, [c, d], [x, y]]);
                None
            }
            ("y", &[a, b, x, y]) => {
                self.curve([[a, b], [x, y], [x, y]]);
                None
            }
            ("re", &[x, y, width, height]) => {
                self.begin([x, y]);
                for corner in [[x + width, y], [x + width, y + height], [x, y + height], [x, y]] {
                    self.line(corner);
                }
                None
            }
            ("W" | "W*", _) => {
                self.clip = Some(operation.operator == "W*");
                None
            }
            ("f" | "F" | "f*", _) => painting(true, false),
            ("S" | "s", _) => painting(false, true),
            ("B" | "B*" | "b" | "b*", _) => painting(true, true),
            ("n", _) => painting(false, false),
            _ => None,
        };
        let (fill, stroke) = painted?;
        if std::mem::replace(&mut self.is_done, true) {
            self.parts.clear();
        }
        for part in &mut self.parts {
            part.bounds = around(part.points.iter().chain(&part.handles).copied());
        }
        let even_odd = operation.operator.ends_with('*');
        Some(Painting { fill, stroke, even_odd, clip: self.clip.take() })
    }

    pub(super) fn enter(&mut self, scope: &Scope<'_>, form: Option<&Dictionary>) {
        self.states.enter_mapped(scope, form);
        if form.is_none() {
            self.parts.clear();
        }
    }

    pub(super) fn leave(&mut self) {
        self.states.leave();
    }
}
