//! Moves and scales a drawing from its room into another.
//!
//! Everything is scaled evenly and centred, except for elements that their label aligns to an edge (`left`,
//! `right`, `top`, `bottom`), texts, which keep their anchor, and shapes that stretch (`stretch`, `spread`).
//! No letter shrinks below legible size.

use usvg::tiny_skia_path::Path;

use super::super::document::{Element, Node};
use super::super::floors::{self, LEAST_TEXT_MM};
use super::super::fonts::Fonts;
use super::super::outline;
use super::super::picture;
use super::super::text::lettering::{Anchor, Lettering};
use super::parts::is_slot;
use super::room::{Move, Stretch};
use crate::geometry::{MM_PER_INCH, POINTS_PER_INCH, rounded};

/// The map of a drawing between rooms, and its scale.
#[derive(Clone, Copy, Debug)]
pub(in crate::face) struct Placer {
    pub(in crate::face) moved: Move,
    /// The scale of pictures and texts.
    pub(super) scale: f64,
    /// The smallest size of a text.
    pub(super) least_mm: f64,
    /// The width factor of the letters of texts.
    pub(super) narrow: f64,
    /// How stretching shapes follow the room.
    pub(super) stretch: Stretch,
}

/// The alignment of a drawing.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::face) struct Hold {
    across: Option<Anchor>,
    down: Option<Anchor>,
    stretch: Option<Stretched>,
}

#[derive(Clone, Copy, Debug)]
enum Stretched {
    Corners,
    Even,
}

impl Hold {
    /// The alignment inside an element: the words at the start of its label override the inherited ones.
    pub(in crate::face) fn within(self, element: &Element) -> Self {
        let mut hold = self;
        for word in element.label().unwrap_or_default().split_whitespace() {
            match word {
                "left" => hold.across = Some(Anchor::Start),
                "right" => hold.across = Some(Anchor::End),
                "top" => hold.down = Some(Anchor::Start),
                "bottom" => hold.down = Some(Anchor::End),
                "stretch" | "box" => hold.stretch = Some(Stretched::Corners),
                "spread" => hold.stretch = Some(Stretched::Even),
                _ => break,
            }
        }
        hold
    }
}

impl Placer {
    /// A drawing in its new room, without ids, since copies must not repeat them.
    pub(in crate::face) fn placed(
        &self,
        element: &Element,
        lettering: &Lettering,
        hold: Hold,
    ) -> Element {
        let hold = hold.within(element);
        if element.name == "text" {
            return self.text(element, lettering, hold);
        }
        let is_group = element.name == "g" && element.attribute("transform").is_none();
        if !is_group {
            return match hold.stretch {
                Some(how) => self.stretched(element, how),
                None => self.scaled(element, hold),
            };
        }
        let mut group = named(element.clone_without_children());
        for child in &element.children {
            match child {
                Node::Element(child) if is_slot(child) => {}
                Node::Element(child) => {
                    let lettering = lettering.within(child);
                    group.children.push(Node::Element(self.placed(child, &lettering, hold)));
                }
                Node::Text(..) => group.children.push(child.clone()),
            }
        }
        group
    }

    /// The new position of a scaled point with this alignment.
    pub(super) fn held(&self, [x, y]: [f64; 2], hold: Hold) -> [f64; 2] {
        let Move { from, to } = self.moved;
        let ([from_x, from_y], [to_x, to_y]) = (from.middle(), to.middle());
        let x = match hold.across.unwrap_or(Anchor::Middle) {
            Anchor::Start => to.left + self.scale * (x - from.left),
            Anchor::Middle => to_x + self.scale * (x - from_x),
            Anchor::End => to.right + self.scale * (x - from.right),
        };
        let y = match hold.down.unwrap_or(Anchor::Middle) {
            Anchor::Start => to.top + self.scale * (y - from.top),
            Anchor::Middle => to_y + self.scale * (y - from_y),
            Anchor::End => to.bottom + self.scale * (y - from.bottom),
        };
        [x, y]
    }

    /// The new position of a text across: it keeps its distance to the edge it is aligned to, as its frame
    /// does, and moves away from pictures that grow beside it.
    fn held_across(&self, x: f64, anchor: Anchor) -> f64 {
        let Move { from, to } = self.moved;
        let part = (to.width() / from.width()).min(1.0).max(self.scale);
        match anchor {
            Anchor::Start => to.left + part * (x - from.left),
            Anchor::Middle => to.middle()[0] + self.scale * (x - from.middle()[0]),
            Anchor::End => to.right + part * (x - from.right),
        }
    }

    /// The alignment of a text: its own anchor unless a label overrides it.
    fn anchored(lettering: &Lettering, hold: Hold) -> Hold {
        Hold { across: hold.across.or(Some(lettering.anchor)), ..hold }
    }

