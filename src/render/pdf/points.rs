//! Lengths as streams keep them.

use crate::geometry::Mm;

/// A length in points as a stream keeps it: to a thousandth of a point, 0.35 micrometres.
pub(super) fn points(length: Mm) -> f32 {
    let rounded = (length.points() * 1e3).round() / 1e3;
    #[expect(clippy::cast_possible_truncation, reason = "operators hold single precision")]
    let single = rounded as f32;
    // A negative zero would be written as "-0".
    single + 0.0
}
