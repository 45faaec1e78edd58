//! Knocked-out black: black letters and lines that do not overprint the tint below them, so that misregistration shows
//! a light rim.

use super::super::colour::Inks;
use super::super::examined::{Examined, Rule};
use super::super::file::{Corners, are_apart, around, grown};
use super::area::Area;
use super::canvas::{Canvas, Painting, Part};
use super::ground::{Backdrop, Ground};
use super::paints::{Paint, Paints};
use super::texts::TextStart;
use super::thin::{THICKEST, thickness};
use crate::preflight::report::{Fault, Faults, RuleVerdict};
use crate::preflight::rule::Criteria;

pub(in crate::preflight::pdf) const RULES: &[Rule] = &[Rule {
    name: "pdf.knockout",
    requirement: "black text and lines overprint a tint below them, or a pale rim may show",
    check: knockout,
}];

/// The largest sum of inks, 0 to 4, at which black can overprint on any press: the limit of newsprint.
const MOST_INK: f64 = 2.2;
/// With less of the three colours in the background, a rim is not visible.
const TINT: f64 = 0.1;
/// The distance beside a line within which the background matters, in points: a quarter of a millimetre.
const BESIDE: f64 = 0.7;
/// The most sample positions of a path.
const MOST_PLACES: usize = 24;
/// Pages with more narrow shapes on heavy ink are maps and the like, whose lines are not checked.
const MOST_HEAVY: usize = 500;
/// The most area lookups on a page; a card has some hundred areas and texts.
const MOST_ASKED: usize = 100_000_000;

/// Checks everything painted in black only.
#[derive(Default)]
pub(in crate::preflight::pdf) struct Knockout {
    /// The faults, each kind once per page.
    found: Faults,
    /// The largest sum of inks that the press accepts, if lower.
    most_ink: f64,
    /// Lines and other narrow shapes on which black would exceed the limit.
    heavy: Vec<Corners>,
    /// Area lookups on the current page.
    asked: usize,
}

fn is_black(paint: &Paint) -> bool {
    paint.process().is_some_and(|[c, m, y, k]| k >= 0.9 && c + m + y <= 0.0)
}

impl Knockout {
    /// With this ink limit in percent, if there is one.
    pub(super) fn within(limit: Option<f64>) -> Self {
        let most_ink = limit.map_or(MOST_INK, |limit| f64::min(limit / 100.0, MOST_INK));
        Self { most_ink, ..Self::default() }
    }

    /// Begins a page.
    pub(super) fn begin(&mut self) {
        self.heavy.clear();
        self.asked = 0;
    }

    /// Checks a text.
    pub(super) fn text(
        &mut self,
        page: u32,
        text: &TextStart,
        paints: &Paints,
        ground: &Ground<'_>,
    ) {
        let state = paints.now();
        for paint in state.text().into_iter().flatten() {
            if is_black(paint) && !state.overprints(paint) {
                self.judge(page, "black text", &text.points(), ground);
            }
        }
    }

    /// Checks a painted path.
    pub(super) fn path(
        &mut self,
        page: u32,
        canvas: &Canvas,
        painting: Painting,
        paints: &Paints,
        ground: &Ground<'_>,
    ) {
        let state = paints.now();
        let is_cut_out = |paint: &Paint| is_black(paint) && !state.overprints(paint);
        let width = state.line_width();
        let is_thin = || thickness(&canvas.parts).is_some_and(|thickness| thickness < THICKEST);
        let judged = if painting.stroke && width < THICKEST && is_cut_out(&state.line) {
            Some(("a black line", width / 2.0 + BESIDE))
        } else if painting.fill && is_cut_out(&state.fill) && is_thin() {
            Some(("a thin black shape", BESIDE))
        } else {
            None
        };
        if let Some((what, distance)) = judged
            && !self.meets_heavy(canvas, distance)
        {
            self.judge(page, what, &beside(canvas, distance), ground);
        }
        let is_heavy = |paint: &Paint| {
            paint.flat().is_some_and(|[c, m, y, _]| c + m + y + 1.0 > self.most_ink)
        };
        let reach = width / 2.0;
        if painting.fill {
            cover(&mut self.heavy, canvas, painting.even_odd);
        }
        if painting.stroke && is_heavy(&state.line) {
            self.heavy.extend(edges(canvas).map(|edge| grown(&around(edge), reach)));
        } else if painting.fill && is_heavy(&state.fill) && is_thin() {
            self.heavy.extend(edges(canvas).map(around));
        }
    }

