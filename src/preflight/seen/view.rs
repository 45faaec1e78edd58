//! The pixel geometry of a drawn page, and the windows in which its faces are compared.

use kurbo::{Rect, Vec2};

use super::layouts::Paper;
use super::pixels::Area;
use super::placed::{FaceId, PlacedFace, PlacedPage};
use super::reference_faces::ReferenceFaces;
use super::report::SeenFaces;
use crate::face::Format;
use crate::geometry::{Affine, inscribed_rect};
use crate::preflight::bleed_coverage::{Extent, Rim};
use crate::preflight::limits::DRAWN_PIXELS;
use crate::preflight::page::{Page, Sides};
use crate::preflight::report::Fault;
use crate::render::placement::PlacementRecord;

/// The resolution for pages that are only checked for content, in pixels per millimetre.
const COARSE: f64 = 1.5;
/// The resolution for checking the bleed, in pixels per millimetre: the narrowest usual step has three pixels.
const BLEED: f64 = 6.0;
/// The margin that is not compared, in pixels: windows and pages end on fractional pixels.
const EDGE: f64 = 1.5;

/// A page with its text and geometry.
pub(in crate::preflight) struct FoundPage<'p> {
    /// The letters on it.
    pub page: &'p Page,
    /// Its placement record, if it has one.
    pub record: Option<Result<PlacementRecord, String>>,
    /// The paper, in the millimetres of the letters.
    pub paper: Sides,
    /// Whether positions are measured from the lower edge of the paper.
    pub is_upward: bool,
    /// The printed area, if it is one face with its bleed.
    pub printed: Option<Sides>,
    /// The trim box, if the file has one.
    pub trim: Option<Sides>,
    /// The rim for checking its bleed, if it should have one.
    pub rim: Option<Rim>,
    /// Whether the page may be blank.
    pub may_be_bare: bool,
    /// The face that its file is named after, if any.
    pub named: Option<FaceId>,
    /// The index of an identical earlier page, so that it need not be drawn.
    pub repeats: Option<usize>,
}

impl<'p> FoundPage<'p> {
    /// A page with its paper and printed area, both in the millimetres of its letters; the printed area is kept if it
    /// is a whole card.
    pub(in crate::preflight) fn new(
        page: &'p Page,
        paper: Sides,
        printed: Sides,
        card: Option<Format>,
    ) -> Self {
        let size = [printed[2] - printed[0], printed[3] - printed[1]];
        let is_card = card.is_some_and(|card| Extent::from_size(size, card) == Extent::WithBleed);
        Self {
            page,
            record: None,
            paper,
            is_upward: false,
            printed: is_card.then_some(printed),
            trim: None,
            rim: None,
            may_be_bare: false,
            named: None,
            repeats: None,
        }
    }

    pub(super) fn paper(&self) -> Paper {
        Paper { sides: self.paper, is_upward: self.is_upward }
    }
}

/// The results of drawing a file.
#[derive(Clone, Debug, Default)]
pub(in crate::preflight) struct SeenFile {
    /// Pages that are blank or cannot be drawn.
    pub faults: Vec<Fault>,
    /// The compared faces, if a deck was given.
    pub seen: Option<SeenFaces>,
    /// Their positions, by page.
    pub placed: Vec<PlacedPage>,
    /// The faults of placement records, if there are any records.
    pub record_faults: Option<Vec<Fault>>,
    /// The faults of the bleed, if it was checked on any page.
    pub bleed_faults: Option<Vec<Fault>>,
    /// The faults of bar codes, if one was read on any page.
    pub barcode_faults: Option<Vec<Fault>>,
}

impl SeenFile {
    /// Adds the results of another page.
    pub(super) fn add(&mut self, page: Self) {
        self.faults.extend(page.faults);
        self.placed.extend(page.placed);
        for (all, own) in [
            (&mut self.record_faults, page.record_faults),
            (&mut self.bleed_faults, page.bleed_faults),
            (&mut self.barcode_faults, page.barcode_faults),
        ] {
            if let Some(faults) = own {
                all.get_or_insert_default().extend(faults);
            }
        }
        if let (Some(all), Some(mut seen)) = (&mut self.seen, page.seen) {
            all.faces += seen.faces;
            all.differences.append(&mut seen.differences);
            all.not_compared.append(&mut seen.not_compared);
            all.recoloured.append(&mut seen.recoloured);
            all.laid.append(&mut seen.laid);
        }
    }

