//! The net of a tuck box: its cuts, folds and panels.
//!
//! A straight tuck end: glue flap, back, side, front, side from left to right. Lid and floor are joined to
//! the back and tuck in behind the front, which has a thumb notch.

use crate::geometry::{Mm, Rect, Size, decimal, point};

/// How much wider and taller a box is than a card.
const PLAY: Mm = Mm(1.5);
/// How much deeper a box is than its cards; the folded leaf goes in, too.
const DEPTH_PLAY: Mm = Mm(1.2);
/// The width of the glue flap, and its taper at the ends.
const GLUE: Mm = Mm(11.0);
const GLUE_TAPER: Mm = Mm(6.0);
/// The length of the tuck flap.
const TUCK: Mm = Mm(14.0);
/// The corner radius of the tuck flap.
const TUCK_CORNER: Mm = Mm(6.0);
/// The relief of lid and floor on both sides, and of the tuck flap.
const LID_RELIEF: Mm = Mm(0.3);
const TUCK_RELIEF: Mm = Mm(1.0);
/// The relief of the side that is glued on, so that its edge does not protrude.
const LAST_SIDE_RELIEF: Mm = Mm(0.3);
/// The relief of a dust flap at its foot and at its end.
const DUST_RELIEF: [Mm; 2] = [Mm(0.5), Mm(2.5)];
/// The straight part of a dust flap before its taper.
const DUST_FOOT: Mm = Mm(2.0);
/// The limits of a dust flap's length; within them it is the depth of the box.
const DUST: [Mm; 2] = [Mm(9.0), Mm(20.0)];
/// The largest length of a dust flap, so that two do not meet, and half the thumb notch, as parts of the
/// box's width.
const DUST_SHARE: f64 = 0.45;
const NOTCH_SHARE: f64 = 0.12;
/// The length of a fold mark.
const MARK: Mm = Mm(2.5);
/// The depth of the notch: less than the distance of a theme's frame from the edge of the title card.
const NOTCH_DEPTH: Mm = Mm(2.8);

/// The net of a box, in millimetres from the upper left corner of its bounding rectangle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Net {
    /// Width, height and depth of the box.
    pub width: Mm,
    pub height: Mm,
    pub depth: Mm,
}

/// A fold, from one end to the other.
pub(super) type Crease = kurbo::Line;

impl Net {
    /// The net for cards of this size and a pile of this thickness.
    pub fn new(card: Size, pile: Mm) -> Self {
        Self { width: card.width + PLAY, height: card.height + PLAY, depth: pile + DEPTH_PLAY }
    }

    /// The borders of the columns: back, side, front and side.
    fn columns(&self) -> [Mm; 5] {
        let back = GLUE + self.width;
        let front = back + self.depth;
        let last = front + self.width;
        [GLUE, back, front, last, last + self.depth - LAST_SIDE_RELIEF]
    }

    /// Top and foot of the four walls.
    fn rows(&self) -> [Mm; 2] {
        let top = TUCK + self.depth;
        [top, top + self.height]
    }

    /// The size of the bounding rectangle.
    pub fn size(&self) -> Size {
        let [_, foot] = self.rows();
        Size { width: self.columns()[4], height: foot + self.depth + TUCK }
    }

    fn wall(&self, place: usize) -> Rect {
        let (columns, [top, foot]) = (self.columns(), self.rows());
        let width = columns[place + 1] - columns[place];
        Rect { x: columns[place], y: top, width, height: foot - top }
    }

    pub fn back(&self) -> Rect {
        self.wall(0)
    }

    pub fn front(&self) -> Rect {
        self.wall(2)
    }

    /// The two sides, left of the front and right of it.
    pub fn sides(&self) -> [Rect; 2] {
        [self.wall(1), self.wall(3)]
    }

    pub fn lid(&self) -> Rect {
        let Rect { x, y, width, .. } = self.back();
        Rect { x, y: y - self.depth, width, height: self.depth }
    }

    pub fn floor(&self) -> Rect {
        let back = self.back();
        Rect { y: back.bottom(), height: self.depth, ..back }
    }

    fn dust_length(&self) -> Mm {
        let [least, most] = DUST;
        self.depth.max(least).min(most).min(self.width * DUST_SHARE)
    }

    /// Rectangles that together cover the printed area: everything except the glue flap.
    pub fn printed(&self) -> Vec<Rect> {
        let with_tuck = |panel: Rect, y: Mm| Rect { y, height: panel.height + TUCK, ..panel };
        let dust = self.dust_length();
        let tall = |side: Rect| Rect { y: side.y - dust, height: side.height + dust * 2.0, ..side };
        let [left, right] = self.sides();
        let (lid, floor) = (self.lid(), self.floor());
        vec![
            self.back(),
            self.front(),
            tall(left),
            tall(right),
            with_tuck(lid, lid.y - TUCK),
            with_tuck(floor, floor.y),
        ]
    }

