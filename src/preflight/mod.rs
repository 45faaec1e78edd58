//! Preflight: reads finished files back and checks, rule by rule, whether they are ready for print.
//!
//! The rules follow the standards and the print houses' specifications, not this program's writers, so they apply to
//! any PDF, PNG or SVG. They are not complete: a file that passes has none of the faults checked here, which is less
//! than a certificate.
//!
//! Each file is opened once: its reader provides the data for the rules, a table for each kind of file, and the
//! letters on its pages, for the comparison with a deck. The limits bound the work for any file.

mod bleed_coverage;
mod expectation;
mod finding_message;
mod findings;
mod limits;
mod opened;
mod page;
mod pdf;
mod png;
mod read_back;
mod report;
mod rule;
mod safe_zone;
mod seen;
mod svg;
mod transfer;

pub use expectation::{Expectation, PngExpectation, Standard};
pub(crate) use finding_message::FindingMessage;
pub use findings::{Finding, Findings};
pub(crate) use findings::{check_each, is_print_file};
pub use limits::LARGEST_FILE;
use opened::OpenedFile;
pub use read_back::{
    Piece, PrintedDeck, PrintedFront, PrintedSet, ReadBack, WantedCards, printed_sets,
};
pub use report::{Fault, Kind, Report, RuleResult, RuleVerdict};
pub use seen::{SeenDifference, SeenFaces, page_picture};

use seen::SeenFile;

use crate::diagnostic::{Problem, Problems};
use crate::isolate;
use crate::render::vendor::{Upload, Vendor};

/// Checks a file. `name` is only repeated in the report; the kind is determined from the content.
///
/// A file that is not a PDF, PNG or SVG, or is too damaged to read, fails the rule `readable`.
pub fn check(name: &str, bytes: &[u8], expectation: &Expectation) -> Report {
    examine(name, bytes, expectation, None).report
}

/// Checks a file and compares its texts with a deck, unless it cannot be read. Faster than [`check`] followed by
/// [`read_back`].
pub fn check_against(
    name: &str,
    bytes: &[u8],
    expectation: &Expectation,
    deck: &PrintedDeck,
) -> Checked {
    examine(name, bytes, expectation, Some(deck))
}

/// The result of checking a file against a deck.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Checked {
    /// The verdict on each rule.
    pub report: Report,
    /// The printed texts, unless the file cannot be read.
    pub read_back: Option<ReadBack>,
    /// The faces compared as pictures, if the file was drawn.
    pub seen: Option<SeenFaces>,
    /// The trim size of a PDF's first page in millimetres, width and height, if it states one.
    pub cut_mm: Option<[f64; 2]>,
}

/// Checks a file; a panic in a library fails this file only.
fn examine(
    name: &str,
    bytes: &[u8],
    expectation: &Expectation,
    deck: Option<&PrintedDeck>,
) -> Checked {
    let alone = |report: Report| Checked { report, read_back: None, seen: None, cut_mm: None };
    if let Err(past) = limits::FILE_BYTES.hold(bytes.len()) {
        return alone(unread(name, &past.to_string()));
    }
    isolate::run(|| judge(name, bytes, expectation, deck)).unwrap_or_else(|panic| {
        let rules = vec![RuleResult::unreadable(format!("could not be read: {panic}"))];
        alone(Report { file: name.to_owned(), kind: kind(bytes), rules })
    })
}

/// The report on a file whose bytes could not be read, for this reason: it fails the rule `readable`.
pub fn unread(name: &str, reason: &str) -> Report {
    let rules = vec![RuleResult::unreadable(reason)];
    Report { file: name.to_owned(), kind: Kind::Unknown, rules }
}

