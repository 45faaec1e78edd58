//! Reads a paper size from the command line.

use crate::diagnostic::{Problem, Problems};
use crate::geometry::{Mm, Size};

/// The largest sheet side of common presses.
const LARGEST_MM: f64 = 1200.0;

/// The text of `--help`.
pub const HELP: &str = "Paper: a4, letter, or width x height in mm";

/// Reads `a4`, `letter` or `210x297`, with a minimum side length.
///
/// # Errors
/// A fault for anything else.
pub fn read(given: &str, smallest: Mm) -> Result<Size, Problems> {
    let sides = match given {
        "a4" => Some([210.0, 297.0]),
        "letter" => Some([215.9, 279.4]),
        other => other.split_once('x').and_then(|(width, height)| {
            Some([width.trim().parse().ok()?, height.trim().parse().ok()?])
        }),
    };
    let fits = |side: &f64| (smallest.0..=LARGEST_MM).contains(side);
    match sides.filter(|sides| sides.iter().all(fits)) {
        Some([width, height]) => Ok(Size { width: Mm(width), height: Mm(height) }),
        None => {
            let smallest = smallest.0;
            let accepted = format!("a4, letter, or width x height from {smallest} mm, as 210x297");
            Err(Problem::coded("argument.paper", format!("{given:?} is not a paper size"))
                .accepts(accepted)
                .into())
        }
    }
}