    /// Whether a path is close to a narrow shape on which black would exceed the limit.
    fn meets_heavy(&self, canvas: &Canvas, distance: f64) -> bool {
        self.heavy.len() > MOST_HEAVY
            || edges(canvas)
                .map(|edge| grown(&around(edge), distance))
                .any(|own| self.heavy.iter().any(|heavy| !are_apart(&own, heavy)))
    }

    /// Reports an object that knocks out a tint, if both inks together are within the limit everywhere.
    fn judge(&mut self, page: u32, what: &str, points: &[[f64; 2]], ground: &Ground<'_>) {
        self.asked += points.len() * ground.count();
        if self.asked > MOST_ASKED {
            return;
        }
        let mut tinted = 0;
        for point in points {
            let colours = match ground.under(*point) {
                Backdrop::Paper | Backdrop::Hidden => 0.0,
                Backdrop::Inks(Inks::Known([c, m, y, _])) => c + m + y,
                Backdrop::Inks(_) | Backdrop::NotKept => return,
            };
            if colours + 1.0 > self.most_ink {
                return;
            }
            tinted += usize::from(colours >= TINT);
        }
        if tinted * 2 > points.len() {
            let reason = format!("{what} is cut out of the tint below it instead of overprinting");
            self.found.add_once(Fault::on(page, reason));
        }
    }
}

/// Removes the shapes that a filled path covers.
fn cover(heavy: &mut Vec<Corners>, canvas: &Canvas, even_odd: bool) {
    let corners = canvas.parts.iter().map(|part| part.bounds);
    let bounds = around(corners.flat_map(|[left, low, right, high]| [[left, low], [right, high]]));
    if heavy.len() > MOST_HEAVY || heavy.iter().all(|own| are_apart(own, &bounds)) {
        return;
    }
    let area = Area { parts: canvas.parts.clone(), even_odd };
    let is_hidden = |[left, low, right, high]: &Corners| {
        [[*left, *low], [*right, *low], [*right, *high], [*left, *high]]
            .into_iter()
            .all(|corner| area.has(corner))
    };
    heavy.retain(|own| !is_hidden(own));
}

/// The line segments of a path.
fn edges(canvas: &Canvas) -> impl Iterator<Item = [[f64; 2]; 2]> {
    let of_part = |part: &Part| -> Vec<[[f64; 2]; 2]> {
        part.points.windows(2).map(|ends| [ends[0], ends[1]]).collect()
    };
    canvas.parts.iter().flat_map(of_part)
}

/// Points on the edges of a path and at `distance` to both sides.
fn beside(canvas: &Canvas, distance: f64) -> Vec<[f64; 2]> {
    let count = canvas.parts.iter().map(|part| part.points.len().saturating_sub(1)).sum::<usize>();
    let every = count.div_ceil(MOST_PLACES).max(1);
    let mut points = Vec::new();
    for [[ax, ay], [bx, by]] in edges(canvas).step_by(every) {
        let (dx, dy) = (bx - ax, by - ay);
        let length = (dx * dx + dy * dy).sqrt();
        if length <= 0.0 {
            continue;
        }
        let (nx, ny) = (-dy / length * distance, dx / length * distance);
        for share in [0.15, 0.5, 0.85] {
            let (x, y) = (ax + dx * share, ay + dy * share);
            points.extend([[x, y], [x + nx, y + ny], [x - nx, y - ny]]);
        }
    }
    points
}

/// A note only, because some presses and RIPs set overprint themselves.
fn knockout(examined: &Examined<'_>, criteria: &Criteria<'_>) -> RuleVerdict {
    if !criteria.to_pdfx() && criteria.press().is_none() {
        return RuleVerdict::skip("no press was requested");
    }
    RuleVerdict::Pass.or_remark(&examined.painted.knockout.found)
}
