//! The furniture around the cards: crop marks in cutting order, registration marks, ruler, caption.
//!
//! Drawn as SVG; the PDF is written from the same SVG.

use svg::node::element::{Circle, Group, Rectangle};

use super::cutter::{cutter_marks, cutter_numbers};
use super::free_space::{FOLD_MARK, mark_centres};
use super::pen::{AlongEdge, BLACK, FAMILY, HAIRLINE, SMALL_TEXT, labelled, line, stroked, text};
use super::{
    Caption, CropMarks, Edge, GuideStyle, Labels, Ruler, Sheet, SheetPage, Side, Sides, free_space,
};
use crate::face::{Cmyk, Fonts, Ink, Palette, Rgb, Swatch};
use crate::geometry::{Mm, Point, Rect, Size, decimal, point};
use crate::render::pdf::Conformance;

/// The furniture of a page.
#[derive(Clone, Debug)]
pub struct Furniture {
    group: Group,
    empty: bool,
}

/// Paper.
const WHITE: Rgb = Rgb(255, 255, 255);

/// Marks on every plate.
const REGISTRATION: Rgb = Rgb(1, 1, 1);

/// The width of dashed lines in black and white, since white hairlines would fill in. Half of it stays on the
/// card, which is less than the usual cutting error.
const TWO_COLOURS: Mm = Mm(0.2);

/// The caption: 7.5 pt.
const CAPTION_TEXT: Mm = Mm(2.646);

/// Radius of the circle and half the cross of a registration mark.
const TARGET: [Mm; 2] = [Mm(1.3), Mm(2.0)];

/// The inks of a sheet's furniture: black alone, bare paper, and in press files every plate for the marks, so
/// that the plates can be registered. The PDF Reference (1.4, 4.5.5) reserves the name `All` for that.
///
/// # Panics
/// Never: two colours always form a palette.
pub fn inks(press: &Conformance) -> Palette {
    let swatch = |id: &str, rgb, ink| Swatch { id: id.to_owned(), rgb, ink };
    let percent = |inks| Cmyk::new(inks).expect("percentages");
    let black = Ink::Process(percent([0.0, 0.0, 0.0, 100.0]));
    let all = Ink::Spot { name: "All".to_owned(), alternate: percent([100.0; 4]) };
    let paper = Ink::Process(percent([0.0; 4]));
    let mut swatches = vec![swatch("black", BLACK, black), swatch("paper", WHITE, paper)];
    if *press != Conformance::Plain {
        swatches.push(swatch("registration", REGISTRATION, all));
        for (id, rgb, inks) in BAR {
            swatches.push(swatch(id, rgb, Ink::Process(percent(inks))));
        }
    }
    Palette::new(swatches).expect("two colours that differ")
}

/// The colour of marks; in press files that of the ink `All`, which looks like black.
fn mark_colour(sheet: &Sheet) -> Rgb {
    if sheet.press == Conformance::Plain { BLACK } else { REGISTRATION }
}

impl Furniture {
    /// Whether the page has no furniture.
    pub fn is_empty(&self) -> bool {
        self.empty
    }

    /// All elements in a group, in millimetres from the page's upper left corner.
    pub(super) fn group(&self) -> Group {
        self.group.clone()
    }
}

/// Draws the furniture of a page.
pub fn furniture(sheet: &Sheet, page: &SheetPage, labels: &Labels) -> Furniture {
    let mut group = Group::new().set("id", "furniture").set("inkscape:label", "furniture");
    let Some(block) = page.taken() else { return Furniture { group, empty: true } };
    // Backs are never exactly registered: they are cut by the fronts' marks.
    let is_by_front = |style: GuideStyle| style.is_on_cards() && page.side == Side::Back;
    if let Some(marks) = sheet.crop_marks.filter(|marks| !is_by_front(marks.style)) {
        group = group.add(crop_marks(sheet, page, &block, marks));
    }
    for mark in &sheet.registration_marks {
        for centre in mark_centres(sheet, page, mark) {
            group = group.add(registration_mark(centre, mark_colour(sheet)));
        }
    }
    if sheet.sides == Sides::Fold {
        group = group.add(fold_marks(page, &block));
    }
    if let Some(scale) = sheet.ruler {
        let (place, scale) = free_space::for_ruler(sheet, page, scale);
        group = group.add(ruler(page.size, place, scale));
    }
    if let Some(line) = sheet.caption {
        group = group.add(caption(sheet, page, line, labels));
    }
    // The machine reads the side it cuts.
    if let Some(marks) = sheet.cutter_marks.filter(|_| page.side == Side::Front) {
        group = group.add(cutter_marks(page, marks)).add(cutter_numbers(sheet, page, marks));
    }
    let slug = drawn(sheet, page, labels);
    let has_slug = slug.is_some();
    for part in slug.into_iter().flatten() {
        group = group.add(part);
    }
    let marks = sheet.registration_marks.len();
    let empty = sheet.crop_marks.is_none() && sheet.ruler.is_none() && sheet.caption.is_none();
    let has_cutter_marks = sheet.cutter_marks.is_some() && page.side == Side::Front;
    Furniture { group, empty: empty && marks == 0 && !has_cutter_marks && !has_slug }
}

