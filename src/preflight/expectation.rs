//! What a file is expected to be.

use super::seen::Compare;
use crate::face::Format;
use crate::render::pdf::Conformance;
use crate::render::sheet::Sheet;
use crate::render::vendor::{Upload, Vendor};

/// What a file is held against.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Expectation {
    /// The standard a PDF must keep; without one, the standard it claims.
    pub standard: Option<Standard>,
    /// The largest sum of inks in percent, where the print house names one.
    pub ink_limit_percent: Option<f64>,
    /// The pixels of a PNG, where the print house names them.
    pub png: Option<PngExpectation>,
    /// The print house, for what it asks beyond the standard.
    pub vendor: Option<Vendor>,
    /// Sheets whose pages they may be, before those of the program.
    pub sheets: Vec<Sheet>,
    /// Whether all pages are drawn and compared, which takes longer than all else; without it, cards without text are.
    pub drawn: bool,
    /// The card whose faces SVG and PNG files show, so that their bleed can be looked at.
    pub card: Option<Format>,
}

impl Expectation {
    /// A PDF of this standard.
    #[must_use]
    pub fn with_standard(mut self, standard: Standard) -> Self {
        self.standard = Some(standard);
        self
    }

    /// No more ink than this sum in percent.
    #[must_use]
    pub fn with_ink_limit(mut self, percent: f64) -> Self {
        self.ink_limit_percent = Some(percent);
        self
    }

    /// A PNG of these pixels.
    #[must_use]
    pub fn with_png(mut self, png: PngExpectation) -> Self {
        self.png = Some(png);
        self
    }

    /// Pages of these sheets.
    #[must_use]
    pub fn with_sheets(mut self, sheets: Vec<Sheet>) -> Self {
        self.sheets = sheets;
        self
    }

    /// The faces of this card.
    #[must_use]
    pub fn with_card(mut self, card: Format) -> Self {
        self.card = Some(card);
        self
    }

    /// Looked at as well as read: every page is drawn.
    #[must_use]
    pub fn with_drawing(mut self) -> Self {
        self.drawn = true;
        self
    }

    /// Which pages are drawn and compared.
    pub(super) fn compared(&self) -> Compare {
        if self.drawn { Compare::AllPages } else { Compare::OutlinedCards }
    }

    /// Everything a print house asks.
    pub fn for_vendor(vendor: &Vendor) -> Self {
        let (standard, ink_limit_percent) = match &vendor.upload {
            Upload::Press(press) => {
                let standard = match &press.conformance {
                    Conformance::Plain => Standard::Plain,
                    Conformance::X1a2003(_) | Conformance::X1a2003Enclosed(_) => Standard::X1a2003,
                    Conformance::X4(_) => Standard::X4,
                };
                (Some(standard), Some(press.ink_limit_percent))
            }
            Upload::Pictures(_) | Upload::Sheets(_) => (None, None),
        };
        Self { standard, ink_limit_percent, vendor: Some(vendor.clone()), ..Self::default() }
    }
}

/// What a print house asks of a PNG.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PngExpectation {
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// Dots per inch the file must state.
    pub dpi: u16,
}

/// A standard a PDF can keep.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Standard {
    /// No print standard: what every printed PDF should keep all the same.
    Plain,
    /// PDF/X-1a:2003 (ISO 15930-4).
    X1a2003,
    /// PDF/X-4 (ISO 15930-7).
    X4,
}
