//! Identifies the faces on a page, by its placement record or by the known sheet whose places match best.

use std::cell::OnceCell;

use kurbo::Rect;
use resvg::tiny_skia::Pixmap;

use super::face_cache::Drawn;
use super::layouts::{Fit, Layout, Layouts, Paper};
use super::placed::{FaceId, PlacedFace, on_page};
use super::reference_faces::ReferenceFaces;
use super::thumbnail::{BLOCKS, BLOCKS_ACROSS, Blurred, SMALL, Thumbnail};
use super::view::FoundPage;
use crate::geometry::{Affine, Mm, Size};
use crate::preflight::limits::{DRAWN_PIXELS, PAGE_CARDS};
use crate::preflight::page::Sides;
use crate::preflight::report::Fault;
use crate::render::Turn;
use crate::render::placement::{FacePlace, PlacementRecord};

/// The largest difference between a face and a place that shows it, or between a page and a known sheet, as a share of
/// the face's own contrast.
pub(super) const FITS: f64 = 0.5;

/// The same for a certain match: another card in the same frame differs by more.
const CERTAIN: f64 = 0.12;

/// How the faces of a page were identified.
#[derive(Clone, Debug)]
pub(super) enum Source {
    /// By its placement record.
    Record,
    /// By a known sheet.
    Sheet,
    /// Not at all: the page does not have a record, and no known sheet matches.
    Nothing,
}

/// The faces of a page with their positions.
#[derive(Clone, Debug)]
pub(super) struct Placement {
    pub faces: Vec<PlacedFace>,
    pub source: Source,
    /// How the page is scaled to its paper.
    pub fit: Fit,
    /// The faults of its record.
    pub faults: Vec<String>,
    /// The number of faces that are not of the deck.
    pub others: usize,
}

impl Placement {
    /// The placement of an unknown page.
    pub(super) fn unknown() -> Self {
        let fit = Fit { map: Affine::IDENTITY, scale: 1.0 };
        Self { faces: Vec::new(), source: Source::Nothing, fit, faults: Vec::new(), others: 0 }
    }

    /// What is not compared on the page, and why.
    pub(super) fn not_compared(&self, number: Option<u32>) -> Option<Fault> {
        let reason = match self.source {
            Source::Nothing => "faces not compared: no placement record, and no known sheet fits",
            _ if self.others > 0 => "faces not compared: they are not of the deck",
            _ => return None,
        };
        Some(Fault::at(number, reason))
    }
}

/// The inputs of placing.
pub(in crate::preflight) struct Placer<'l> {
    pub reference: &'l ReferenceFaces,
    pub layouts: &'l Layouts,
}

/// A page that is drawn at low resolution on first use.
struct SmallPage<'d> {
    paper: Sides,
    draw: &'d dyn Fn(&Affine, [u32; 2]) -> Option<Pixmap>,
    drawn: OnceCell<Option<(Blurred, Affine)>>,
}

impl SmallPage<'_> {
    /// The thumbnail of the page at the position of a face.
    fn thumbnail(&self, on_page: &Affine, reference: &ReferenceFaces) -> Option<Thumbnail> {
        let drawn = self.drawn.get_or_init(|| {
            let [left, top, right, bottom] = self.paper;
            let sides = [right - left, bottom - top].map(|side| (side * SMALL).ceil().max(1.0));
            if sides[0] * sides[1] > DRAWN_PIXELS.most as f64 {
                return None;
            }
            let place = Affine::translate((-left, -top)).then_scale(SMALL);
            let pixmap = (self.draw)(&place, sides.map(|side| side as u32))?;
            Some((Blurred::from_pixmap(&pixmap), place))
        });
        let (picture, place) = drawn.as_ref()?;
        Some(Thumbnail::new(picture, &(*place * *on_page), reference.format))
    }
}

