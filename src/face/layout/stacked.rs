//! An element with height to spare: its name above, its value large below.

use super::super::document::{Element, Node};
use super::super::name::Name;
use super::super::placeholder;
use super::super::text::lettering::{Anchor, Lettering};
use super::super::text::several_lines::PITCH;
use super::super::values::Values;
use super::place::{Hold, anchor_of, path_of, placer_of};
use super::room::{Move, Room};
use super::texts::{Line, lines_of};
use crate::geometry::rounded;

/// The scale of the value beside the effect grid, relative to the drawing.
pub(super) const LARGER: f64 = 1.9;
/// The same of an element that has the effect grid's panel for itself: the least, and the largest if there
/// is room.
pub(super) const LARGER_IN_PANEL: [f64; 2] = [2.8, 4.5];
/// The largest further scale of the whole element: the card's number stays the largest figure.
pub(super) const MOST: f64 = 1.3;
/// The height of a figure, in font sizes.
const FIGURE: f64 = 0.7;
/// The depth of the mark under a figure, in font sizes.
const MARK: f64 = 0.21;
/// The gap between the name and the value, in font sizes of the name.
const BETWEEN: f64 = 0.5;
/// The margin above, between and below.
const MARGIN_MM: f64 = 0.6;

/// An element with its name above its value.
#[derive(Debug)]
pub(super) struct StackedElement {
    pub(super) copy: Element,
    /// The place it needs: the drawn width, and its height.
    pub(super) slot: Room,
    pub(super) lines: Vec<Line>,
}

/// A copy of a drawing with one text for the name and one for the value, which becomes `larger`; `None` for
/// any other drawing.
pub(super) fn stacked(
    copy: &Element,
    lettering: &Lettering,
    slot: Room,
    larger: f64,
    values: &Values<'_>,
) -> Option<StackedElement> {
    let texts: Vec<&Element> = copy.elements().filter(|child| child.name == "text").collect();
    let [name, value] = texts.try_into().ok()?;
    if !is_name(name) || is_name(value) {
        return None;
    }
    let [of_name, of_value] = [name, value].map(|text| lettering.within(text));
    let size_mm = of_value.size_mm * larger;
    let height = (PITCH + BETWEEN) * of_name.size_mm + (FIGURE + MARK) * size_mm + 3.0 * MARGIN_MM;
    let [middle, center] = slot.middle();
    let half = height.max(slot.height()) / 2.0;
    let taller = Room { top: center - half, bottom: center + half, ..slot };
    let foot = center + height / 2.0 - MARK * size_mm - 1.5 * MARGIN_MM;
    let at = Places {
        middle,
        larger,
        name_y: center - height / 2.0 + 0.5 * MARGIN_MM + of_name.size_mm,
        value_y: foot,
        drawn_y: anchor_of(value)[1],
    };
    let moved = placer_of(Move { from: slot, to: taller }, 1.0);
    let mut copy = moved.placed(copy, lettering, Hold::default());
    let mut set =
        [(of_name.size_mm, at.name_y, of_name), (size_mm, at.value_y, of_value)].into_iter();
    for child in &mut copy.children {
        let Node::Element(child) = child else { continue };
        if child.name == "text" {
            let Some((size_mm, y, mut lettering)) = set.next() else { continue };
            lettering.anchor = Anchor::Middle;
            lettering.put_on(child, size_mm);
            child.set("x", rounded(middle, 4));
            child.set("y", rounded(y, 4));
        } else {
            below(child, &at);
        }
    }
    let lines = lines_of(&copy, lettering, values);
    Some(StackedElement { copy, slot: taller, lines })
}

/// Whether a text shows an element's name and nothing else.
fn is_name(text: &Element) -> bool {
    let pieces = placeholder::pieces(text);
    !pieces.is_empty() && pieces.iter().all(|piece| matches!(piece.name, Ok(Name::ElementId(_))))
}

/// The positions of the texts.
struct Places {
    middle: f64,
    /// The scale of the value.
    larger: f64,
    name_y: f64,
    value_y: f64,
    /// The drawn position of the value.
    drawn_y: f64,
}

/// Moves the mark of a turnable figure below its middle.
fn below(element: &mut Element, at: &Places) {
    let is_mark = element.label().is_some_and(|label| label.starts_with("turnable "));
    if !is_mark {
        // Its alignment to an edge no longer applies.
        if element.label().is_some_and(|label| label.starts_with("right ")) {
            element.set("inkscape:label", "mark".to_owned());
        }
        for child in &mut element.children {
            if let Node::Element(child) = child {
                below(child, at);
            }
        }
        return;
    }
    let Some(path) = path_of(element) else { return };
    let bounds = path.bounds();
    let across = f64::midpoint(f64::from(bounds.left()), f64::from(bounds.right()));
    let (x, y) = (at.middle - at.larger * across, at.value_y - at.larger * at.drawn_y);
    let own = element.attribute("transform").map(|own| format!(" {own}")).unwrap_or_default();
    let (x, y, larger) = (rounded(x, 4), rounded(y, 4), at.larger);
    let transform = format!("translate({x} {y}) scale({larger}){own}");
    element.set("transform", transform);
}
