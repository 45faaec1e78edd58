//! The sizes under which nothing is printed, for whoever lays a card out and whoever measures it.

/// The smallest height of a digit in the grids in millimetres: the figures of a 7.5 point text, read
/// at arm's length by an eye of 0.5 acuity.
pub(super) const DIGIT_MM: f64 = 1.8;
/// The smallest text of a card in points: under it, print houses do not answer for legibility.
pub(super) const TEXT_PT: f64 = 6.0;