    /// The cut outline as SVG path data: one closed line.
    pub fn cut(&self) -> String {
        let ([x1, x2, x3, x4, x5], [top, foot]) = (self.columns(), self.rows());
        // Along the top from left to right, then along the foot from right to left: the same, mirrored,
        // without the notch.
        let middle = top + foot;
        let mut path = Line { data: String::new(), mirror: None };
        path.to('M', x1, top);
        self.lid_line(&mut path, x1, x2, top, false);
        self.dust_line(&mut path, x2, x3, top, false);
        let (thumb, half, depth) = ((x3 + x4) / 2.0, self.width * NOTCH_SHARE, NOTCH_DEPTH);
        let radius = Mm((half.0 * half.0 + depth.0 * depth.0) / (2.0 * depth.0));
        path.to('L', thumb - half, top);
        path.arc(radius, false, thumb + half, top);
        path.to('L', x4, top);
        self.dust_line(&mut path, x4, x5, top, false);
        path.mirror = Some(middle);
        self.dust_line(&mut path, x4, x5, top, true);
        path.to('L', x3, top);
        self.dust_line(&mut path, x2, x3, top, true);
        self.lid_line(&mut path, x1, x2, top, true);
        path.to('L', Mm::ZERO, top + GLUE_TAPER);
        path.mirror = None;
        path.to('L', Mm::ZERO, top + GLUE_TAPER);
        path.data + "Z"
    }

    /// Adds lid and tuck flap from `left` to `right`, or back.
    fn lid_line(&self, path: &mut Line, left: Mm, right: Mm, top: Mm, is_back: bool) {
        let hinge = top - self.depth;
        let end = hinge - TUCK;
        let [x1, x2] = [left + LID_RELIEF, right - LID_RELIEF];
        let [t1, t2] = [left + TUCK_RELIEF, right - TUCK_RELIEF];
        let corner = TUCK_CORNER;
        let rising = [(x1, top), (x1, hinge), (t1, hinge), (t1, end + corner)];
        let falling = [(t2, hinge), (x2, hinge), (x2, top), (right, top)];
        if is_back {
            falling.iter().rev().for_each(|&(x, y)| path.to('L', x, y));
            path.to('L', t2, end + corner);
            path.arc(corner, false, t2 - corner, end);
            path.to('L', t1 + corner, end);
            path.arc(corner, false, t1, end + corner);
            rising[..3].iter().rev().for_each(|&(x, y)| path.to('L', x, y));
            path.to('L', left, top);
        } else {
            rising.iter().for_each(|&(x, y)| path.to('L', x, y));
            path.arc(corner, true, t1 + corner, end);
            path.to('L', t2 - corner, end);
            path.arc(corner, true, t2, end + corner);
            falling.iter().for_each(|&(x, y)| path.to('L', x, y));
        }
    }

    /// Adds a dust flap from `left` to `right`, or back.
    fn dust_line(&self, path: &mut Line, left: Mm, right: Mm, top: Mm, is_back: bool) {
        let [foot, end] = DUST_RELIEF;
        let tip = top - self.dust_length();
        let places = [
            (left, top),
            (left + foot, top),
            (left + foot, top - DUST_FOOT),
            (left + end, tip),
            (right - end, tip),
            (right - foot, top - DUST_FOOT),
            (right - foot, top),
            (right, top),
        ];
        let draw = |path: &mut Line, &(x, y): &(Mm, Mm)| path.to('L', x, y);
        match is_back {
            false => places.iter().for_each(|place| draw(path, place)),
            true => places.iter().rev().for_each(|place| draw(path, place)),
        }
    }

    /// Marks that extend the folds beyond the cut, outside the box.
    pub fn fold_marks(&self) -> Vec<Crease> {
        let ([x1, x2, x3, x4, x5], [top, foot]) = (self.columns(), self.rows());
        let mark = |x: Mm, y: Mm, dx: f64, dy: f64| {
            Crease::new(point(x, y), point(x + MARK * dx, y + MARK * dy))
        };
        let mut marks = Vec::new();
        for (y, hinge, out) in [(top, top - self.depth, -1.0), (foot, foot + self.depth, 1.0)] {
            marks.extend([x1, x2, x3, x4].map(|x| mark(x, y, 0.0, out)));
            marks.extend([
                mark(x1, y, -1.0, 0.0),
                mark(x5, y, 1.0, 0.0),
                mark(x1 + LID_RELIEF, hinge, -1.0, 0.0),
                mark(x2 - LID_RELIEF, hinge, 1.0, 0.0),
            ]);
        }
        marks
    }

