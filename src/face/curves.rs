//! Replaces the cubic curves and arcs of templates by quadratic curves, which every platform draws alike.
//!
//! The rasterizer cuts curves at the edge of the picture. For a cubic curve it solves a cubic equation with
//! an arc cosine, whose last digit differs between platforms; on a curve that is nearly quadratic the
//! solution magnifies the difference until pixels change. Quadratic curves need square roots only.

use kurbo::{BezPath, CubicBez, Point};
use svgtypes::{SimplePathSegment, SimplifyingPathParser};

use super::document::{Element, Node};

/// The greatest distance between a curve and its replacement in units of the template. On a card it is the
/// dot of a printing plate with 2540 dots per inch.
const ACCURACY: f64 = 0.01;

/// The greatest coordinate of a curve that is replaced: far from every card. The number of quadratic curves
/// grows with the size of the cubic one, without a limit.
const FARTHEST: f64 = 1e4;

/// Replaces the curves of all paths below this element. Path data that cannot be
/// parsed or that leaves the drawing by far stays.
pub(super) fn make_quadratic(element: &mut Element) {
    if element.name == "path"
        && let Some(quadratic) = element.attribute("d").and_then(quadratic)
    {
        element.set("d", quadratic);
    }
    for child in &mut element.children {
        if let Node::Element(child) = child {
            make_quadratic(child);
        }
    }
}

/// The path data with quadratic curves, if it has others and all of them can be replaced.
fn quadratic(data: &str) -> Option<String> {
    if !data.contains(['A', 'C', 'S', 'a', 'c', 's']) {
        return None;
    }
    let mut path = BezPath::new();
    for segment in SimplifyingPathParser::from(data) {
        match segment.ok()? {
            SimplePathSegment::MoveTo { x, y } => path.move_to(rounded(x, y)),
            SimplePathSegment::LineTo { x, y } => path.line_to(rounded(x, y)),
            SimplePathSegment::Quadratic { x1, y1, x, y } => {
                path.quad_to(rounded(x1, y1), rounded(x, y));
            }
            SimplePathSegment::CurveTo { x1, y1, x2, y2, x, y } => {
                let start = path.current_position()?;
                let [control, other, end] = [(x1, y1), (x2, y2), (x, y)].map(Point::from);
                let near = |point: &Point| point.x.abs() <= FARTHEST && point.y.abs() <= FARTHEST;
                if ![start, control, other, end].iter().all(near) {
                    return None;
                }
                let curve = CubicBez::new(start, control, other, end);
                for (_, _, part) in curve.to_quads(ACCURACY) {
                    path.quad_to(rounded(part.p1.x, part.p1.y), rounded(part.p2.x, part.p2.y));
                }
            }
            SimplePathSegment::ClosePath => path.close_path(),
        }
    }
    Some(path.to_svg())
}

/// A point on a grid far finer than the accuracy, which keeps path data short.
fn rounded(x: f64, y: f64) -> Point {
    let round = |value: f64| (value * 1e4).round() / 1e4;
    Point::new(round(x), round(y))
}

#[cfg(test)]
mod tests {
    use kurbo::{ParamCurve, ParamCurveNearest, PathSeg};

    use super::*;

    #[test]
    fn curves_and_arcs_become_quadratic_curves_on_the_same_line() {
        for data in [
            "M0 0C10 0 10 10 20 10S30 0 40 0",
            "m20.13 16.86c1.74-17.54 18.97-29.26 35.92-24.18",
            "M-41.43 115.33A43.6 10.36 -22 0 1 39.43 82.67a43.6 10.36-22 01-80.86 32.66z",
        ] {
            let (old, new) = (BezPath::from_svg(data).unwrap(), quadratic(data).unwrap());
            let new = BezPath::from_svg(&new).unwrap();
            let parts: Vec<PathSeg> = new.segments().collect();
            assert!(!parts.iter().any(|part| matches!(part, PathSeg::Cubic(_))), "{data}");
            for segment in old.segments() {
                for step in 0..=100 {
                    let point = segment.eval(f64::from(step) / 100.0);
                    let near = parts.iter().map(|part| part.nearest(point, 1e-9).distance_sq);
                    let distance = near.fold(f64::INFINITY, f64::min).sqrt();
                    assert!(distance < ACCURACY + 1e-4, "{data}: {distance} at {point:?}");
                }
            }
        }
    }

    #[test]
    fn other_path_data_stays() {
        for data in ["M0 0h9v9q1 2 3 4t5 6z", "M0 0C1 2", "M0 0C1e32 0 0 1e32 9 9"] {
            assert_eq!(None, quadratic(data), "{data}");
        }
    }
}
