//! `flow`: paragraphs set into a room line by line, as large as they fit, since a sentence may be longer in
//! one language than in another.

use std::sync::Arc;

use crate::diagnostic::{Problem, Problems, Source, quoted};
use crate::geometry::rounded;
use crate::wording::counted;

use super::super::document::{Element, Node};
use super::super::layout::{Room, anchor_of, is_slot};
use super::super::placeholder;
use super::super::script;
use super::super::values::Values;
use super::lettering::{Anchor, Lettering};
use super::lines::{Word, broken, children, length, words_of};

/// The label of a paragraph that is omitted if there is not enough room.
pub(in crate::face) const SPARE: &str = "spare";

/// The least line pitch, in font sizes; also the most if there are few lines.
const LEAST_PITCH: f64 = 1.125;
const MOST_PITCH: f64 = 1.25;
/// The gap between paragraphs if there is room, in font sizes.
const BETWEEN_PARAGRAPHS: f64 = 0.4;
/// The same for a grown text, which may have room to spare at its largest size.
const MOST_GROWN_PITCH: f64 = 1.5;
const BETWEEN_GROWN_PARAGRAPHS: f64 = 1.5;
/// The height of the middle of a picture above the baseline of its line, in font sizes.
const MIDDLE_OF_LINE: f64 = 0.35;
/// The largest height of a picture as a part of a paragraph of one line with the gap below it.
const PICTURE: f64 = 0.9;
/// The baseline of a text in its line, from the top.
const BASELINE: f64 = 0.8;
/// The factor by which a text shrinks from one try to the next.
pub(super) const STEP: f64 = 0.99;
/// The largest scale of a text relative to the drawing, for decks with little text.
pub(super) const MOST: f64 = 1.8;

/// Sets every flow of a template. Words of the deck are filled in here, since they affect line breaks. If all
/// flows have room to spare, they grow by the same factor.
///
/// # Errors
/// A flow without a slot (`template.layout`), or whose paragraphs do not fit at the smallest legible size
/// (`face.no-room`).
pub(in crate::face) fn set(
    root: &mut Element,
    source: &Arc<Source>,
    values: &Values<'_>,
) -> Problems {
    let mut problems = Problems::new();
    // At the drawn size: the sizes on a smaller card are checked against the floors.
    let lettering = Lettering::in_fonts(values.fonts);
    let (mut common, mut flows) = (MOST, Vec::new());
    visit(root, &lettering, &mut |element, lettering| {
        let fitted =
            Flow::from_element(element, lettering, values).and_then(|flow| flow.fitted(MOST));
        flows.push(match fitted {
            Ok((flow, fitted)) => {
                common = common.min(fitted.size / lettering.size_mm);
                Some((flow, fitted))
            }
            Err(problem) => {
                problems.push(problem.at(source, element.span.clone()));
                None
            }
        });
    });
    let most = common.max(1.0);
    let mut flows = flows.into_iter();
    visit(root, &lettering, &mut |element, lettering| {
        let set = flows.next().flatten();
        let set = set.and_then(|(flow, fitted)| match fitted.size > most * lettering.size_mm {
            true => flow.fitted(most).ok(),
            false => Some((flow, fitted)),
        });
        if let Some((flow, fitted)) = set {
            element.children = flow.nodes(&fitted);
        }
    });
    problems
}

fn visit(element: &mut Element, above: &Lettering, set: &mut impl FnMut(&mut Element, &Lettering)) {
    let lettering = above.within(element);
    if is_flow(element) {
        set(element, &lettering);
        return;
    }
    for child in &mut element.children {
        if let Node::Element(child) = child {
            visit(child, &lettering, set);
        }
    }
}

/// Whether an element is a flow.
pub(super) fn is_flow(element: &Element) -> bool {
    element.label().as_deref() == Some("flow")
}

/// The attribute for a fixed line pitch of a flow, in font sizes.
const PITCH: &str = "data-pitch";
/// The attribute for the gap before a paragraph, in font sizes.
const GAP: &str = "data-gap";
/// The label of a row of a table.
pub(in crate::face) const ROW: &str = "row";
/// The gap between the first column of a table and the others, in font sizes.
const AFTER_FIRST: f64 = 1.0;

