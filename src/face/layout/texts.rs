//! The texts of a drawing and the room they need, on the card where each is widest.

use super::super::document::Element;
use super::super::label::{Condition, Label};
use super::super::placeholder;
use super::super::text::lettering::{Anchor, Lettering};
use super::super::text::lines::on_lines;
use super::super::text::several_lines::{self, LINES};
use super::super::values::Values;
use super::place::{Hold, Placer, anchor_of, path_of};
use super::room::Room;
use crate::deck::CardNumber;
use crate::diagnostic::quoted;

/// A text with its widest line.
#[derive(Clone, Debug)]
pub(super) struct Line {
    text: Element,
    pub(super) lettering: Lettering,
    hold: Hold,
    /// At its drawn size.
    pub(super) width_mm: f64,
    /// The words of that line.
    pub(super) widest: String,
    /// The card of that line, if the text shows a value of the card.
    card: Option<CardNumber>,
    /// When the text is shown.
    conditions: Vec<Condition>,
    /// The frame around it, as drawn.
    frame: Option<Room>,
}

/// The least distance from a text to its frame.
const FROM_FRAME_MM: f64 = 0.2;
/// The same for growing figures, times their scale: lines and cut corners of the frame grow with them.
const GROWN_FROM_FRAME_MM: f64 = 0.7;
/// The least distance between two texts on a line.
const APART_MM: f64 = 0.8;

/// Limits lines without a frame to the extent of the drawing's texts, from the leftmost start to the
/// rightmost end.
pub(super) fn hold_between_ends(lines: &mut [Line], slot: Room) {
    let ends = |anchor: Anchor| {
        let of = lines.iter().filter(move |line| line.lettering.anchor == anchor);
        of.map(|line| anchor_of(&line.text)[0]).collect::<Vec<_>>()
    };
    let left = ends(Anchor::Start).into_iter().reduce(f64::min).unwrap_or(slot.left);
    let right = ends(Anchor::End).into_iter().reduce(f64::max).unwrap_or(slot.right);
    let frame = Room { left: left - FROM_FRAME_MM, right: right + FROM_FRAME_MM, ..slot };
    for line in lines.iter_mut() {
        line.frame.get_or_insert(frame);
    }
}

/// Limits lines to a room as if it were their frame.
pub(super) fn hold_in(lines: &mut [Line], room: Room) {
    lines.iter_mut().for_each(|line| line.frame = Some(room));
}

/// The texts of a copy over the deck's cards, in drawing order.
pub(super) fn lines_of(copy: &Element, lettering: &Lettering, values: &Values<'_>) -> Vec<Line> {
    let mut lines = Vec::new();
    collect(copy, lettering, Hold::default(), &mut Vec::new(), values, &mut lines);
    lines
}

fn collect(
    element: &Element,
    lettering: &Lettering,
    hold: Hold,
    conditions: &mut Vec<Condition>,
    values: &Values<'_>,
    lines: &mut Vec<Line>,
) {
    let hold = hold.within(element);
    let label = element.label().unwrap_or_default();
    let condition = match Label::parse(&label) {
        Ok(Some(Label::Shown(condition))) => Some(condition),
        _ => None,
    };
    let depth = conditions.len();
    conditions.extend(condition);
    if element.name == "text" {
        let widest = widest(element, lettering, conditions, values);
        let WidestText { words: widest, width_mm, card } = widest.unwrap_or_default();
        let (text, conditions) = (element.clone(), conditions.clone());
        let (lettering, frame) = (lettering.clone(), None);
        lines.push(Line { text, lettering, hold, width_mm, widest, card, conditions, frame });
    } else if element.attribute("transform").is_none() {
        let first = lines.len();
        for child in element.elements() {
            collect(child, &lettering.within(child), hold, conditions, values, lines);
        }
        for frame in frames(element) {
            let about = |line: &&mut Line| {
                let [x, _] = anchor_of(&line.text);
                frame.left <= x && x <= frame.right
            };
            for line in lines[first..].iter_mut().filter(about) {
                let [_, y] = anchor_of(&line.text);
                let known = line.frame.get_or_insert(frame);
                // The narrower of a box and the plate around it counts.
                if frame.top <= y && y <= frame.bottom {
                    known.left = known.left.max(frame.left);
                    known.right = known.right.min(frame.right);
                }
            }
        }
    }
    conditions.truncate(depth);
}

