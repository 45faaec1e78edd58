//! Whether a picture of one card has its bleed: for SVG and PNG files, where the card is known.

use super::report::{Fault, RuleVerdict};
use crate::face::Format;
use crate::ground::Rim;

/// By how much a picture's size may differ from a card's, in millimetres.
const SLACK_MM: f64 = 0.4;
/// A pixel all of whose parts are at least this is paper.
const PAPER: u8 = 250;

/// Pixels as red, green and blue.
pub(super) struct Pixels<'p> {
    pub width: usize,
    pub height: usize,
    pub rgb: &'p [u8],
}

impl Pixels<'_> {
    fn has_ink(&self, [x, y]: [f64; 2]) -> bool {
        let inside = |at: f64, end: usize| (at.max(0.0) as usize).min(end - 1);
        let at = (inside(y, self.height) * self.width + inside(x, self.width)) * 3;
        self.rgb.get(at..at + 3).is_some_and(|pixel| pixel.iter().any(|part| *part < PAPER))
    }
}

/// How the size of a picture and that of a card are to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shows {
    /// It is the card with its bleed.
    Whole,
    /// It is the card without its bleed.
    Trim,
    /// It is something else: a sheet, another card.
    Other,
}

impl Shows {
    /// What a picture of this width and height in millimetres shows of a card.
    pub(super) fn of(size_mm: [f64; 2], card: Format) -> Self {
        let is = |width: f64, height: f64| {
            (size_mm[0] - width).abs() <= SLACK_MM && (size_mm[1] - height).abs() <= SLACK_MM
        };
        if is(card.full_width_mm(), card.full_height_mm()) {
            Self::Whole
        } else if is(card.trim_width_mm(), card.trim_height_mm()) {
            Self::Trim
        } else {
            Self::Other
        }
    }
}

/// The verdict on a picture of a card: `pixels` are drawn where it has the whole card.
pub(super) fn verdict(
    size_mm: [f64; 2],
    card: Option<Format>,
    pixels: impl FnOnce() -> Option<RuleVerdict>,
) -> RuleVerdict {
    let Some(card) = card else { return RuleVerdict::skip("no card was named") };
    match Shows::of(size_mm, card) {
        Shows::Whole => {
            pixels().unwrap_or_else(|| RuleVerdict::unchecked("the picture cannot be drawn"))
        }
        Shows::Trim if card.bleed_mm() > SLACK_MM => RuleVerdict::whether(
            false,
            format!(
                "the picture ends at the cut: {:.2} × {:.2} mm, with the bleed it is {:.2} × {:.2} mm",
                size_mm[0],
                size_mm[1],
                card.full_width_mm(),
                card.full_height_mm()
            ),
        ),
        Shows::Trim | Shows::Other => RuleVerdict::skip("the picture is not one card"),
    }
}

/// The verdict on the pixels of a whole card, whose bleed is so many of them wide.
pub(super) fn of_pixels(pixels: &Pixels<'_>, bleed_px: f64, pixel_mm: f64) -> Option<RuleVerdict> {
    let [width, height] = [pixels.width as f64, pixels.height as f64];
    let trim = [bleed_px, bleed_px, width - bleed_px, height - bleed_px];
    let rim = Rim::new(trim, [0.0, 0.0, width, height], pixel_mm, false)?;
    let faults = rim.faults(|point| pixels.has_ink(rim.points()[point]));
    Some(RuleVerdict::of(faults.into_iter().map(Fault::whole)))
}