/// Sets filled paragraphs into a room, no larger than they are drawn.
///
/// # Errors
/// Paragraphs that do not fit at the smallest legible size (`face.no-room`).
pub(in crate::face) fn set_in(
    room: Room,
    flow: &Element,
    paragraphs: &[Element],
    lettering: &Lettering,
) -> Result<Vec<Node>, Problem> {
    let paragraphs = paragraphs.iter().filter_map(|element| Paragraph::new(element, lettering));
    let flow = Flow::new(room, flow, paragraphs.collect(), lettering);
    let (flow, fitted) = flow.fitted(1.0)?;
    Ok(flow.nodes(&fitted))
}

/// A row of a table: the first cell left-aligned, the others right-aligned in columns of equal width.
struct Row {
    group: Element,
    /// Each with its length in font sizes.
    cells: Vec<(Element, f64)>,
    /// The width of the table's first column, in font sizes.
    first: f64,
}

impl Row {
    fn new(group: &Element, above: &Lettering) -> Self {
        let cells = group.elements().filter(|child| child.name == "text").map(|text| {
            let lettering = above.within(text);
            (text.clone(), lettering.width_mm(&text.text()) / lettering.size_mm)
        });
        let cells: Vec<(Element, f64)> = cells.collect();
        let first = cells.first().map_or(0.0, |(_, length)| length + AFTER_FIRST);
        Self { group: group.clone(), cells, first }
    }

    /// The row at a baseline. Rectangles in it are rules: as wide as the room, as far below the baseline as
    /// drawn.
    fn at(&self, room: Room, baseline: f64, size: f64, drawn: f64) -> Element {
        let mut group = self.group.clone_without_children();
        let first = self.first * size;
        let each = (room.width() - first) / (self.cells.len().max(2) - 1) as f64;
        let mut drawn_at = baseline;
        for (place, (cell, _)) in self.cells.iter().enumerate() {
            let [_, y] = anchor_of(cell);
            drawn_at = y;
            let mut cell = cell.clone();
            let x = match place {
                0 => room.left,
                _ => room.left + first + each * place as f64,
            };
            cell.set_property("text-anchor", if place == 0 { "start" } else { "end" }.to_owned());
            cell.set("x", rounded(x, 3));
            cell.set("y", rounded(baseline, 3));
            if size != drawn {
                cell.set_property("font-size", rounded(size, 4));
            }
            group.children.push(Node::Element(cell));
        }
        for rule in self.group.elements().filter(|child| child.name == "rect") {
            let Some(place) = Room::new(rule) else { continue };
            let mut rule = rule.clone();
            let y = baseline + (place.top - drawn_at) * size / drawn;
            rule.set("x", rounded(room.left, 3));
            rule.set("y", rounded(y, 3));
            rule.set("width", rounded(room.width(), 3));
            group.children.push(Node::Element(rule));
        }
        group
    }
}

/// Whether two rows belong to one table: a gap ends a table.
fn is_same_table(one: &Paragraph, next: &Paragraph) -> bool {
    one.row.is_some() && next.row.is_some() && next.gap == 0.0
}

/// A paragraph of a flow.
struct Paragraph {
    text: Element,
    words: Vec<Word>,
    /// A table row instead of words.
    row: Option<Row>,
    /// The gap before it, in font sizes.
    gap: f64,
    /// The picture before its first line, and the room it was drawn in.
    picture: Option<(Element, Room)>,
    /// Omitted if there is not enough room for all, the last first.
    is_spare: bool,
}