fn crop_marks(sheet: &Sheet, page: &SheetPage, block: &Rect, marks: CropMarks) -> Group {
    let far = sheet.bleed + marks.offset + marks.length;
    let printed = if page.side == Side::Back { sheet.outer_bleed } else { sheet.bleed };
    let near = printed + marks.offset;
    let across = page.slots.iter().flat_map(|slot| [slot.trim.x, slot.trim.right()]);
    let down = page.slots.iter().flat_map(|slot| [slot.trim.y, slot.trim.bottom()]);
    let (across, down) = (distinct(across), distinct(down));
    let path = match marks.style {
        GuideStyle::Corner | GuideStyle::Cross => on_cards(page, marks),
        GuideStyle::Margin | GuideStyle::Full => {
            let reach = |edge| match marks.style {
                GuideStyle::Full => far.max(free_space::to_edge(sheet, page, block, edge)),
                _ => far,
            };
            let [top, right, bottom, left] =
                [Edge::Top, Edge::Right, Edge::Bottom, Edge::Left].map(reach);
            let mut path = String::new();
            for &y in &down {
                path += &line(block.x - left, y, block.x - near, y);
                path += &line(block.right() + near, y, block.right() + right, y);
            }
            for &x in &across {
                path += &line(x, block.y - top, x, block.y - near);
                path += &line(x, block.bottom() + near, x, block.bottom() + bottom);
            }
            path
        }
    };
    let mut group = labelled("crop marks");
    if marks.two_colours {
        let dashed = |colour: Rgb, start: u8| {
            let line = stroked(path.clone(), colour).set("stroke-width", decimal(TWO_COLOURS.0));
            line.set("stroke-dasharray", "1 1").set("stroke-dashoffset", start)
        };
        group = group.add(dashed(BLACK, 0)).add(dashed(WHITE, 1));
    } else {
        group = group.add(stroked(path, mark_colour(sheet)));
    }
    // Cut whole rows first, then the rows into cards: long cuts while the paper is large.
    if page.side == Side::Front && sheet.press == Conformance::Plain {
        let beside = Mm(0.5);
        let rows = down.iter().map(|&y| point(block.x - far, y - beside));
        let columns =
            across.iter().map(|&x| point(x + beside, block.y - near - marks.length / 2.0));
        for (order, place) in rows.chain(columns).enumerate() {
            group = group.add(text(place, SMALL_TEXT, "start", &(order + 1).to_string()));
        }
    }
    group
}

/// Lines along the cuts at the corners of every card. Neighbours that share a cut share its line.
fn on_cards(page: &SheetPage, marks: CropMarks) -> String {
    let mut path = String::new();
    let mut drawn: Vec<kurbo::Line> = Vec::new();
    let mut arm = |from: Point, to: Point| {
        let is_near = |one: Point, other: Point| {
            (one.x - other.x).abs() < 1e-3 && (one.y - other.y).abs() < 1e-3
        };
        if !drawn.iter().any(|old| is_near(old.p0, from) && is_near(old.p1, to)) {
            drawn.push(kurbo::Line::new(from, to));
            path += &line(Mm(from.x), Mm(from.y), Mm(to.x), Mm(to.y));
        }
    };
    for Rect { x, y, width, height } in page.slots.iter().map(|slot| slot.trim) {
        // At most half an edge, so that the lines of its ends do not overlap.
        let (along, down) = (marks.length.min(width / 2.0).0, marks.length.min(height / 2.0).0);
        for (corner, right, low) in [
            (point(x, y), 1.0, 1.0),
            (point(x + width, y), -1.0, 1.0),
            (point(x, y + height), 1.0, -1.0),
            (point(x + width, y + height), -1.0, -1.0),
        ] {
            arm(corner, Point { x: corner.x + along * right, ..corner });
            arm(corner, Point { y: corner.y + down * low, ..corner });
            if marks.style == GuideStyle::Cross {
                arm(corner, Point { x: corner.x - along * right, ..corner });
                arm(corner, Point { y: corner.y - down * low, ..corner });
            }
        }
    }
    path
}

/// Dashes in both margins at the fold, half-way down the page.
fn fold_marks(page: &SheetPage, block: &Rect) -> Group {
    let (y, reach) = (page.size.height / 2.0, FOLD_MARK);
    let path =
        line(block.x - reach, y, block.x, y) + &line(block.right(), y, block.right() + reach, y);
    let place = point(block.x - reach, y - Mm(0.5));
    labelled("fold")
        .add(stroked(path, BLACK).set("stroke-dasharray", "1 .6"))
        .add(text(place, SMALL_TEXT, "start", "fold"))
}

