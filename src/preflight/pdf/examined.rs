//! A PDF with all that was found in it: what its rules look at.

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

/// What one pass over the objects of a file and one walk over its pages found.
pub(super) struct Examined<'p> {
    pub pdf: &'p Pdf,
    pub objects: Objects,
    pub painted: PaintedPages<'p>,
    /// What was seen of its pages, as far as they were drawn.
    pub look: SeenFile,
    /// By page: whether it shows a back, where the deck tells because looks do not; nothing of other pages.
    pub backs: Option<Vec<Option<bool>>>,
    /// The profile of the output intent, unpacked when it is first asked for.
    profile: OnceLock<Option<Vec<u8>>>,
}

impl<'p> Examined<'p> {
    /// Examines a file; its texts are read if a deck asks for them.
    ///
    /// # Errors
    /// If the file goes past a limit.
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

    /// The profile that is embedded with the printing condition, if there is one that can be read.
    pub(super) fn embedded_profile(&self) -> Option<&[u8]> {
        self.profile.get_or_init(|| embedded_profile(self.pdf)).as_deref()
    }
}
