//! Converts a usvg path to a scene's shape.

use kurbo::BezPath;
use usvg::tiny_skia_path::{self, PathSegment};

use crate::face::affine;
use crate::geometry::{Affine, MM_PER_PIXEL, Point};

use super::{Fill, FillRule, LineCap, LineJoin, Paint, Stroke};

/// The map from a node's own space to millimetres, in double precision.
#[derive(Clone, Copy, Debug)]
pub(super) struct ToMm(Affine);

impl ToMm {
    pub(super) fn new(transform: usvg::Transform) -> Self {
        Self(affine(transform).then_scale(MM_PER_PIXEL))
    }

    /// The map of a nested space with the transform `inner`.
    pub(super) fn after(&self, inner: usvg::Transform) -> Affine {
        self.0 * affine(inner)
    }

    pub(super) fn point(&self, x: f32, y: f32) -> Point {
        let Point { x, y } = self.0 * Point::from((x, y));
        Point::new(round(x), round(y))
    }

    /// The scale of lengths, or `None` if it differs by direction: a stroke under such a map would have
    /// varying width.
    pub(super) fn even_scale(&self) -> Option<f64> {
        let [a, b, c, d, ..] = self.0.as_coeffs();
        let (along, across) = ((a * a + b * b).sqrt(), (c * c + d * d).sqrt());
        let skew = (a * c + b * d).abs();
        ((along - across).abs() < 1e-4 * along && skew < 1e-4 * along * across).then_some(along)
    }
}

/// Rounds to 0.01 µm: below single precision across a sheet, so that equal artwork on two cards gives equal
/// numbers.
fn round(mm: f64) -> f64 {
    (mm * 1e5).round() / 1e5
}

/// The outline of a path in millimetres. Quadratic curves are raised to cubic ones, exactly.
pub(super) fn outline(path: &tiny_skia_path::Path, to_mm: ToMm) -> BezPath {
    let at = |point: tiny_skia_path::Point| to_mm.point(point.x, point.y);
    let mut outline = BezPath::with_capacity(path.len());
    let mut last = tiny_skia_path::Point::zero();
    for segment in path.segments() {
        match segment {
            PathSegment::MoveTo(to) => {
                outline.move_to(at(to));
                last = to;
            }
            PathSegment::LineTo(to) => {
                outline.line_to(at(to));
                last = to;
            }
            PathSegment::QuadTo(handle, to) => {
                let towards = |from: f32, handle: f32| from + (handle - from) * (2.0 / 3.0);
                outline.curve_to(
                    to_mm.point(towards(last.x, handle.x), towards(last.y, handle.y)),
                    to_mm.point(towards(to.x, handle.x), towards(to.y, handle.y)),
                    at(to),
                );
                last = to;
            }
            PathSegment::CubicTo(first, second, to) => {
                outline.curve_to(at(first), at(second), at(to));
                last = to;
            }
            PathSegment::Close => outline.close_path(),
        }
    }
    outline
}

/// A fill with this paint.
pub(super) fn fill(fill: &usvg::Fill, paint: Paint) -> Fill {
    Fill { paint, rule: rule(fill), overprints: false }
}

/// The fill rule of a fill.
pub(super) fn rule(fill: &usvg::Fill) -> FillRule {
    match fill.rule() {
        usvg::FillRule::NonZero => FillRule::NonZero,
        usvg::FillRule::EvenOdd => FillRule::EvenOdd,
    }
}

/// A stroke with this paint, its lengths scaled to `scale` millimetres a unit.
pub(super) fn stroke(stroke: &usvg::Stroke, paint: Paint, scale: f64) -> Stroke {
    let length = |units: f32| round(f64::from(units) * scale);
    Stroke {
        paint,
        width_mm: length(stroke.width().get()),
        cap: match stroke.linecap() {
            usvg::LineCap::Butt => LineCap::Butt,
            usvg::LineCap::Round => LineCap::Round,
            usvg::LineCap::Square => LineCap::Square,
        },
        join: match stroke.linejoin() {
            usvg::LineJoin::Round => LineJoin::Round,
            usvg::LineJoin::Bevel => LineJoin::Bevel,
            // PDF has no clipped miter; both cut an overlong point, which flat art does not have.
            usvg::LineJoin::Miter | usvg::LineJoin::MiterClip => {
                LineJoin::Miter(f64::from(stroke.miterlimit().get()))
            }
        },
        dashes_mm: stroke.dasharray().unwrap_or_default().iter().copied().map(length).collect(),
        dash_offset_mm: length(stroke.dashoffset()),
        overprints: false,
    }
}
