//! Edges of the cards on a page, extended outward to possible cut marks.

use kurbo::{Point, Rect, Vec2};

use super::placed::PlacedFace;
use crate::face::Format;
use crate::preflight::page::Sides;

/// Edges are extended from this distance beyond the corner, in millimetres; nearer there may be the next card.
pub(super) const START_MM: f64 = 1.0;
/// The clearance kept from other cards, in millimetres.
const CLEAR_MM: f64 = 0.5;
/// The least length of a mark, in millimetres.
pub(super) const LEAST_MM: f64 = 0.7;

/// An edge of a card, extended outward from a corner.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line {
    /// The index of its card.
    pub face: usize,
    /// The corner, in millimetres of the page.
    pub corner: Point,
    /// One millimetre outward.
    pub along: Vec2,
    /// The centre of its card.
    pub middle: Point,
}

/// The extended edges of all cards, unless another card is in the way; neighbours share theirs.
pub(super) fn lines(faces: &[PlacedFace], format: Format) -> Vec<Line> {
    let bleed = format.bleed_mm();
    let (far_x, far_y) = (format.full_width_mm() - bleed, format.full_height_mm() - bleed);
    let corners = [(bleed, bleed), (far_x, bleed), (far_x, far_y), (bleed, far_y)].map(Point::from);
    let cards: Vec<[Point; 4]> =
        faces.iter().map(|face| corners.map(|corner| face.on_page * corner)).collect();
    let trim = Rect::new(bleed, bleed, far_x, far_y);
    // The area of a card with clearance.
    let room =
        |face: &PlacedFace| face.on_page.transform_rect_bbox(trim).inflate(CLEAR_MM, CLEAR_MM);
    let rooms: Vec<Rect> = faces.iter().map(room).collect();
    let mut lines: Vec<Line> = Vec::new();
    for (face, card) in cards.iter().enumerate() {
        let middle = card[0].midpoint(card[2]);
        for (at, corner) in card.iter().enumerate() {
            for from in [card[(at + 1) % 4], card[(at + 3) % 4]] {
                let way = *corner - from;
                let along = way / way.length_squared().sqrt();
                let line = Line { face, corner: *corner, along, middle };
                let is_free = rooms.iter().all(|room| !line.meets(room));
                if is_free && !lines.iter().any(|other| other.is_same(&line)) {
                    lines.push(line);
                }
            }
        }
    }
    lines
}

impl Line {
    /// Whether it is vertical, and whether it runs down or to the right.
    pub(super) fn way(&self) -> (bool, bool) {
        let is_down = self.along.y.abs() > self.along.x.abs();
        (is_down, if is_down { self.along.y } else { self.along.x } > 0.0)
    }

    pub(super) fn at(&self, mm: f64) -> Point {
        self.corner + mm * self.along
    }

    /// The length of paper along it in millimetres, if sufficient for a mark.
    pub(super) fn reach(&self, [left, top, right, bottom]: Sides) -> Option<f64> {
        let Point { x, y } = self.at(START_MM);
        let Vec2 { x: dx, y: dy } = self.along;
        let reach = match self.way() {
            (true, forth) => [top - y, bottom - y][usize::from(forth)] / dy,
            (false, forth) => [left - x, right - x][usize::from(forth)] / dx,
        };
        (reach >= LEAST_MM).then_some(reach)
    }

    /// Whether it crosses the area of a card at least a millimetre beyond its corner.
    fn meets(&self, room: &Rect) -> bool {
        let Point { x, y } = self.at(START_MM);
        let (is_down, forth) = self.way();
        let (at, beside, [low, high], [near, far]) = match is_down {
            true => (y, x, [room.x0, room.x1], [room.y0, room.y1]),
            false => (x, y, [room.y0, room.y1], [room.x0, room.x1]),
        };
        (low..=high).contains(&beside) && if forth { at <= far } else { at >= near }
    }

    fn is_same(&self, other: &Self) -> bool {
        let is_near = |off: Vec2, most: f64| off.x.abs() < most && off.y.abs() < most;
        is_near(self.corner - other.corner, CLEAR_MM) && is_near(self.along - other.along, 0.1)
    }
}
