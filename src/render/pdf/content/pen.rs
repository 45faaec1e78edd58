//! How lines are drawn and inks written.

use crate::render::scene::{LineCap, LineJoin};

/// The state a line is drawn with.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Pen {
    pub(super) width: Option<f32>,
    pub(super) cap: Option<LineCap>,
    pub(super) join: Option<LineJoin>,
    pub(super) dashes: Option<(Vec<f32>, f32)>,
}

/// Percent of an ink as a stream holds it, 0 to 1.
pub(in crate::render::pdf) fn tint(percent: f64) -> f32 {
    #[expect(clippy::cast_possible_truncation, reason = "operators hold single precision")]
    let single = (percent / 100.0) as f32;
    single
}
