//! A parsed PDF with the data its rules inspect.

use std::sync::OnceLock;

use super::file::Pdf;
use super::objects::Objects;
use super::output_intent::embedded_profile;
use super::painted::{InspectionOptions, PaintedPages};
use crate::preflight::limits::LimitExceeded;
use crate::preflight::rule::{self, Criteria, FileRules};
use crate::preflight::seen::SeenFile;

/// The rules for PDF files.
pub(super) struct PdfRules;

impl FileRules for PdfRules {
    type File<'f> = Examined<'f>;
}

/// A rule for PDF files.
pub(super) type Rule = rule::Rule<PdfRules>;

/// The results of one pass over the objects of a file and one walk over its pages.
pub(super) struct Examined<'p> {
    pub pdf: &'p Pdf,
    pub objects: Objects,
    pub painted: PaintedPages<'p>,
    /// The results of drawing its pages.
    pub look: SeenFile,
    /// For each page, whether it shows a back, according to the deck; `None` if the deck does not say.
    pub backs: Option<Vec<Option<bool>>>,
    /// The profile of the output intent, unpacked on first use.
    profile: OnceLock<Option<Vec<u8>>>,
}

impl<'p> Examined<'p> {
    /// Examines a file; its texts are read if a deck is given.
    ///
    /// # Errors
    /// If the file exceeds a limit.
    pub(super) fn new(
        pdf: &'p Pdf,
        criteria: &Criteria<'_>,
        has_deck: bool,
    ) -> Result<Self, LimitExceeded> {
        let objects = Objects::new(pdf);
        let press = criteria.press().is_some();
        let plates = criteria.to_pdfx() && objects.all_plates;
        let wants = InspectionOptions { shapes: press || plates, runs: press || has_deck };
        let painted = PaintedPages::read(pdf, criteria, wants)?;
        let profile = OnceLock::new();
        Ok(Self { pdf, objects, painted, look: SeenFile::default(), backs: None, profile })
    }

    /// The embedded profile of the output intent, if it can be read.
    pub(super) fn embedded_profile(&self) -> Option<&[u8]> {
        self.profile.get_or_init(|| embedded_profile(self.pdf)).as_deref()
    }
}
