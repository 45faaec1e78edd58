//! Whether a face that is all of its page stands where the page is cut.

use kurbo::{Point, Rect};

use super::looks::ReferenceFaces;
use super::placed::{FaceId, PlacedFace};
use crate::preflight::page::Sides;

/// How far a face may stand from where its page is cut, in millimetres.
const ASIDE_MM: f64 = 0.3;

/// Whether a face stands aside from where its page is cut, or not upright.
pub(super) fn aside(face: &PlacedFace, printed: Sides, looks: &ReferenceFaces) -> Option<String> {
    let full = looks.size_mm();
    let corners = [Point::ORIGIN, Point::new(full[0], full[1])].map(|corner| face.on_page * corner);
    let far = |corner: Point, x: f64, y: f64| (corner.x - x).abs().max((corner.y - y).abs());
    let [left, top, right, bottom] = printed;
    let upright = far(corners[0], left, top).max(far(corners[1], right, bottom));
    // A back may be held either way.
    let over = far(corners[0], right, bottom).max(far(corners[1], left, top));
    if upright <= ASIDE_MM || (matches!(face.face, FaceId::Back(_)) && over <= ASIDE_MM) {
        return None;
    }
    if over <= ASIDE_MM {
        return Some("stands on its head".to_owned());
    }
    let [a, b, ..] = face.on_page.as_coeffs();
    if a < b.abs() {
        return Some("is turned on its page".to_owned());
    }
    Some(format!("stands {upright:.1} mm from where its page is cut"))
}

/// Whether the file has a face cut elsewhere than at its edge.
pub(super) fn miscut(face: &PlacedFace, trim: Sides, looks: &ReferenceFaces) -> Option<String> {
    let (full, bleed) = (looks.size_mm(), looks.format.bleed_mm());
    let [one, other] = [(bleed, bleed), (full[0] - bleed, full[1] - bleed)]
        .map(|corner| face.on_page * Point::from(corner));
    let cut = Rect::from_points(one, other);
    let edges = [cut.x0, cut.y0, cut.x1, cut.y1];
    let off = edges.iter().zip(trim).map(|(edge, cut)| (edge - cut).abs()).fold(0.0, f64::max);
    (off > ASIDE_MM).then(|| format!("is cut {off:.1} mm from its edge by the page's trim box"))
}
