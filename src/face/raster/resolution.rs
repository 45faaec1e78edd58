//! The print resolution of pictures.

use usvg::Image;

/// The resolution of a drawn picture, in the direction in which it is lower. `per_inch` is the number of tree
/// units in an inch.
pub(crate) fn dots_per_inch(image: &Image, per_inch: f64) -> f64 {
    let map = image.abs_transform();
    let length = |x: f32, y: f32| {
        let (x, y) = (f64::from(x), f64::from(y));
        (x * x + y * y).sqrt()
    };
    per_inch / length(map.sx, map.ky).max(length(map.kx, map.sy))
}