    /// The folds.
    pub fn creases(&self) -> Vec<Crease> {
        let ([x1, x2, x3, x4, x5], [top, foot]) = (self.columns(), self.rows());
        let upright = |x| Crease::new(point(x, top), point(x, foot));
        let level = |from, to, y| Crease::new(point(from, y), point(to, y));
        let mut creases: Vec<Crease> = [x1, x2, x3, x4].map(upright).into();
        for (y, hinge) in [(top, top - self.depth), (foot, foot + self.depth)] {
            creases.extend([
                level(x1 + LID_RELIEF, x2 - LID_RELIEF, y),
                level(x1 + TUCK_RELIEF, x2 - TUCK_RELIEF, hinge),
                level(x2 + DUST_RELIEF[0], x3 - DUST_RELIEF[0], y),
                level(x4 + DUST_RELIEF[0], x5 - DUST_RELIEF[0], y),
            ]);
        }
        creases
    }
}

/// A path under construction, mirrored about a horizontal line if set.
struct Line {
    data: String,
    /// Twice the y coordinate of that line.
    mirror: Option<Mm>,
}

impl Line {
    fn place(&self, x: Mm, y: Mm) -> String {
        let y = self.mirror.map_or(y, |twice| twice - y);
        format!("{} {}", decimal(x.0), decimal(y.0))
    }

    fn to(&mut self, command: char, x: Mm, y: Mm) {
        self.data += &format!("{command}{}", self.place(x, y));
    }

    /// A circular arc of at most 180 degrees; clockwise before mirroring.
    fn arc(&mut self, radius: Mm, is_clockwise: bool, x: Mm, y: Mm) {
        let sweep = u8::from(is_clockwise != self.mirror.is_some());
        let radius = decimal(radius.0);
        self.data += &format!("A{radius} {radius} 0 0 {sweep} {}", self.place(x, y));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn poker() -> Net {
        Net::new(Size { width: Mm(63.5), height: Mm(88.9) }, Mm(54.0 * 0.31))
    }

    #[test]
    fn a_box_holds_cards_leaf_and_a_little_air() {
        let Net { width, height, depth } = poker();
        assert_eq!([65.0, 90.4], [width.0, height.0]);
        assert!((depth.0 - 17.94).abs() < 1e-9, "{depth:?}");
    }

    #[test]
    fn walls_are_adjacent_and_lid_and_floor_cover_the_opening() {
        let net = poker();
        let [left, right] = net.sides();
        let walls = [net.back(), left, net.front(), right];
        for pair in walls.windows(2) {
            assert!((pair[0].right() - pair[1].x).0.abs() < 1e-9);
            assert_eq!(pair[0].height, pair[1].height);
        }
        for cover in [net.lid(), net.floor()] {
            assert_eq!((net.width, net.depth), (cover.width, cover.height));
        }
        assert_eq!(net.lid().bottom(), net.back().y);
        assert_eq!(net.floor().y, net.back().bottom());
    }

    #[test]
    fn creases_are_in_the_rectangle_and_every_panel_has_folds() {
        let net = poker();
        let Size { width, height } = net.size();
        let creases = net.creases();
        assert_eq!(12, creases.len());
        for point in creases.iter().flat_map(|crease| [crease.p0, crease.p1]) {
            assert!((0.0..=width.0).contains(&point.x) && (0.0..=height.0).contains(&point.y));
        }
        let upright = creases.iter().filter(|crease| crease.p0.x == crease.p1.x).count();
        assert_eq!(4, upright);
    }

    #[test]
    fn the_outline_is_one_closed_line_of_the_size_of_the_net() {
        let net = poker();
        let data = net.cut();
        assert_eq!((1, 1), (data.matches('M').count(), data.matches('Z').count()));
        let svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"300mm\" height=\"300mm\" \
             viewBox=\"0 0 300 300\"><path d=\"{data}\" fill=\"#000000\"/></svg>"
        );
        let tree = crate::face::parse_svg(&svg).unwrap();
        let found = tree.root().abs_bounding_box();
        let mm = |pixels: f32| f64::from(pixels) * crate::geometry::MM_PER_PIXEL;
        let Size { width, height } = net.size();
        for (asked, found) in [(0.0, found.x()), (0.0, found.y())] {
            assert!((asked - mm(found)).abs() < 1e-3);
        }
        assert!((width.0 - mm(found.width())).abs() < 1e-3, "{}", mm(found.width()));
        assert!((height.0 - mm(found.height())).abs() < 1e-3, "{}", mm(found.height()));
    }
}
