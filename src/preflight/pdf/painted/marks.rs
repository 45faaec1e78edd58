//! Recognition of crop marks, die lines and other printer's marks by their position.

use super::super::file::{Corners, alike, extent};

/// A subpath that was painted.
#[derive(Clone, Debug)]
pub(super) struct Shape {
    /// Whether it is stroked, not filled.
    pub stroked: bool,
    /// Whether it is on every plate.
    pub all_plates: bool,
    /// The bounding box on the page, in points; for a stroke, of its centre line.
    pub bounds: Corners,
}

/// The largest distance of a mark from its cut, in points: 0.3 mm.
const ON_THE_CUT: f64 = 0.85;
/// Thinner areas count as lines, in points: 0.6 mm.
const LINE: f64 = 1.7;
/// Shorter lines are ornament, in points: 1 mm.
const SHORTEST_MARK: f64 = 2.8;
/// The largest corner radius of a card with tolerance, in points: 8 mm.
const CORNER: f64 = 22.7;

/// The kind of mark of a shape, if any, by its position relative to the cut.
pub(super) fn mark(shape: &Shape, trim: &Corners) -> Option<&'static str> {
    let bounds = &shape.bounds;
    let [width, height] = extent(bounds);
    let on = |one: f64, other: f64| (one - other).abs() <= ON_THE_CUT;
    if shape.all_plates {
        return Some("a mark on all plates");
    }
    if shape.stroked && alike(bounds, trim, ON_THE_CUT) {
        return Some("a die line round the card");
    }
    // Vertical and horizontal lines: on which cut, and where along it.
    for (thin, long, at, cuts, from, to, ends) in [
        (width, height, bounds[0], [trim[0], trim[2]], bounds[1], bounds[3], [trim[1], trim[3]]),
        (height, width, bounds[1], [trim[1], trim[3]], bounds[0], bounds[2], [trim[0], trim[2]]),
    ] {
        let middle = at + thin / 2.0;
        if thin > LINE || long < SHORTEST_MARK || !cuts.iter().any(|cut| on(middle, *cut)) {
            continue;
        }
        if to <= ends[0] + ON_THE_CUT || from >= ends[1] - ON_THE_CUT {
            return Some("a crop mark");
        }
        if long >= (ends[1] - ends[0]) / 2.0 {
            return Some("a die line along a cut");
        }
    }
    let touches = |low: f64, high: f64, cuts: [f64; 2]| {
        (on(low, cuts[0]) && high < cuts[0] + CORNER)
            || (on(high, cuts[1]) && low > cuts[1] - CORNER)
    };
    let corner = touches(bounds[0], bounds[2], [trim[0], trim[2]])
        && touches(bounds[1], bounds[3], [trim[1], trim[3]]);
    (shape.stroked && corner && width.max(height) >= SHORTEST_MARK).then_some("a drawn corner")
}
