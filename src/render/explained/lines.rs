//! The lines from the parts of a card to the words about them.

use crate::geometry::{Mm, Rect};

use super::callout::{Callout, Way};
use super::measures::{Beside, EDGE_MM, GAP_MM, MARGIN_MM, TITLE_MM, ZOOM};

/// The tops of explanations on the page, each beside the end of its line as far as the others leave
/// room; `ends` are the heights at which the lines leave.
fn tops(side: &[Callout], ends: &[f64], height: f64) -> Vec<f64> {
    let mut tops: Vec<f64> = Vec::new();
    let mut free = MARGIN_MM;
    for (callout, end) in side.iter().zip(ends) {
        let top = (end - TITLE_MM / 2.0).max(free);
        tops.push(top);
        free = top + callout.height_mm() + GAP_MM;
    }
    // What hangs out below pushes those above it up.
    let mut foot = height - MARGIN_MM;
    for (top, callout) in tops.iter_mut().zip(side).rev() {
        *top = top.min(foot - callout.height_mm());
        foot = *top - GAP_MM;
    }
    tops
}

/// The line from a part to the edge of the card or beyond it: its points, in millimetres of the page.
fn leader(callout: &Callout, rank: usize, towards: f64, card: &Rect) -> Vec<[f64; 2]> {
    let place = &callout.place;
    let on_page = |x: Mm, y: Mm| [card.x.0 + x.0 * ZOOM, card.y.0 + y.0 * ZOOM];
    let [left, top] = on_page(place.x, place.y);
    let [right, foot] = on_page(place.right(), place.bottom());
    let edge = if towards < 0.0 { card.x.0 - EDGE_MM } else { card.right().0 + EDGE_MM };
    let away = EDGE_MM * (1 + rank) as f64;
    let (x, y) = ((left + right) / 2.0, (top + foot) / 2.0);
    match callout.way {
        Way::Level => vec![[if towards < 0.0 { left } else { right }, y], [edge, y]],
        Way::OverTop => vec![[x, top], [x, card.y.0 - away], [edge, card.y.0 - away]],
        Way::UnderFoot => {
            vec![[x, foot], [x, card.bottom().0 + away], [edge, card.bottom().0 + away]]
        }
    }
}

/// The lines of one side with the tops of their words.
pub(super) fn lines(
    callouts: &[Callout],
    towards: f64,
    card: &Rect,
    height: Mm,
    beside: Beside,
) -> Vec<(Vec<[f64; 2]>, f64)> {
    let rank = |at: usize| match callouts[at].way {
        // The first over the top runs highest, the last under the foot lowest.
        Way::OverTop => callouts[at + 1..].iter().filter(|c| c.way == Way::OverTop).count(),
        Way::Level => 0,
        Way::UnderFoot => callouts[..at].iter().filter(|c| c.way == Way::UnderFoot).count(),
    };
    let lines: Vec<Vec<[f64; 2]>> =
        (0..callouts.len()).map(|at| leader(&callouts[at], rank(at), towards, card)).collect();
    let ends: Vec<f64> = lines.iter().filter_map(|line| Some(line.last()?[1])).collect();
    let x = words_from(towards, card, beside) - towards * 2.0;
    let ended = |(mut line, top): (Vec<[f64; 2]>, f64)| {
        line.push([x, top + TITLE_MM * 0.68]);
        (line, top)
    };
    lines.into_iter().zip(tops(callouts, &ends, height.0)).map(ended).collect()
}

/// Where the words of a side begin, or end on the left.
pub(super) fn words_from(towards: f64, card: &Rect, beside: Beside) -> f64 {
    if towards < 0.0 { card.x.0 - beside.gutter_mm } else { card.right().0 + beside.gutter_mm }
}
