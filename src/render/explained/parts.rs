//! The parts of a card: their places and explanations.

use kurbo::{Insets, Point, Rect};

use crate::deck::CardNumber;
use crate::diagnostic::Problems;
use crate::face::{Drawing, Faces, Format, usvg};

use super::callout::{Callout, LeaderRoute};
use super::frames::{PartFrames, placed};
use super::measures::GAP_MM;
use super::part::Part;
use super::words::{Words, wrapped};

/// How far frames of cells extend beside their figures.
const CELL_FRAME_MM: f64 = 1.6;

/// The callouts to the left of a card and to its right, from the top down.
pub(super) fn sides(faces: &Faces<'_>, number: CardNumber) -> Result<[Vec<Callout>; 2], Problems> {
    let (deck, format) = (faces.deck(), faces.theme().format());
    let drawing = faces.card(number).drawing()?;
    let words = Words { card: deck.card(number), faces };
    let drawn = PartFrames::new(drawing, format);
    let mut texts: Vec<(Part, Vec<Rect>)> = Vec::new();
    for (id, name) in drawing.fields() {
        let (Some(part), Some(place)) = (Part::from_name(name), place_of(drawing, id, format))
        else {
            continue;
        };
        match texts.iter_mut().find(|(known, _)| *known == part) {
            // Corners are in two places; one line is enough.
            Some(_) if matches!(part, Part::Corner | Part::Number | Part::Toggle) => {}
            Some((_, all)) => all.push(room(part, &place)),
            None => texts.push((part, vec![room(part, &place)])),
        }
    }
    texts.sort_by_key(|(part, _)| *part);
    let (parts, places): (Vec<Part>, Vec<Rect>) =
        texts.iter().filter_map(|(part, texts)| Some((*part, drawn.whole(texts)?))).unzip();
    let trim = format.trim_width_mm();
    let (mut left, mut right) = (Vec::new(), Vec::new());
    for (part, place) in parts.into_iter().zip(drawn.frames(&places)) {
        let (title, text) = words.about(part);
        let mut callout =
            Callout { place, way: LeaderRoute::Level, title, lines: wrapped(&text), text };
        callout.way = LeaderRoute::new(callout.middle_mm(), format);
        if callout.middle_mm().x < trim / 2.0 { left.push(callout) } else { right.push(callout) }
    }
    balance(&mut left, &mut right, trim);
    Ok([left, right])
}

/// The room of a text: around a figure of the cause grid it includes a frame beside it, as exceptional ones
/// have.
fn room(part: Part, text: &Rect) -> Rect {
    let frame = if part == Part::Cause { CELL_FRAME_MM } else { 0.0 };
    *text + Insets::uniform_xy(frame, 0.0)
}

/// The box of a text on the trimmed card.
fn place_of(drawing: &Drawing, id: &str, format: Format) -> Option<Rect> {
    let usvg::Node::Text(text) = drawing.tree().node_by_id(id)? else { return None };
    placed(text, drawing, format)
}

/// Moves the explanations of parts nearest the middle to the other side until both sides have about the same
/// height.
fn balance(left: &mut Vec<Callout>, right: &mut Vec<Callout>, trim: f64) {
    let height = |side: &[Callout]| side.iter().map(|c| c.height_mm() + GAP_MM).sum::<f64>();
    loop {
        let (long, short) = if height(left) > height(right) {
            (&mut *left, &mut *right)
        } else {
            (&mut *right, &mut *left)
        };
        let off = |callout: &Callout| (callout.middle_mm().x - trim / 2.0).abs();
        let Some(nearest) =
            (0..long.len()).min_by(|&a, &b| off(&long[a]).total_cmp(&off(&long[b])))
        else {
            break;
        };
        let moved = long[nearest].height_mm() + GAP_MM;
        // A part at the far edge of the card keeps its side: its line would cross all others.
        if off(&long[nearest]) > trim / 4.0 || height(long) - moved < height(short) + moved {
            break;
        }
        short.push(long.remove(nearest));
    }
    // Sorted from the top down so that no lines cross: of those over an edge, the one nearest to the words
    // runs nearest to the card.
    for (side, towards) in [(left, -1.0), (right, 1.0)] {
        let key = |callout: &Callout| {
            let Point { x, y } = callout.middle_mm();
            match callout.way {
                LeaderRoute::OverTop => towards * x,
                LeaderRoute::Level => y,
                LeaderRoute::UnderFoot => -towards * x,
            }
        };
        side.sort_by(|a, b| a.way.cmp(&b.way).then(key(a).total_cmp(&key(b))));
    }
}
