//! Conversions of the interpreter's shapes, lines and colours to the rasterizer's types.

use hayro_interpret::color::AlphaColor;
use hayro_interpret::kurbo::{self, BezPath, PathEl};
use hayro_interpret::{BlendMode, FillRule, StrokeProps};
use resvg::tiny_skia::{
    self, Color, LineCap, LineJoin, Path, PathBuilder, Stroke, StrokeDash, Transform,
};

pub(super) fn colour(colour: &AlphaColor) -> Color {
    let [red, green, blue, alpha] = colour.components().map(|part| part.clamp(0.0, 1.0));
    Color::from_rgba(red, green, blue, alpha).unwrap_or(Color::BLACK)
}

pub(super) fn place(transform: kurbo::Affine) -> Transform {
    let [sx, ky, kx, sy, tx, ty] = transform.as_coeffs().map(|part| part as f32);
    Transform::from_row(sx, ky, kx, sy, tx, ty)
}

pub(super) fn path_of(path: &BezPath) -> Option<Path> {
    let mut builder = PathBuilder::new();
    let at = |point: kurbo::Point| [point.x as f32, point.y as f32];
    for element in path.elements() {
        match *element {
            PathEl::MoveTo(to) => {
                let [x, y] = at(to);
                builder.move_to(x, y);
            }
            PathEl::LineTo(to) => {
                let [x, y] = at(to);
                builder.line_to(x, y);
            }
            PathEl::QuadTo(by, to) => {
                let ([a, b], [x, y]) = (at(by), at(to));
                builder.quad_to(a, b, x, y);
            }
            PathEl::CurveTo(one, two, to) => {
                let ([a, b], [c, d], [x, y]) = (at(one), at(two), at(to));
                builder.cubic_to(a, b, c, d, x, y);
            }
            PathEl::ClosePath => builder.close(),
        }
    }
    builder.finish()
}

/// The bounds of a painted path in pixels, extended by `reach` in its own units.
pub(super) fn bounds_of(path: &Path, transform: Transform, reach: f32) -> Option<kurbo::Rect> {
    let own = path.bounds();
    let own = tiny_skia::Rect::from_ltrb(
        own.left() - reach,
        own.top() - reach,
        own.right() + reach,
        own.bottom() + reach,
    )?;
    let mut corners = [
        tiny_skia::Point::from_xy(own.left(), own.top()),
        tiny_skia::Point::from_xy(own.right(), own.top()),
        tiny_skia::Point::from_xy(own.left(), own.bottom()),
        tiny_skia::Point::from_xy(own.right(), own.bottom()),
    ];
    transform.map_points(&mut corners);
    let span = |of: fn(&tiny_skia::Point) -> f32| {
        let parts = corners.iter().map(of).map(f64::from);
        (parts.clone().fold(f64::INFINITY, f64::min), parts.fold(f64::NEG_INFINITY, f64::max))
    };
    let ((x0, x1), (y0, y1)) = (span(|point| point.x), span(|point| point.y));
    // A hairline has a width of one pixel, whatever its own width.
    Some(kurbo::Rect::new(x0, y0, x1, y1).inflate(1.0, 1.0))
}

pub(super) fn kurbo_rect(rect: tiny_skia::Rect) -> kurbo::Rect {
    let sides = [rect.left(), rect.top(), rect.right(), rect.bottom()].map(f64::from);
    kurbo::Rect::new(sides[0], sides[1], sides[2], sides[3])
}

/// The upright rectangle that a path covers exactly, if it is one.
pub(super) fn upright(path: &Path) -> Option<kurbo::Rect> {
    use tiny_skia::PathSegment::{Close, LineTo, MoveTo};
    let mut segments = path.segments();
    let is_one_line = matches!(segments.next(), Some(MoveTo(_)))
        && segments.all(|segment| matches!(segment, LineTo(_) | Close));
    let near = |one: f32, other: f32| (one - other).abs() < 1e-3;
    let (corners, again) = path.points().split_first_chunk::<4>()?;
    let turns =
        corners.windows(2).all(|pair| near(pair[0].x, pair[1].x) != near(pair[0].y, pair[1].y));
    // A line back and forth also has right angles.
    let [one, two, three, four] = corners;
    let across = [(one, three), (two, four)]
        .iter()
        .all(|(from, to)| !near(from.x, to.x) && !near(from.y, to.y));
    let closes = match again {
        [] => true,
        [last] => near(last.x, one.x) && near(last.y, one.y),
        _ => false,
    };
    (is_one_line && turns && across && closes).then(|| kurbo_rect(path.bounds()))
}

pub(super) fn fill_rule(rule: FillRule) -> tiny_skia::FillRule {
    match rule {
        FillRule::NonZero => tiny_skia::FillRule::Winding,
        FillRule::EvenOdd => tiny_skia::FillRule::EvenOdd,
    }
}

pub(super) fn stroke(props: &StrokeProps) -> Stroke {
    let line_cap = match props.line_cap {
        kurbo::Cap::Butt => LineCap::Butt,
        kurbo::Cap::Round => LineCap::Round,
        kurbo::Cap::Square => LineCap::Square,
    };
    let line_join = match props.line_join {
        kurbo::Join::Miter => LineJoin::Miter,
        kurbo::Join::Round => LineJoin::Round,
        kurbo::Join::Bevel => LineJoin::Bevel,
    };
    // A list of odd length is repeated (ISO 32000-1, 8.4.3.6).
    let mut dashes = props.dash_array.to_vec();
    if dashes.len() % 2 == 1 {
        dashes.extend_from_within(..);
    }
    Stroke {
        width: props.line_width,
        miter_limit: props.miter_limit,
        line_cap,
        line_join,
        dash: StrokeDash::new(dashes, props.dash_offset),
    }
}

pub(super) fn blend_mode(blend: BlendMode) -> tiny_skia::BlendMode {
    use tiny_skia::BlendMode as To;
    match blend {
        BlendMode::Normal => To::SourceOver,
        BlendMode::Multiply => To::Multiply,
        BlendMode::Screen => To::Screen,
        BlendMode::Overlay => To::Overlay,
        BlendMode::Darken => To::Darken,
        BlendMode::Lighten => To::Lighten,
        BlendMode::ColorDodge => To::ColorDodge,
        BlendMode::ColorBurn => To::ColorBurn,
        BlendMode::HardLight => To::HardLight,
        BlendMode::SoftLight => To::SoftLight,
        BlendMode::Difference => To::Difference,
        BlendMode::Exclusion => To::Exclusion,
        BlendMode::Hue => To::Hue,
        BlendMode::Saturation => To::Saturation,
        BlendMode::Color => To::Color,
        BlendMode::Luminosity => To::Luminosity,
    }
}