/// Opens a file once, for its rules and for its texts.
fn judge(
    name: &str,
    bytes: &[u8],
    expectation: &Expectation,
    deck: Option<&PrintedDeck>,
) -> Checked {
    let kind = kind(bytes);
    let opened = match kind {
        Kind::Pdf => pdf::check(bytes, expectation, deck),
        Kind::Svg => svg::open(bytes, deck).map(|mut file| {
            let page = file.page();
            file.look(name, &page, expectation, deck);
            let (rules, reported) = (file.check(expectation), file.describe());
            let SeenFile { placed, seen, .. } = file.into_look();
            let read = deck.map(|deck| deck.compare_identity(&[page], &placed, reported.as_ref()));
            OpenedFile { rules, read, seen, cut_mm: None }
        }),
        // With a deck the pixels are kept for the comparison with its faces.
        Kind::Png => png::open(bytes, &with_deck_format(expectation, deck)).map(|mut picture| {
            let look = deck.and_then(|deck| picture.look(name, expectation, deck));
            let look = look.unwrap_or_default();
            let read =
                deck.map(|deck| deck.compare_noted(picture.page(deck.edition()), &look.placed));
            let seen = look.seen.filter(|_| expectation.drawn);
            OpenedFile { rules: picture.check(expectation), read, seen, cut_mm: None }
        }),
        Kind::Unknown => Err(match bytes {
            [0x1f, 0x8b, ..] => "the file is compressed; unpack it first (gzip -d)",
            [0xff, 0xd8, 0xff, ..] => "the file is a JPEG; print files are PDF, PNG or SVG",
            _ => "the file is not a PDF, PNG or SVG",
        }
        .to_owned()),
    };
    let OpenedFile { mut rules, read, seen, cut_mm } = opened.unwrap_or_else(|reason| OpenedFile {
        rules: vec![RuleResult::unreadable(reason)],
        read: None,
        seen: None,
        cut_mm: None,
    });
    if let Some(vendor) = &expectation.vendor {
        rules.insert(0, wanted_kind(vendor, kind));
    }
    let read_back = read.map(|read| read.named(name));
    // The faces on such a piece have sizes of their own.
    let is_piece = read_back.as_ref().is_some_and(|read| read.piece.is_some());
    let seen = seen.filter(|_| !is_piece);
    Checked { report: Report { file: name.to_owned(), kind, rules }, read_back, seen, cut_mm }
}

/// The expectation with the size of the deck's cards.
fn with_deck_format(expectation: &Expectation, deck: Option<&PrintedDeck>) -> Expectation {
    let card = deck.map(PrintedDeck::format).or(expectation.card);
    Expectation { card, ..expectation.clone() }
}

/// Reads the texts of a PDF, SVG or PNG and compares them with a deck, without checking rules. The texts of a PNG come
/// from its placement note; a picture without one, or of another edition, differs.
///
/// # Errors
/// If the file cannot be read.
pub fn read_back(bytes: &[u8], deck: &PrintedDeck) -> Result<ReadBack, Problems> {
    let Checked { report, read_back, .. } = check_against("", bytes, &Expectation::default(), deck);
    read_back.ok_or_else(|| {
        let reason = report.failures().find_map(|(_, faults)| Some(&faults.first()?.reason));
        Problem::coded("preflight.unread", reason.map_or("the file cannot be read", String::as_str))
            .into()
    })
}

/// The kind of a file by its content. Anything that begins like XML counts as an SVG, so that its faults are reported
/// as those of an SVG.
pub(crate) fn kind(bytes: &[u8]) -> Kind {
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

/// The number of pages: those of a readable PDF, otherwise one.
pub(crate) fn page_count(bytes: &[u8]) -> usize {
    match kind(bytes) {
        Kind::Pdf => isolate::run(|| pdf::page_count(bytes)).ok().flatten().unwrap_or(1),
        _ => 1,
    }
}

/// The names of all rules, PDF first.
pub fn rules() -> impl Iterator<Item = &'static str> {
    let others = ["readable", "upload.kind"].into_iter();
    pdf::rules().chain(png::rules()).chain(svg::rules()).chain(others)
}

/// Checks that the file is of the kind that the print house accepts.
fn wanted_kind(vendor: &Vendor, kind: Kind) -> RuleResult {
    let (wanted, what) = match vendor.upload {
        Upload::Pictures(_) => (Kind::Png, "PNG"),
        Upload::Press(_) | Upload::Sheets(_) => (Kind::Pdf, "PDF"),
    };
    let verdict =
        RuleVerdict::whether(kind == wanted, format!("{} accepts {what} files only", vendor.title));
    RuleResult {
        rule: "upload.kind",
        requirement: "the kind of file that the print house accepts",
        verdict,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn rule_names_are_unique_and_well_formed() {
        let names: Vec<&str> = rules().collect();
        assert_eq!(names.len(), names.iter().collect::<BTreeSet<_>>().len());
        let is_path = |name: &&str| ["pdf.", "png.", "svg."].iter().any(|k| name.starts_with(k));
        let others: Vec<&str> = names.into_iter().filter(|name| !is_path(name)).collect();
        assert_eq!(["readable", "upload.kind"], *others);
    }

    #[test]
    fn a_file_of_unknown_kind_is_a_finding() {
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