impl Paragraph {
    /// A paragraph from a text, a row, or a group of a text and a picture with its slot; `None` for other
    /// elements.
    fn new(element: &Element, above: &Lettering) -> Option<Self> {
        let lettering = above.within(element);
        let label = element.label();
        let gap = element.attribute(GAP).and_then(|gap| gap.trim().parse().ok()).unwrap_or(0.0);
        if label.as_deref() == Some(ROW) {
            let row = Some(Row::new(element, &lettering));
            let (text, words) = (element.clone_without_children(), Vec::new());
            return Some(Self { text, words, row, gap, picture: None, is_spare: false });
        }
        let (text, picture) = if element.name == "text" {
            (element, None)
        } else {
            let text = element.elements().find(|child| child.name == "text");
            let slot = element.elements().find(|child| is_slot(child)).and_then(Room::new);
            let (Some(text), Some(slot)) = (text, slot) else { return None };
            let mut picture = element.clone();
            picture.children.retain(|child| match child {
                Node::Element(child) => child.name != "text" && !is_slot(child),
                Node::Text(..) => false,
            });
            (text, Some((picture, slot)))
        };
        let words = words_of(text, &lettering.within(text));
        let is_spare = label.as_deref() == Some(SPARE);
        Some(Self { text: text.clone(), words, row: None, gap, picture, is_spare })
    }

    /// The picture at this baseline, scaled by `scale`, or smaller if it is higher than `most`.
    fn picture_at(
        &self,
        left: f64,
        baseline: f64,
        set: f64,
        scale: f64,
        most: f64,
    ) -> Option<Element> {
        let (picture, slot) = self.picture.as_ref()?;
        let mut picture = picture.clone();
        let scale = scale.min(most / slot.height());
        let x = left - scale * slot.left;
        let y = baseline - MIDDLE_OF_LINE * set - scale * slot.middle()[1];
        let scale = rounded(scale, 6);
        let place = format!("translate({} {}) scale({scale})", rounded(x, 4), rounded(y, 4));
        picture.set("transform", place);
        Some(picture)
    }
}

/// Paragraphs and their room.
pub(super) struct Flow {
    pub(super) room: Room,
    lettering: Lettering,
    paragraphs: Vec<Paragraph>,
    /// The indent of texts beside pictures, in font sizes: the same for all, whatever the width of each
    /// picture.
    indent: f64,
    /// The least and the largest line pitch, in font sizes.
    pitch: [f64; 2],
    /// The gap between paragraphs if there is room, in font sizes.
    between: f64,
}

/// The lines of a flow, each with its paragraph, and their size.
struct FittedLines {
    size: f64,
    lines: Vec<(usize, Vec<Word>)>,
}

impl Flow {
    /// # Errors
    /// No slot (`template.layout`), or a value that differs between cards.
    pub(super) fn from_element(
        flow: &Element,
        lettering: &Lettering,
        values: &Values<'_>,
    ) -> Result<Self, Problem> {
        let Some(room) = flow.elements().find(|child| is_slot(child)).and_then(Room::new) else {
            let message = "a flow has no slot";
            return Err(Problem::coded("template.layout", message)
                .accepts("a <rect> \"slot\" in it: the room for its lines"));
        };
        let mut paragraphs = Vec::new();
        for child in flow.elements() {
            let child = filled(child, values)?;
            paragraphs.extend(Paragraph::new(&child, lettering));
        }
        Ok(Self::new(room, flow, paragraphs, lettering))
    }

    fn new(
        room: Room,
        flow: &Element,
        mut paragraphs: Vec<Paragraph>,
        lettering: &Lettering,
    ) -> Self {
        let slots = paragraphs.iter().filter_map(|paragraph| paragraph.picture.as_ref());
        let widest = slots.map(|(_, slot)| slot.width()).fold(0.0, f64::max);
        let lettering = lettering.clone();
        for table in paragraphs.chunk_by_mut(is_same_table) {
            let firsts = table.iter().filter_map(|paragraph| paragraph.row.as_ref());
            let first = firsts.map(|row| row.first).fold(0.0, f64::max);
            table.iter_mut().filter_map(|paragraph| paragraph.row.as_mut()).for_each(|row| {
                row.first = first;
            });
        }
        let fixed = flow.attribute(PITCH).and_then(|pitch| pitch.trim().parse().ok());
        let (pitch, between) = match fixed {
            Some(pitch) => ([pitch; 2], 0.0),
            None => ([LEAST_PITCH, MOST_PITCH], BETWEEN_PARAGRAPHS),
        };
        Self { room, paragraphs, indent: widest / lettering.size_mm, lettering, pitch, between }
    }

