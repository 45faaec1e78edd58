//! Preflight: reads finished files back and says, rule by rule, whether a print house can use them.
//!
//! The rules are written from the standards and the print houses' own pages, not from this
//! program's writers, so they judge any PDF, PNG or SVG. They are partial: a file that passes has none
//! of the faults looked for here, which is less than a certificate.
//!
//! Each group of rules is one file of checks over what was read; a new rule is one entry in its
//! group's table.

mod limits;
mod live;
mod pdf;
mod png;
mod read_back;
mod report;
mod svg;

pub use limits::LARGEST_FILE;
pub use png::PngExpectation;
pub use read_back::{PrintedDeck, PrintedSet, ReadBack, printed_sets, read_back};
pub use report::{Fault, Kind, Report, RuleResult, Verdict};

use crate::guard;
use crate::render::pdf::Conformance;
use crate::render::vendor::{Upload, Vendor};

/// What a file is held against.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Expectation {
    /// The standard a PDF must keep; without one, the standard it claims.
    pub standard: Option<Standard>,
    /// The largest sum of inks in percent, where the print house names one.
    pub ink_limit_percent: Option<f64>,
    /// The pixels of a PNG, where the print house names them.
    pub png: Option<PngExpectation>,
    /// The print house, for what it asks beyond the standard.
    pub vendor: Option<Vendor>,
}

impl Expectation {
    /// Everything a print house asks.
    pub fn of(vendor: &Vendor) -> Self {
        let (standard, ink_limit_percent) = match &vendor.upload {
            Upload::Press(press) => {
                let standard = match press.conformance {
                    Conformance::Plain => Standard::Plain,
                    Conformance::X1a2003(_) => Standard::X1a2003,
                    Conformance::X4(_) => Standard::X4,
                };
                (Some(standard), Some(press.ink_limit_percent))
            }
            Upload::Pictures(_) | Upload::Sheets(_) => (None, None),
        };
        Self { standard, ink_limit_percent, png: None, vendor: Some(vendor.clone()) }
    }
}

/// A standard a PDF can keep.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standard {
    /// No print standard: what every printed PDF should keep all the same.
    Plain,
    /// PDF/X-1a:2003 (ISO 15930-4).
    X1a2003,
    /// PDF/X-4 (ISO 15930-7).
    X4,
}

/// Checks a file. `name` is only repeated in the report; the kind is told by the content.
///
/// A file that is no PDF, PNG or SVG, or too broken to read, fails the rule `readable`.
pub fn check(name: &str, bytes: &[u8], expectation: &Expectation) -> Report {
    examine(name, bytes, expectation, None).0
}

/// Checks a file and reads its figures back against a deck, which a file that cannot be read
/// leaves undone. Cheaper than [`check`] and [`read_back`] one after the other.
pub fn check_against(
    name: &str,
    bytes: &[u8],
    expectation: &Expectation,
    deck: &PrintedDeck,
) -> (Report, Option<ReadBack>) {
    examine(name, bytes, expectation, Some(deck))
}

/// Judges a file where a library that panics over it ends only this.
fn examine(
    name: &str,
    bytes: &[u8],
    expectation: &Expectation,
    deck: Option<&PrintedDeck>,
) -> (Report, Option<ReadBack>) {
    if let Err(past) = limits::FILE_BYTES.hold(bytes.len()) {
        return (unread(name, &past.to_string()), None);
    }
    guard::run(|| judge(name, bytes, expectation, deck)).unwrap_or_else(|gave_up| {
        let rules = vec![RuleResult::unreadable(format!("could not be read: {gave_up}"))];
        (Report { file: name.to_owned(), kind: kind(bytes), rules }, None)
    })
}

/// The report on a file whose bytes could not be had, for this reason: it fails the rule `readable`.
pub fn unread(name: &str, reason: &str) -> Report {
    let rules = vec![RuleResult::unreadable(reason)];
    Report { file: name.to_owned(), kind: Kind::Unknown, rules }
}

fn judge(
    name: &str,
    bytes: &[u8],
    expectation: &Expectation,
    deck: Option<&PrintedDeck>,
) -> (Report, Option<ReadBack>) {
    let kind = kind(bytes);
    let mut read = None;
    let mut rules = match kind {
        Kind::Png => png::check(bytes, expectation),
        Kind::Pdf => pdf::check(bytes, expectation),
        Kind::Svg => match svg::open(bytes) {
            Ok(file) => {
                read = deck.map(|deck| deck.compare(&[file.page()]));
                file.check(expectation)
            }
            Err(reason) => vec![RuleResult::unreadable(reason)],
        },
        Kind::Unknown => {
            let reason = match bytes {
                [0x1f, 0x8b, ..] => "the file is compressed; unpack it first (gzip -d)",
                _ => "the file is no PDF, PNG or SVG",
            };
            vec![RuleResult::unreadable(reason)]
        }
    };
    if let (Kind::Png | Kind::Pdf, Some(deck)) = (kind, deck) {
        read = read_back(bytes, deck).ok();
    }
    if let Some(vendor) = &expectation.vendor {
        rules.insert(0, wanted_kind(vendor, kind));
    }
    (Report { file: name.to_owned(), kind, rules }, read)
}

/// The kind of a file by its content. Whatever begins like XML is taken for an SVG, so that its
/// faults are told as those of one.
fn kind(bytes: &[u8]) -> Kind {
    if bytes.starts_with(b"\x89PNG\r\n\x1a\n") {
        Kind::Png
    } else if svg::is_xml(bytes) {
        Kind::Svg
    } else if bytes.windows(5).take(1024).any(|window| window == b"%PDF-") {
        Kind::Pdf
    } else {
        Kind::Unknown
    }
}

/// The names of all rules, PDF first.
pub fn rules() -> impl Iterator<Item = &'static str> {
    let others = ["readable", "upload.kind"].into_iter();
    pdf::rules().chain(png::RULES).chain(svg::rules()).chain(others)
}

/// Whether the file is of the kind the print house is sent.
fn wanted_kind(vendor: &Vendor, kind: Kind) -> RuleResult {
    let (wanted, what) = match vendor.upload {
        Upload::Pictures(_) => (Kind::Png, "PNG"),
        Upload::Press(_) | Upload::Sheets(_) => (Kind::Pdf, "PDF"),
    };
    let verdict =
        Verdict::whether(kind == wanted, format!("{} is sent {what} files", vendor.title));
    RuleResult { rule: "upload.kind", asks: "the kind of file the print house is sent", verdict }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_of_another_kind_is_a_finding_not_a_crash() {
        for bytes in [
            &b""[..],
            b"hello",
            b"%PDF-1.4\nrubbish",
            b"\x89PNG\r\n\x1a\nrubbish",
            b"<svg",
            b"\x1f\x8bpacked",
        ] {
            let report = check("x", bytes, &Expectation::default());
            assert!(!report.passes(), "{bytes:?}");
            assert_eq!("readable", report.rules[0].rule);
        }
    }
}
