//! The leader lines from the parts of a card to their explanations.

use kurbo::{Point, Rect};

use crate::geometry::Mm;

use super::callout::{Callout, LeaderRoute};
use super::measures::{Beside, EDGE_MM, GAP_MM, MARGIN_MM, TITLE_MM, ZOOM};

/// The tops of explanations on the page, each as near to the end of its line as the others allow; `ends` are
/// the heights of the ends.
fn tops(side: &[Callout], ends: &[f64], height: f64) -> Vec<f64> {
    let mut tops: Vec<f64> = Vec::new();
    let mut free = MARGIN_MM;
    for (callout, end) in side.iter().zip(ends) {
        let top = (end - TITLE_MM / 2.0).max(free);
        tops.push(top);
        free = top + callout.height_mm() + GAP_MM;
    }
    // Explanations below the foot push those above them up.
    let mut foot = height - MARGIN_MM;
    for (top, callout) in tops.iter_mut().zip(side).rev() {
        *top = top.min(foot - callout.height_mm());
        foot = *top - GAP_MM;
    }
    tops
}

/// Maps a rectangle on the card to the page.
pub(super) fn on_page(place: &Rect, card: &Rect) -> Rect {
    place.scale_from_origin(ZOOM) + card.origin().to_vec2()
}

/// The line from a part to the edge of the card or beyond: its points, in millimetres of the page.
fn leader(callout: &Callout, rank: usize, towards: f64, card: &Rect) -> Vec<Point> {
    let place = &callout.place;
    let place = on_page(place, card);
    let edge = if towards < 0.0 { card.x0 - EDGE_MM } else { card.x1 + EDGE_MM };
    let away = EDGE_MM * (1 + rank) as f64;
    let Point { x, y } = place.center();
    let (over, under) = (card.y0 - away, card.y1 + away);
    let points = match callout.way {
        LeaderRoute::Level => vec![(if towards < 0.0 { place.x0 } else { place.x1 }, y), (edge, y)],
        LeaderRoute::OverTop => vec![(x, place.y0), (x, over), (edge, over)],
        LeaderRoute::UnderFoot => vec![(x, place.y1), (x, under), (edge, under)],
    };
    points.into_iter().map(Point::from).collect()
}

/// The lines of one side with the tops of their explanations.
pub(super) fn lines(
    callouts: &[Callout],
    towards: f64,
    card: &Rect,
    height: Mm,
    beside: Beside,
) -> Vec<(Vec<Point>, f64)> {
    let rank = |at: usize| match callouts[at].way {
        // The first line over the top is the highest, the last under the foot the lowest.
        LeaderRoute::OverTop => {
            callouts[at + 1..].iter().filter(|c| c.way == LeaderRoute::OverTop).count()
        }
        LeaderRoute::Level => 0,
        LeaderRoute::UnderFoot => {
            callouts[..at].iter().filter(|c| c.way == LeaderRoute::UnderFoot).count()
        }
    };
    let lines: Vec<Vec<Point>> =
        (0..callouts.len()).map(|at| leader(&callouts[at], rank(at), towards, card)).collect();
    let ends: Vec<f64> = lines.iter().filter_map(|line| Some(line.last()?.y)).collect();
    let x = words_from(towards, card, beside) - towards * 2.0;
    let ended = |(mut line, top): (Vec<Point>, f64)| {
        line.push(Point::new(x, top + TITLE_MM * 0.68));
        (line, top)
    };
    lines.into_iter().zip(tops(callouts, &ends, height.0)).map(ended).collect()
}

/// The x position where the explanations of a side begin, or end on the left.
pub(super) fn words_from(towards: f64, card: &Rect, beside: Beside) -> f64 {
    if towards < 0.0 { card.x0 - beside.gutter_mm } else { card.x1 + beside.gutter_mm }
}
