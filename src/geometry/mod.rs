//! Lengths, points, rectangles and affine transforms: millimetres for people and SVG, points for
//! PDF, pixels for screens.

mod length;
#[cfg(feature = "print")]
mod plane;
#[cfg(feature = "print")]
mod transform;

#[cfg(feature = "print")]
pub use kurbo::{Affine, Point};

pub use length::{
    MM_PER_INCH, MM_PER_PIXEL, Mm, PIXELS_PER_INCH, POINTS_PER_INCH, decimal, rounded,
};
#[cfg(feature = "print")]
pub use plane::{Rect, Size};
#[cfg(feature = "print")]
pub use transform::{inscribed_rect, inverse, min_scale, point, quarter_turn};