    /// Adds the positions of faces on this page, if they were not compared, and the faults of its record.
    pub(super) fn add_placed(&mut self, placed: Self) {
        self.record_faults = placed.record_faults;
        if self.placed.is_empty() {
            self.placed = placed.placed;
        }
    }

    /// The results for a page identical to this one, without pictures.
    pub(super) fn repeated_on(&self, page: &FoundPage<'_>) -> Self {
        let number = page.page.number;
        let mut look = self.clone();
        look.faults.iter_mut().for_each(|fault| fault.page = number);
        let faults = [&mut look.record_faults, &mut look.bleed_faults, &mut look.barcode_faults];
        faults.into_iter().flatten().flatten().for_each(|fault| fault.page = number);
        look.placed.iter_mut().for_each(|placed| placed.number = number);
        if let Some(seen) = &mut look.seen {
            for difference in &mut seen.differences {
                (difference.page, difference.picture) = (number, None);
            }
            seen.laid.iter_mut().for_each(|laid| laid.page = number);
            seen.not_compared.iter_mut().for_each(|fault| fault.page = number);
            seen.recoloured.iter_mut().for_each(|(page, _)| *page = number);
        }
        look
    }
}

/// The pixel geometry of a page.
pub(super) struct View {
    /// The transformation from the page's millimetres to pixels.
    pub place: Affine,
    pub size: [u32; 2],
    /// Pixels per millimetre.
    pub scale: f64,
}

impl View {
    /// Aligns the first face of a page with the pixel grid.
    pub(super) fn new(
        page: &FoundPage<'_>,
        faces: &[PlacedFace],
        reference: Option<&ReferenceFaces>,
    ) -> Self {
        let [left, top, right, bottom] = page.paper;
        let (width, height) = ((right - left).max(0.1), (bottom - top).max(0.1));
        let most = (DRAWN_PIXELS.most as f64 / (width * height)).sqrt();
        let unplaced = if page.rim.is_some() { BLEED } else { COARSE };
        let scale = reference.map_or(unplaced, ReferenceFaces::fine).min(most);
        let corner = [-left * scale, -top * scale];
        let first = faces.first().map(|face| face.on_page.translation());
        // The distance of the paper from the first pixel.
        let before = first.map_or([0.0; 2], |Vec2 { x, y }| {
            [x * scale + corner[0], y * scale + corner[1]].map(beyond_whole)
        });
        let pixels = |mm: f64, before: f64| ((mm * scale - before).ceil() as u32).clamp(1, 30_000);
        let [x, y] = [corner[0] - before[0], corner[1] - before[1]];
        let place = Affine::new([scale, 0.0, 0.0, scale, x, y]);
        Self { place, size: [pixels(width, before[0]), pixels(height, before[1])], scale }
    }

    /// The pixels in which a face is compared, without a margin, relative to the pixels that are cropped for it. For a
    /// slanted face, only what is inside it in any case, to exclude its neighbours.
    pub(super) fn window_of(
        &self,
        face: &PlacedFace,
        edge_mm: f64,
        reference: &ReferenceFaces,
    ) -> Option<(Area, Area)> {
        let far = reference.size_mm().map(|side| side - edge_mm);
        let place = self.place * face.on_page;
        let seen = inscribed_rect(&place, Rect::new(edge_mm, edge_mm, far[0], far[1]));
        let most = self.size.map(f64::from);
        let low = [seen.x0.max(0.0), seen.y0.max(0.0)];
        let high = [seen.x1.min(most[0]), seen.y1.min(most[1])];
        let own = [low[0].floor(), low[1].floor(), high[0].ceil(), high[1].ceil()];
        let inner = [
            (low[0] + EDGE).ceil() - own[0],
            (low[1] + EDGE).ceil() - own[1],
            (high[0] - EDGE).floor() - own[0],
            (high[1] - EDGE).floor() - own[1],
        ];
        let is_there = inner[2] > inner[0] + 3.0 && inner[3] > inner[1] + 3.0;
        is_there.then(|| (inner.map(|side| side as usize), own.map(|side| side as usize)))
    }
}

/// The fractional part of a coordinate, zero if it is almost a whole pixel.
fn beyond_whole(at: f64) -> f64 {
    let beyond = at - at.floor();
    if beyond > 0.999 { 0.0 } else { beyond }
}
