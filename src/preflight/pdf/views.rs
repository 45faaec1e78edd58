//! Geometry and placement of each page before it is drawn.

use std::collections::BTreeMap;

use sha2::{Digest as _, Sha256};

use super::examined::Examined;
use super::file::{Corners, Pdf, get, grown, text};
use crate::face::Format;
use crate::geometry::Mm;
use crate::preflight::bleed_coverage::Rim;
use crate::preflight::page::{Page, Sides};
use crate::preflight::rule::Criteria;
use crate::preflight::seen::FoundPage;
use crate::render::placement::{PDF_KEY, PlacementRecord};
use lopdf::{Dictionary, Document, Object};

/// The pages with their boxes in millimetres, as used for their letters. `card` is the card that a page may show.
pub(super) fn found_pages<'p>(
    examined: &Examined<'_>,
    criteria: &Criteria<'_>,
    pages: &'p [Page],
    card: Option<Format>,
) -> Vec<FoundPage<'p>> {
    let mut found = Vec::new();
    let mut first = BTreeMap::new();
    for ((number, dictionary), page) in examined.pdf.pages().zip(pages) {
        // A4 if the box is missing: other rules reject such a file.
        let media = examined.pdf.page_box(dictionary, "MediaBox");
        let media = media.unwrap_or([0.0, 0.0, 595.0, 842.0]);
        let bleed = ["BleedBox", "CropBox"]
            .into_iter()
            .find_map(|name| examined.pdf.page_box(dictionary, name));
        let bleed = millimetres(bleed.unwrap_or(media));
        let mut own = FoundPage::new(page, millimetres(media), bleed, card);
        own.is_upward = true;
        own.may_be_bare = examined.painted.content.blank.are_of(number);
        own.record = record(&examined.pdf.file, dictionary);
        own.trim = trim(examined.pdf, dictionary, media).map(millimetres);
        own.rim = rim(examined.pdf, dictionary, criteria);
        own.repeats = repeated(&examined.pdf.file, dictionary, found.len(), &mut first);
        found.push(own);
    }
    found
}

/// The rim of a page that is checked for bleed, if a standard or print house requires one.
fn rim(pdf: &Pdf, page: &Dictionary, criteria: &Criteria<'_>) -> Option<Rim> {
    let press = criteria.press();
    if !criteria.to_pdfx() && press.is_none() {
        return None;
    }
    // Boxes of a wrong size are reported by other rules.
    let trim = pdf.page_box(page, "TrimBox")?;
    let media = pdf.page_box(page, "MediaBox")?;
    let asked = press.map(|press| grown(&trim, press.bleed.points()));
    let bleed = within(&pdf.page_box(page, "BleedBox").or(asked)?, &media);
    let bleed = asked.map_or(bleed, |asked| within(&bleed, &asked));
    Rim::new(millimetres(trim), millimetres(bleed))
}

/// The intersection of two rectangles.
fn within(one: &Corners, other: &Corners) -> Corners {
    let low = |at: usize| one[at].max(other[at]);
    let high = |at: usize| one[at].min(other[at]);
    [low(0), low(1), high(2), high(3)]
}

/// The placement record of a page, if it has one.
fn record(file: &Document, page: &Dictionary) -> Option<Result<PlacementRecord, String>> {
    let dictionary = |own: &Dictionary, key: &str| get(file, own, key)?.as_dict().ok().cloned();
    let private = dictionary(&dictionary(page, "PieceInfo")?, PDF_KEY)?;
    let record = text(file, &private, "Private").ok_or_else(|| "it is not a text".to_owned());
    Some(record.and_then(|record| PlacementRecord::read(&record)))
}

/// The trim box of a page. Programs that do not know about trimming write the paper size.
fn trim(pdf: &Pdf, page: &Dictionary, media: Corners) -> Option<Corners> {
    pdf.page_box(page, "TrimBox").filter(|trim| *trim != media)
}

/// The trim size of the first page in millimetres, width and height, if the file states it.
pub(super) fn cut_mm(pdf: &Pdf) -> Option<[f64; 2]> {
    let (_, page) = pdf.pages().next()?;
    let trim = trim(pdf, page, pdf.page_box(page, "MediaBox")?)?;
    let [left, top, right, bottom] = millimetres(trim);
    Some([right - left, bottom - top])
}

/// The earlier page that this one repeats exactly: the same operators with the same resources in the same boxes.
/// `first` holds the earlier pages by the digest of their operators.
fn repeated<'f>(
    file: &'f Document,
    page: &'f Dictionary,
    index: usize,
    first: &mut BTreeMap<Digest, (usize, &'f Dictionary)>,
) -> Option<usize> {
    let operators = get(file, page, "Contents")?.as_stream().ok()?;
    let digest = Sha256::digest(&operators.content).into();
    let &mut (earlier, other) = first.entry(digest).or_insert((index, page));
    let is_same = |(key, value): (&Vec<u8>, &Object)| match key.as_slice() {
        b"Contents" => get(file, other, "Contents")
            .and_then(|other| other.as_stream().ok())
            .is_some_and(|other| other.dict == operators.dict),
        _ => other.get(key).is_ok_and(|other| other == value),
    };
    (earlier < index && page.len() == other.len() && page.iter().all(is_same)).then_some(earlier)
}

/// A digest of a page's operators.
type Digest = [u8; 32];

/// A box as left, top, right, bottom in millimetres, downward.
fn millimetres([left, low, right, high]: Corners) -> Sides {
    [left, -high, right, -low].map(|side| Mm::from_points(side).0)
}