/// The frames and boxes beside texts in a group: the shapes that stretch with the room.
fn frames(group: &Element) -> Vec<Room> {
    let has_text = group.elements().any(|child| child.name == "text");
    let stretches = |child: &&Element| {
        let label = child.label().unwrap_or_default();
        matches!(label.split_whitespace().next(), Some("stretch" | "box"))
    };
    let frames = group.elements().filter(|_| has_text).filter(stretches).filter_map(path_of);
    let room = |path: usvg::tiny_skia_path::Path| {
        let bounds = path.bounds();
        let edges = [bounds.left(), bounds.top(), bounds.right(), bounds.bottom()];
        let [left, top, right, bottom] = edges.map(f64::from);
        Room { left, top, right, bottom }
    };
    frames.map(room).collect()
}

/// The widest content of a text.
#[derive(Clone, Debug, Default)]
pub(in crate::face) struct WidestText {
    pub(in crate::face) words: String,
    /// At its drawn size; of its longest line if it has several.
    pub(in crate::face) width_mm: f64,
    /// The card, if it shows a value of one.
    pub(in crate::face) card: Option<CardNumber>,
}

/// The widest content of a text; `None` if it is never shown.
pub(in crate::face) fn widest(
    text: &Element,
    lettering: &Lettering,
    conditions: &[Condition],
    values: &Values<'_>,
) -> Option<WidestText> {
    let all = all_of(text, lettering, conditions, values).into_iter();
    all.reduce(|one, other| if one.width_mm < other.width_mm { other } else { one })
}

/// All contents of a text over the cards, each once.
pub(in crate::face) fn all_of(
    text: &Element,
    lettering: &Lettering,
    conditions: &[Condition],
    values: &Values<'_>,
) -> Vec<WidestText> {
    let pieces = placeholder::pieces(text);
    let names: Vec<_> = pieces.into_iter().filter_map(|piece| piece.name.ok()).collect();
    if names.iter().any(|name| !name.is_on(values.deck.layout())) {
        return Vec::new();
    }
    let is_of_deck = names.iter().all(|name| name.is_of_deck());
    let is_fixed = conditions.is_empty() && is_of_deck;
    let most_lines = text.attribute(LINES).and_then(|lines| lines.split(' ').next()?.parse().ok());
    let most_lines = most_lines.unwrap_or(1);
    let mut all = Vec::new();
    let mut known = std::collections::BTreeSet::new();
    for card in values.deck.cards().iter().take(if is_fixed { 1 } else { usize::MAX }) {
        let values = Values { card: Some(card), ..*values };
        if !conditions.iter().all(|condition| condition.holds(&values)) {
            continue;
        }
        let mut filled = text.clone();
        placeholder::fill(&mut filled, &values);
        let words = placeholder::joined(&filled).trim().to_owned();
        if !known.insert(words.clone()) {
            continue;
        }
        let lines = on_lines(&words, most_lines, lettering);
        let width_mm = several_lines::widest(&lines, lettering);
        let card = (!is_of_deck).then_some(card.number);
        all.push(WidestText { words, width_mm, card });
    }
    all
}

impl Line {
    /// The content in a message, with its card, after `between`: `: "rain" (card 3)`.
    pub(super) fn said(&self, between: &str) -> String {
        let card = self.card.map_or(String::new(), |card| format!(" (card {card})"));
        let words = format!("{}{card}", quoted(&self.widest));
        if between.ends_with("of ") {
            format!("{words}{between}")
        } else {
            format!("{between}{words} ")
        }
    }

    /// The longest content with which these lines, this one among them, would fit.
    pub(super) fn longest_that_fits(
        &self,
        lines: &[Self],
        placer: &Placer,
        values: &Values<'_>,
    ) -> Option<String> {
        let all = all_of(&self.text, &self.lettering, &self.conditions, values).into_iter();
        let fits = |shown: &WidestText| {
            let own = |line: &Self| match anchor_of(&line.text) == anchor_of(&self.text) {
                true => Self { width_mm: shown.width_mm, ..line.clone() },
                false => line.clone(),
            };
            excess(&lines.iter().map(own).collect::<Vec<_>>(), placer, 0.0) <= SLACK_MM
        };
        let longest = all
            .filter(fits)
            .reduce(|one, other| if one.width_mm < other.width_mm { other } else { one });
        longest.map(|shown| shown.words).filter(|words| !words.is_empty())
    }
}

