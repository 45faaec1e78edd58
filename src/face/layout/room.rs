//! Axis-aligned rectangles of a template, and maps between them.

use super::super::document::Element;

/// A rectangle in the template's user units, which are millimetres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::face) struct Room {
    pub(in crate::face) left: f64,
    pub(in crate::face) top: f64,
    pub(in crate::face) right: f64,
    pub(in crate::face) bottom: f64,
}

impl Room {
    /// The room of a `<rect>`; `None` for another element, or a rectangle without a size.
    pub(in crate::face) fn new(rect: &Element) -> Option<Self> {
        if rect.name != "rect" || rect.attribute("transform").is_some() {
            return None;
        }
        let length = |key: &str| rect.attribute(key).unwrap_or("0").trim().parse::<f64>().ok();
        let (left, top) = (length("x")?, length("y")?);
        let room =
            Self { left, top, right: left + length("width")?, bottom: top + length("height")? };
        (room.width() > 0.0 && room.height() > 0.0).then_some(room)
    }

    pub(in crate::face) fn width(&self) -> f64 {
        self.right - self.left
    }

    pub(in crate::face) fn height(&self) -> f64 {
        self.bottom - self.top
    }

    pub(in crate::face) fn middle(&self) -> [f64; 2] {
        [f64::midpoint(self.left, self.right), f64::midpoint(self.top, self.bottom)]
    }

    /// The room reduced to this height about its middle.
    #[must_use]
    pub(in crate::face) fn at_most_as_high_as(&self, height: f64) -> Self {
        let [_, middle] = self.middle();
        let half = self.height().min(height) / 2.0;
        Self { top: middle - half, bottom: middle + half, ..*self }
    }

    /// The room with this width about its middle.
    #[must_use]
    pub(in crate::face) fn as_wide_as(&self, width: f64) -> Self {
        let [middle, _] = self.middle();
        Self { left: middle - width / 2.0, right: middle + width / 2.0, ..*self }
    }
}

/// How a stretching shape follows its room.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::face) enum Stretch {
    /// Every point keeps its distance to the nearest edge, so corners keep their form. In a narrower room the
    /// distances shrink with it; in a larger one they grow with the figures, at most by this factor.
    Corners(f64),
    /// As [`Corners`](Self::Corners) without growth, but no distance shrinks: elements along an edge keep
    /// their height however small the room becomes.
    Edges,
    /// Everything in proportion.
    Even,
}

/// A move from one room to another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::face) struct Move {
    pub(in crate::face) from: Room,
    pub(in crate::face) to: Room,
}

impl Move {
    /// Whether nothing moves.
    pub(in crate::face) fn is_nothing(&self) -> bool {
        let Self { from, to } = self;
        [(from.left, to.left), (from.top, to.top), (from.right, to.right), (from.bottom, to.bottom)]
            .iter()
            .all(|(from, to)| (from - to).abs() < 1e-6)
    }

    /// The new position of a point when the drawing stretches.
    pub(in crate::face) fn stretched(&self, [x, y]: [f64; 2], stretch: Stretch) -> [f64; 2] {
        let Self { from, to } = self;
        [
            along(x, [from.left, from.right], [to.left, to.right], stretch),
            along(y, [from.top, from.bottom], [to.top, to.bottom], stretch),
        ]
    }

    /// The new room when its edges keep their distances.
    pub(in crate::face) fn stretched_room(&self, room: Room) -> Room {
        let [left, top] = self.stretched([room.left, room.top], Stretch::Edges);
        let [right, bottom] = self.stretched([room.right, room.bottom], Stretch::Edges);
        Room { left, top, right, bottom }
    }
}

/// The largest offset from the middle that counts as centred, as a part of the room.
const CENTRAL: f64 = 0.04;

/// A coordinate mapped from the span `from` to the span `to`.
fn along(at: f64, from: [f64; 2], to: [f64; 2], stretch: Stretch) -> f64 {
    const NEAR: f64 = 1e-6;
    let part = (to[1] - to[0]) / (from[1] - from[0]);
    let inside = at > from[0] - NEAR && at < from[1] + NEAR;
    let part = match stretch {
        Stretch::Even if inside => part,
        Stretch::Corners(most) if inside => part.min(most),
        _ => 1.0,
    };
    let middle = f64::midpoint(from[0], from[1]);
    if (at - middle).abs() < NEAR.max(CENTRAL * (from[1] - from[0])) {
        // Centred up to rounding: it stays centred, or a tall frame with a point would be skewed.
        f64::midpoint(to[0], to[1]) + (at - middle) * part
    } else if at < middle {
        to[0] + (at - from[0]) * part
    } else {
        to[1] - (from[1] - at) * part
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FROM: Room = Room { left: 0.0, top: 0.0, right: 10.0, bottom: 4.0 };

    fn to(right: f64, bottom: f64) -> Move {
        Move { from: FROM, to: Room { right, bottom, ..FROM } }
    }

    #[test]
    fn in_a_larger_room_points_keep_their_distance_to_the_edges() {
        let wider = to(20.0, 4.0);
        assert_eq!([1.0, 1.0], wider.stretched([1.0, 1.0], Stretch::Corners(1.0)));
        assert_eq!([19.0, 3.0], wider.stretched([9.0, 3.0], Stretch::Corners(1.0)));
        assert_eq!([10.0, 2.0], wider.stretched([5.0, 2.0], Stretch::Corners(1.0)));
        assert_eq!([21.0, 2.0], wider.stretched([11.0, 2.0], Stretch::Corners(1.0)));
        assert_eq!([18.0, 2.0], wider.stretched([9.0, 2.0], Stretch::Even));
        let with_figures = Stretch::Corners(1.5);
        assert_eq!([1.5, 1.0], wider.stretched([1.0, 1.0], with_figures));
        assert_eq!([18.5, 3.0], wider.stretched([9.0, 3.0], with_figures));
    }

    #[test]
    fn nearly_centred_points_stay_centred_in_a_larger_room() {
        let [_, point] = to(10.0, 12.0).stretched([1.0, 2.1], Stretch::Corners(1.0));
        assert!((point - 6.1).abs() < 1e-9, "{point}");
        let [_, corner] = to(10.0, 12.0).stretched([1.0, 2.5], Stretch::Corners(1.0));
        assert!((corner - 10.5).abs() < 1e-9, "{corner}");
    }

    #[test]
    fn in_a_smaller_room_corners_shrink_and_edges_do_not() {
        let narrower = to(5.0, 4.0);
        assert_eq!([0.5, 1.0], narrower.stretched([1.0, 1.0], Stretch::Corners(1.0)));
        assert_eq!([1.0, 1.0], narrower.stretched([1.0, 1.0], Stretch::Edges));
        assert_eq!([4.5, 1.0], narrower.stretched([9.0, 1.0], Stretch::Corners(1.0)));
    }

    proptest::proptest! {
        #[test]
        fn what_is_inside_a_room_stays_inside(
            x in 0.0..10.0f64, y in 0.0..4.0f64, width in 1.0..30.0f64, height in 1.0..30.0f64,
        ) {
            let moved = to(width, height);
            for stretch in [Stretch::Corners(1.0), Stretch::Even] {
                let [x, y] = moved.stretched([x, y], stretch);
                proptest::prop_assert!((-1e-6..=width + 1e-6).contains(&x), "{x}");
                proptest::prop_assert!((-1e-6..=height + 1e-6).contains(&y), "{y}");
            }
        }
    }
}
