//! The outline of a cut card: a rectangle with round corners, as points.

use crate::geometry::{Mm, Point, Rect, point};

/// The number of straight pieces of a corner. For the usual radius, the outline is within 0.002 mm of the
/// circle.
pub(super) const PIECES: u32 = 32;

/// The points of the outline, clockwise on the page from the left end of the upper edge. The last point is
/// joined to the first.
pub(super) fn outline(card: Rect, radius: Mm) -> Vec<Point> {
    let (left, top, right, bottom) = (card.x, card.y, card.right(), card.bottom());
    if radius <= Mm::ZERO {
        return [(left, top), (right, top), (right, bottom), (left, bottom)]
            .map(|(x, y)| point(x, y))
            .into();
    }
    // Each corner with its start point and the directions of its arc.
    let corners = [
        ((right - radius, top), (1.0, 0.0), (0.0, 1.0)),
        ((right, bottom - radius), (0.0, 1.0), (-1.0, 0.0)),
        ((left + radius, bottom), (-1.0, 0.0), (0.0, -1.0)),
        ((left, top + radius), (0.0, -1.0), (1.0, 0.0)),
    ];
    let mut points = Vec::new();
    for ((x, y), along, across) in corners {
        for [forward, inward] in quarter() {
            points.push(point(
                x + radius * (forward * along.0 + inward * across.0),
                y + radius * (forward * along.1 + inward * across.1),
            ));
        }
    }
    points
}

/// Points of a quarter circle of radius 1 along its two axes. Computed by half-angles, so that every machine
/// finds the same numbers.
fn quarter() -> impl Iterator<Item = [f64; 2]> {
    (0..=PIECES).map(|piece| {
        let half = f64::from(piece) / f64::from(PIECES);
        let whole = 1.0 + half * half;
        [2.0 * half / whole, 1.0 - (1.0 - half * half) / whole]
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn corners_are_round_and_edges_straight() {
        let card = Rect { x: Mm(10.0), y: Mm(20.0), width: Mm(63.5), height: Mm(88.9) };
        let points = outline(card, Mm(3.0));
        assert_eq!(4 * (PIECES as usize + 1), points.len());
        let middles = [(13.0, 23.0), (70.5, 23.0), (70.5, 105.9), (13.0, 105.9)];
        for point in &points {
            let away =
                middles.iter().map(|(x, y)| point.distance_squared(Point::new(*x, *y)).sqrt());
            let nearest = away.fold(f64::INFINITY, f64::min);
            assert!((nearest - 3.0).abs() < 1e-9, "{point:?}");
        }
        for (from, to) in points.iter().zip(points.iter().cycle().skip(1)) {
            let length = from.distance_squared(*to).sqrt();
            let is_edge = (length - 57.5).abs() < 1e-9 || (length - 82.9).abs() < 1e-9;
            // A chord of this length is so far from a circle of 3 mm.
            let sagitta = length * length / 24.0;
            assert!(is_edge || sagitta < 0.002, "{length}");
        }
    }

    #[test]
    fn a_card_without_round_corners_has_four_points() {
        let card = Rect { x: Mm(0.0), y: Mm(0.0), width: Mm(20.0), height: Mm(30.0) };
        assert_eq!(4, outline(card, Mm::ZERO).len());
    }
}
