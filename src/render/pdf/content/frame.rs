//! From places in a picture to points of a stream.

use crate::geometry::{Affine, Mm, Point, Size, point};
use crate::render::pdf::points::points;

/// From millimetres downward to points upward.
#[derive(Clone, Copy)]
pub(super) struct Frame {
    pub(super) left: Mm,
    pub(super) bottom: Mm,
    pub(super) size: Size,
}

impl Frame {
    pub(super) fn point(&self, point: Point) -> [f32; 2] {
        [points(Mm(point.x) - self.left), points(self.bottom - Mm(point.y))]
    }

    /// A map of millimetres downward as one of points upward.
    pub(super) fn map(self, map: &Affine) -> [f32; 6] {
        let origin = *map * point(self.left, self.bottom);
        let [x, y] =
            [Mm(origin.x) - self.left, self.bottom - Mm(origin.y)].map(|l| single(l.points()));
        let [a, b, c, d, ..] = map.as_coeffs();
        let [a, b, c, d] = [a, -b, -c, d].map(single);
        [a, b, c, d, x, y]
    }

    /// A map of any space to the picture's millimetres as one to the points of the stream.
    pub(super) fn space(&self, map: Affine) -> [f32; 6] {
        let [a, b, c, d, e, f] = map.as_coeffs();
        let scale = Mm(1.0).points();
        let [e, f] = [e - self.left.0, self.bottom.0 - f];
        [a, -b, c, -d, e, f].map(|part| single(part * scale))
    }
}

/// A factor as a stream holds it.
fn single(factor: f64) -> f32 {
    #[expect(clippy::cast_possible_truncation, reason = "operators hold single precision")]
    let single = factor as f32;
    // A negative zero would be written as "-0".
    single + 0.0
}
