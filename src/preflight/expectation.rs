//! Expectations: the properties a file is checked for.

use super::seen::Compare;
use crate::face::Format;
use crate::render::pdf::Conformance;
use crate::render::sheet::Sheet;
use crate::render::vendor::{Upload, Vendor};

/// The properties a file is checked for.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Expectation {
    /// The standard a PDF must conform to; `None` for the standard it claims.
    pub standard: Option<Standard>,
    /// The largest sum of inks in percent, if the print house has a limit.
    pub ink_limit_percent: Option<f64>,
    /// The pixel size of a PNG, if the print house specifies it.
    pub png: Option<PngExpectation>,
    /// The print house, for its requirements beyond the standard.
    pub vendor: Option<Vendor>,
    /// Sheets that the pages may use, tried before the built-in ones.
    pub sheets: Vec<Sheet>,
    /// Whether all pages are drawn and compared, the slowest check; otherwise only cards without text are.
    pub drawn: bool,
    /// The card shown in SVG and PNG files, so that their bleed can be checked.
    pub card: Option<Format>,
}

impl Expectation {
    /// Expects a PDF of this standard.
    #[must_use]
    pub fn with_standard(mut self, standard: Standard) -> Self {
        self.standard = Some(standard);
        self
    }

    /// Expects at most this sum of inks in percent.
    #[must_use]
    pub fn with_ink_limit(mut self, percent: f64) -> Self {
        self.ink_limit_percent = Some(percent);
        self
    }

    /// Expects a PNG of this pixel size.
    #[must_use]
    pub fn with_png(mut self, png: PngExpectation) -> Self {
        self.png = Some(png);
        self
    }

    /// Expects pages of these sheets.
    #[must_use]
    pub fn with_sheets(mut self, sheets: Vec<Sheet>) -> Self {
        self.sheets = sheets;
        self
    }

    /// Expects faces of this card.
    #[must_use]
    pub fn with_card(mut self, card: Format) -> Self {
        self.card = Some(card);
        self
    }

    /// Draws every page and compares it as a picture.
    #[must_use]
    pub fn with_drawing(mut self) -> Self {
        self.drawn = true;
        self
    }

    /// Which pages are drawn and compared.
    pub(super) fn compared(&self) -> Compare {
        if self.drawn { Compare::AllPages } else { Compare::OutlinedCards }
    }

    /// The requirements of a print house.
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

/// The size of a PNG that a print house requires.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PngExpectation {
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// Dots per inch stated in the file.
    pub dpi: u16,
}

/// A standard that a PDF conforms to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Standard {
    /// No print standard, only the general rules for print files.
    Plain,
    /// PDF/X-1a:2003 (ISO 15930-4).
    X1a2003,
    /// PDF/X-4 (ISO 15930-7).
    X4,
}
