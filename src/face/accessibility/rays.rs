//! The colours of the ground in four directions from a figure. They show a frame around it however large its
//! cell is.

use kurbo::Rect;

use super::layers::{ALIKE, Layers};
use crate::face::Rgb;
use crate::face::vision::{Vision, contrast};

/// The number of sides on which a frame must be seen.
const SIDES: usize = 3;

/// The colours of the ground from the middle of a figure outwards: left, right, up and down.
pub(super) struct Rays([Vec<Rgb>; 4]);

impl Rays {
    /// The rays of a figure, as far as its cell may reach horizontally and vertically.
    pub(super) fn new(mm: Rect, reach_mm: [f64; 2], layers: &Layers<'_>) -> Self {
        Self(layers.rays(mm.center(), reach_mm))
    }

    /// The contrast of a frame with what the same figure without a frame has there; 1 if there is none.
    pub(super) fn frame(&self, plain: &Self, vision: Vision) -> f64 {
        let mut sides = [0, 1, 2, 3].map(|side| on_side(&self.0[side], &plain.0[side], vision));
        sides.sort_by(|one, other| other.total_cmp(one));
        sides[SIDES - 1]
    }
}

/// The best contrast of two neighbouring pixels that differ from those without a frame: one pixel may be the
/// smoothed edge of something else.
fn on_side(own: &[Rgb], plain: &[Rgb], vision: Vision) -> f64 {
    let value = |(&own, &plain): (&Rgb, &Rgb)| {
        let Rgb(red, green, blue) = own;
        let is_alike = [(red, plain.0), (green, plain.1), (blue, plain.2)]
            .iter()
            .all(|(one, other)| one.abs_diff(*other) < ALIKE);
        if is_alike { 1.0 } else { contrast(vision.simulate(own), vision.simulate(plain)) }
    };
    let values: Vec<f64> = own.iter().zip(plain).map(value).collect();
    values.windows(2).map(|pair| pair[0].min(pair[1])).fold(1.0, f64::max)
}
