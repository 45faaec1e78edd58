//! Finds the free stretches of a sheet's margin along the paper's edges.

use crate::geometry::{Mm, Point, Rect, point};

use super::pen::AlongEdge;
use super::{Edge, RegistrationMark, Ruler, Sheet, SheetPage, Sides};

/// The extent of a ruler's figures beyond its ends.
const FIGURES: Mm = Mm(2.5);

/// The extent of ticks and figures from a ruler's line: millimetres above, inches below.
const ABOVE: Mm = Mm(3.7);
const BELOW: Mm = Mm(2.7);

/// The distance of a ruler from the corners of the paper.
const CORNER: Mm = Mm(7.0);

/// An obstacle in the margin beside an edge: its extent along the edge, from the left or the top, and inward
/// from the paper's edge.
struct Obstacle {
    along: [Mm; 2],
    depth: [Mm; 2],
}

/// Start and end of every card's place along an edge of a full page, in order.
pub(super) fn cards_along(sheet: &Sheet, page: &SheetPage, edge: Edge) -> Vec<[Mm; 2]> {
    let across = matches!(edge, Edge::Top | Edge::Bottom);
    let Some(card) = page.slots.first().map(|slot| slot.trim) else { return Vec::new() };
    let (block_start, length, gap, block_end) = match across {
        true => (page.block.x, card.width, sheet.gap[0], page.block.right()),
        false => (page.block.y, card.height, sheet.gap[1], page.block.bottom()),
    };
    let from = |mut start: Mm, end: Mm| {
        let mut cards = Vec::new();
        while start + length <= end + Mm(0.001) {
            cards.push([start, start + length]);
            start = start + length + gap;
        }
        cards
    };
    if across || sheet.sides == Sides::Duplex {
        return from(block_start, block_end);
    }
    // Symmetric about the fold, from the paper's ends.
    let fold = page.size.height / 2.0;
    let upper = from(block_start, fold);
    let lower =
        upper.iter().rev().map(|[start, end]| [page.size.height - *end, page.size.height - *start]);
    upper.iter().copied().chain(lower).collect()
}

/// The obstacles in the margin beside an edge, except ruler and caption.
fn obstacles(sheet: &Sheet, page: &SheetPage, edge: Edge) -> Vec<Obstacle> {
    let margin = match edge {
        Edge::Top => page.block.y,
        Edge::Left => page.block.x,
        Edge::Right => page.size.width - page.block.right(),
        Edge::Bottom => page.size.height - page.block.bottom(),
    };
    let mut found = Vec::new();
    if let Some(marks) = sheet.crop_marks {
        let near = sheet.bleed + marks.offset;
        let depth = [margin - near - marks.length, margin - near];
        // The numbers of the cutting order are above the marks on the left, and right of those at the top.
        let around = match edge {
            Edge::Top => [Mm(0.5), Mm(3.0)],
            Edge::Left => [Mm(2.4), Mm(0.5)],
            Edge::Right | Edge::Bottom => [Mm(0.5), Mm(0.5)],
        };
        for cut in cards_along(sheet, page, edge).into_iter().flatten() {
            found.push(Obstacle { along: [cut - around[0], cut + around[1]], depth });
        }
    }
    let arm = Mm(2.3);
    for mark in sheet.registration_marks.iter().filter(|mark| mark.edge == edge) {
        let middle = margin - mark.distance;
        for centre in mark_centres(sheet, page, mark) {
            let along = if matches!(edge, Edge::Top | Edge::Bottom) { centre.x } else { centre.y };
            let along = Mm(along);
            found.push(Obstacle {
                along: [along - arm, along + arm],
                depth: [middle - arm, middle + arm],
            });
        }
    }
    if let Some(marks) = sheet.cutter_marks {
        let paper = match edge {
            Edge::Top | Edge::Bottom => page.size.width,
            Edge::Left | Edge::Right => page.size.height,
        };
        let reach = marks.reach();
        for along in [[Mm::ZERO, reach], [paper - reach, paper]] {
            found.push(Obstacle { along, depth: [Mm::ZERO, reach] });
        }
    }
    if sheet.sides == Sides::Fold && matches!(edge, Edge::Left | Edge::Right) {
        let fold = page.size.height / 2.0;
        let depth = [margin - FOLD_MARK, margin];
        found.push(Obstacle { along: [fold - Mm(2.5), fold + Mm(0.5)], depth });
    }
    found
}