impl Placer<'_> {
    /// Identifies the faces of a page. `draw` draws the page at low resolution.
    pub(super) fn place(
        &self,
        page: &FoundPage<'_>,
        kind: Drawn,
        draw: &dyn Fn(&Affine, [u32; 2]) -> Option<Pixmap>,
    ) -> Placement {
        let small = SmallPage { paper: page.paper, draw, drawn: OnceCell::new() };
        let mut faults = Vec::new();
        // A tuck box has no cards.
        if matches!(&page.record, Some(Ok(record)) if record.barcode.is_some()) {
            return Placement { source: Source::Record, ..Placement::unknown() };
        }
        let record = page.record.as_ref().and_then(|record| {
            let record = record.clone();
            let own = record.and_then(|record| {
                let own = RecordedPlaces::new(&record, &page.paper(), self.reference)?;
                Ok((record.page_mm, own))
            });
            own.map_err(|fault| faults.push(format!("the placement record is wrong: {fault}"))).ok()
        });
        if let Some((page_mm, own)) = record {
            let omitted = self.omitted(page_mm, &own, &small, kind);
            for (trim, _) in &omitted {
                faults.push(format!(
                    "the placement record omits the face at {:.1}, {:.1} mm",
                    trim.x0, trim.y0
                ));
            }
            let (mut faces, mut others) = (own.faces, own.unprinted);
            faces.extend(omitted.into_iter().filter_map(|(_, face)| face));
            // A face of the deck is compared even if the record has another name for it.
            for on_page in &own.others {
                let found = self.nearest(&[*on_page], &small, kind);
                match found.filter(|(off, _)| *off <= CERTAIN) {
                    Some((_, face)) => faces.push(face),
                    None => others += 1,
                }
            }
            return Placement { faces, source: Source::Record, fit: own.fit, faults, others };
        }
        let fitting =
            if page.may_be_bare { None } else { self.by_sheet(page.paper(), &small, kind) };
        match fitting {
            Some((faces, fit)) => {
                Placement { faces, source: Source::Sheet, fit, faults, others: 0 }
            }
            None => Placement { faults, ..Placement::unknown() },
        }
    }

    /// The places that a record omits although they are not blank, with the face of the deck that they show, if any.
    fn omitted(
        &self,
        page_mm: [f64; 2],
        own: &RecordedPlaces,
        small: &SmallPage<'_>,
        kind: Drawn,
    ) -> Vec<(kurbo::Rect, Option<PlacedFace>)> {
        let all = self.layouts.all_trims(page_mm, &own.trims);
        let is_recorded = |trim: &kurbo::Rect| {
            own.trims.iter().any(|other| {
                let off = other.center() - trim.center();
                off.x.abs() < 1.0 && off.y.abs() < 1.0
            })
        };
        let omitted = all.into_iter().filter(|trim| !is_recorded(trim)).filter_map(|trim| {
            let is_sideways = self.reference.format.trim_width_mm()
                < self.reference.format.trim_height_mm()
                && trim.width() > trim.height();
            let turns = match is_sideways {
                true => [Turn::Left, Turn::Right],
                false => [Turn::Upright, Turn::Over],
            };
            let ways = turns.map(|turn| own.fit.map * on_page(trim, turn, self.reference.format));
            let seen = small.thumbnail(&ways[0], self.reference)?;
            if self.is_bare(&seen, kind) {
                return None;
            }
            let found = self.nearest(&ways, small, kind).filter(|(off, _)| *off <= FITS);
            Some((trim, found.map(|(_, face)| face)))
        });
        omitted.collect()
    }

    /// The faces of a page at the places of the best matching known sheet.
    fn by_sheet(
        &self,
        paper: Paper,
        small: &SmallPage<'_>,
        kind: Drawn,
    ) -> Option<(Vec<PlacedFace>, Fit)> {
        let fitting = self.layouts.fitting(paper);
        let tried = fitting.filter_map(|(layout, fit)| {
            let found = self.in_layout(layout, fit, small, kind);
            let sum: f64 = found.iter().map(|(off, _)| off).sum();
            let mean = sum / found.len() as f64;
            (!found.is_empty() && mean <= FITS).then_some((mean, found, fit))
        });
        // Plain backs also match sheets for other paper.
        let (_, found, fit) = tried.min_by(|(one, _, fit), (other, _, other_fit)| {
            other_fit.is_whole().cmp(&fit.is_whole()).then(one.total_cmp(other))
        })?;
        Some((found.into_iter().map(|(_, face)| face).collect(), fit))
    }

    /// The most similar face in each place of a sheet that is not blank, with its difference.
    fn in_layout(
        &self,
        layout: &Layout,
        fit: Fit,
        small: &SmallPage<'_>,
        kind: Drawn,
    ) -> Vec<(f64, PlacedFace)> {
        let places = layout.trims.iter().filter_map(|trim| {
            let ways = layout.ways(*trim, fit, self.reference.format);
            let seen = small.thumbnail(&ways[0], self.reference)?;
            if self.is_bare(&seen, kind) { None } else { self.nearest(&ways, small, kind) }
        });
        places.collect()
    }

    /// Whether a place is blank: it has less ink than any face, apart from lines and captions of the sheet.
    fn is_bare(&self, seen: &Thumbnail, kind: Drawn) -> bool {
        let blocks = seen.inked_blocks();
        blocks < BLOCKS_ACROSS
            || blocks * 2 < BLOCKS && blocks < self.reference.fewest_inked_blocks(kind)
    }

    /// The face most similar to a place in one of these orientations. A later orientation must be twice as similar: a
    /// symmetrical back is about equally similar in both, and more so than a merely similar face.
    fn nearest(
        &self,
        ways: &[Affine],
        small: &SmallPage<'_>,
        kind: Drawn,
    ) -> Option<(f64, PlacedFace)> {
        let most_similar = |seen: &Thumbnail| {
            let (off, face) = self.reference.nearest(seen, kind)?;
            Some((self.reference.thumbnail(face, kind)?.apart(seen), off, face))
        };
        let found = ways.iter().filter_map(|on_page| {
            let seen = small.thumbnail(on_page, self.reference)?;
            let mut best = most_similar(&seen)?;
            if best.1 > FITS {
                // A mirrored face is placed too, so that it is compared and reported.
                best = most_similar(&seen.mirrored()).filter(|own| own.1 <= FITS).unwrap_or(best);
            }
            let (apart, off, face) = best;
            Some((apart, off, PlacedFace::new(face, *on_page, self.reference.format)))
        });
        let (_, off, face) =
            found.reduce(|best, next| if next.0 * 2 < best.0 { next } else { best })?;
        Some((off, face))
    }
}

