//! The sizes under which nothing is printed, for whoever lays a card out and whoever measures it.

use crate::geometry::{MM_PER_INCH, POINTS_PER_INCH};

/// The smallest height of a digit in the grids in millimetres: the figures of a 7.5 point text, read
/// at arm's length by an eye of 0.5 acuity.
pub(super) const DIGIT_MM: f64 = 1.8;
/// The smallest text of a card in points: under it, print houses do not answer for legibility.
pub(super) const TEXT_PT: f64 = 6.0;
/// The smallest white text in points on a ground of all four inks: where the plates do not meet exactly,
/// they fill the strokes of smaller letters from four sides.
pub(super) const REVERSED_PT: f64 = 8.0;
/// The thinnest line in points: thinner ones break up on a press.
pub(super) const LINE_PT: f64 = 0.25;
/// The smallest distance between figures of neighbouring columns, in heights of the figures: nearer ones read as one
/// number. In figures of 3.5 mm, as large print has them, it is 1.6 mm.
pub(super) const COLUMN_GAP: f64 = 0.45;
/// How much of a text's letters nothing may cover, in percent: a rule that touches the foot of a
/// letter takes less.
pub(super) const SEEN_PERCENT: f64 = 90.0;
/// The most of the four inks together that a swatch may have, in percent.
pub(super) const INK_PERCENT: f64 = 240.0;

/// The smallest height of a digit in a grid: a hair above the floor it is measured by, since places
/// are written to a ten-thousandth of a millimetre.
pub(super) const LEAST_DIGIT_MM: f64 = DIGIT_MM * 1.002;

/// The smallest size of a text.
pub(super) const LEAST_TEXT_MM: f64 = TEXT_PT * MM_PER_INCH / POINTS_PER_INCH * 1.002;