/// The widest text that shows a value of the cards, or else the widest text.
pub(super) fn longest_value(lines: &[Line]) -> Option<&Line> {
    let values = lines.iter().filter(|line| line.card.is_some());
    values
        .reduce(|one, other| if one.width_mm < other.width_mm { other } else { one })
        .or_else(|| longest(lines))
}

/// The wider line of each pair: one drawing is used for several cells.
pub(super) fn widest_of(mut lines: Vec<Line>, others: Vec<Line>) -> Vec<Line> {
    if lines.is_empty() {
        return others;
    }
    for (line, other) in lines.iter_mut().zip(others) {
        if line.width_mm < other.width_mm {
            *line = other;
        }
    }
    lines
}

/// How far the texts exceed their new room with `margin_mm` on both sides; 0 if they fit.
pub(super) fn excess(lines: &[Line], placer: &Placer, margin_mm: f64) -> f64 {
    let to = placer.moved.to;
    let from_frame_mm = match placer.scale > 1.0 {
        true => GROWN_FROM_FRAME_MM * placer.scale,
        false => FROM_FRAME_MM,
    };
    let shown = || lines.iter().filter(|line| line.width_mm > 0.0);
    let mut most: f64 = 0.0;
    let mut spans: Vec<(f64, [f64; 2], Anchor)> = Vec::new();
    for line in shown() {
        let [start, end] = placer.span_of(&line.text, &line.lettering, line.hold, line.width_mm);
        let mut room = [to.left + margin_mm, to.right - margin_mm];
        if let Some(frame) = line.frame {
            let edge = |x| placer.moved.stretched([x, frame.top], placer.stretch)[0];
            room[0] = room[0].max(edge(frame.left) + from_frame_mm);
            room[1] = room[1].min(edge(frame.right) - from_frame_mm);
        }
        most = most.max(room[0] - start).max(end - room[1]);
        spans.push((anchor_of(&line.text)[1], [start, end], line.lettering.anchor));
    }
    for (place, (y, span, anchor)) in spans.iter().enumerate() {
        for (other_y, other, other_anchor) in spans.iter().take(place) {
            // Variants of one text are in the same place and never shown together.
            let distance = match anchor {
                Anchor::Start => span[0] - other[0],
                Anchor::Middle => span[0] + span[1] - other[0] - other[1],
                Anchor::End => span[1] - other[1],
            };
            let is_same = anchor == other_anchor && distance.abs() < APART_MM;
            if (y - other_y).abs() < 1.0 && !is_same {
                let [left, right] = if span[0] < other[0] { [span, other] } else { [other, span] };
                most = most.max(left[1] + APART_MM - right[0]);
            }
        }
    }
    most
}

/// The largest scale from `least` to `most` at which texts fit; `None` if they do not fit at any.
pub(super) fn largest_scale(
    lines: &[Line],
    least: f64,
    most: f64,
    margin_mm: f64,
    placer: impl Fn(f64) -> Placer,
) -> Option<f64> {
    let fits = |scale| excess(lines, &placer(scale), margin_mm) <= SLACK_MM;
    largest(least, most, fits)
}

/// The scale below which none of these texts shrinks further, so that only their distances would.
pub(super) fn least_scale<'l>(lines: impl Iterator<Item = &'l Line>, least: f64) -> f64 {
    let floors = lines.map(|line| line.lettering.least_mm / line.lettering.size_mm);
    floors.fold(1.0, f64::min).max(least)
}

/// Tolerance of measures at an edge, far below print resolution.
pub(super) const SLACK_MM: f64 = 1e-6;

/// The largest value for which `holds` is true, if it is true for all smaller ones; `None` if it is false at
/// `least`.
pub(super) fn largest(least: f64, most: f64, holds: impl Fn(f64) -> bool) -> Option<f64> {
    if holds(most) {
        return Some(most);
    }
    if most < least || !holds(least) {
        return None;
    }
    let (mut good, mut bad) = (least, most);
    // To a thousandth of a part, in a few steps.
    for _ in 0..24 {
        let middle = f64::midpoint(good, bad);
        if holds(middle) { good = middle } else { bad = middle }
    }
    Some(good)
}

/// The text that needs the most room, for messages.
pub(super) fn longest(lines: &[Line]) -> Option<&Line> {
    lines.iter().reduce(|one, other| if one.width_mm < other.width_mm { other } else { one })
}
