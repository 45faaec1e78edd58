//! Letters of the pages, for the comparison with the deck.

use std::collections::BTreeMap;

use super::file::Pdf;
use super::painted::{PaintedPages, Run};
use crate::face::PlacedGlyph;
use crate::geometry::{Mm, Point};
use crate::preflight::page::Page;

/// Every page with the letters of its text, if they were read.
pub(super) fn pages(pdf: &Pdf, painted: &PaintedPages<'_>) -> Vec<Page> {
    let mut pages: BTreeMap<u32, Vec<PlacedGlyph>> =
        pdf.pages().map(|(number, _)| (number, Vec::new())).collect();
    for run in &painted.runs.found {
        pages.entry(run.page).or_default().extend(glyphs(run));
    }
    let page = |(number, mut letters): (u32, Vec<PlacedGlyph>)| {
        // Files are read in parallel, and letters take the most memory.
        letters.shrink_to_fit();
        Page { number: Some(number), letters }
    };
    pages.into_iter().map(page).collect()
}

/// The letters of a run, with y downward.
fn glyphs(run: &Run) -> impl Iterator<Item = PlacedGlyph> {
    let [a, b, c, d, ..] = run.place.as_coeffs();
    let em = run.em();
    let mm = |points: [f64; 2]| points.map(|part| Mm::from_points(part).0);
    run.glyphs.iter().map(move |(text, along)| {
        let Point { x, y } = run.place * Point::new(*along, 0.0);
        PlacedGlyph {
            text: text.clone(),
            at_mm: mm([x, -y]),
            along_mm: mm([a * em, -b * em]),
            down_mm: mm([-c * em, d * em]),
        }
    })
}
