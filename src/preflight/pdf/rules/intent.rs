//! Rules on the output intent, the printing condition of the inks.

use super::super::examined::{Examined, Rule};
use super::super::file::{get, text};
use super::super::output_intent::intents;
use crate::preflight::expectation::Standard;
use crate::preflight::report::{Fault, RuleVerdict};
use crate::preflight::rule::Criteria;

pub(super) const RULES: &[Rule] = &[
    Rule {
        name: "pdf.output-intent",
        requirement: "exactly one output intent of kind GTS_PDFX, with an identifier",
        check: one_intent,
    },
    Rule {
        name: "pdf.output-condition",
        requirement: "a registered condition with RegistryName http://www.color.org, or an embedded CMYK \
            printer profile (which PDF/X-4 must have)",
        check: condition,
    },
];

fn one_intent(examined: &Examined<'_>, criteria: &Criteria<'_>) -> RuleVerdict {
    let pdf = examined.pdf;
    if !criteria.to_pdfx() {
        return RuleVerdict::skip("no standard is claimed");
    }
    let intents = intents(pdf);
    let [intent] = intents[..] else {
        return RuleVerdict::whether(false, format!("{} output intents", intents.len()));
    };
    let identifier = text(&pdf.file, intent, "OutputConditionIdentifier");
    let named = identifier.is_some_and(|identifier| !identifier.trim().is_empty());
    RuleVerdict::whether(named, "the output intent has no OutputConditionIdentifier")
}

fn condition(examined: &Examined<'_>, criteria: &Criteria<'_>) -> RuleVerdict {
    let pdf = examined.pdf;
    if !criteria.to_pdfx() {
        return RuleVerdict::skip("no standard is claimed");
    }
    let Some(intent) = intents(pdf).first().copied() else {
        return RuleVerdict::skip("the output intent is missing");
    };
    let mut faults = Vec::new();
    match get(&pdf.file, intent, "DestOutputProfile") {
        Some(_) => match examined.embedded_profile() {
            Some(profile) => faults.extend(profile_fault(profile, criteria.standard)),
            None => faults.push(Fault::whole("the embedded profile cannot be read")),
        },
        None if criteria.standard == Standard::X4 => {
            faults.push(Fault::whole("no profile is embedded"));
        }
        None => {
            let registry = text(&pdf.file, intent, "RegistryName").unwrap_or_default();
            if registry != "http://www.color.org" {
                faults.push(Fault::whole(format!("RegistryName is {registry:?}")));
            }
        }
    }
    RuleVerdict::from_faults(faults)
}

/// The fault of an ICC profile, by its header (ICC.1:2001-04, 6.1): version at byte 8, device class at 12, colour space
/// at 16, signature at 36.
fn profile_fault(profile: &[u8], standard: Standard) -> Option<Fault> {
    let field = |at: usize| profile.get(at..at + 4).unwrap_or_default();
    let reason = match (field(36), field(12), field(16)) {
        // PDF 1.4 supports ICC.1:1998-09.
        (b"acsp", b"prtr", b"CMYK")
            if standard == Standard::X1a2003 && profile.get(8).is_some_and(|&major| major > 2) =>
        {
            "the embedded profile is of a version later than 2, which PDF 1.4 does not support"
        }
        (b"acsp", b"prtr", b"CMYK") => return None,
        (b"acsp", b"prtr", _) => "the embedded profile is not for CMYK",
        (b"acsp", _, _) => "the embedded profile is not of class prtr",
        _ => "the embedded profile is not an ICC profile",
    };
    Some(Fault::whole(reason))
}
