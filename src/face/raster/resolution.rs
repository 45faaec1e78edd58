//! How fine a picture is where it is printed.

use usvg::Image;

/// How many of a picture's pixels lie in an inch where it is drawn, in the direction in which they
/// are fewest. `per_inch` is how many units of the tree make an inch.
pub(crate) fn dots_per_inch(image: &Image, per_inch: f64) -> f64 {
    let map = image.abs_transform();
    let length = |x: f32, y: f32| {
        let (x, y) = (f64::from(x), f64::from(y));
        (x * x + y * y).sqrt()
    };
    per_inch / length(map.sx, map.ky).max(length(map.kx, map.sy))
}