    /// The indent of a paragraph's text, in font sizes.
    fn indent(&self, paragraph: usize) -> f64 {
        if self.paragraphs[paragraph].picture.is_some() { self.indent } else { 0.0 }
    }

    fn broken(&self, size: f64) -> Vec<(usize, Vec<Word>)> {
        let lines = self.paragraphs.iter().enumerate().flat_map(|(at, paragraph)| {
            let width = self.room.width() / size - self.indent(at);
            let lines = match paragraph.row {
                Some(_) => vec![Vec::new()],
                None => broken(&paragraph.words, width),
            };
            lines.into_iter().map(move |line| (at, line))
        });
        lines.collect()
    }

    /// The height of all paragraphs at this scale of the drawn size, or at the smallest legible size.
    pub(super) fn needed_height(&self, scale: f64) -> f64 {
        let size = (self.lettering.size_mm * scale).max(self.lettering.least_mm);
        self.height(size, &self.broken(size))
    }

    /// The height of these lines at this size; a grown flow keeps its gaps.
    fn height(&self, size: f64, lines: &[(usize, Vec<Word>)]) -> f64 {
        let height = match size > self.lettering.size_mm {
            true => lines.len() as f64 * self.pitch[1] + breaks(lines) * self.between,
            false => lines.len() as f64 * self.pitch[0],
        };
        (height + self.gaps()) * size
    }

    /// Whether these lines fit at this size.
    fn fits(&self, size: f64, lines: &[(usize, Vec<Word>)]) -> bool {
        let longest = lines.iter().map(|(at, line)| self.indent(*at) + length(line));
        self.height(size, lines) <= self.room.height() + 1e-9
            && longest.fold(0.0, f64::max) * size <= self.room.width() + 1e-9
    }

    /// The mandatory gaps before paragraphs, in font sizes.
    fn gaps(&self) -> f64 {
        self.paragraphs.iter().map(|paragraph| paragraph.gap).sum()
    }

    /// The paragraphs that fit and their lines, as large as they fit, at most `most` times the drawn size.
    fn fitted(mut self, most: f64) -> Result<(Self, FittedLines), Problem> {
        loop {
            match self.all_fitted(most) {
                Ok(fitted) => return Ok((self, fitted)),
                Err(problem) if !self.omit_spare() => return Err(problem),
                Err(_) => {}
            }
        }
    }

    /// Omits the last paragraph that may be left out, if there is one.
    pub(super) fn omit_spare(&mut self) -> bool {
        let spare = self.paragraphs.iter().rposition(|paragraph| paragraph.is_spare);
        spare.map(|spare| self.paragraphs.remove(spare)).is_some()
    }

    fn all_fitted(&self, most: f64) -> Result<FittedLines, Problem> {
        let (drawn, least) = (self.lettering.size_mm, self.lettering.least_mm);
        let mut size = drawn * most;
        loop {
            let lines = self.broken(size);
            if self.fits(size, &lines) {
                return Ok(FittedLines { size, lines });
            }
            if size <= least {
                return Err(self.no_room(&lines, size));
            }
            let next = (size * STEP).max(least);
            size = if size > drawn { next.max(drawn) } else { next };
        }
    }

    /// The problem of what does not fit: a word, or the lines.
    fn no_room(&self, lines: &[(usize, Vec<Word>)], size: f64) -> Problem {
        let room = self.room;
        let text =
            |word: &Word| word.pieces.iter().map(|piece| piece.text.as_str()).collect::<String>();
        let words = lines.iter().flat_map(|(_, line)| line);
        let width = |word: &Word| word.length * size;
        if let Some(word) = words.into_iter().find(|word| width(word) > room.width()) {
            let message = format!(
                "the word {} is {:.1} mm long at the smallest size that can be read; there is room for \
             {:.1} mm",
                quoted(&text(word)),
                width(word),
                room.width()
            );
            return Problem::coded("face.no-room", message).accepts("a shorter word");
        }
        let most = (room.height() / (self.pitch[0] * size)).floor();
        let begins = lines.first().map_or_else(String::new, |(at, _)| {
            let paragraph = &self.paragraphs[*at];
            let cells =
                paragraph.row.iter().flat_map(|row| &row.cells).map(|(cell, _)| cell.text());
            let words = paragraph.words.iter().take(4).map(text);
            let words: Vec<String> = cells.chain(words).collect();
            format!(" from {}", quoted(&words.join(" ")))
        });
        let message = format!(
            "a flow{begins} has {} at the smallest size that can be read; there is room for {most:.0}",
            counted(lines.len(), "line")
        );
        Problem::coded("face.no-room", message).accepts("shorter or fewer sentences")
    }

