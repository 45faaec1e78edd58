//! Thickness of shapes: lines drawn as areas, frames, strokes of letters.

use super::canvas::Part;

/// Lines and frames at least this thick may have other inks in their black, in points: 0.39 mm.
pub(super) const THICKEST: f64 = 1.1;

/// Shorter shapes are dots and ornament, in points: 1 mm.
const SHORTEST: f64 = 2.8;
/// The least ratio of length to thickness of a line; other shapes are areas.
const LONGER: f64 = 6.0;

/// The mean thickness of a filled path in points, if it is long and thin: twice its area divided by the length of its
/// outline. Nested parts are holes.
pub(super) fn thickness(parts: &[Part]) -> Option<f64> {
    let is_within = |inner: &Part, outer: &Part| {
        let ([left, low, right, high], own) = (outer.bounds, inner.bounds);
        inner.bounds != outer.bounds
            && own[0] >= left
            && own[1] >= low
            && own[2] <= right
            && own[3] <= high
    };
    // Drawings with many parts are not frames.
    const MOST_PARTS: usize = 200;
    if parts.is_empty() || parts.len() > MOST_PARTS {
        return None;
    }
    let (mut area, mut outline) = (0.0, 0.0);
    for part in parts {
        let outer = parts.iter().filter(|other| is_within(part, other)).count();
        let (own, around) = measured(part);
        area += if outer % 2 == 1 { -own } else { own };
        outline += around;
    }
    let thickness = 2.0 * area / outline;
    let length = outline / 2.0;
    let is_thin = outline > 0.0 && length >= SHORTEST && length >= LONGER * thickness;
    is_thin.then_some(thickness)
}

/// The area of a part and the length of its closed outline.
fn measured(part: &Part) -> (f64, f64) {
    let next = part.points.iter().cycle().skip(1);
    let (doubled, outline) = part.points.iter().zip(next).fold(
        (0.0, 0.0),
        |(doubled, outline), (&[ax, ay], &[bx, by])| {
            let (dx, dy) = (bx - ax, by - ay);
            (doubled + ax * by - bx * ay, outline + (dx * dx + dy * dy).sqrt())
        },
    );
    (f64::abs(doubled) / 2.0, outline)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Affine;

    fn rectangle(corners: [f64; 4]) -> Part {
        Part::rectangle(corners, &Affine::IDENTITY)
    }

    #[test]
    fn bars_and_frames_are_thin_areas_and_dots_are_not() {
        let bar = thickness(&[rectangle([0.0, 0.0, 100.0, 0.5])]).unwrap();
        assert!((0.49..0.5).contains(&bar), "{bar}");
        let frame = [rectangle([0.0, 0.0, 80.0, 60.0]), rectangle([1.0, 1.0, 79.0, 59.0])];
        let frame = thickness(&frame).unwrap();
        assert!((0.99..1.01).contains(&frame), "{frame}");
        assert_eq!(None, thickness(&[rectangle([0.0, 0.0, 1.0, 1.0])]));
        let area = thickness(&[rectangle([0.0, 0.0, 80.0, 60.0])]);
        assert!(area.is_none_or(|thickness| thickness > THICKEST), "{area:?}");
        assert_eq!(None, thickness(&[]));
    }
}