    /// The scale of a text.
    pub(in crate::face) fn text_scale(&self, lettering: &Lettering) -> f64 {
        self.scale
            .max(self.least_mm.max(lettering.least_mm) / lettering.size_mm)
            .min(self.scale.max(1.0))
    }

    /// The extent along the line of a text with this anchor and this width at its drawn size.
    pub(super) fn span_of(
        &self,
        text: &Element,
        lettering: &Lettering,
        hold: Hold,
        width_mm: f64,
    ) -> [f64; 2] {
        let across = hold.across.unwrap_or(lettering.anchor);
        let x = self.held_across(anchor_of(text)[0], across);
        let width = width_mm * self.text_scale(lettering) * self.narrow;
        match lettering.anchor {
            Anchor::Start => [x, x + width],
            Anchor::Middle => [x - width / 2.0, x + width / 2.0],
            Anchor::End => [x - width, x],
        }
    }

    fn text(&self, element: &Element, lettering: &Lettering, hold: Hold) -> Element {
        let mut text = named(element.clone());
        text.children.iter_mut().for_each(unnamed);
        let hold = Self::anchored(lettering, hold);
        if element.attribute("transform").is_some() {
            return self.scaled(element, hold);
        }
        // Scaled about the middle of its figures, so that a text at its smallest size stays in line.
        let [x, y] = anchor_of(element);
        let middle = y - MIDDLE_OF_FIGURES * lettering.size_mm;
        let [_, to_middle] = self.held([x, middle], hold);
        let to_x = self.held_across(x, hold.across.unwrap_or(lettering.anchor));
        let scale = self.text_scale(lettering);
        let across = scale * self.narrow;
        put_transform(&mut text, [across, scale], [to_x - across * x, to_middle - scale * middle]);
        text
    }

    fn scaled(&self, element: &Element, hold: Hold) -> Element {
        let mut shape = named(element.clone());
        shape.children.iter_mut().for_each(unnamed);
        let least = LEAST_LINE_MM / self.scale;
        let width = element.attribute("stroke-width").and_then(|width| width.parse::<f64>().ok());
        // Down to preflight's rounding tolerance: a theme's own 0.25 points stay unchanged.
        if width.is_some_and(|width| 0.0 < width && width < least * 0.995) {
            shape.set("stroke-width", rounded(least, 4));
        }
        let shift = self.held([0.0, 0.0], hold);
        put_transform(&mut shape, [self.scale; 2], shift);
        shape
    }

    fn stretched(&self, element: &Element, how: Stretched) -> Element {
        let mut shape = named(element.clone());
        if self.moved.is_nothing() {
            return shape;
        }
        let stretch = match how {
            Stretched::Corners => self.stretch,
            Stretched::Even => Stretch::Even,
        };
        if let (Stretch::Corners(most), Some(width)) = (stretch, element.attribute("stroke-width"))
            && let Ok(width) = width.parse::<f64>()
        {
            shape.set("stroke-width", rounded(width * most, 4));
        }
        let to = |x: f32, y: f32| self.moved.stretched([f64::from(x), f64::from(y)], stretch);
        if let Some(room) = super::room::Room::new(element) {
            let [left, top] = self.moved.stretched([room.left, room.top], stretch);
            let [right, bottom] = self.moved.stretched([room.right, room.bottom], stretch);
            let places =
                [("x", left), ("y", top), ("width", right - left), ("height", bottom - top)];
            places.into_iter().for_each(|(key, length)| shape.set(key, rounded(length, 4)));
            return shape;
        }
        let Some(path) = path_of(element) else { return shape };
        let places = ["x", "y", "width", "height", "rx", "ry", "cx", "cy", "r", "d", "points"];
        let lines = ["x1", "y1", "x2", "y2", "transform"];
        shape
            .attributes
            .retain(|(key, _)| !places.contains(&key.as_str()) && !lines.contains(&key.as_str()));
        shape.name = "path".to_owned();
        shape.set("d", outline::mapped_path_data(&path, to));
        shape
    }
}

/// The thinnest line of a reduced drawing.
const LEAST_LINE_MM: f64 = floors::LINE_PT * MM_PER_INCH / POINTS_PER_INCH * 1.002;

/// The height of the middle of a figure above the baseline, in font sizes.
pub(in crate::face) const MIDDLE_OF_FIGURES: f64 = 0.35;

/// The position of a text: its own, or that of its first span.
pub(in crate::face) fn anchor_of(text: &Element) -> [f64; 2] {
    let place = |key: &str| {
        let own = text.attribute(key);
        let own = own.or_else(|| text.elements().find_map(|span| span.attribute(key)));
        own.and_then(|place| place.split([' ', ',']).next()?.parse().ok()).unwrap_or(0.0)
    };
    [place("x"), place("y")]
}

