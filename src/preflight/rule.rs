//! Rules as data: one table for each kind of file, evaluated in the same way.

use super::expectation::{Expectation, Standard};
use super::report::{RuleResult, RuleVerdict};
use crate::render::vendor::{PictureUpload, PressUpload, Upload, Vendor};

/// The requirement for placement records.
pub(super) const PLACEMENT: &str = "the placement record, if there is one, names every place of its page once, and none outside it";

/// The requirement for bar codes.
pub(super) const BARCODE: &str =
    "the bar code at the place of the placement record reads as the digits there";

/// A kind of file with its own rules.
pub(super) trait FileRules {
    /// The parsed file that its rules inspect.
    type File<'f>;
}

/// A rule: its name, what it requires, and the check.
pub(super) struct Rule<J: FileRules> {
    pub name: &'static str,
    pub requirement: &'static str,
    pub check: for<'f> fn(&J::File<'f>, &Criteria<'_>) -> RuleVerdict,
}

/// The rules of a kind of file, in groups; a new rule is one entry in its group.
pub(super) struct Rules<J: FileRules + 'static>(pub &'static [&'static [Rule<J>]]);

impl<J: FileRules> Rules<J> {
    fn all(&self) -> impl Iterator<Item = &'static Rule<J>> {
        self.0.iter().flat_map(|group| group.iter())
    }

    /// The names of all rules.
    pub(super) fn names(&self) -> impl Iterator<Item = &'static str> {
        self.all().map(|rule| rule.name)
    }

    /// The results of all rules for a readable file.
    pub(super) fn judge(&self, file: &J::File<'_>, criteria: &Criteria<'_>) -> Vec<RuleResult> {
        let results = self.all().map(|rule| RuleResult {
            rule: rule.name,
            requirement: rule.requirement,
            verdict: (rule.check)(file, criteria),
        });
        std::iter::once(RuleResult::readable()).chain(results).collect()
    }
}

/// The criteria of a check.
pub(super) struct Criteria<'e> {
    /// The standard a PDF is checked for.
    pub standard: Standard,
    pub expectation: &'e Expectation,
}

impl<'e> Criteria<'e> {
    /// Whether the file must conform to a PDF/X standard.
    pub(super) fn to_pdfx(&self) -> bool {
        self.standard != Standard::Plain
    }

    pub(super) fn vendor(&self) -> Option<&'e Vendor> {
        self.expectation.vendor.as_ref()
    }

    /// The vendor's specification of press files.
    pub(super) fn press(&self) -> Option<&'e PressUpload> {
        match &self.vendor()?.upload {
            Upload::Press(press) => Some(press),
            Upload::Pictures(_) | Upload::Sheets(_) => None,
        }
    }

    /// The vendor's specification of press files, or a skipped verdict.
    pub(super) fn required_press(&self) -> Result<&'e PressUpload, RuleVerdict> {
        self.press().ok_or_else(|| {
            RuleVerdict::skip(match self.vendor() {
                Some(_) => "the print house has no requirement for this",
                None => "no vendor was named",
            })
        })
    }

    /// The vendor's specification of pictures.
    pub(super) fn pictures(&self) -> Option<&'e PictureUpload> {
        match &self.vendor()?.upload {
            Upload::Pictures(pictures) => Some(pictures),
            Upload::Press(_) | Upload::Sheets(_) => None,
        }
    }
}
