//! The smallest sizes that are printed, for the layout and for the accessibility report.

use crate::geometry::{MM_PER_INCH, POINTS_PER_INCH};

/// The smallest height of a digit in the grids in millimetres: the figures of a 7.5 point text, read
/// at arm's length by an eye of 0.5 acuity.
pub(super) const DIGIT_MM: f64 = 1.8;
/// The smallest text of a card in points: print houses do not guarantee that smaller text is legible.
pub(super) const TEXT_PT: f64 = 6.0;
/// The smallest white text in points on a ground of all four inks: misregistered plates fill the strokes of
/// smaller letters.
pub(super) const REVERSED_PT: f64 = 8.0;
/// The thinnest line in points: thinner ones break up in print.
pub(super) const LINE_PT: f64 = 0.25;
/// The smallest gap between figures of neighbouring columns, in heights of the figures: closer ones read as
/// one number. With figures of 3.5 mm, as in large print, it is 1.6 mm.
pub(super) const COLUMN_GAP: f64 = 0.45;
/// The least part of a text's letters that must be visible, in percent: a rule that touches the foot of a
/// letter hides less.
pub(super) const SEEN_PERCENT: f64 = 90.0;
/// The most ink of a swatch, all four together, in percent.
pub(super) const INK_PERCENT: f64 = 240.0;

/// The smallest height of a digit in a grid: slightly above the measured floor, since coordinates are rounded
/// to 0.0001 mm.
pub(super) const LEAST_DIGIT_MM: f64 = DIGIT_MM * 1.002;

/// The smallest size of a text.
pub(super) const LEAST_TEXT_MM: f64 = TEXT_PT * MM_PER_INCH / POINTS_PER_INCH * 1.002;
