//! Distances and colours of the explained card, matching its template.

use crate::face::Rgb;

/// Millimetres of the picture for one of the card, since it is read on a screen.
pub(in crate::render) const ZOOM: f64 = 1.6;
pub(super) const MARGIN_MM: f64 = 5.0;
pub(super) const TITLE_MM: f64 = 4.4;
pub(super) const LINE_MM: f64 = 4.8;
/// The gap between explanations.
pub(super) const GAP_MM: f64 = 3.6;
/// The distance from frames to their content, and of lines to the card's edge and each other.
pub(super) const FRAME_MM: f64 = 0.7;
pub(super) const EDGE_MM: f64 = 2.4;
pub(super) const INK: Rgb = Rgb(0, 0, 0);
pub(super) const QUIET: Rgb = Rgb(0x4a, 0x4a, 0x4a);
pub(super) const ACCENT: Rgb = Rgb(0xb3, 0x26, 0x1e);
pub(super) const EDGE: Rgb = Rgb(0x9a, 0x9a, 0x9a);
pub(super) const PAPER: Rgb = Rgb(0xff, 0xff, 0xff);

/// The space beside the card.
#[derive(Clone, Copy, Debug)]
pub(super) struct Beside {
    /// Its width, in millimetres.
    pub width_mm: f64,
    /// The gap between the card and it.
    pub gutter_mm: f64,
    /// Whether numbers represent the explanations.
    pub has_numbers: bool,
}

/// Space for titles and explanations.
pub(super) const WORDS: Beside = Beside { width_mm: 62.0, gutter_mm: 13.0, has_numbers: false };

/// Space for numbers that represent them.
pub(super) const NUMBERS: Beside = Beside { width_mm: 3.0, gutter_mm: 8.0, has_numbers: true };
