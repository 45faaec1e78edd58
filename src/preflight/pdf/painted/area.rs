//! Areas of a page: filled paths and clips.

use super::canvas::Part;

/// An area of the page, bounded by a path.
pub(super) struct Area {
    pub parts: Vec<Part>,
    /// Whether the even-odd rule applies, so that nested parts are holes.
    pub even_odd: bool,
}

impl Area {
    /// Whether a point is inside the area (PDF Reference 1.4, 4.4.2).
    pub(super) fn has(&self, [x, y]: [f64; 2]) -> bool {
        let mut winding = 0_i32;
        for part in &self.parts {
            let [left, low, right, high] = part.bounds;
            if x < left || x > right || y < low || y > high {
                continue;
            }
            let next = part.points.iter().cycle().skip(1);
            for (&[ax, ay], &[bx, by]) in part.points.iter().zip(next) {
                if (ay <= y) != (by <= y) && ax + (y - ay) / (by - ay) * (bx - ax) > x {
                    winding += if by > ay { 1 } else { -1 };
                }
            }
        }
        if self.even_odd { winding % 2 != 0 } else { winding != 0 }
    }
}
