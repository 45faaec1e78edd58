//! Describes the differences between an expected and a printed face by their positions on the card.

use kurbo::{Point, Rect};
use resvg::tiny_skia::Pixmap;

use super::pixels::{Area, Region, is_flat};
use super::placed::FaceId;
use super::reference_faces::ReferenceFaces;
use super::report::{SeenDifference, beside};
use crate::geometry::{Affine, inverse};
use crate::preflight::page::Sides;
use crate::wording::counted;

/// The most differences reported for one face.
const MOST_REPORTED: usize = 6;
/// From this share of differing area on, another face is in its place.
const ANOTHER: f64 = 0.2;

/// An expected and a printed face, in the same pixels.
pub(super) struct Reading<'r> {
    pub expected: &'r Pixmap,
    pub found: &'r Pixmap,
    /// The transformation from the face's millimetres to these pixels.
    pub place: &'r Affine,
}

impl Reading<'_> {
    /// The differences in these regions.
    pub(super) fn differences(
        &self,
        page: Option<u32>,
        shown: FaceId,
        area: Area,
        found: &[Region],
        reference: &ReferenceFaces,
    ) -> Vec<SeenDifference> {
        if found.is_empty() {
            return Vec::new();
        }
        let covered = covered(found);
        if is_another(found, area) {
            let region = Region {
                left: area[0],
                top: area[1],
                right: area[2],
                bottom: area[3],
                places: covered,
            };
            let mut all =
                difference(page, reference.title(shown), "looks altogether different".to_owned());
            all.picture = beside(self.expected, self.found, &region);
            return vec![all];
        }
        let places = reference.parts(shown);
        let back = inverse(self.place);
        let more = found.len().saturating_sub(MOST_REPORTED);
        let mut differences: Vec<SeenDifference> = Vec::new();
        for region in found.iter().take(MOST_REPORTED) {
            let place = back.and_then(|back| {
                let one = back * Point::new(region.left as f64, region.top as f64);
                let other = back * Point::new(region.right as f64, region.bottom as f64);
                named(&places, Rect::from_points(one, other))
            });
            let (ought, is) = (is_flat(self.expected, region), is_flat(self.found, region));
            let reason = match (ought, is) {
                (false, true) => "is not seen",
                (true, false) => "shows something that does not belong there",
                _ => "does not look as it should",
            };
            differences.push(SeenDifference {
                page,
                face: reference.title(shown),
                place,
                reason: reason.to_owned(),
                picture: beside(self.expected, self.found, region),
            });
        }
        if more > 0 {
            let reason = format!("differs in {}", counted(more, "more place"));
            differences.push(difference(page, reference.title(shown), reason));
        }
        differences
    }
}

/// The number of cells of a picture that differ.
fn covered(regions: &[Region]) -> usize {
    regions.iter().map(|region| region.places).sum()
}

/// Whether so much of an area differs that it shows something else.
pub(super) fn is_another(regions: &[Region], [left, top, right, bottom]: Area) -> bool {
    covered(regions) as f64 / ((right - left) * (bottom - top)) as f64 > ANOTHER
}

/// The named part of a face at a rectangle: the one most similar in size and position.
fn named(places: &[(String, Sides)], region: Rect) -> Option<String> {
    let alike = |&[left, top, right, bottom]: &Sides| {
        let part = Rect::new(left, top, right, bottom);
        let shared = part.intersect(region).area();
        shared / (part.area() + region.area() - shared).max(1e-9)
    };
    let best = places.iter().max_by(|(_, one), (_, other)| alike(one).total_cmp(&alike(other)));
    let found = best.filter(|(_, sides)| alike(sides) > 0.0).map(|(name, _)| name.clone());
    found.or_else(|| Some(format!("{:.1}, {:.1} mm", region.x0, region.y0)))
}

/// A difference of a whole face.
pub(super) fn difference(page: Option<u32>, face: String, reason: String) -> SeenDifference {
    SeenDifference { page, face, place: None, reason, picture: None }
}