/// The outline of a shape with its own transform applied; `None` if the element is not a shape.
pub(super) fn path_of(shape: &Element) -> Option<Path> {
    const GEOMETRY: [&str; 17] = [
        "x",
        "y",
        "width",
        "height",
        "rx",
        "ry",
        "cx",
        "cy",
        "r",
        "d",
        "points",
        "x1",
        "y1",
        "x2",
        "y2",
        "transform",
        "fill",
    ];
    let mut bare = shape.clone_without_children();
    bare.attributes.retain(|(key, _)| GEOMETRY.contains(&key.as_str()));
    for (key, value) in [("fill", "#000000"), ("stroke", "#000000"), ("stroke-width", "0.1")] {
        bare.set(key, value.to_owned());
    }
    let attributes = [
        ("xmlns", "http://www.w3.org/2000/svg"),
        ("width", "100"),
        ("height", "100"),
        ("viewBox", "0 0 100 100"),
    ];
    let attributes = attributes.map(|(key, value)| (key.to_owned(), value.to_owned().into()));
    let page = Element {
        name: "svg".to_owned(),
        attributes: attributes.into(),
        children: vec![Node::Element(bare)],
        span: 0..0,
    };
    fn only(group: &usvg::Group) -> Option<Path> {
        match group.children().first()? {
            usvg::Node::Path(path) => path.data().clone().transform(path.abs_transform()),
            usvg::Node::Group(group) => only(group),
            _ => None,
        }
    }
    only(picture::page(&page, &Fonts::bundled()).ok()?.root())
}

fn put_transform(element: &mut Element, [across, down]: [f64; 2], [x, y]: [f64; 2]) {
    let (x, y) = (rounded(x, 4), rounded(y, 4));
    let (across, down) = (rounded(across, 6), rounded(down, 6));
    let scale = if across == down { across } else { format!("{across} {down}") };
    let mut parts = Vec::new();
    if (x.as_str(), y.as_str()) != ("0", "0") {
        parts.push(format!("translate({x} {y})"));
    }
    if scale != "1" {
        parts.push(format!("scale({scale})"));
    }
    parts.extend(element.attribute("transform").map(str::to_owned));
    if !parts.is_empty() {
        element.set("transform", parts.join(" "));
    }
}

/// The element with its label stored as a label, not as its id.
fn named(mut element: Element) -> Element {
    if element.attribute("id").is_some() {
        if element.attribute("inkscape:label").is_none() {
            let label = element.label().unwrap_or_default().into_owned();
            element.set("inkscape:label", label);
        }
        element.attributes.retain(|(key, _)| key != "id");
    }
    element
}

fn unnamed(node: &mut Node) {
    if let Node::Element(element) = node {
        *element = named(element.clone());
        element.children.iter_mut().for_each(unnamed);
    }
}

/// A placer for a room that moves and grows like this.
pub(in crate::face) fn placer_of(moved: Move, scale: f64) -> Placer {
    let stretch = Stretch::Corners(scale.max(1.0));
    Placer { moved, scale, least_mm: LEAST_TEXT_MM, narrow: 1.0, stretch }
}

#[cfg(test)]
mod tests {
    use super::super::placer_of;
    use super::super::room::Room;
    use super::*;
    use crate::diagnostic::Source;

    #[test]
    fn lines_of_reduced_drawings_stay_thick_enough() {
        let svg = "<svg><path d=\"M1 1 h3\" stroke-width=\"0.155\"/>\
            <path d=\"M1 1 h3\" stroke-width=\"0.218\"/>\
            <path d=\"M1 1 h3\" stroke-width=\"0.3\"/></svg>";
        let root = Element::read(&Source::new("card.svg", svg)).unwrap();
        let room = Room { left: 0.0, top: 0.0, right: 6.0, bottom: 6.0 };
        let lettering = Lettering::in_fonts(&Fonts::bundled());
        let widths = |scale: f64| {
            let placer = placer_of(Move { from: room, to: room }, scale);
            let lines = root.elements().map(|line| {
                let line = placer.placed(line, &lettering, Hold::default());
                line.attribute("stroke-width").unwrap().parse::<f64>().unwrap() * scale
            });
            lines.collect::<Vec<f64>>()
        };
        let [fine, nearly, plain] = widths(0.4)[..] else { panic!() };
        for line in [fine, nearly] {
            assert!(line * POINTS_PER_INCH / MM_PER_INCH >= floors::LINE_PT, "{line}");
        }
        assert!((plain - 0.12).abs() < 1e-9, "{plain}");
        assert_eq!(vec![0.155, 0.218, 0.3], widths(1.0));
    }
}
