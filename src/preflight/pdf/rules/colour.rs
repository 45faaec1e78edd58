//! Colours: what is painted in a space that names no inks.

use super::super::examined::{Examined, Rule};
use crate::preflight::expectation::Standard;
use crate::preflight::report::RuleVerdict;
use crate::preflight::rule::Criteria;

pub(super) const RULES: &[Rule] = &[Rule {
    name: "pdf.colour",
    requirement: "only DeviceCMYK, DeviceGray, Separation and DeviceN, in pages and forms",
    check: inks_only,
}];

fn inks_only(examined: &Examined<'_>, criteria: &Criteria<'_>) -> RuleVerdict {
    if criteria.standard == Standard::X4 {
        return RuleVerdict::skip("PDF/X-4 allows calibrated colours");
    }
    examined.painted.colours.0.verdict()
}
