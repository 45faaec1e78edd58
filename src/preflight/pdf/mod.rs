//! Rules for PDF files.

mod boxes;
mod colour;
mod content;
mod features;
mod fonts;
mod identity;
mod intent;
mod letters;
mod matrix;
mod paint;
mod pixels;
mod read;
mod runs;
mod shapes;
mod stack;
mod upload;
mod value;

pub(super) use self::letters::pages;

use self::read::Pdf;
use super::report::{RuleResult, Verdict};
use super::{Expectation, Standard};
use crate::render::vendor::Vendor;

/// A rule: its name, what it asks, and the check.
struct Rule {
    name: &'static str,
    asks: &'static str,
    check: fn(&Pdf, &Held) -> Verdict,
}

/// What the file is held against.
struct Held {
    standard: Standard,
    ink_limit_percent: Option<f64>,
    vendor: Option<Vendor>,
}

impl Held {
    /// Whether the file is to keep any PDF/X standard.
    fn to_pdfx(&self) -> bool {
        self.standard != Standard::Plain
    }
}

/// Every rule, group by group.
const GROUPS: [&[Rule]; 8] = [
    identity::RULES,
    intent::RULES,
    boxes::RULES,
    fonts::RULES,
    colour::RULES,
    features::RULES,
    paint::RULES,
    upload::RULES,
];

/// The names of all rules.
pub(super) fn rules() -> impl Iterator<Item = &'static str> {
    GROUPS.iter().flat_map(|group| group.iter()).map(|rule| rule.name)
}

pub(super) fn check(bytes: &[u8], expectation: &Expectation) -> Vec<RuleResult> {
    let pdf = match Pdf::read(bytes) {
        Ok(pdf) => pdf,
        Err(reason) => return vec![RuleResult::unreadable(reason)],
    };
    let standard = expectation.standard.unwrap_or_else(|| identity::claimed(&pdf));
    let held = Held {
        standard,
        ink_limit_percent: expectation.ink_limit_percent,
        vendor: expectation.vendor.clone(),
    };
    let readable =
        RuleResult { rule: "readable", asks: "the file can be read", verdict: Verdict::Pass };
    let rules = GROUPS.iter().flat_map(|group| group.iter()).map(|rule| RuleResult {
        rule: rule.name,
        asks: rule.asks,
        verdict: (rule.check)(&pdf, &held),
    });
    std::iter::once(readable).chain(rules).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_rules_share_a_name_and_every_name_is_a_path() {
        let mut names: Vec<&str> = GROUPS.iter().flat_map(|g| g.iter()).map(|r| r.name).collect();
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(count, names.len());
        assert!(names.iter().all(|name| name.starts_with("pdf.")));
    }
}
