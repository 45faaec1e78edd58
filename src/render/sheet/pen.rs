//! Lines and texts beside the cards.

use svg::node::element::{Group, Path, Text};

use crate::face::Rgb;
use crate::geometry::{Mm, Point, Rect, Size, decimal};

use super::Edge;

/// The colour of a home printer's furniture, and of every text.
pub(in crate::render) const BLACK: Rgb = Rgb(0, 0, 0);

/// The family of all texts; one of the bundled fonts.
pub(in crate::render) const FAMILY: &str = "IBM Plex Sans Condensed";

/// The width of thin lines: 0.3 pt, above the 0.25 pt that presses and office printers hold.
pub(in crate::render) const HAIRLINE: Mm = Mm(0.106);

/// The size of figures at marks and scales: 6 pt, the smallest that prints well.
pub(in crate::render) const SMALL_TEXT: Mm = Mm(2.117);

/// A stretch along an edge of the paper.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::render) struct AlongEdge {
    /// The edge.
    pub edge: Edge,
    /// The distance from the edge inward.
    pub inset: Mm,
    /// The start, from the left or from the top.
    pub start: Mm,
    /// The end, from the left or from the top.
    pub end: Mm,
}

impl AlongEdge {
    /// A group whose own x axis runs along the stretch from 0, so that text in it reads along the edge:
    /// upward on the left, downward on the right.
    pub(super) fn group(&self, page: Size, label: &str) -> Group {
        let (x, y, turn) = match self.edge {
            Edge::Top => (self.start, self.inset, 0),
            Edge::Bottom => (self.start, page.height - self.inset, 0),
            Edge::Left => (self.inset, self.end, -90),
            Edge::Right => (page.width - self.inset, self.start, 90),
        };
        let transform = format!("translate({} {}) rotate({turn})", decimal(x.0), decimal(y.0));
        labelled(label).set("transform", transform)
    }
}

pub(in crate::render) fn labelled(label: &str) -> Group {
    Group::new().set("class", label.replace(' ', "-")).set("inkscape:label", label)
}

pub(in crate::render) fn line(x1: Mm, y1: Mm, x2: Mm, y2: Mm) -> String {
    let [x1, y1, x2, y2] = [x1, y1, x2, y2].map(|length| decimal(length.0));
    format!("M{x1} {y1}L{x2} {y2}")
}

/// The data of a path around a rectangle.
pub(in crate::render) fn outline(Rect { x, y, width, height }: Rect) -> String {
    let [x, y, width, height] = [x, y, width, height].map(|length| decimal(length.0));
    format!("M{x} {y}h{width}v{height}h-{width}Z")
}

pub(in crate::render) fn stroked(path: String, colour: Rgb) -> Path {
    Path::new()
        .set("d", path)
        .set("fill", "none")
        .set("stroke", colour.to_string())
        .set("stroke-width", decimal(HAIRLINE.0))
}

pub(in crate::render) fn text(place: Point, size: Mm, anchor: &str, content: &str) -> Text {
    Text::new(content)
        .set("x", decimal(place.x))
        .set("y", decimal(place.y))
        .set("font-family", FAMILY)
        .set("font-weight", 500)
        .set("font-size", decimal(size.0))
        .set("text-anchor", anchor)
        .set("fill", BLACK.to_string())
}
