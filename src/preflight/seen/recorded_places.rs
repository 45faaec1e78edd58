//! Validates the faces named by a placement record.
//!
//! A record is not trusted: an impossible record is a fault, and the page is then placed as if it had none.

use kurbo::Rect;

use super::layouts::{Fit, Paper};
use super::placed::{FaceId, PlacedFace, on_page};
use super::reference_faces::ReferenceFaces;
use crate::geometry::{Affine, Mm, Size};
use crate::preflight::limits::PAGE_CARDS;
use crate::render::placement::{FacePlace, PlacementRecord};

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
        looks: &ReferenceFaces,
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
            let trim = trim_of(place, looks, [width, height], &trims)?;
            trims.push(trim);
            let turn = place.turned().unwrap_or_default();
            let place_of = |face| {
                let on_sheet = on_page(trim, turn, looks.format);
                let unmoved = PlacedFace::new(face, fit.map * on_sheet, looks.format);
                PlacedFace { on_page: fit.map * correction * on_sheet, ..unmoved }
            };
            match looks.face_named(&place.face) {
                Some(FaceId::Card(_) | FaceId::Extra(_)) if record.printer.is_some() => {
                    let face = &place.face;
                    return Err(format!("it moves {face}, a front, for a printer"));
                }
                Some(face) => faces.push(place_of(face)),
                None if looks.is_called(&place.face) => unprinted += 1,
                None => others.push(fit.map * correction * on_page(trim, turn, looks.format)),
            }
        }
        Ok(Self { faces, trims, others, unprinted, fit })
    }
}

/// The trim of a place on its page, checked against the other places.
fn trim_of(
    place: &FacePlace,
    looks: &ReferenceFaces,
    [width, height]: [f64; 2],
    others: &[Rect],
) -> Result<Rect, String> {
    let FacePlace { face, at_mm: [x, y], turn } = place;
    let turned = place
        .turned()
        .ok_or_else(|| format!("{face} is turned by {turn} degrees; accepted: 0, 90, 180, 270"))?;
    let [wide, high] = [looks.format.trim_width_mm(), looks.format.trim_height_mm()];
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
