//! The press file that a print house wants.

use crate::preflight::report::RuleVerdict;
use crate::preflight::rule::Criteria;
use crate::render::vendor::PressUpload;

/// The press file the vendor wants, or why there is none.
pub(super) fn press<'e>(criteria: &Criteria<'e>) -> Result<&'e PressUpload, RuleVerdict> {
    criteria.press().ok_or_else(|| {
        RuleVerdict::skip(match criteria.vendor() {
            Some(_) => "the print house names no terms for this",
            None => "no vendor was named",
        })
    })
}
