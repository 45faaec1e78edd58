//! `panel`: panels below each other share their height by the length of their texts, so that no panel has one line in
//! the room of ten, and texts become as large as together they fit.

use std::sync::Arc;

use crate::diagnostic::{Problem, Problems, Source};
use crate::geometry::rounded;

use super::super::document::{Element, Node};
use super::super::layout::{Move, MovedEdges, Room, is_slot};
use super::super::values::Values;
use super::flow::{Flow, MOST, STEP, is_flow};
use super::lettering::Lettering;

/// Whether an element is a panel.
pub(in crate::face) fn is_panel(element: &Element) -> bool {
    element.label().as_deref() == Some("panel")
}

/// Gives the panels of every group their heights, on a card that is taller than the drawing by `taller_mm` in its
/// units. Panels keep the gaps between them.
///
/// # Errors
/// A panel without a slot, or without a flow (`template.layout`).
pub(in crate::face) fn share_height(
    root: &mut Element,
    source: &Arc<Source>,
    values: &Values<'_>,
    taller_mm: f64,
) -> Problems {
    let mut problems = Problems::new();
    let lettering = Lettering::in_fonts(values.fonts);
    visit(root, &lettering, &mut |group, lettering| match Panels::new(
        group, lettering, values, source,
    ) {
        Ok(mut panels) => panels.move_edges(group, lettering, taller_mm),
        Err(faults) => problems.extend(faults),
    });
    problems
}

fn visit(
    element: &mut Element,
    above: &Lettering,
    share: &mut impl FnMut(&mut Element, &Lettering),
) {
    let lettering = above.within(element);
    if element.elements().any(is_panel) {
        share(element, &lettering);
        return;
    }
    for child in &mut element.children {
        if let Node::Element(child) = child {
            visit(child, &lettering, share);
        }
    }
}

/// The panels of a group, from the top down, each with its drawn room and its text.
struct Panels(Vec<(Room, Flow)>);

impl Panels {
    fn new(
        group: &Element,
        above: &Lettering,
        values: &Values<'_>,
        source: &Arc<Source>,
    ) -> Result<Self, Problems> {
        let (mut panels, mut problems) = (Vec::new(), Problems::new());
        for panel in group.elements().filter(|child| is_panel(child)) {
            let lettering = above.within(panel);
            let room = panel.elements().find(|child| is_slot(child)).and_then(Room::new);
            let flow = panel.elements().find(|child| is_flow(child));
            let (Some(room), Some(flow)) = (room, flow) else {
                let problem = Problem::coded("template.layout", "a panel has no slot, or no flow")
                    .accepts("a <rect> \"slot\" and a group \"flow\" directly in it");
                problems.push(problem.at(source, panel.span.clone()));
                continue;
            };
            match Flow::from_element(flow, &lettering.within(flow), values) {
                Ok(flow) => panels.push((room, flow)),
                Err(problem) => problems.push(problem.at(source, flow.span.clone())),
            }
        }
        if problems.is_empty() { Ok(Self(panels)) } else { Err(problems) }
    }

    /// The heights of the texts: what they need at the largest common scale at which they fit, and what is left in
    /// the same proportion. Spare paragraphs count only if they fit.
    fn text_heights(&mut self, all_mm: f64) -> Vec<f64> {
        while self.needed(0.0).iter().sum::<f64>() > all_mm
            && self.0.iter_mut().rev().any(|(_, flow)| flow.omit_spare())
        {}
        let mut scale = MOST;
        let mut heights = self.needed(scale);
        while heights.iter().sum::<f64>() > all_mm {
            scale *= STEP;
            let smaller = self.needed(scale);
            if smaller == heights {
                break; // The smallest legible size.
            }
            heights = smaller;
        }
        let sum: f64 = heights.iter().sum();
        let share = |height: f64| if sum > 0.0 { height / sum } else { 1.0 / self.0.len() as f64 };
        heights.into_iter().map(|height| share(height) * all_mm).collect()
    }

    /// The heights that the texts need at this scale, or at the smallest legible size.
    fn needed(&self, scale: f64) -> Vec<f64> {
        self.0.iter().map(|(_, flow)| flow.needed_height(scale)).collect()
    }

    /// Moves the edges of the panels and of the slots of their texts.
    fn move_edges(&mut self, group: &mut Element, above: &Lettering, taller_mm: f64) {
        let texts: f64 = self.0.iter().map(|(_, flow)| flow.room.height()).sum();
        let heights = self.text_heights(texts + taller_mm);
        let mut down = -taller_mm / 2.0;
        let panels = group.children.iter_mut().filter_map(|child| match child {
            Node::Element(child) if is_panel(child) => Some(child),
            _ => None,
        });
        for ((panel, (from, flow)), height) in panels.zip(&self.0).zip(heights) {
            let higher = height - flow.room.height();
            let to = Room { top: from.top + down, bottom: from.bottom + down + higher, ..*from };
            let edges = MovedEdges::from_panel(Move { from: *from, to });
            let lettering = above.within(panel);
            for child in std::mem::take(&mut panel.children) {
                match child {
                    Node::Element(slot) if is_slot(&slot) => {}
                    Node::Element(mut text) if is_flow(&text) => {
                        set_slot(&mut text, flow.room.top + down, height);
                        panel.children.push(Node::Element(text));
                    }
                    Node::Element(other) => {
                        let lettering = lettering.within(&other);
                        panel.children.push(Node::Element(edges.adjusted(other, &lettering)));
                    }
                    other => panel.children.push(other),
                }
            }
            down += higher;
        }
    }
}

