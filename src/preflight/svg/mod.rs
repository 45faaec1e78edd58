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
use super::report::{RuleResult, Verdict};
use crate::render::vendor::Upload;

pub(super) use letters::pages;
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
const GROUPS: [&[Rule]; 6] = [
    document::RULES,
    references::RULES,
    features::RULES,
    text::RULES,
    paint::RULES,
    images::RULES,
];

/// The names of all rules.
pub(super) fn rules() -> impl Iterator<Item = &'static str> {
    GROUPS.iter().flat_map(|group| group.iter()).map(|rule| rule.name)
}

pub(super) fn check(bytes: &[u8], expectation: &Expectation) -> Vec<RuleResult> {
    let source = match read::text(bytes) {
        Ok(source) => source,
        Err(reason) => return vec![RuleResult::unreadable(reason)],
    };
    let svg = match Svg::read(source) {
        Ok(svg) => svg,
        Err(reason) => return vec![RuleResult::unreadable(reason)],
    };
    let asked = expectation.vendor.as_ref().and_then(|vendor| match &vendor.upload {
        Upload::Press(press) => Some(press.image_dpi),
        Upload::Pictures(_) | Upload::Sheets(_) => None,
    });
    let held = Held { image_dpi: asked.unwrap_or(USUAL_IMAGE_DPI) };
    let rules = GROUPS.iter().flat_map(|group| group.iter()).map(|rule| RuleResult {
        rule: rule.name,
        asks: rule.asks,
        verdict: (rule.check)(&svg, &held),
    });
    std::iter::once(RuleResult::readable()).chain(rules).collect()
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
