//! Sizes of letters, and distances told in them.

use crate::face::PlacedGlyph;

/// By which share of its size a letter may differ from another that counts as equally large: letters are
/// known on a page that is scaled a little, so that it can be told by how much.
const SIZE_SLACK: f64 = 0.02;

/// Whether two letters are of one size.
pub(super) fn of_one_size(one: &PlacedGlyph, other: &PlacedGlyph) -> bool {
    let (one, other) = (one.size_mm(), other.size_mm());
    (one - other).abs() <= SIZE_SLACK * other
}

/// The place of a letter in another's own directions: ems of that letter to the right and down.
pub(super) fn in_ems_of(anchor: &PlacedGlyph, glyph: &PlacedGlyph) -> [f64; 2] {
    let step = [glyph.at_mm[0] - anchor.at_mm[0], glyph.at_mm[1] - anchor.at_mm[1]];
    let part = |[x, y]: [f64; 2]| (step[0] * x + step[1] * y) / (x * x + y * y);
    [part(anchor.along_mm), part(anchor.down_mm)]
}