/// Describes what is in the place of a differing face: another face, or the same face upside down or mirrored.
/// `differs` returns the number of regions that differ from another face; `count` is that of the expected face.
pub(super) fn shown_instead(
    face: FaceId,
    seen: &Thumbnail,
    count: usize,
    (reference, kind): (&ReferenceFaces, Drawn),
    differs: impl FnOnce(FaceId) -> Option<usize>,
) -> Option<String> {
    let own = reference.thumbnail(face, kind)?;
    let off = own.off(seen);
    let (least, other) = reference.nearest(seen, kind)?;
    let turned = [
        (own.off(&seen.turned_over()), "is upside down"),
        (own.off(&seen.mirrored()), "is mirrored"),
        (own.off(&seen.mirrored().turned_over()), "is mirrored and upside down"),
    ];
    let (way, how) = turned.into_iter().min_by(|one, two| one.0.total_cmp(&two.0))?;
    // A good match, and much better than the expected face.
    if way <= FITS && way * 2.0 < off && way <= least {
        return Some(how.to_owned());
    }
    let is_other = other != face && reference.look_of(other) != reference.look_of(face);
    let is_it = is_other && differs(other).is_some_and(|other| other * 4 <= count);
    is_it.then(|| format!("looks altogether different: {} is there", reference.title(other)))
}

/// How far a place may extend beyond its page, in millimetres: boxes are rounded.
const ROUNDED_MM: f64 = 0.05;

