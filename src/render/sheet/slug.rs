//! The slug of a press file: deck, edition, face and inks beside the card, and a bar of the four inks to
//! measure the plates by. It is cut off.

use svg::node::element::{Group, Rectangle};

use crate::face::{Fonts, Rgb};
use crate::geometry::{Mm, Point, Rect, decimal};
use crate::render::pdf::Conformance;

use super::pen::{AlongEdge, BLACK, FAMILY, SMALL_TEXT, labelled, text};
use super::{Edge, Labels, Sheet, SheetPage, Side};

/// The least slug that has room beside the marks.
const LEAST: Mm = Mm(5.0);
/// The gap between crop marks, registration marks and the slug's content.
const GAP: Mm = Mm(1.5);
/// Half the room of a registration mark in the middle of an edge.
const MARK: Mm = Mm(3.0);
/// A side of a patch of ink.
const PATCH: Mm = Mm(4.0);
/// The smallest text; longer ones are truncated.
const SMALLEST: Mm = Mm(1.411);

/// Inks of the bar beside black, with their screen colours.
pub(super) const BAR: [(&str, Rgb, [f64; 4]); 3] = [
    ("bar-cyan", Rgb(0x00, 0xae, 0xef), [100.0, 0.0, 0.0, 0.0]),
    ("bar-magenta", Rgb(0xec, 0x00, 0x8c), [0.0, 100.0, 0.0, 0.0]),
    ("bar-yellow", Rgb(0xff, 0xf2, 0x00), [0.0, 0.0, 100.0, 0.0]),
];

/// The two texts along the left edge of a press page of one card, and the bar along its right edge; `None`
/// for other sheets, or if the slug is too narrow.
pub(super) fn drawn(sheet: &Sheet, page: &SheetPage, labels: &Labels) -> Option<[Group; 3]> {
    let [slot] = page.slots[..] else { return None };
    let is_press = sheet.paper.is_none() && sheet.press != Conformance::Plain;
    if !is_press || sheet.slug < LEAST {
        return None;
    }
    let face = match slot.face {
        Side::Front => labels.fronts.get(slot.card).map_or("front", String::as_str),
        Side::Back => labels.backs.get(slot.card).map_or("back", String::as_str),
    };
    let said = format!("{} · edition {}", labels.deck, labels.edition);
    let which = format!("{face} · {}", labels.inks);
    let middle = (slot.trim.y + slot.trim.bottom()) / 2.0;
    let [upper, lower] =
        [[slot.trim.y + GAP, middle - MARK], [middle + MARK, slot.trim.bottom() - GAP]];
    let inset = (sheet.slug + SMALL_TEXT * 0.7) / 2.0;
    let line = |[start, end]: [Mm; 2], label: &str, line: &str| {
        let place = AlongEdge { edge: Edge::Left, inset, start, end };
        let (size, line) = fitting(line, end - start, &labels.fonts);
        place.group(page.size, label).add(text(Point::ORIGIN, size, "start", &line))
    };
    let colours = BAR.iter().map(|(_, rgb, _)| *rgb).chain([BLACK]);
    let mut bar = labelled("colour bar");
    let x = page.size.width - (sheet.slug + PATCH) / 2.0;
    let mut y = upper[0];
    for colour in colours {
        if y + PATCH > upper[1] {
            break;
        }
        let patch = Rect { x, y, width: PATCH, height: PATCH };
        bar = bar.add(
            Rectangle::new()
                .set("x", decimal(patch.x.0))
                .set("y", decimal(patch.y.0))
                .set("width", decimal(patch.width.0))
                .set("height", decimal(patch.height.0))
                .set("fill", colour.to_string()),
        );
        y = y + PATCH;
    }
    Some([line(lower, "slug deck", &said), line(upper, "slug face", &which), bar])
}

/// A line in the largest size that fits, truncated if necessary.
fn fitting(line: &str, room: Mm, fonts: &Fonts) -> (Mm, String) {
    let width = |line: &str| Mm(fonts.line_width(FAMILY, "500", SMALL_TEXT.0, line));
    let share = room.0 / width(line).0;
    if share >= 1.0 {
        return (SMALL_TEXT, line.to_owned());
    }
    let size = (SMALL_TEXT * share).max(SMALLEST);
    let mut short: Vec<char> = line.chars().collect();
    let whole = short.len();
    let said = |short: &[char]| {
        let cut: String = short.iter().collect();
        if short.len() < whole { format!("{}…", cut.trim_end()) } else { cut }
    };
    while short.len() > 1 && width(&said(&short)) * (size.0 / SMALL_TEXT.0) > room + Mm(0.01) {
        short.pop();
    }
    (size, said(&short))
}
