//! The picture: the card, a frame round each of its parts, and a line from there to what stands for it.

use svg::node::element::{ClipPath, Definitions, Group, Path, Rectangle};

use crate::diagnostic::Problems;
use crate::face::{Format, Rgb};
use crate::geometry::{Mm, Point, Rect, Size, decimal};
use crate::render::sheet::{document, finished, one_card, text};

use super::callout::{Callout, Way};
use super::lines::{lines, on_page, words_from};
use super::measures::{
    ACCENT, Beside, EDGE, EDGE_MM, GAP_MM, INK, LINE_MM, MARGIN_MM, PAPER, QUIET, TEXT_MM,
    TITLE_MM, ZOOM,
};

/// The corners of a cut card.
pub(in crate::render) const CORNER_MM: f64 = 3.0;

/// Where the card stands on the picture, and the size of that.
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
    let (top, foot) = (beyond(Way::OverTop), beyond(Way::UnderFoot));
    let inner = sides.iter().map(words).fold(trim[1] + top + foot, f64::max);
    let left = MARGIN_MM + beside.width_mm + beside.gutter_mm;
    let corner = (left, MARGIN_MM + top + (inner - trim[1] - top - foot) / 2.0);
    let card = kurbo::Rect::from_origin_size(corner, (trim[0], trim[1]));
    (card, Size { width: Mm(2.0 * left + trim[0]), height: Mm(inner + 2.0 * MARGIN_MM) })
}

/// A card as it is cut, at a place of a page. Its corners need a name of their own on that page.
pub(in crate::render) fn cut_card(
    face: &str,
    format: Format,
    place: Rect,
    name: &str,
) -> Result<Group, Problems> {
    let corner = CORNER_MM * place.width.0 / format.trim_width_mm();
    let cut = || rectangle(&place).set("rx", decimal(corner));
    let edge = cut().set("fill", "none").set("stroke", EDGE.to_string()).set("stroke-width", 0.25);
    // A face counts its millimetres from the corner of the trim.
    let window = Rect::at_origin(Size {
        width: Mm(format.trim_width_mm()),
        height: Mm(format.trim_height_mm()),
    });
    let card = one_card(face, &format!("{name}-"), place, window)?
        .set("clip-path", format!("url(#{name})"));
    let clip = Definitions::new().add(ClipPath::new().set("id", name).add(cut()));
    Ok(Group::new().add(clip).add(card).add(edge))
}

/// The picture as a complete SVG.
pub(super) fn picture(
    face: &str,
    format: Format,
    sides: &[Vec<Callout>; 2],
    beside: Beside,
) -> Result<String, Problems> {
    let (card, size) = stand(format, sides, beside);
    let mut marks = Group::new();
    for (callouts, towards) in sides.iter().zip([-1.0, 1.0]) {
        let (x, anchor) =
            (words_from(towards, &card, beside), if towards < 0.0 { "end" } else { "start" });
        let set = |words: &str, y: f64, size| text(Point::new(x, y), Mm(size), anchor, words);
        let lines = lines(callouts, towards, &card, size.height, beside);
        for (callout, (line, top)) in callouts.iter().zip(lines) {
            let title = set(&callout.title, top + TITLE_MM, beside.title_mm);
            let title = title.set("font-weight", 700).set("fill", INK.to_string());
            marks = marks.add(frame(&on_page(&callout.place, &card))).add(drawn(&line)).add(title);
            for (number, words) in (1..).zip(&callout.lines) {
                let y = top + TITLE_MM + LINE_MM * f64::from(number);
                marks = marks.add(set(words, y, TEXT_MM).set("fill", QUIET.to_string()));
            }
        }
    }
    let paper = rectangle(&Rect::at_origin(size)).set("fill", PAPER.to_string());
    let card = cut_card(face, format, card.into(), "cut")?;
    Ok(finished(&document(size).add(paper).add(card).add(marks)))
}

fn rectangle(place: &Rect) -> Rectangle {
    Rectangle::new()
        .set("x", decimal(place.x.0))
        .set("y", decimal(place.y.0))
        .set("width", decimal(place.width.0))
        .set("height", decimal(place.height.0))
}

/// The frame round a part.
fn frame(place: &kurbo::Rect) -> Rectangle {
    rectangle(&Rect::from(*place))
        .set("rx", 1.2)
        .set("fill", "none")
        .set("stroke", ACCENT.to_string())
        .set("stroke-width", 0.5)
}

fn drawn(line: &[Point]) -> Path {
    let points: Vec<String> =
        line.iter().map(|point| format!("{} {}", decimal(point.x), decimal(point.y))).collect();
    Path::new()
        .set("d", format!("M{}", points.join(" L")))
        .set("fill", "none")
        .set("stroke", ACCENT.to_string())
        .set("stroke-width", 0.4)
        .set("stroke-linejoin", "round")
}

/// The colours of the picture, beside those of the card.
pub(super) const COLOURS: [Rgb; 5] = [INK, QUIET, ACCENT, EDGE, PAPER];
