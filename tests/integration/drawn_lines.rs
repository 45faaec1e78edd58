//! Finds where lines cross a row or a column of a drawn page.

/// Resolution of the pictures, in dots per inch.
pub const PIXELS_PER_MM: f64 = 10.0;

/// Returns the centres of the runs of ink, in millimetres. A run that reaches the end is not counted.
pub fn crossings(inked: impl Iterator<Item = bool>) -> Vec<f64> {
    let (mut found, mut from) = (Vec::new(), None);
    for (pixel, is_inked) in inked.enumerate() {
        match (from, is_inked) {
            (None, true) => from = Some(pixel),
            (Some(start), false) => {
                found.push((start + pixel) as f64 / 2.0 / PIXELS_PER_MM);
                from = None;
            }
            _ => {}
        }
    }
    found
}
