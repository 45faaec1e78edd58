//! A page laid out in pixels: which faces stand where on it, and the part of it that each is compared with.

use kurbo::{Rect, Vec2};

use super::layouts::Paper;
use super::looks::ReferenceFaces;
use super::pixels::Area;
use super::placed::{FaceId, PlacedFace, PlacedPage};
use super::report::SeenFaces;
use crate::face::Format;
use crate::geometry::{Affine, inscribed_rect};
use crate::preflight::bleed_coverage::{Extent, Rim};
use crate::preflight::limits::DRAWN_PIXELS;
use crate::preflight::page::{Page, Sides};
use crate::preflight::report::Fault;
use crate::render::placement::PlacementRecord;

/// Pixels a millimetre in which it is only looked whether there is anything.
const COARSE: f64 = 1.5;
/// Pixels a millimetre in which the bleed is looked at: the narrowest usual step has three.
const BLEED: f64 = 6.0;
/// The edge of what is compared is left out, in pixels: windows and pages end on parts of them.
const EDGE: f64 = 1.5;

/// A page with what was read on it.
pub(in crate::preflight) struct FoundPage<'p> {
    /// What may be letters on it.
    pub page: &'p Page,
    /// What it says of the faces on it, if it has a placement record.
    pub record: Option<Result<PlacementRecord, String>>,
    /// The paper, in the millimetres of the letters' places.
    pub paper: Sides,
    /// Whether its places count from the foot of the paper.
    pub is_upward: bool,
    /// What is printed of it, if that is one face with its bleed.
    pub printed: Option<Sides>,
    /// Where the file says it is cut, if it does.
    pub trim: Option<Sides>,
    /// Where its bleed is looked at, if it ought to have one.
    pub rim: Option<Rim>,
    /// Whether it may be bare: nothing at all is painted on it.
    pub may_be_bare: bool,
    /// The face that its file is named after, if it is.
    pub named: Option<FaceId>,
    /// The earlier page, from 0, that it repeats in every part, so that it need not be drawn.
    pub repeats: Option<usize>,
}

impl<'p> FoundPage<'p> {
    /// A page with its paper and what is printed of it, both in the millimetres of its letters; the latter counts if it
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

/// What was seen of a file.
#[derive(Clone, Debug, Default)]
pub(in crate::preflight) struct SeenFile {
    /// Pages that cannot be drawn or are blank.
    pub faults: Vec<Fault>,
    /// The faces, if a deck was given.
    pub seen: Option<SeenFaces>,
    /// Where they stand, page by page.
    pub placed: Vec<PlacedPage>,
    /// What is wrong with the placement records, if there are any.
    pub record_faults: Option<Vec<Fault>>,
    /// Where the ground ends short of the bleed, if any page was looked at for that.
    pub bleed_faults: Option<Vec<Fault>>,
}

impl SeenFile {
    /// Adds what was seen of another page.
    pub(super) fn add(&mut self, page: Self) {
        self.faults.extend(page.faults);
        self.placed.extend(page.placed);
        for (all, own) in [
            (&mut self.record_faults, page.record_faults),
            (&mut self.bleed_faults, page.bleed_faults),
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

    /// Adds where the faces of this page stand, as far as they were not compared, and what is wrong with its record.
    pub(super) fn add_placed(&mut self, placed: Self) {
        self.record_faults = placed.record_faults;
        if self.placed.is_empty() {
            self.placed = placed.placed;
        }
    }

    /// The same of a page that repeats this one. It has no pictures of its own.
    pub(super) fn of_repeated(&self, page: &FoundPage<'_>) -> Self {
        let number = page.page.number;
        let mut look = self.clone();
        look.faults.iter_mut().for_each(|fault| fault.page = number);
        let faults = [&mut look.record_faults, &mut look.bleed_faults];
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

/// How a page is laid out in pixels.
pub(super) struct View {
    /// From the page's millimetres to pixels.
    pub place: Affine,
    pub size: [u32; 2],
    /// Pixels a millimetre.
    pub scale: f64,
}

impl View {
    /// Lays out a page: its first face begins on a whole pixel.
    pub(super) fn new(
        page: &FoundPage<'_>,
        faces: &[PlacedFace],
        looks: Option<&ReferenceFaces>,
    ) -> Self {
        let [left, top, right, bottom] = page.paper;
        let (width, height) = ((right - left).max(0.1), (bottom - top).max(0.1));
        let most = (DRAWN_PIXELS.most as f64 / (width * height)).sqrt();
        let unplaced = if page.rim.is_some() { BLEED } else { COARSE };
        let scale = looks.map_or(unplaced, ReferenceFaces::fine).min(most);
        let corner = [-left * scale, -top * scale];
        let first = faces.first().map(|face| face.on_page.translation());
        // The paper begins so much before the first pixel.
        let before = first.map_or([0.0; 2], |Vec2 { x, y }| {
            [x * scale + corner[0], y * scale + corner[1]].map(beyond_whole)
        });
        let pixels = |mm: f64, before: f64| ((mm * scale - before).ceil() as u32).clamp(1, 30_000);
        let [x, y] = [corner[0] - before[0], corner[1] - before[1]];
        let place = Affine::new([scale, 0.0, 0.0, scale, x, y]);
        Self { place, size: [pixels(width, before[0]), pixels(height, before[1])], scale }
    }

    /// The pixels in which a face is compared without so much of its edge, and those that are cut out for it: the
    /// former count from the latter. Of a face that is aslant, what is inside it in any case: beyond is the next.
    pub(super) fn window_of(
        &self,
        face: &PlacedFace,
        edge_mm: f64,
        looks: &ReferenceFaces,
    ) -> Option<(Area, Area)> {
        let far = looks.size_mm().map(|side| side - edge_mm);
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

/// How far a place is beyond a whole pixel; nothing where it is one but for the last digits.
fn beyond_whole(at: f64) -> f64 {
    let beyond = at - at.floor();
    if beyond > 0.999 { 0.0 } else { beyond }
}