    /// The lines at their positions.
    fn nodes(&self, fitted: &FittedLines) -> Vec<Node> {
        let (room, size, lettering) = (self.room, fitted.size, &self.lettering);
        let drawn = lettering.size_mm;
        let breaks = breaks(&fitted.lines);
        let count = fitted.lines.len().max(1) as f64;
        let height = room.height() - self.gaps() * size;
        let spare = height - count * self.pitch[0] * size;
        let (most_between, most_pitch) = match size > drawn && self.between > 0.0 {
            true => (BETWEEN_GROWN_PARAGRAPHS, MOST_GROWN_PITCH),
            false => (self.between, self.pitch[1]),
        };
        let between = (spare / breaks.max(1.0)).clamp(0.0, most_between * size);
        let pitch = ((height - between * breaks) / count).min(most_pitch * size);
        let x = match lettering.anchor {
            Anchor::Start => room.left,
            Anchor::Middle => room.middle()[0],
            Anchor::End => room.right,
        };
        // Pictures of short paragraphs one below the other keep a distance.
        let most_picture = PICTURE * (pitch + between);
        let mut nodes = Vec::new();
        let (mut top, mut above) = (room.top, None);
        for (at, line) in &fitted.lines {
            let paragraph = &self.paragraphs[*at];
            let begins = above != Some(*at);
            if begins && above.is_some() {
                top += between;
            }
            if begins {
                top += paragraph.gap * size;
            }
            let baseline = top + pitch * BASELINE;
            if let Some(row) = &paragraph.row {
                nodes.push(Node::Element(row.at(room, baseline, size, drawn)));
                (top, above) = (top + pitch, Some(*at));
                continue;
            }
            if begins
                && let Some(picture) =
                    paragraph.picture_at(x, baseline, size, size / drawn, most_picture)
            {
                nodes.push(Node::Element(picture));
            }
            let mut text = paragraph.text.clone_without_children();
            let is_from_right = script::runs_to_the_left(&paragraph.text.text());
            if is_from_right && matches!(lettering.anchor, Anchor::Start) {
                text.set("text-anchor", "end".to_owned());
                text.set("x", rounded(room.right, 3));
            } else {
                text.set("x", rounded(x + self.indent(*at) * size, 3));
            }
            text.set("y", rounded(baseline, 3));
            if size != drawn {
                text.set("font-size", rounded(size, 4));
            }
            text.children = children(line);
            nodes.push(Node::Element(text));
            (top, above) = (top + pitch, Some(*at));
        }
        nodes
    }
}

/// The number of paragraph breaks.
fn breaks(lines: &[(usize, Vec<Word>)]) -> f64 {
    lines.windows(2).filter(|pair| pair[0].0 != pair[1].0).count() as f64
}

/// A paragraph with the words of the deck filled in.
///
/// # Errors
/// A value that differs between cards.
fn filled(paragraph: &Element, values: &Values<'_>) -> Result<Element, Problem> {
    let mut filled = paragraph.clone();
    let text = match filled.name.as_str() {
        "text" => Some(&mut filled),
        _ => filled.children.iter_mut().find_map(|child| match child {
            Node::Element(child) if child.name == "text" => Some(child),
            _ => None,
        }),
    };
    let Some(text) = text else { return Ok(filled) };
    let is_asked_of_cards = placeholder::pieces(text)
        .iter()
        .any(|piece| piece.name.as_ref().is_ok_and(|name| !name.is_of_deck()));
    if is_asked_of_cards {
        let text = placeholder::joined(text);
        let message = format!("{} in a flow differs from card to card", quoted(&text));
        return Err(Problem::coded("template.layout", message)
            .accepts("words, and names of the deck such as {{deck}}"));
    }
    placeholder::fill(text, values);
    Ok(filled)
}