/// Sets the vertical extent of a flow's slot.
fn set_slot(flow: &mut Element, top: f64, height: f64) {
    for child in &mut flow.children {
        if let Node::Element(slot) = child
            && is_slot(slot)
        {
            slot.set("y", rounded(top, 4));
            slot.set("height", rounded(height, 4));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::face::Theme;
    use crate::face::testing::deck;

    /// Two panels of 20 mm, 1 mm apart, with these numbers of short paragraphs, on a card that is taller.
    fn shared([upper, lower]: [usize; 2], taller_mm: f64) -> (Element, Problems) {
        let panel = |top: f64, count: usize| {
            let text_top = top + 5.0;
            format!(
                "<g inkscape:label=\"panel\">\
                 <rect inkscape:label=\"slot\" y=\"{top}\" width=\"40\" height=\"20\"/>\
                 <rect inkscape:label=\"stretch plate\" y=\"{top}\" width=\"40\" height=\"20\"/>\
                 <path inkscape:label=\"head bar\" d=\"M0 {top} h40\"/>\
                 <g inkscape:label=\"flow\"><rect inkscape:label=\"slot\" y=\"{text_top}\" width=\"38\" \
                 height=\"14\"/>{}</g></g>",
                "<text>Draw</text>".repeat(count)
            )
        };
        let svg = format!(
            "<svg font-family=\"IBM Plex Sans Condensed\" font-size=\"3\">{}{}</svg>",
            panel(0.0, upper),
            panel(21.0, lower)
        );
        let source = Source::new("instruction.svg", svg);
        let mut root = Element::read(&source).unwrap();
        let (deck, theme) = (deck(), Theme::built_in("west").unwrap());
        let problems = share_height(&mut root, &source, &theme.values(&deck, "E"), taller_mm);
        (root, problems)
    }

    /// The upper edge and the height of each rectangle with this label.
    fn rectangles(root: &Element, label: &str) -> Vec<[f64; 2]> {
        let mut found = Vec::new();
        root.visit(&mut |element| {
            if element.label().as_deref() == Some(label) {
                let room = Room::new(element).unwrap();
                found.push([room.top, room.height()]);
            }
        });
        found
    }

    #[test]
    fn heights_follow_the_texts_and_gaps_stay() {
        for (taller_mm, texts) in [(0.0, [4, 1]), (0.0, [1, 4]), (8.0, [2, 3])] {
            let (root, problems) = shared(texts, taller_mm);
            assert!(problems.is_empty(), "{problems}");
            let [upper, lower] = rectangles(&root, "stretch plate")[..] else { panic!() };
            assert!((upper[0] + taller_mm / 2.0).abs() < 0.001, "{upper:?}");
            assert!((lower[0] - upper[0] - upper[1] - 1.0).abs() < 0.001, "{upper:?} {lower:?}");
            assert!((upper[1] + lower[1] - 40.0 - taller_mm).abs() < 0.001, "{upper:?} {lower:?}");
            assert_eq!(texts[0] > texts[1], upper[1] > lower[1], "{upper:?} {lower:?}");
            for (plate, slot) in [upper, lower].iter().zip(rectangles(&root, "slot")) {
                assert!((slot[0] - plate[0] - 5.0).abs() < 0.001, "{plate:?} {slot:?}");
                assert!((plate[1] - slot[1] - 6.0).abs() < 0.001, "{plate:?} {slot:?}");
            }
            let bar = format!("transform=\"translate(0 {})\"", rounded(lower[0] - 21.0, 4));
            assert!(root.to_svg().contains(&bar), "{bar}: {}", root.to_svg());
        }
    }

    #[test]
    fn equal_texts_leave_panels_as_drawn() {
        let (root, _) = shared([2, 2], 0.0);
        assert_eq!([[0.0, 20.0], [21.0, 20.0]], rectangles(&root, "stretch plate")[..]);
    }

    #[test]
    fn a_panel_without_a_flow_is_reported() {
        let svg = "<svg><g inkscape:label=\"panel\"><path d=\"M0 0\"/></g></svg>";
        let source = Source::new("instruction.svg", svg);
        let mut root = Element::read(&source).unwrap();
        let (deck, theme) = (deck(), Theme::built_in("west").unwrap());
        let problems = share_height(&mut root, &source, &theme.values(&deck, "E"), 0.0);
        assert!(problems.to_string().contains("a panel has no slot, or no flow"), "{problems}");
    }
}
