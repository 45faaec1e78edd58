//! Composes the picture: the card, a frame around each part, and a line to its explanation.

use crate::face::{Content, Format, Picture, Rgb, SLOT};
use crate::geometry::{Mm, Point, Rect, Size, decimal};

use super::callout::{Callout, LeaderRoute};
use super::lines::{lines, on_page, words_from};
use super::measures::{
    ACCENT, Beside, EDGE, EDGE_MM, GAP_MM, INK, LINE_MM, MARGIN_MM, PAPER, QUIET, TITLE_MM, ZOOM,
};

/// The corners of a cut card.
pub(in crate::render) const CORNER_MM: f64 = 3.0;

/// The place of the card on the picture, and the size of the picture.
pub(super) fn stand(
    format: Format,
    sides: &[Vec<Callout>; 2],
    beside: Beside,
) -> (kurbo::Rect, Size) {
    let trim = [format.trim_width_mm() * ZOOM, format.trim_height_mm() * ZOOM];
    let words = |side: &Vec<Callout>| {
        side.iter().map(|callout| callout.height_mm() + GAP_MM).sum::<f64>() - GAP_MM
    };
    let over = |way| sides.iter().map(|side| side.iter().filter(|c| c.way == way).count()).max();
    let beyond = |way| EDGE_MM * (1 + over(way).unwrap_or(0)) as f64;
    let (top, foot) = (beyond(LeaderRoute::OverTop), beyond(LeaderRoute::UnderFoot));
    let inner = sides.iter().map(words).fold(trim[1] + top + foot, f64::max);
    let left = MARGIN_MM + beside.width_mm + beside.gutter_mm;
    let corner = (left, MARGIN_MM + top + (inner - trim[1] - top - foot) / 2.0);
    let card = kurbo::Rect::from_origin_size(corner, (trim[0], trim[1]));
    (card, Size { width: Mm(2.0 * left + trim[0]), height: Mm(inner + 2.0 * MARGIN_MM) })
}

/// The content of the template, and the size of the page.
pub(super) fn content(
    face: String,
    format: Format,
    sides: &[Vec<Callout>; 2],
    beside: Beside,
) -> (Content, Size) {
    let (card, size) = stand(format, sides, beside);
    // A face's coordinates begin at the corner of the trim.
    let trim = Size { width: Mm(format.trim_width_mm()), height: Mm(format.trim_height_mm()) };
    let picture = Picture { svg: face, window: Rect::at_origin(trim), corner: Mm(CORNER_MM) };
    let (mut parts, mut leaders) = (Vec::new(), Vec::new());
    let mut texts = [Vec::new(), Vec::new()];
    for ((callouts, towards), texts) in sides.iter().zip([-1.0, 1.0]).zip(&mut texts) {
        let from = words_from(towards, &card, beside);
        let x = if towards < 0.0 { from - beside.width_mm } else { from };
        let lines = lines(callouts, towards, &card, size.height, beside);
        for (callout, (line, top)) in callouts.iter().zip(lines) {
            let part = Rect::from(on_page(&callout.place, &card));
            parts.push(Content::default().place(SLOT, part));
            leaders.push(Content::default().text("line", drawn(&line)));
            texts.push(said(callout, kurbo::Point::new(x, top), beside));
        }
    }
    let names = match beside.has_numbers {
        true => ["left_numbers", "right_numbers"],
        false => ["left", "right"],
    };
    let content = Content::default()
        .place("card", card.into())
        .picture("card", picture)
        .list("parts", parts)
        .list("leaders", leaders);
    let sides = ["left", "right", "left_numbers", "right_numbers"];
    let content = sides.into_iter().fold(content, |all, side| all.list(side, Vec::new()));
    let content =
        names.into_iter().zip(texts).fold(content, |all, (side, texts)| all.list(side, texts));
    (content, size)
}

/// The explanation of a part beside the card.
fn said(callout: &Callout, corner: kurbo::Point, beside: Beside) -> Content {
    let width = beside.width_mm;
    let place = kurbo::Rect::from_origin_size(corner, (width, callout.height_mm()));
    let line = |(number, words): (u32, &String)| {
        let top = TITLE_MM + LINE_MM * f64::from(number);
        let place = kurbo::Rect::new(0.0, top, width, top + LINE_MM);
        Content::default().text("line", &**words).place(SLOT, place.into())
    };
    Content::default()
        .text("title", &*callout.title)
        .list("lines", (0..).zip(&callout.lines).map(line).collect())
        .place(SLOT, place.into())
}

fn drawn(line: &[Point]) -> String {
    let points: Vec<String> =
        line.iter().map(|point| format!("{} {}", decimal(point.x), decimal(point.y))).collect();
    format!("M{}", points.join(" L"))
}

/// The template's own colours.
pub(super) const COLOURS: [Rgb; 5] = [INK, QUIET, ACCENT, EDGE, PAPER];
