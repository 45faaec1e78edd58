//! The edges of the cards of a page, followed outward to where they may be marked.

use super::standing::Standing;
use crate::face::Format;
use crate::preflight::page::Sides;

/// Beyond the corner of a card, in millimetres, an edge is followed; nearer there may be the next card.
pub(super) const START_MM: f64 = 1.0;
/// Cards are kept clear of by so much.
const CLEAR_MM: f64 = 0.5;
/// A shorter stretch is no mark.
pub(super) const LEAST_MM: f64 = 0.7;

/// One edge of a card followed outward from a corner.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line {
    /// Which of the cards it belongs to.
    pub face: usize,
    /// The corner, in millimetres of the page.
    pub corner: [f64; 2],
    /// One millimetre outward.
    pub along: [f64; 2],
    /// The middle of its card.
    pub middle: [f64; 2],
}

/// The edges of all cards, followed outward wherever no other card lies; neighbours share theirs.
pub(super) fn lines(faces: &[Standing], format: Format) -> Vec<Line> {
    let bleed = format.bleed_mm();
    let (far_x, far_y) = (format.full_width_mm() - bleed, format.full_height_mm() - bleed);
    let corners = [[bleed, bleed], [far_x, bleed], [far_x, far_y], [bleed, far_y]];
    let cards: Vec<[[f64; 2]; 4]> =
        faces.iter().map(|face| corners.map(|corner| face.on_page.apply(corner))).collect();
    let rooms: Vec<Sides> = cards.iter().map(room).collect();
    let mut lines: Vec<Line> = Vec::new();
    for (face, card) in cards.iter().enumerate() {
        let middle = [0, 1].map(|part| (card[0][part] + card[2][part]) / 2.0);
        for (at, corner) in card.iter().enumerate() {
            for from in [card[(at + 1) % 4], card[(at + 3) % 4]] {
                let way = [corner[0] - from[0], corner[1] - from[1]];
                let length = (way[0] * way[0] + way[1] * way[1]).sqrt();
                let along = way.map(|part| part / length);
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

/// What a card takes of the page, and a little round it.
fn room(card: &[[f64; 2]; 4]) -> Sides {
    let least = |part: usize| card.iter().map(|at| at[part]).fold(f64::MAX, f64::min) - CLEAR_MM;
    let most = |part: usize| card.iter().map(|at| at[part]).fold(f64::MIN, f64::max) + CLEAR_MM;
    [least(0), least(1), most(0), most(1)]
}

impl Line {
    /// Whether it runs up and down the page rather than across, and whether down or to the right.
    pub(super) fn way(&self) -> (bool, bool) {
        let is_down = self.along[1].abs() > self.along[0].abs();
        (is_down, self.along[usize::from(is_down)] > 0.0)
    }

    pub(super) fn at(&self, mm: f64) -> [f64; 2] {
        [self.corner[0] + mm * self.along[0], self.corner[1] + mm * self.along[1]]
    }

    /// How many millimetres of paper it has, if that is room for a mark.
    pub(super) fn reach(&self, [left, top, right, bottom]: Sides) -> Option<f64> {
        let [x, y] = self.at(START_MM);
        let [dx, dy] = self.along;
        let reach = match self.way() {
            (true, forth) => [top - y, bottom - y][usize::from(forth)] / dy,
            (false, forth) => [left - x, right - x][usize::from(forth)] / dx,
        };
        (reach >= LEAST_MM).then_some(reach)
    }

    /// Whether it runs through what a card takes, a millimetre behind its corner or later.
    fn meets(&self, [left, top, right, bottom]: &Sides) -> bool {
        let [x, y] = self.at(START_MM);
        let (is_down, forth) = self.way();
        let (at, beside, [low, high], [near, far]) = match is_down {
            true => (y, x, [left, right], [top, bottom]),
            false => (x, y, [top, bottom], [left, right]),
        };
        (*low..=*high).contains(&beside) && if forth { at <= *far } else { at >= *near }
    }

    fn is_same(&self, other: &Self) -> bool {
        let off = |a: [f64; 2], b: [f64; 2]| (a[0] - b[0]).abs().max((a[1] - b[1]).abs());
        off(self.corner, other.corner) < CLEAR_MM && off(self.along, other.along) < 0.1
    }
}