/// Two places overlap if their centres are closer than this share of a card's shorter side.
const APART: f64 = 0.6;

/// The contents of a placement record.
pub(super) struct RecordedPlaces {
    /// The faces of the deck.
    pub faces: Vec<PlacedFace>,
    /// The trims of all faces without the correction for a printer, in millimetres from the corner of the page.
    pub trims: Vec<Rect>,
    /// The places of faces with names that are not of the deck, such as a changelog card.
    pub others: Vec<Affine>,
    /// The number of faces of the deck that should not be printed.
    pub unprinted: usize,
    /// How the page is scaled to its paper.
    pub fit: Fit,
}

impl RecordedPlaces {
    /// Validates a record for a page on this paper.
    ///
    /// # Errors
    /// Why the record is impossible.
    pub(super) fn new(
        record: &PlacementRecord,
        paper: &Paper,
        reference: &ReferenceFaces,
    ) -> Result<Self, String> {
        PAGE_CARDS.hold(record.places.len()).map_err(|past| past.to_string())?;
        let [width, height] = record.page_mm;
        let is_page = |side: f64| side.is_finite() && (1.0..10_000.0).contains(&side);
        if !is_page(width) || !is_page(height) {
            return Err(format!("it is of a page of {width} × {height} mm"));
        }
        let fit = Fit::new([width, height], paper);
        let page = Size { width: Mm(width), height: Mm(height) };
        let correction = match record.printer {
            None => Affine::IDENTITY,
            Some(error) => error.correction(page)?,
        };
        let (mut faces, mut trims, mut others) = (Vec::new(), Vec::new(), Vec::new());
        let mut unprinted = 0;
        for place in &record.places {
            let trim = trim_of(place, reference, [width, height], &trims)?;
            trims.push(trim);
            let turn = place.turned().unwrap_or_default();
            let place_of = |face| {
                let on_sheet = on_page(trim, turn, reference.format);
                let unmoved = PlacedFace::new(face, fit.map * on_sheet, reference.format);
                PlacedFace { on_page: fit.map * correction * on_sheet, ..unmoved }
            };
            match reference.face_named(&place.face) {
                Some(FaceId::Card(_) | FaceId::Extra(_)) if record.printer.is_some() => {
                    let face = &place.face;
                    return Err(format!("it moves {face}, a front, for a printer"));
                }
                Some(face) => faces.push(place_of(face)),
                None if reference.is_called(&place.face) => unprinted += 1,
                None => others.push(fit.map * correction * on_page(trim, turn, reference.format)),
            }
        }
        Ok(Self { faces, trims, others, unprinted, fit })
    }
}

/// The trim of a place on its page, checked against the other places.
fn trim_of(
    place: &FacePlace,
    reference: &ReferenceFaces,
    [width, height]: [f64; 2],
    others: &[Rect],
) -> Result<Rect, String> {
    let FacePlace { face, at_mm: [x, y], turn } = place;
    let turned = place
        .turned()
        .ok_or_else(|| format!("{face} is turned by {turn} degrees; accepted: 0, 90, 180, 270"))?;
    let [wide, high] = [reference.format.trim_width_mm(), reference.format.trim_height_mm()];
    let [wide, high] = if turned.is_sideways() { [high, wide] } else { [wide, high] };
    let trim = Rect::new(*x, *y, x + wide, y + high);
    let is_within = |low: f64, high: f64, length: f64| {
        low >= -ROUNDED_MM && high > low && high <= length + ROUNDED_MM
    };
    if !is_within(trim.x0, trim.x1, width) || !is_within(trim.y0, trim.y1, height) {
        return Err(format!("{face} at {x}, {y} mm is outside the page"));
    }
    let apart = APART * wide.min(high);
    let is_upon = |other: &Rect| {
        let off = other.center() - trim.center();
        off.x.abs() < apart && off.y.abs() < apart
    };
    if others.iter().any(is_upon) {
        return Err(format!("two faces have one place: {face} at {x}, {y} mm overlaps another"));
    }
    Ok(trim)
}
