//! What a job makes, set one by one.

use crate::deck::CardNumber;
use crate::face::Lettering;
use crate::render::pdf::Timestamp;
use crate::render::png::{Dpi, Pixels};
use crate::render::printer::Printer;
use crate::render::sheet::{Arrangement, Sheet};

use super::{ExtraFront, Job, Names};

/// One setter for each field, named for it.
macro_rules! setters {
    ($($(#[$doc:meta])* $name:ident: $field:ident, $kind:ty;)*) => {$(
        $(#[$doc])*
        #[must_use]
        pub fn $name(mut self, $field: $kind) -> Self {
            self.$field = $field;
            self
        }
    )*};
}

impl Job<'_> {
    setters! {
        /// Prints these cards, in this order.
        with_cards: cards, Vec<CardNumber>;
        /// Lays each card so often on the sheets.
        with_copies: copies, usize;
        /// Prints these fronts too.
        with_extras: extras, Vec<ExtraFront>;
        /// Whether backs are made.
        with_backs: backs, bool;
        /// Whether SVG files are made.
        with_svg: svg, bool;
        /// How letters stand in SVG files.
        with_lettering: lettering, Lettering;
        /// Makes PNGs at this resolution, or none.
        with_png: png, Option<Dpi>;
        /// Makes PNGs of these pixels round the middle of the card.
        with_pixels: pixels, Option<Pixels>;
        /// Whether PDFs are made.
        with_pdf: pdf, bool;
        /// How letters stand in PDF files.
        with_pdf_lettering: pdf_lettering, Lettering;
        /// Black overprints in PDFs up to this ink limit, in percent.
        with_ink_limit_percent: ink_limit_percent, f64;
        /// Lays the cards on these sheets.
        with_sheets: sheets, Vec<Sheet>;
        /// Arranges cards and pages so.
        with_arrangement: arrangement, Arrangement;
        /// Puts right what this printer misplaces.
        with_printer: printer, Option<Printer>;
        /// Dates the PDFs.
        with_date: date, Timestamp;
        /// Calls pictures and PDFs so.
        with_names: names, Names;
    }
}
