//! Builder methods of a job.

use crate::deck::CardNumber;
use crate::diagnostic::{Distinct, Problems};
use crate::face::Lettering;
use crate::render::pdf::Timestamp;
use crate::render::png::{Dpi, Pixels};
use crate::render::printer::Printer;
use crate::render::sheet::{Arrangement, Sheet};

use super::{ExtraFront, Job, Names};

/// Defines one setter for each field, named after it.
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
        /// Sets the cards, in print order.
        with_cards: cards, Vec<CardNumber>;
        /// Sets the number of copies of each card on the sheets.
        with_copies: copies, usize;
        /// Adds extra fronts.
        with_extras: extras, Vec<ExtraFront>;
        /// Whether backs are made.
        with_backs: backs, bool;
        /// Whether SVG files are made.
        with_svg: svg, bool;
        /// Sets how letters are stored in SVG files.
        with_lettering: lettering, Lettering;
        /// Sets the resolution of PNGs, or makes none.
        with_png: png, Option<Dpi>;
        /// Sets the size of PNGs in pixels, centred on the card.
        with_pixels: pixels, Option<Pixels>;
        /// Whether PDFs are made.
        with_pdf: pdf, bool;
        /// Sets how letters are stored in PDF files.
        with_pdf_lettering: pdf_lettering, Lettering;
        /// Sets the ink limit up to which black overprints in PDFs, in percent.
        with_ink_limit_percent: ink_limit_percent, f64;
        /// Sets the sheets.
        with_sheets: sheets, Vec<Sheet>;
        /// Sets the arrangement of cards and pages.
        with_arrangement: arrangement, Arrangement;
        /// Sets the printer whose misregistration is corrected.
        with_printer: printer, Option<Printer>;
        /// Sets the date of PDFs.
        with_date: date, Timestamp;
        /// Sets the names of pictures and PDFs.
        with_names: names, Names;
    }

    /// Adds the extra cards of the deck.
    ///
    /// # Errors
    /// Cards that the theme does not have.
    pub fn with_extras_of_deck(mut self) -> Result<Self, Problems> {
        let mut problems = Distinct::default();
        for name in self.deck.extra_cards() {
            match self.theme.extra_named(name) {
                Ok(extra) => self.extras.push(ExtraFront::Theme(extra)),
                Err(problem) => problems.extend(&problem.into()),
            }
        }
        problems.into_problems().into_result(self)
    }
}
