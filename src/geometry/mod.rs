//! Lengths, positions and affine transforms: millimetres for people and SVG, points for PDF, pixels
//! for screens.

mod length;
mod map;
mod plane;

pub use length::{
    MM_PER_INCH, MM_PER_PIXEL, Mm, PIXELS_PER_INCH, POINTS_PER_INCH, decimal, rounded,
};
pub use map::Affine;
pub use plane::{Point, Rect, Size};
