//! Drawing primitives of the page's plots.

use std::fmt::Write;

use crate::plots::{Markers, px};
use crate::wording::escaped;

/// The markers of the curves.
const MARKERS: Markers = Markers { circle: 2.6, square: 2.3, diamond: 3.3, triangle: 3.0 };

/// A drawing under way, sizes in px.
pub(super) struct Svg {
    width: f64,
    height: f64,
    body: String,
}

impl Svg {
    pub fn new(width: f64, height: f64) -> Self {
        Self { width, height, body: String::new() }
    }

    fn add(&mut self, element: std::fmt::Arguments) {
        self.body.write_fmt(element).expect("a string takes all text");
    }

    pub fn line(&mut self, class: &str, from: (f64, f64), to: (f64, f64)) {
        let [x1, y1, x2, y2] = [from.0, from.1, to.0, to.1].map(px);
        self.add(format_args!("<path class=\"{class}\" d=\"M{x1} {y1}L{x2} {y2}\"/>"));
    }

    pub fn polyline(&mut self, class: &str, points: &[(f64, f64)]) {
        let points: Vec<String> =
            points.iter().map(|&(x, y)| format!("{},{}", px(x), px(y))).collect();
        self.add(format_args!("<polyline class=\"{class}\" points=\"{}\"/>", points.join(" ")));
    }

    pub fn rect(&mut self, class: &str, at: (f64, f64), size: (f64, f64)) {
        let [x, y, width, height] = [at.0, at.1, size.0, size.1].map(px);
        self.add(format_args!(
            "<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"/>"
        ));
    }

    /// A square of a colour of its own, with a text for the mouse.
    pub fn tile(&mut self, at: (f64, f64), side: f64, colour: &str, title: &str) {
        let [x, y, side] = [at.0, at.1, side].map(px);
        let title = escaped(title);
        self.add(format_args!(
            "<rect x=\"{x}\" y=\"{y}\" width=\"{side}\" height=\"{side}\" fill=\"{colour}\"><title>{title}</title></rect>"
        ));
    }

    /// `anchor` is start, middle or end.
    pub fn text(&mut self, class: &str, anchor: &str, at: (f64, f64), text: &str) {
        let (x, y, text) = (px(at.0), px(at.1), escaped(text));
        self.add(format_args!(
            "<text class=\"{class}\" text-anchor=\"{anchor}\" x=\"{x}\" y=\"{y}\">{text}</text>"
        ));
    }

    /// A text that reads upward from `at`.
    pub fn text_up(&mut self, class: &str, at: (f64, f64), text: &str) {
        let (x, y, text) = (px(at.0), px(at.1), escaped(text));
        self.add(format_args!(
            "<text class=\"{class}\" transform=\"translate({x} {y}) rotate(-90)\">{text}</text>"
        ));
    }

    /// One of five shapes, so that series differ without colour too; a sixth, on a card of many rows, has the first
    /// shape again and is told by its name at the curve.
    pub fn marker(&mut self, series: usize, at: (f64, f64)) {
        let (x, y, class) = (px(at.0), px(at.1), colour(series));
        let shape = MARKERS.path(series);
        self.add(format_args!(
            "<path class=\"f{class}\" transform=\"translate({x} {y})\" d=\"{shape}\"/>"
        ));
    }

    /// The finished drawing. `title` is what a screen reader says.
    pub fn finish(self, title: &str) -> String {
        let (width, height, title) = (px(self.width), px(self.height), escaped(title));
        format!(
            "<svg viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" role=\"img\"><title>{title}</title>{}</svg>\n",
            self.body,
        )
    }
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
