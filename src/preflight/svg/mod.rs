//! Rules for SVG files: card faces and sheets, by whatever program they were written.
//!
//! A house or a printer's helper opens an SVG in a program of its own choice. The rules ask for what
//! comes out the same in all of them, and on paper.

mod document;
mod features;
mod images;
mod letters;
mod outlines;
mod paint;
mod read;
mod references;
mod text;

use super::Expectation;
use super::read_back::Page;
use super::report::{RuleResult, Verdict};
use crate::render::vendor::Upload;

use read::Svg;
pub(super) use read::is_xml;

/// A rule: its name, what it asks, and the check.
struct Rule {
    name: &'static str,
    asks: &'static str,
    check: fn(&Svg<'_>, &Held) -> Verdict,
}

/// What the file is held against.
struct Held {
    /// The least resolution of pictures.
    image_dpi: f64,
}

/// What print houses ask of pictures where none is named.
const USUAL_IMAGE_DPI: f64 = 300.0;

/// Every rule, group by group.
const GROUPS: [&[Rule]; 6] =
    [document::RULES, references::RULES, features::RULES, text::RULES, paint::RULES, images::RULES];

/// The names of all rules.
pub(super) fn rules() -> impl Iterator<Item = &'static str> {
    GROUPS.iter().flat_map(|group| group.iter()).map(|rule| rule.name)
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
        let asked = expectation.vendor.as_ref().and_then(|vendor| match &vendor.upload {
            Upload::Press(press) => Some(press.image_dpi),
            Upload::Pictures(_) | Upload::Sheets(_) => None,
        });
        let held = Held { image_dpi: asked.unwrap_or(USUAL_IMAGE_DPI) };
        let rules = GROUPS.iter().flat_map(|group| group.iter()).map(|rule| RuleResult {
            rule: rule.name,
            asks: rule.asks,
            verdict: (rule.check)(&self.0, &held),
        });
        std::iter::once(RuleResult::readable()).chain(rules).collect()
    }

    /// Its one page with its letters.
    pub(super) fn page(&self) -> Page {
        letters::page(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_rules_share_a_name_and_every_name_is_a_path() {
        let mut names: Vec<&str> = rules().collect();
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(count, names.len());
        assert!(names.iter().all(|name| name.starts_with("svg.")));
    }
}
