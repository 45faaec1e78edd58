//! Rules on the identification of a file: header, Info, metadata, identifier.

use super::super::examined::{Examined, Rule};
use super::super::file::{Pdf, get, name, text};
use crate::preflight::expectation::Standard;
use crate::preflight::report::{Fault, RuleVerdict};
use crate::preflight::rule::Criteria;
use crate::wording::{counted, plural_form};

pub(super) const RULES: &[Rule] = &[
    Rule {
        name: "pdf.version",
        requirement: "a header of at most 1.4 in PDF/X-1a:2003 (ISO 15930-4, 6.2), of 1.6 in PDF/X-4",
        check: version,
    },
    Rule {
        name: "pdf.claim",
        requirement: "GTS_PDFXVersion names the standard: PDF/X-1a in Info, PDF/X-4 in the metadata",
        check: claim,
    },
    Rule {
        name: "pdf.info",
        requirement: "title, creation and modification date are present and not empty",
        check: info,
    },
    Rule { name: "pdf.trapped", requirement: "Trapped is the name True or False", check: trapped },
    Rule { name: "pdf.id", requirement: "the trailer has an identifier", check: identifier },
    Rule { name: "pdf.encryption", requirement: "no encryption", check: encryption },
    Rule { name: "pdf.end", requirement: "no data after the end of the file (%%EOF)", check: end },
];

/// The standard the file claims.
pub(in crate::preflight::pdf) fn claimed(pdf: &Pdf) -> Standard {
    let claim = claim_in_info(pdf).unwrap_or_default();
    if claim.contains("X-1") {
        Standard::X1a2003
    } else if claim.contains("X-4")
        || pdf.xmp.as_ref().is_some_and(|packet| packet.contains("PDF/X-4"))
    {
        Standard::X4
    } else {
        Standard::Plain
    }
}

fn claim_in_info(pdf: &Pdf) -> Option<String> {
    text(&pdf.file, pdf.info()?, "GTS_PDFXVersion")
}

/// The standard by which a file is judged, and why.
fn judged_as(pdf: &Pdf, criteria: &Criteria<'_>) -> String {
    let standard = match criteria.standard {
        Standard::X1a2003 => "PDF/X-1a:2003",
        Standard::X4 => "PDF/X-4",
        Standard::Plain => "no PDF/X",
    };
    let why = match criteria.vendor() {
        Some(vendor) => format!("which {} requires", vendor.title),
        None if criteria.expectation.standard.is_some() => "which was requested".to_owned(),
        None if claim_in_info(pdf).is_some_and(|claim| claim.contains("X-")) => {
            "which its Info claims".to_owned()
        }
        None => "which its metadata claims".to_owned(),
    };
    format!("{standard}, {why}")
}

fn version(examined: &Examined<'_>, criteria: &Criteria<'_>) -> RuleVerdict {
    let pdf = examined.pdf;
    let allowed: &[&str] = match criteria.standard {
        Standard::Plain => return RuleVerdict::skip("no standard is claimed"),
        Standard::X1a2003 => &["1.0", "1.1", "1.2", "1.3", "1.4"],
        Standard::X4 => &["1.6"],
    };
    let mut faults = Vec::new();
    if pdf.header_at > 0 {
        // ISO 32000-1, 7.5.2: the header is the first line.
        let (bytes, verb) = (pdf.header_at, plural_form(pdf.header_at, "is", "are"));
        faults.push(Fault::whole(format!("{} {verb} before the header", counted(bytes, "byte"))));
    }
    if !allowed.contains(&pdf.header.as_str()) {
        let (header, judged) = (&pdf.header, judged_as(pdf, criteria));
        faults.push(Fault::whole(format!(
            "the header says {header}; the file is judged as {judged}"
        )));
    }
    // The catalog may raise the version of the header (PDF Reference 1.4, 3.6.1).
    if let Some(raised) = pdf.catalog().and_then(|catalog| name(&pdf.file, catalog, "Version"))
        && !allowed.contains(&raised)
    {
        let judged = judged_as(pdf, criteria);
        faults.push(Fault::whole(format!(
            "the catalog says {raised}; the file is judged as {judged}"
        )));
    }
    RuleVerdict::from_faults(faults)
}