/// How far lines may extend outward from the cards: to the edge of the paper, or to text along it.
pub(super) fn to_edge(sheet: &Sheet, page: &SheetPage, block: &Rect, edge: Edge) -> Mm {
    let margin = match edge {
        Edge::Top => block.y,
        Edge::Left => block.x,
        Edge::Right => page.size.width - block.right(),
        Edge::Bottom => page.size.height - block.bottom(),
    };
    let caption = sheet.caption.filter(|caption| caption.edge == edge);
    let ruler = sheet.ruler.filter(|ruler| ruler.edge == edge);
    let insets = caption.map(|caption| caption.inset).into_iter();
    let insets = insets.chain(ruler.map(|ruler| ruler.inset));
    insets.map(|inset| margin - inset - ABOVE - Mm(1.0)).fold(margin, Mm::min)
}

/// The stretch of a ruler: as near to its preferred middle as marks allow. If the whole ruler does not fit
/// anywhere, it is shortened to the longest free stretch.
pub(super) fn for_ruler(sheet: &Sheet, page: &SheetPage, ruler: Ruler) -> (AlongEdge, Ruler) {
    let (edge, inset) = (ruler.edge, ruler.inset);
    // Below the cards the millimetres are inward, on the other edges outward.
    let depth = match edge {
        Edge::Bottom => [inset - BELOW, inset + ABOVE],
        Edge::Top | Edge::Left | Edge::Right => [inset - ABOVE, inset + BELOW],
    };
    let (paper, block) = match edge {
        Edge::Top | Edge::Bottom => (page.size.width, [page.block.x, page.block.right()]),
        Edge::Left | Edge::Right => (page.size.height, [page.block.y, page.block.bottom()]),
    };
    let mut stretches = vec![[CORNER, paper - CORNER]];
    for obstacle in obstacles(sheet, page, edge) {
        if obstacle.depth[1] <= depth[0] || obstacle.depth[0] >= depth[1] {
            continue;
        }
        let [from, to] = obstacle.along;
        stretches = stretches
            .into_iter()
            .flat_map(|[start, end]| [[start, end.min(from)], [start.max(to), end]])
            .filter(|[start, end]| start < end)
            .collect();
    }
    let longest = stretches.iter().map(|[start, end]| *end - *start).fold(Mm::ZERO, Mm::max);
    let ruler = shortened(ruler, longest - FIGURES * 2.0);
    let half = ruler.length() / 2.0;
    let wanted = block[0] + (block[1] - block[0]) * ruler.at;
    let middles = stretches.iter().filter_map(|[start, end]| {
        let (least, most) = (*start + FIGURES + half, *end - FIGURES - half);
        (least <= most + Mm(1e-9)).then(|| wanted.max(least).min(most))
    });
    let away = |middle: &Mm| (*middle - wanted).0.abs();
    let middle = middles.min_by(|one, other| away(one).total_cmp(&away(other))).unwrap_or(wanted);
    (AlongEdge { edge, inset, start: middle - half, end: middle + half }, ruler)
}

/// The ruler with scales limited to this length, in whole centimetres and inches.
fn shortened(ruler: Ruler, longest: Mm) -> Ruler {
    let whole = |unit: Mm| {
        let count = (longest.0.max(0.0) / unit.0).floor();
        // No real paper exceeds the limit.
        if count < f64::from(u16::MAX) { count as u16 } else { u16::MAX }
    };
    let centimetres = whole(Mm(10.0)).saturating_mul(10);
    Ruler {
        millimetres: ruler.millimetres.min(centimetres.max(10)),
        inches: ruler.inches.min(whole(Mm::from_inches(1.0))),
        ..ruler
    }
}

/// The extent of a fold mark from the cards.
pub(super) const FOLD_MARK: Mm = Mm(7.0);

/// The centres of a registration mark, beside the middle of a card, away from the cuts. They are those of a
/// full page, so that the marks of all pages are in the same place.
pub(super) fn mark_centres(sheet: &Sheet, page: &SheetPage, mark: &RegistrationMark) -> Vec<Point> {
    let (block, cards) = (&page.block, cards_along(sheet, page, mark.edge));
    let middle_of = |[start, end]: [Mm; 2]| (start + end) / 2.0;
    let (first, last) = (cards[0], cards[cards.len() - 1]);
    let along = match mark.at {
        at if at < 0.5 => vec![middle_of(first)],
        at if at > 0.5 => vec![middle_of(last)],
        _ if cards.len() % 2 == 1 => vec![middle_of(cards[cards.len() / 2])],
        // Near the cut in the middle, clear of the captions.
        _ => {
            let [before, after] = [cards[cards.len() / 2 - 1], cards[cards.len() / 2]];
            let offset = Mm(15.0).min((after[1] - after[0]) / 2.0);
            vec![before[1] - offset, after[0] + offset]
        }
    };
    let place = |middle: Mm| match mark.edge {
        Edge::Top => point(middle, block.y - mark.distance),
        Edge::Bottom => point(middle, block.bottom() + mark.distance),
        Edge::Left => point(block.x - mark.distance, middle),
        Edge::Right => point(block.right() + mark.distance, middle),
    };
    along.into_iter().map(place).collect()
}
