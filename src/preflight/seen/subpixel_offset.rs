//! Misplaced faces on pages of one card: displaced or turned relative to the trim.

use kurbo::{Point, Rect};

use super::placed::{FaceId, PlacedFace};
use super::reference_faces::ReferenceFaces;
use crate::preflight::page::Sides;

/// The largest displacement of a face from the trim of its page, in millimetres.
const TOLERANCE_MM: f64 = 0.3;

/// Describes how a face is displaced or turned relative to the trim of its page, if it is.
pub(super) fn offset(face: &PlacedFace, printed: Sides, looks: &ReferenceFaces) -> Option<String> {
    let full = looks.size_mm();
    let corners = [Point::ORIGIN, Point::new(full[0], full[1])].map(|corner| face.on_page * corner);
    let far = |corner: Point, x: f64, y: f64| (corner.x - x).abs().max((corner.y - y).abs());
    let [left, top, right, bottom] = printed;
    let upright = far(corners[0], left, top).max(far(corners[1], right, bottom));
    // A back may be printed either way up.
    let over = far(corners[0], right, bottom).max(far(corners[1], left, top));
    if upright <= TOLERANCE_MM || (matches!(face.face, FaceId::Back(_)) && over <= TOLERANCE_MM) {
        return None;
    }
    if over <= TOLERANCE_MM {
        return Some("is upside down".to_owned());
    }
    let [a, b, ..] = face.on_page.as_coeffs();
    if a < b.abs() {
        return Some("is turned on its page".to_owned());
    }
    Some(format!("is {upright:.1} mm from where its page is cut"))
}

/// Describes the distance between the trim box and the edge of the face, if they differ.
pub(super) fn miscut(face: &PlacedFace, trim: Sides, looks: &ReferenceFaces) -> Option<String> {
    let (full, bleed) = (looks.size_mm(), looks.format.bleed_mm());
    let [one, other] = [(bleed, bleed), (full[0] - bleed, full[1] - bleed)]
        .map(|corner| face.on_page * Point::from(corner));
    let cut = Rect::from_points(one, other);
    let edges = [cut.x0, cut.y0, cut.x1, cut.y1];
    let off = edges.iter().zip(trim).map(|(edge, cut)| (edge - cut).abs()).fold(0.0, f64::max);
    (off > TOLERANCE_MM).then(|| format!("is cut {off:.1} mm from its edge by the page's trim box"))
}
