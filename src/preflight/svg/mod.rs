//! Rules for SVG files: card faces and sheets, by whatever program they were written.
//!
//! A print house or a printer's helper opens an SVG in a program of its own choice. The rules ask for what
//! comes out the same in all of them, and on paper.

mod bleed;
mod document;
mod features;
mod images;
mod letters;
mod outlines;
mod paint;
mod read;
mod references;
mod text;

use super::expectation::{Expectation, Standard};
use super::page::Page;
use super::report::RuleResult;
use super::rule::{Criteria, Rules};

pub(super) use read::is_xml;
use read::{OfSvg, Svg};

/// Every rule.
const RULES: Rules<OfSvg> = Rules(&[
    document::RULES,
    references::RULES,
    features::RULES,
    text::RULES,
    paint::RULES,
    images::RULES,
    bleed::RULES,
]);

/// The names of all rules.
pub(super) fn rules() -> impl Iterator<Item = &'static str> {
    RULES.names()
}

/// A file that could be read.
pub(super) struct File<'t>(Svg<'t>);

/// Opens a file.
///
/// # Errors
/// Why it cannot be read, in words.
pub(super) fn open(bytes: &[u8]) -> Result<File<'_>, String> {
    Svg::read(read::text(bytes)?).map(File)
}

impl File<'_> {
    /// Every rule and what became of it.
    pub(super) fn check(&self, expectation: &Expectation) -> Vec<RuleResult> {
        RULES.judge(&self.0, &Criteria { standard: Standard::Plain, expectation })
    }

    /// Its one page with its letters.
    pub(super) fn page(&self) -> Page {
        letters::page(&self.0.outlined, &self.0.tree)
    }
}
