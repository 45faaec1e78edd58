//! An entry whose texts do not fit side by side: stacked, each on as few lines as possible, at the smallest
//! legible size.

use super::super::document::{Element, Node};
use super::super::placeholder;
use super::super::text::lettering::Lettering;
use super::super::text::several_lines::{LINES, PITCH};
use super::super::values::Values;
use super::place::{Hold, anchor_of, placer_of};
use super::room::{Move, Room};
use super::texts::{Line, hold_between_ends, lines_of};
use crate::geometry::rounded;

/// The most lines of one text.
pub(super) const MOST_LINES: usize = 3;
/// The baseline of a text in its line, from the top.
const BASELINE: f64 = 0.8;
/// The margin above and below the lines.
const MARGIN_MM: f64 = 0.15;

/// An entry on several lines.
#[derive(Debug)]
pub(super) struct Broken {
    pub(super) copy: Element,
    /// The place it needs: the drawn width, and its height.
    pub(super) slot: Room,
    pub(super) lines: Vec<Line>,
}

/// A copy on as few lines as fit, at most [`MOST_LINES`] for each text.
pub(super) fn broken(
    copy: &Element,
    lettering: &Lettering,
    slot: Room,
    values: &Values<'_>,
    fits: impl Fn(&Broken) -> bool,
) -> Broken {
    let on = |most| fit(copy, lettering, slot, values, most);
    let fewer = (1..MOST_LINES).map(on).find(fits);
    fewer.unwrap_or_else(|| on(MOST_LINES))
}

/// The copy with at most `most` lines for each text that shows a value.
fn fit(
    copy: &Element,
    lettering: &Lettering,
    slot: Room,
    values: &Values<'_>,
    most: usize,
) -> Broken {
    let mut texts = Vec::new();
    collect(copy, lettering, &mut texts);
    // In reading order: along each line, one line after the other.
    let mut order: Vec<usize> = (0..texts.len()).collect();
    let place = |at: &usize| texts[*at].place;
    let is_beside = |one: f64, other: f64| (one - other).abs() < 1.0;
    order.sort_by(|one, other| {
        let ([x, y], [other_x, other_y]) = (place(one), place(other));
        if is_beside(y, other_y) { x.total_cmp(&other_x) } else { y.total_cmp(&other_y) }
    });
    let rows = |text: &Text| if text.is_value { most } else { 1 };
    let pitch = texts.iter().map(|text| PITCH * text.size_mm()).fold(0.0, f64::max);
    let height = pitch * texts.iter().map(rows).sum::<usize>() as f64 + 2.0 * MARGIN_MM;
    let [_, middle] = slot.middle();
    let half = height.max(slot.height()) / 2.0;
    let taller = Room { top: middle - half, bottom: middle + half, ..slot };
    let mut baselines = vec![0.0; texts.len()];
    let mut top = middle - height / 2.0 + MARGIN_MM;
    for at in order {
        baselines[at] = top + pitch * BASELINE;
        top += pitch * rows(&texts[at]) as f64;
    }
    let values_down = texts
        .iter()
        .zip(&baselines)
        .find(|(text, _)| text.is_value)
        .map_or(0.0, |(text, y)| y + pitch * (most - 1) as f64 / 2.0 - text.place[1]);
    let moved = placer_of(Move { from: slot, to: taller }, 1.0);
    let mut broken = moved.placed(copy, lettering, Hold::default());
    let mut set = texts.iter().zip(baselines);
    put(&mut broken, &mut set, most, values_down);
    let mut lines = lines_of(&broken, lettering, values);
    // The lines of the widest card determine the room.
    let mut rooms = lines.iter_mut().map(|line| line.width_mm);
    say_rooms(&mut broken, &mut rooms);
    lines = lines_of(&broken, lettering, values);
    hold_between_ends(&mut lines, taller);
    Broken { copy: broken, slot: taller, lines }
}

/// A text of a copy.
struct Text {
    lettering: Lettering,
    place: [f64; 2],
    is_value: bool,
}

impl Text {
    fn size_mm(&self) -> f64 {
        self.lettering.size_mm.min(self.lettering.least_mm)
    }
}

fn collect(element: &Element, lettering: &Lettering, texts: &mut Vec<Text>) {
    if element.name == "text" {
        let pieces = placeholder::pieces(element);
        let is_value = !pieces.is_empty();
        let lettering = lettering.clone();
        texts.push(Text { lettering, place: anchor_of(element), is_value });
        return;
    }
    if element.attribute("transform").is_some() {
        return;
    }
    for child in element.elements() {
        collect(child, &lettering.within(child), texts);
    }
}

/// Moves every text to its place, and the marks of figures below them.
fn put<'t>(
    element: &mut Element,
    texts: &mut impl Iterator<Item = (&'t Text, f64)>,
    most: usize,
    values_down: f64,
) {
    for child in &mut element.children {
        let Node::Element(child) = child else { continue };
        if child.name == "text" {
            let Some((text, baseline)) = texts.next() else { continue };
            text.lettering.put_on(child, text.size_mm());
            child.set("y", rounded(baseline, 4));
            if text.is_value && most > 1 {
                child.set(LINES, most.to_string());
            }
        } else if child.label().is_some_and(|label| label.starts_with("turnable ")) {
            let own = child.attribute("transform").map(|own| format!(" {own}")).unwrap_or_default();
            child.set("transform", format!("translate(0 {}){own}", rounded(values_down, 4)));
        } else if child.attribute("transform").is_none() {
            put(child, texts, most, values_down);
        }
    }
}

/// Sets the permitted length of the lines on every text of several lines.
fn say_rooms(element: &mut Element, rooms: &mut impl Iterator<Item = f64>) {
    for child in &mut element.children {
        let Node::Element(child) = child else { continue };
        if child.name != "text" {
            if child.attribute("transform").is_none() {
                say_rooms(child, rooms);
            }
            continue;
        }
        let room = rooms.next().unwrap_or_default();
        if let Some(most) = child.attribute(LINES).map(str::to_owned) {
            child.set(LINES, format!("{most} {}", rounded(room, 4)));
        }
    }
}