/// Sorted lengths without duplicates.
fn distinct(lengths: impl Iterator<Item = Mm>) -> Vec<Mm> {
    let mut lengths: Vec<Mm> = lengths.collect();
    lengths.sort_by(|a, b| a.0.total_cmp(&b.0));
    lengths.dedup_by(|a, b| (*a - *b).0.abs() < 1e-3);
    lengths
}

fn registration_mark(centre: Point, colour: Rgb) -> Group {
    let [radius, arm] = TARGET;
    let (x, y) = (Mm(centre.x), Mm(centre.y));
    let cross = line(x - arm, y, x + arm, y) + &line(x, y - arm, x, y + arm);
    let circle = Circle::new()
        .set("cx", decimal(centre.x))
        .set("cy", decimal(centre.y))
        .set("r", decimal(radius.0))
        .set("fill", "none")
        .set("stroke", colour.to_string())
        .set("stroke-width", decimal(HAIRLINE.0));
    labelled("registration mark").add(circle).add(stroked(cross, colour))
}

/// Millimetres above the line, inches below. Both scales start at the same end, so that their zeros can be
/// aligned with a real ruler together.
pub(in crate::render) fn ruler(page: Size, place: AlongEdge, ruler: Ruler) -> Group {
    let length = ruler.length();
    let group = place.group(page, "ruler");
    let start = Mm::ZERO;
    let mut path = line(start, Mm::ZERO, start + length, Mm::ZERO);
    let mut figures = Group::new();
    for millimetre in 0..=ruler.millimetres {
        let x = start + Mm(f64::from(millimetre));
        let tick = match millimetre {
            _ if millimetre % 10 == 0 => Mm(1.8),
            _ if millimetre % 5 == 0 => Mm(1.4),
            _ => Mm(0.9),
        };
        path += &line(x, Mm::ZERO, x, -tick);
        if millimetre % 10 == 0 {
            let place = point(x, Mm(-2.1));
            let figure = match millimetre {
                0 => "0 mm".to_owned(),
                _ => millimetre.to_string(),
            };
            figures = figures.add(text(place, SMALL_TEXT, "middle", &figure));
        }
    }
    for eighth in 0..=ruler.inches * 8 {
        let x = start + Mm::from_inches(f64::from(eighth) / 8.0);
        let tick = match eighth {
            _ if eighth % 8 == 0 => Mm(2.4),
            _ if eighth % 4 == 0 => Mm(1.1),
            _ => Mm(0.7),
        };
        path += &line(x, Mm::ZERO, x, tick);
        if eighth % 8 == 0 {
            let place = point(x + Mm(0.35), Mm(2.5));
            let figure = match eighth {
                0 => "0 in".to_owned(),
                _ => (eighth / 8).to_string(),
            };
            figures = figures.add(text(place, SMALL_TEXT, "start", &figure));
        }
    }
    group.add(stroked(path, BLACK)).add(figures)
}

fn caption(sheet: &Sheet, page: &SheetPage, caption: Caption, labels: &Labels) -> Group {
    // At least as wide as the paper without a centimetre at each end.
    let edge = Mm(10.0);
    let (block, paper) = match caption.edge {
        Edge::Top | Edge::Bottom => ([page.block.x, page.block.right()], page.size.width),
        Edge::Left | Edge::Right => ([page.block.y, page.block.bottom()], page.size.height),
    };
    let (start, end) = match sheet.cutter_marks {
        Some(marks) => (marks.reach(), paper - marks.reach()),
        None => (block[0].min(edge), block[1].max(paper - edge)),
    };
    let place = AlongEdge { edge: caption.edge, inset: caption.inset, start, end };
    let (group, length) = (place.group(page.size, "caption"), end - start);
    let side = match (sheet.sides, page.side) {
        (Sides::Fold, _) => "fold, then cut",
        (Sides::Duplex, Side::Front) => "fronts",
        (Sides::Duplex, Side::Back) => "backs",
    };
    let what = format!(
        "{} · edition {} · sheet {} of {} · {side}",
        labels.deck, labels.edition, page.sheet, page.of
    );
    let mut how = vec!["print at 100 %".to_owned()];
    if sheet.sides == Sides::Duplex {
        how.push(labels.turn.clone());
    }
    if sheet.crop_marks.is_some() && page.side == Side::Front {
        how.push("cut in the order of the figures".to_owned());
    }
    group.add(text(Point::ORIGIN, CAPTION_TEXT, "start", &what)).add(text(
        point(length, Mm::ZERO),
        CAPTION_TEXT,
        "end",
        &how.join(" · "),
    ))
}

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

#[cfg(test)]
mod tests;
