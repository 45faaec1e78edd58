//! The frames around the parts of a card: each encloses everything that belongs to its part, such as plates
//! and labels, and cuts through nothing else.

use kurbo::{Insets, Rect};

use crate::face::{Drawing, Format, usvg};

use super::measures::FRAME_MM;

/// The most that a plate, an icon or a frame is wider and taller than the text in it.
const PLATE_MM: [f64; 2] = [14.0, 8.0];
/// The side lengths of marks that a frame encloses; smaller ones are dots of an ornament.
const MARK_MM: std::ops::Range<f64> = 0.7..9.0;
/// The largest distance of a label before its part.
const LABEL_GAP_MM: f64 = 12.0;
/// The distance between frames, and from a frame to what is outside it.
const CLEAR_MM: f64 = 0.6;

/// The drawn boxes of a trimmed card, in its millimetres.
pub(super) struct PartFrames {
    /// Every text.
    texts: Vec<Rect>,
    /// Fixed words of the template, and the deck's name, which is on every card.
    labels: Vec<Rect>,
    /// Filled and stroked shapes.
    shapes: Vec<Rect>,
}

/// The largest distance of a sign before its part.
const SIGN_GAP_MM: f64 = 2.0;

impl PartFrames {
    pub fn new(drawing: &Drawing, format: Format) -> Self {
        let fields = drawing.fields();
        let placed = |text: &usvg::Text| placed(text, drawing, format);
        let texts = drawing.texts();
        let is_label =
            |text: &&&usvg::Text| fields.get(text.id()).is_none_or(|name| *name == "deck");
        let labels = texts.iter().filter(is_label);
        let mut shapes = Vec::new();
        outlines(drawing.tree().root(), &mut |bounds| {
            shapes.extend(on_card(bounds, drawing, format));
        });
        Self {
            labels: labels.filter_map(|text| placed(text)).collect(),
            texts: texts.iter().filter_map(|text| placed(text)).collect(),
            shapes,
        }
    }

    /// A part with everything that belongs to its texts: their plates, labels and signs before its lines, and
    /// labels that its frame would touch.
    pub fn whole(&self, texts: &[Rect]) -> Option<Rect> {
        let plates = texts.iter().map(|text| self.on_plate(text));
        let part = plates.reduce(|all, plate| all.union(plate))?;
        let before = |part: &Rect, label: &Rect, most: f64| {
            let gap = part.x0 - label.x1;
            (part.y0..part.y1).contains(&label.center().y) && (0.0..most).contains(&gap)
        };
        let with_labels = |part: Rect| {
            let belongs = |label: &&Rect| {
                (before(&part, label, LABEL_GAP_MM)
                    || meet(&part.inflate(FRAME_MM, FRAME_MM), label))
                    && !self.is_nearer_to_another(label, &part, texts)
            };
            let labels = self.labels.iter().filter(belongs).map(|label| self.on_plate(label));
            labels.fold(part, |all, label| all.union(label))
        };
        let part = with_labels(part);
        // A shape with another text in it is the plate of another part.
        let is_plate = |shape: &Rect| self.texts.iter().any(|text| shape.contains(text.center()));
        let is_sign =
            |shape: &&Rect| is_mark(shape) && before(&part, shape, SIGN_GAP_MM) && !is_plate(shape);
        let signs = self.shapes.iter().filter(is_sign);
        // A sign that is taller than the part reaches labels below it.
        Some(with_labels(signs.fold(part, |all, sign| all.union(*sign))))
    }

    /// Whether a value outside the part's `texts` is nearer to a label than the part. A label on the line of a part
    /// of one line is only compared with other values of that line.
    fn is_nearer_to_another(&self, label: &Rect, part: &Rect, texts: &[Rect]) -> bool {
        let is_on_line = |place: &Rect| (place.y0..place.y1).contains(&label.center().y);
        let values = self.texts.iter().filter(|text| !self.labels.contains(text));
        let is_its_line = is_on_line(part) && part.height() < 2.0 * label.height();
        let values = values.filter(|value| !is_its_line || is_on_line(value));
        let mut others = values.filter(|value| !texts.contains(value));
        others.any(|other| gap(label, other) < gap(label, part))
    }

    /// A text with the shapes around it.
    fn on_plate(&self, text: &Rect) -> Rect {
        let is_plate = |shape: &&Rect| {
            let [wider, higher] = PLATE_MM;
            shape.contains(text.center())
                && shape.width() <= text.width() + wider
                && shape.height() <= text.height() + higher
        };
        self.shapes.iter().filter(is_plate).fold(*text, |all, shape| all.union(*shape))
    }

    /// The frames of some parts.
    pub fn frames(&self, parts: &[Rect]) -> Vec<Rect> {
        let others = |part: &Rect| -> Vec<Rect> {
            let parts = parts.iter().filter(|other| *other != part);
            let drawn = self.texts.iter().chain(self.shapes.iter().filter(|shape| is_mark(shape)));
            parts.chain(drawn).copied().collect()
        };
        parts.iter().map(|part| frame(part, &others(part))).collect()
    }
}