#[cfg(test)]
mod tests {
    use super::super::lines::unbroken;
    use super::*;
    use crate::face::Theme;
    use crate::face::testing::deck;

    fn flowed(width: f64, height: f64, body: &str) -> Result<Vec<String>, String> {
        let svg = format!(
            "<svg font-family=\"IBM Plex Sans Condensed\" font-weight=\"500\" font-size=\"3\">\
             <g inkscape:label=\"flow\"><rect inkscape:label=\"slot\" x=\"4\" y=\"10\" \
             width=\"{width}\" height=\"{height}\"/>{body}</g></svg>"
        );
        let source = Source::new("instruction.svg", svg);
        let mut root = Element::read(&source).unwrap();
        let (deck, theme) = (deck(), Theme::built_in("west").unwrap());
        let problems = set(&mut root, &source, &theme.values(&deck, "E"));
        if !problems.is_empty() {
            return Err(problems.to_string());
        }
        let lines = root.elements().next().unwrap().elements();
        Ok(lines.map(|line| line.clone().to_svg()).collect())
    }

    #[test]
    fn a_paragraph_is_broken_at_words_and_keeps_its_spans() {
        let body = "<text><tspan font-weight=\"700\">Gear:</tspan> what jams in {{deck}}</text>";
        let lines = flowed(20.0, 7.5, body).unwrap();
        assert_eq!(2, lines.len(), "{lines:?}");
        assert!(
            lines[0].contains("<tspan font-weight=\"700\">Gear: </tspan>what</text>"),
            "{lines:?}"
        );
        assert!(lines[1].contains(">jams in Sample</text>"), "{lines:?}");
        assert!(lines[0].contains("x=\"4\""), "{lines:?}");
    }

    #[test]
    fn a_picture_precedes_its_paragraph_and_shrinks_with_it() {
        let body = "<g><rect inkscape:label=\"slot\" x=\"1\" y=\"1\" width=\"4\" height=\"2\"/>\
            <path d=\"M1 1 h2\"/><text>what jams, and what it costs</text></g><text>More</text>";
        let lines = flowed(24.0, 12.45, body).unwrap();
        assert_eq!(4, lines.len(), "{lines:?}");
        // The middle of the slot is 0.35 font sizes above the baseline.
        assert!(
            lines[0].contains("<g transform=\"translate(3 9.95) scale(1)\"><path"),
            "{lines:?}"
        );
        assert!(lines[1].contains("x=\"8\" y=\"13\""), "{lines:?}");
        assert!(lines[2].contains("x=\"8\""), "{lines:?}");
        assert!(lines[3].contains("x=\"4\"") && lines[3].contains(">More<"), "{lines:?}");
        let smaller = flowed(24.0, 9.0, body).unwrap();
        assert!(smaller[0].contains("scale(0."), "{smaller:?}");
    }

    #[test]
    fn table_figures_align_and_a_gap_begins_another_table() {
        let rows = |gap: &str, first: &str| {
            format!(
                "<g inkscape:label=\"row\" data-gap=\"{gap}\"><text>{first}</text><text>d4</text>\
                 <text>d12</text><rect x=\"0\" y=\"1\" width=\"5\" height=\"0.1\"/></g>"
            )
        };
        let body = rows("0", "a") + &rows("0", "rows") + &rows("0.5", "a much longer one");
        let lines = flowed(40.0, 30.0, &body).unwrap();
        let ends = |line: &String| -> Vec<String> {
            let cells = line.split("text-anchor=\"end\" x=\"").skip(1);
            cells.map(|cell| cell.split('\"').next().unwrap().to_owned()).collect()
        };
        assert_eq!(3, lines.len(), "{lines:?}");
        assert_eq!(ends(&lines[0]), ends(&lines[1]));
        assert_eq!("44", ends(&lines[0])[1]);
        assert_ne!(ends(&lines[1])[0], ends(&lines[2])[0]);
        assert!(lines[0].contains("width=\"40\""), "{lines:?}");
    }

