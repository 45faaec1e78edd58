//! Rectangles on a page.

/// A rectangle in points: left, bottom, right, top.
pub(in crate::preflight::pdf) type Corners = [f64; 4];

/// Whether two rectangles do not overlap; they may share an edge.
pub(in crate::preflight::pdf) fn are_apart(one: &Corners, other: &Corners) -> bool {
    one[2] <= other[0] || one[0] >= other[2] || one[3] <= other[1] || one[1] >= other[3]
}

/// The bounding box of some points.
pub(in crate::preflight::pdf) fn around(points: impl IntoIterator<Item = [f64; 2]>) -> Corners {
    points.into_iter().fold(NOWHERE, grown_to)
}

/// The empty bounding box.
pub(in crate::preflight::pdf) const NOWHERE: Corners =
    [f64::INFINITY, f64::INFINITY, f64::NEG_INFINITY, f64::NEG_INFINITY];

/// The rectangle extended to include a point.
pub(in crate::preflight::pdf) fn grown_to(corners: Corners, [x, y]: [f64; 2]) -> Corners {
    let [left, bottom, right, top] = corners;
    [left.min(x), bottom.min(y), right.max(x), top.max(y)]
}

/// Width and height.
pub(in crate::preflight::pdf) fn extent(corners: &Corners) -> [f64; 2] {
    [corners[2] - corners[0], corners[3] - corners[1]]
}

/// The rectangle extended by `by` on every side.
pub(in crate::preflight::pdf) fn grown(corners: &Corners, by: f64) -> Corners {
    [corners[0] - by, corners[1] - by, corners[2] + by, corners[3] + by]
}

/// Whether corresponding numbers differ by at most `slack`.
pub(in crate::preflight::pdf) fn alike(one: &[f64], other: &[f64], slack: f64) -> bool {
    one.iter().zip(other).all(|(one, other)| (one - other).abs() <= slack)
}
