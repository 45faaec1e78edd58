//! Whether a picture has enough pixels for the size it is printed in.

use usvg::{Group, Image, Node};

use crate::geometry::MM_PER_INCH;

/// What print houses ask of pictures in print, in dots per inch.
const LEAST_DPI: f64 = 300.0;

/// Below the least by this much is the rounding of sizes to whole pixels.
const SLACK: f64 = 0.5;

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

/// Every picture of a face with fewer dots than print houses ask for: the id of its element, and
/// what is wrong. `pixels_per_mm` is how many units of the tree make a millimetre of the card.
pub(in crate::face) fn coarse(group: &Group, pixels_per_mm: f64) -> Vec<(String, String)> {
    let mut found = Vec::new();
    collect(group, "", pixels_per_mm * MM_PER_INCH, &mut found);
    found
}

fn collect(group: &Group, within: &str, per_inch: f64, found: &mut Vec<(String, String)>) {
    let id = if group.id().is_empty() { within } else { group.id() };
    for node in group.children() {
        match node {
            Node::Group(group) => collect(group, id, per_inch, found),
            Node::Image(image) => {
                let dpi = dots_per_inch(image, per_inch);
                if dpi < LEAST_DPI - SLACK {
                    let message = format!(
                        "is printed at {dpi:.0} dots per inch, where print houses ask for \
                         {LEAST_DPI}"
                    );
                    found.push((id.to_owned(), message));
                }
            }
            Node::Path(_) | Node::Text(_) => {}
        }
    }
}
