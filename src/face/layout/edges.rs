//! The parts of a drawing that follow edges which move up or down: of a card that is taller than its drawing, or of a
//! panel that becomes higher or lower.

use super::super::document::{Element, Node};
use super::super::fit::drawn_face;
use super::super::text::lettering::Lettering;
use super::super::text::panels;
use super::place::{Hold, Placer, placer_of};
use super::room::{Move, Room, Stretch};
use crate::geometry::rounded;

/// The move of the upper and the lower edge of a drawing.
#[derive(Debug)]
pub(in crate::face) struct MovedEdges {
    moved: Move,
    /// How far down everything moves that is not held to an edge.
    others_down: f64,
}

impl MovedEdges {
    /// The face of a template that becomes taller at the head and at the foot, in its units; `None` if it has
    /// no view box. Everything without a label stays where it is.
    pub(super) fn from_face(root: &Element, [head_mm, foot_mm]: [f64; 2]) -> Option<Self> {
        let [left, top, width, height] = drawn_face(root)?;
        let from = Room { left, top, right: left + width, bottom: top + height };
        let to = Room { top: top - head_mm, bottom: from.bottom + foot_mm, ..from };
        Some(Self { moved: Move { from, to }, others_down: 0.0 })
    }

    /// A panel whose edges move; everything without a label is held to the upper one.
    pub(in crate::face) fn from_panel(moved: Move) -> Self {
        Self { moved, others_down: moved.to.top - moved.from.top }
    }

    /// Adjusts an element: `top` and `bottom` hold it to an edge, a shape labelled `stretch` grows with the
    /// drawing.
    pub(in crate::face) fn adjusted(&self, mut element: Element, lettering: &Lettering) -> Element {
        let Move { from, to } = self.moved;
        let label = element.label().unwrap_or_default().into_owned();
        let down = match label.split_whitespace().next() {
            Some("top") => to.top - from.top,
            Some("bottom") => to.bottom - from.bottom,
            Some("stretch") if element.name != "g" => {
                let placer = Placer { stretch: Stretch::Edges, ..placer_of(self.moved, 1.0) };
                return placer.placed(&element, lettering, Hold::default());
            }
            _ => self.others_down,
        };
        let down = rounded(down, 4);
        if down != "0" {
            let own = element.attribute("transform").unwrap_or_default();
            let transform = format!("translate(0 {down}) {own}");
            element.set("transform", transform.trim_end().to_owned());
        }
        element
    }

    /// Adjusts everything in an element but panels, which share the height themselves.
    pub(super) fn adjust_children(&self, element: &mut Element, above: &Lettering) {
        let lettering = above.within(element);
        let children = std::mem::take(&mut element.children);
        element.children.extend(children.into_iter().map(|child| match child {
            Node::Element(child) if panels::is_panel(&child) => Node::Element(child),
            Node::Element(mut child) => {
                self.adjust_children(&mut child, &lettering);
                Node::Element(self.adjusted(child, &lettering))
            }
            Node::Text(..) => child,
        }));
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::fonts::Fonts;
    use super::*;
    use crate::diagnostic::Source;

    #[test]
    fn a_back_keeps_its_half_turn_on_a_taller_card() {
        let half = "<g inkscape:label=\"top banner\"><path d=\"M2 1 h4\"/></g>";
        let svg = format!(
            "<svg xmlns:inkscape=\"http://www.inkscape.org/namespaces/inkscape\" \
             viewBox=\"-1 -1 12 22\">{half}<g transform=\"rotate(180 5 10)\">{half}</g>\
             <rect inkscape:label=\"stretch frame\" x=\"1\" y=\"1\" width=\"8\" height=\"18\"/>\
             <path d=\"M5 9 v2\"/></svg>"
        );
        let mut root = Element::read(&Source::new("back.svg", svg)).unwrap();
        let edges = MovedEdges::from_face(&root, [3.0, 3.0]).unwrap();
        edges.adjust_children(&mut root, &Lettering::in_fonts(&Fonts::bundled()));
        let drawn = root.to_svg();
        let moved = "<g inkscape:label=\"top banner\" transform=\"translate(0 -3)\">";
        assert_eq!(2, drawn.matches(moved).count(), "{drawn}");
        assert!(drawn.contains("x=\"1\" y=\"-2\" width=\"8\" height=\"24\""), "{drawn}");
        assert!(drawn.contains("<path d=\"M5 9 v2\"/>"), "{drawn}");
    }
}