/// The frame of a part, at most halfway to its neighbours.
fn frame(part: &Rect, others: &[Rect]) -> Rect {
    let mut by = [FRAME_MM; 4];
    let reach = part.inflate(FRAME_MM + CLEAR_MM, FRAME_MM + CLEAR_MM);
    for other in others.iter().filter(|other| meet(&reach, other)) {
        let gaps = [part.x0 - other.x1, part.y0 - other.y1, other.x0 - part.x1, other.y0 - part.y1];
        // A diagonal neighbour is avoided on the side with more room.
        let side = (0..4).max_by(|&one, &two| gaps[one].total_cmp(&gaps[two])).unwrap_or(0);
        if gaps[side] >= 0.0 {
            by[side] = by[side].min(((gaps[side] - CLEAR_MM) / 2.0).max(0.0));
        }
    }
    let [left, top, right, bottom] = by;
    *part + Insets::new(left, top, right, bottom)
}

fn is_mark(shape: &Rect) -> bool {
    MARK_MM.contains(&shape.width()) && MARK_MM.contains(&shape.height())
}

fn meet(one: &Rect, other: &Rect) -> bool {
    one.intersect(*other).area() > 0.0
}

/// The distance of two boxes, along the sides of the card.
fn gap(one: &Rect, other: &Rect) -> f64 {
    let beside = (other.x0 - one.x1).max(one.x0 - other.x1).max(0.0);
    let below = (other.y0 - one.y1).max(one.y0 - other.y1).max(0.0);
    beside + below
}

/// The box of a text on the trimmed card.
pub(super) fn placed(text: &usvg::Text, drawing: &Drawing, format: Format) -> Option<Rect> {
    on_card(text.flattened().abs_bounding_box(), drawing, format)
}

/// A box of the drawing on the trimmed card, if it is not empty.
fn on_card(bounds: usvg::Rect, drawing: &Drawing, format: Format) -> Option<Rect> {
    let mm = format.full_width_mm() / f64::from(drawing.tree().size().width());
    let [left, top, width, height] =
        [bounds.left(), bounds.top(), bounds.width(), bounds.height()].map(|px| f64::from(px) * mm);
    let bleed = format.bleed_mm();
    (width > 0.0).then(|| Rect::from_origin_size((left - bleed, top - bleed), (width, height)))
}

/// Calls `see` for the box of every visible shape.
fn outlines(group: &usvg::Group, see: &mut impl FnMut(usvg::Rect)) {
    for node in group.children() {
        match node {
            usvg::Node::Group(group) => outlines(group, see),
            usvg::Node::Path(path) if path.is_visible() => see(path.abs_stroke_bounding_box()),
            usvg::Node::Path(_) | usvg::Node::Text(_) | usvg::Node::Image(_) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rect([x, y, right, bottom]: [f64; 4]) -> Rect {
        Rect::new(x, y, right, bottom)
    }

    #[test]
    fn a_frame_encloses_the_plate_but_not_the_row() {
        let shapes = vec![rect([8.0, 8.0, 15.0, 13.0]), rect([0.0, 7.0, 50.0, 14.0])];
        let drawn = PartFrames { texts: Vec::new(), labels: Vec::new(), shapes };
        let whole = drawn.whole(&[rect([10.0, 9.0, 12.0, 12.0]), rect([20.0, 9.0, 22.0, 12.0])]);
        assert_eq!(Some(rect([8.0, 8.0, 22.0, 13.0])), whole);
    }

    #[test]
    fn labels_below_a_part_belong_to_it_unless_others_are_near() {
        let below = rect([9.0, 12.3, 15.0, 14.0]);
        let drawn = PartFrames { texts: Vec::new(), labels: vec![below], shapes: Vec::new() };
        let whole = drawn.whole(&[rect([10.0, 9.0, 12.0, 12.0])]).unwrap();
        assert_eq!(rect([9.0, 9.0, 15.0, 14.0]), whole);
        let above = rect([9.0, 7.0, 15.0, 8.0]);
        let drawn = PartFrames { texts: vec![above], labels: Vec::new(), shapes: Vec::new() };
        let [frame] = drawn.frames(&[whole])[..] else { panic!() };
        assert!(frame.y0 > 8.5 && frame.y0 < 9.0, "{frame:?}");
        assert!((frame.y1 - 14.7).abs() < 1e-9, "{frame:?}");
    }

    #[test]
    fn a_label_belongs_to_the_nearest_value() {
        let (value, label) = (rect([0.0, 0.0, 3.0, 3.0]), rect([0.0, 3.2, 3.0, 4.5]));
        let part = rect([4.0, 0.0, 20.0, 20.0]);
        let drawn =
            PartFrames { texts: vec![value, label, part], labels: vec![label], shapes: vec![] };
        assert_eq!(Some(part), drawn.whole(&[part]));
        assert_eq!(Some(value.union(label)), drawn.whole(&[value]));
    }

    #[test]
    fn a_label_belongs_to_the_value_at_the_end_of_its_line() {
        let (label, value) = (rect([0.0, 4.0, 6.0, 6.0]), rect([15.0, 3.8, 17.0, 6.2]));
        let above = rect([0.0, 0.0, 8.0, 3.5]);
        let drawn =
            PartFrames { texts: vec![above, label, value], labels: vec![label], shapes: vec![] };
        assert_eq!(Some(value.union(label)), drawn.whole(&[value]));
    }

    #[test]
    fn frames_of_neighbours_do_not_meet() {
        let drawn = PartFrames { texts: Vec::new(), labels: Vec::new(), shapes: Vec::new() };
        let [one, two] =
            drawn.frames(&[rect([0.0, 0.0, 5.0, 5.0]), rect([5.6, 1.0, 9.0, 4.0])])[..]
        else {
            panic!()
        };
        assert!(!meet(&one, &two) && two.x0 - one.x1 > 0.2, "{one:?} {two:?}");
    }
}
