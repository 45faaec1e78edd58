//! Sizes of letters, and distances in ems.

use crate::face::PlacedGlyph;

/// The relative tolerance for equal letter sizes: letters are still recognised on a slightly scaled page, so that the
/// scale can be reported.
const SIZE_SLACK: f64 = 0.02;

/// Whether two letters have the same size.
pub(super) fn have_one_size(one: &PlacedGlyph, other: &PlacedGlyph) -> bool {
    let (one, other) = (one.size_mm(), other.size_mm());
    (one - other).abs() <= SIZE_SLACK * other
}

/// The position of a letter relative to another, in ems of the other: right and down in its own direction.
pub(super) fn in_ems_of(anchor: &PlacedGlyph, glyph: &PlacedGlyph) -> [f64; 2] {
    let step = [glyph.at_mm[0] - anchor.at_mm[0], glyph.at_mm[1] - anchor.at_mm[1]];
    let part = |[x, y]: [f64; 2]| (step[0] * x + step[1] * y) / (x * x + y * y);
    [part(anchor.along_mm), part(anchor.down_mm)]
}
