//! How much ink, how thin a line, how black a text.

use super::super::examined::{Examined, Rule};
use crate::preflight::report::{Faults, Verdict};
use crate::preflight::rule::Criteria;

pub(super) const RULES: &[Rule] = &[
    Rule {
        name: "pdf.ink",
        asks: "no colour with more ink than the print house's limit",
        check: ink,
    },
    Rule { name: "pdf.hairlines", asks: "no line thinner than 0.25 pt", check: hairlines },
    Rule {
        name: "pdf.black-text",
        asks: "black text in black ink alone, which cannot print with colour fringes",
        check: black_text,
    },
];

fn ink(examined: &Examined<'_>, criteria: &Criteria<'_>) -> Verdict {
    if criteria.expectation.ink_limit_percent.is_none() {
        return Verdict::skip("no limit was given");
    }
    let inks = &examined.painted.ink;
    let mut faults = Faults::default();
    faults.extend(&inks.colours);
    faults.extend(&inks.pictures);
    match &inks.unknown {
        Some((page, why)) if faults.is_empty() => Verdict::skip(format!(
            "page {page} shows a picture {why}: its sum of inks is not known, all else is within \
             the limit"
        )),
        _ => faults.verdict(),
    }
}

fn hairlines(examined: &Examined<'_>, _: &Criteria<'_>) -> Verdict {
    examined.painted.lines.thin.verdict()
}

fn black_text(examined: &Examined<'_>, _: &Criteria<'_>) -> Verdict {
    examined.painted.ink.black_text.verdict()
}
