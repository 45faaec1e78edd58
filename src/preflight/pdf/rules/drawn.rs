//! Rules on the drawn pages.

use super::super::examined::{Examined, Rule};
use crate::preflight::bleed_coverage::REQUIREMENT;
use crate::preflight::report::RuleVerdict;
use crate::preflight::rule::{BARCODE, Criteria, PLACEMENT};

pub(super) const RULES: &[Rule] = &[
    Rule {
        name: "pdf.seen",
        requirement: "every page can be drawn completely and is not blank",
        check: seen,
    },
    Rule { name: "pdf.placement", requirement: PLACEMENT, check: placement },
    Rule { name: "pdf.barcode", requirement: BARCODE, check: barcode },
    Rule { name: "pdf.bleed", requirement: REQUIREMENT, check: bleed },
];

fn seen(examined: &Examined<'_>, criteria: &Criteria<'_>) -> RuleVerdict {
    RuleVerdict::from_looks(criteria.expectation.drawn.then_some(&examined.look.faults))
}

fn placement(examined: &Examined<'_>, _: &Criteria<'_>) -> RuleVerdict {
    RuleVerdict::from_records(examined.look.record_faults.as_ref())
}

fn barcode(examined: &Examined<'_>, _: &Criteria<'_>) -> RuleVerdict {
    RuleVerdict::from_barcodes(examined.look.barcode_faults.as_ref())
}

fn bleed(examined: &Examined<'_>, _: &Criteria<'_>) -> RuleVerdict {
    match &examined.look.bleed_faults {
        Some(faults) => RuleVerdict::from_faults(faults.iter().cloned()),
        None => RuleVerdict::skip("no page has a bleed"),
    }
}