    #[test]
    fn japanese_lines_break_between_signs_but_not_before_marks() {
        // No bundled font has the letters: each is 0 wide, so only words of Latin letters fill lines.
        let units = |text: &str| {
            let (mut units, mut rest) = (Vec::new(), text.to_owned());
            while !rest.is_empty() {
                let (unit, behind) = unbroken(&rest);
                units.push(unit.to_owned());
                rest = behind.to_owned();
            }
            units
        };
        assert_eq!(["引", "い", "た", "カー", "ド。"], *units("引いたカード。"));
        assert_eq!(["「d6」", "を", "見", "る"], *units("「d6」を見る"));
        assert_eq!(["(left)-hand"], *units("(left)-hand"));
        let lines = flowed(8.0, 30.0, "<text>AAAA漢BBBB字</text>").unwrap();
        assert_eq!(2, lines.len(), "{lines:?}");
        assert!(lines[0].contains(">AAAA漢</text>"), "{lines:?}");
    }

    #[test]
    fn right_to_left_paragraphs_are_right_aligned() {
        let lines = flowed(20.0, 9.0, "<text>שלום</text><text>Peace</text>").unwrap();
        assert!(lines[0].contains("text-anchor=\"end\" x=\"24\""), "{lines:?}");
        assert!(lines[1].contains("<text x=\"4\""), "{lines:?}");
    }

    #[test]
    fn marks_stay_with_their_words() {
        let lines = flowed(12.0, 30.0, "<text>Ursache : klappt « sofort » ?</text>").unwrap();
        let texts: Vec<&str> =
            lines.iter().map(|line| line.split(['>', '<']).nth(4).unwrap()).collect();
        assert_eq!(["Ursache :", "klappt", "« sofort » ?"], texts[..]);
    }

    #[test]
    fn a_flow_shrinks_to_the_floor_and_is_then_refused() {
        let body = "<text>One two three four five six seven eight</text>";
        assert!(!flowed(30.0, 7.5, body).unwrap()[0].contains("font-size"));
        assert!(flowed(30.0, 5.5, body).unwrap()[0].contains("font-size=\"2."));
        let reported = flowed(12.0, 5.0, body).unwrap_err();
        assert!(
            reported.contains("lines at the smallest size that can be read; there is room for 2"),
            "{reported}"
        );
        let reported = flowed(9.0, 50.0, "<text>Donaudampfschiff</text>").unwrap_err();
        assert!(reported.contains("the word \"Donaudampfschiff\" is "), "{reported}");
        let reported = flowed(9.0, 50.0, "<text>{{number}}</text>").unwrap_err();
        assert!(reported.contains("differs from card to card"), "{reported}");
    }

    #[test]
    fn flows_with_room_to_spare_grow_by_one_factor() {
        let few = "<text>One two</text><text>Three</text>";
        let sizes = |width: f64, height: f64, other: f64| -> Vec<String> {
            let second = format!(
                "{few}</g><g inkscape:label=\"flow\"><rect inkscape:label=\"slot\" x=\"4\" y=\"50\" \
                 width=\"30\" height=\"{other}\"/>{few}"
            );
            let lines = flowed(width, height, &second).unwrap();
            let size = |line: &String| {
                let size = line.split("font-size=\"").nth(1)?;
                Some(size.split('"').next()?.to_owned())
            };
            lines.iter().map(|line| size(line).unwrap_or_default()).collect()
        };
        assert_eq!(["5.4", "5.4"], sizes(30.0, 40.0, 40.0)[..], "never more");
        // Two lines and the gap between them need 2.9 font sizes.
        let [grown, _] = &sizes(30.0, 40.0, 10.44)[..] else { panic!() };
        assert!((3.55..=3.6).contains(&grown.parse::<f64>().unwrap()), "{grown}");
        assert_eq!(["", ""], sizes(30.0, 40.0, 8.7)[..], "one that just fits holds all");
        assert_eq!(["", ""], sizes(30.0, 40.0, 6.0)[..], "one that shrinks does not shrink others");
    }
}