fn claim(examined: &Examined<'_>, criteria: &Criteria<'_>) -> RuleVerdict {
    let pdf = examined.pdf;
    let expected = match criteria.standard {
        Standard::Plain => return RuleVerdict::skip("no standard is claimed"),
        Standard::X1a2003 => "PDF/X-1a:2003",
        Standard::X4 => "PDF/X-4",
    };
    let in_info = claim_in_info(pdf);
    let in_packet = pdf.xmp.as_ref().is_some_and(|packet| packet.contains(expected));
    let mut faults = Vec::new();
    match (&in_info, criteria.standard) {
        (Some(claim), _) if claim == expected => {}
        (Some(claim), _) => faults.push(Fault::whole(format!("Info says {claim:?}"))),
        (None, Standard::X4) => {}
        (None, _) => faults.push(Fault::whole("Info has no GTS_PDFXVersion")),
    }
    let names_any = pdf.xmp.as_ref().is_some_and(|packet| packet.contains("GTS_PDFXVersion"));
    // PDF/X-1a need not be named in the metadata, but no other standard may be.
    if !in_packet && (criteria.standard == Standard::X4 || (names_any && in_info.is_some())) {
        faults.push(Fault::whole(format!("the metadata does not name {expected}")));
    }
    RuleVerdict::from_faults(faults)
}

fn info(examined: &Examined<'_>, criteria: &Criteria<'_>) -> RuleVerdict {
    let pdf = examined.pdf;
    if !criteria.to_pdfx() {
        return RuleVerdict::skip("no standard is claimed");
    }
    let Some(info) = pdf.info() else { return RuleVerdict::whether(false, "Info is missing") };
    let faults = ["Title", "CreationDate", "ModDate"].into_iter().filter_map(|key| {
        let value = text(&pdf.file, info, key);
        let reason = match value {
            None => format!("{key} is missing"),
            Some(value) if value.trim().is_empty() => format!("{key} is empty"),
            Some(value) if key != "Title" && !is_date(&value) => {
                format!("{key} is {value:?}, which is not a date")
            }
            Some(_) => return None,
        };
        Some(Fault::whole(reason))
    });
    RuleVerdict::from_faults(faults)
}

/// Whether a text is a PDF date: `D:` and four to fourteen digits, then a time zone.
pub(super) fn is_date(text: &str) -> bool {
    let Some(rest) = text.strip_prefix("D:") else { return false };
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    (4..=14).contains(&digits) && digits % 2 == 0
}

fn trapped(examined: &Examined<'_>, criteria: &Criteria<'_>) -> RuleVerdict {
    let pdf = examined.pdf;
    if !criteria.to_pdfx() {
        return RuleVerdict::skip("no standard is claimed");
    }
    let value = pdf.info().and_then(|info| get(&pdf.file, info, "Trapped"));
    match value {
        None => RuleVerdict::whether(false, "Info has no Trapped"),
        Some(value) => match value.as_name().ok() {
            Some(b"True" | b"False") => RuleVerdict::Pass,
            Some(name) => {
                let name = String::from_utf8_lossy(name);
                RuleVerdict::whether(false, format!("Trapped is {name}"))
            }
            None => RuleVerdict::whether(false, "Trapped is not a name"),
        },
    }
}

fn identifier(examined: &Examined<'_>, criteria: &Criteria<'_>) -> RuleVerdict {
    let pdf = examined.pdf;
    if !criteria.to_pdfx() {
        return RuleVerdict::skip("no standard is claimed");
    }
    let items = get(&pdf.file, &pdf.file.trailer, "ID").and_then(|id| id.as_array().ok());
    let strings = items.is_some_and(|items| {
        items.len() == 2
            && items.iter().all(|item| item.as_str().ok().is_some_and(|id| !id.is_empty()))
    });
    RuleVerdict::whether(strings, "the trailer has no ID of two strings")
}

fn encryption(examined: &Examined<'_>, _: &Criteria<'_>) -> RuleVerdict {
    let pdf = examined.pdf;
    RuleVerdict::whether(!pdf.encrypted, "the file is encrypted")
}

fn end(examined: &Examined<'_>, _: &Criteria<'_>) -> RuleVerdict {
    let behind = examined.pdf.behind.iter();
    RuleVerdict::from_faults(behind.map(|(bytes, begin)| {
        let bytes = counted(*bytes, "byte");
        Fault::whole(format!("{bytes} after the end of the file, beginning with {begin:?}"))
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_pdf_dates_are_dates() {
        for date in ["D:2026", "D:20261120", "D:20261120101500Z", "D:20261120101500+01'00'"] {
            assert!(is_date(date), "{date}");
        }
        for other in ["", "2026", "D:", "D:202", "today"] {
            assert!(!is_date(other), "{other}");
        }
    }
}
