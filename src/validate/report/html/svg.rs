//! Drawing primitives of the page's plots.

use svg::Node;
use svg::node::element::{Element, Path, Polyline, Rectangle, Text, Title};

use crate::plots::{Markers, px};

/// The markers of the curves.
const MARKERS: Markers = Markers { circle: 2.6, square: 2.3, diamond: 3.3, triangle: 3.0 };

/// A plot, sizes in px.
pub(super) struct Svg {
    width: f64,
    height: f64,
    /// Not `svg::Document`, since an HTML page needs no namespace.
    root: Element,
}

impl Svg {
    pub fn new(width: f64, height: f64) -> Self {
        Self { width, height, root: Element::new("svg") }
    }

    pub fn line(&mut self, class: &str, from: (f64, f64), to: (f64, f64)) {
        let [x1, y1, x2, y2] = [from.0, from.1, to.0, to.1].map(px);
        self.root.append(Path::new().set("class", class).set("d", format!("M{x1} {y1}L{x2} {y2}")));
    }

    pub fn polyline(&mut self, class: &str, points: &[(f64, f64)]) {
        let points: Vec<String> =
            points.iter().map(|&(x, y)| format!("{},{}", px(x), px(y))).collect();
        self.root.append(Polyline::new().set("class", class).set("points", points));
    }

    pub fn rect(&mut self, class: &str, at: (f64, f64), size: (f64, f64)) {
        self.root.append(rectangle(at, size).set("class", class));
    }

    /// A square of a given colour, with a tooltip.
    pub fn tile(&mut self, at: (f64, f64), side: f64, colour: &str, title: &str) {
        let tile = rectangle(at, (side, side)).set("fill", colour);
        self.root.append(tile.add(Title::new(title)));
    }

    /// `anchor` is start, middle or end.
    pub fn text(&mut self, class: &str, anchor: &str, at: (f64, f64), text: &str) {
        let text = Text::new(text).set("class", class).set("text-anchor", anchor);
        self.root.append(text.set("x", px(at.0)).set("y", px(at.1)));
    }

    /// A text that reads upward from `at`.
    pub fn text_up(&mut self, class: &str, at: (f64, f64), text: &str) {
        let transform = format!("translate({} {}) rotate(-90)", px(at.0), px(at.1));
        self.root.append(Text::new(text).set("class", class).set("transform", transform));
    }

    /// One of five shapes, so that series differ without colour too. A sixth series, on a card of many rows,
    /// reuses the first shape and is identified by its label.
    pub fn marker(&mut self, series: usize, at: (f64, f64)) {
        let marker = Path::new()
            .set("class", format!("f{}", colour(series)))
            .set("transform", format!("translate({} {})", px(at.0), px(at.1)))
            .set("d", MARKERS.path(series));
        self.root.append(marker);
    }

    /// The finished drawing. `title` is its text for screen readers.
    pub fn finish(self, title: &str) -> String {
        let Self { width, height, mut root } = self;
        let (width, height) = (px(width), px(height));
        root.assign("viewBox", format!("0 0 {width} {height}"));
        root.assign("width", width);
        root.assign("height", height);
        root.assign("role", "img");
        root.get_children_mut().insert(0, Box::new(Title::new(title)));
        format!("{root}\n")
    }
}

fn rectangle(at: (f64, f64), size: (f64, f64)) -> Rectangle {
    let [x, y, width, height] = [at.0, at.1, size.0, size.1].map(px);
    Rectangle::new().set("x", x).set("y", y).set("width", width).set("height", height)
}

/// The number of the colour class of a series, 1 to 8.
pub(super) fn colour(series: usize) -> usize {
    series % 8 + 1
}

/// A linear scale from values to px.
#[derive(Clone, Copy)]
pub(super) struct Scale {
    pub values: (f64, f64),
    pub px: (f64, f64),
}

impl Scale {
    pub fn at(self, value: f64) -> f64 {
        let (low, high) = self.values;
        let span = if high > low { high - low } else { 1.0 };
        self.px.0 + (value - low) / span * (self.px.1 - self.px.0)
    }
}
