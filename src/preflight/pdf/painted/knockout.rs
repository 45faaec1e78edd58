//! Black letters and lines that are cut out of a tint below them, where they could overprint it: where the
//! plates do not meet exactly, a pale rim shows.

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

/// The most ink of all four, 0 to 4, where black can overprint on any press: what newsprint takes.
const MOST_INK: f64 = 2.2;
/// Where the ground has less of the three colours, a rim is not seen.
const TINT: f64 = 0.1;
/// How far beside a line the ground counts as below it, in points: a quarter of a millimetre.
const BESIDE: f64 = 0.7;
/// How many places of a path are looked at.
const MOST_PLACES: usize = 24;
/// Pages with more narrow things in much ink have their lines left out: they are maps and the like.
const MOST_HEAVY: usize = 500;
/// How many areas of a page are asked whether they cover a point; a card has some hundred areas and texts.
const MOST_ASKED: usize = 100_000_000;

/// Looks at what is painted in black alone.
#[derive(Default)]
pub(in crate::preflight::pdf) struct Knockout {
    /// Each kind once a page.
    found: Faults,
    /// The most ink a press takes, where it is less.
    most_ink: f64,
    /// Where lines and other narrow things of the page lie over which black is more than that.
    heavy: Vec<Corners>,
    /// How many areas were asked on the page.
    asked: usize,
}

fn is_black(paint: &Paint) -> bool {
    paint.process().is_some_and(|[c, m, y, k]| k >= 0.9 && c + m + y <= 0.0)
}

impl Knockout {
    /// With this limit in percent, if there is one.
    pub(super) fn within(limit: Option<f64>) -> Self {
        let most_ink = limit.map_or(MOST_INK, |limit| f64::min(limit / 100.0, MOST_INK));
        Self { most_ink, ..Self::default() }
    }

    /// A page begins.
    pub(super) fn begin(&mut self) {
        self.heavy.clear();
        self.asked = 0;
    }

    /// Looks at a text.
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

    /// Looks at a path that is painted.
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
        if let Some((what, aside)) = judged
            && !self.meets_heavy(canvas, aside)
        {
            self.judge(page, what, &beside(canvas, aside), ground);
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

    /// Whether a path comes near to a narrow thing over which black is too much.
    fn meets_heavy(&self, canvas: &Canvas, aside: f64) -> bool {
        self.heavy.len() > MOST_HEAVY
            || edges(canvas)
                .map(|edge| grown(&around(edge), aside))
                .any(|own| self.heavy.iter().any(|heavy| !are_apart(&own, heavy)))
    }

    /// Tells what is cut out of a tint, if the ink of both together is within the limit everywhere.
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

/// Takes out what a path hides that is filled.
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

/// The straight pieces of a path.
fn edges(canvas: &Canvas) -> impl Iterator<Item = [[f64; 2]; 2]> {
    let of_part = |part: &Part| -> Vec<[[f64; 2]; 2]> {
        part.points.windows(2).map(|ends| [ends[0], ends[1]]).collect()
    };
    canvas.parts.iter().flat_map(of_part)
}

/// Points on the edges of a path and so far to both sides of them.
fn beside(canvas: &Canvas, aside: f64) -> Vec<[f64; 2]> {
    let count = canvas.parts.iter().map(|part| part.points.len().saturating_sub(1)).sum::<usize>();
    let every = count.div_ceil(MOST_PLACES).max(1);
    let mut points = Vec::new();
    for [[ax, ay], [bx, by]] in edges(canvas).step_by(every) {
        let (dx, dy) = (bx - ax, by - ay);
        let length = (dx * dx + dy * dy).sqrt();
        if length <= 0.0 {
            continue;
        }
        let (nx, ny) = (-dy / length * aside, dx / length * aside);
        for share in [0.15, 0.5, 0.85] {
            let (x, y) = (ax + dx * share, ay + dy * share);
            points.extend([[x, y], [x + nx, y + ny], [x - nx, y - ny]]);
        }
    }
    points
}

/// A note, for some presses and some printers' own programs see to it.
fn knockout(examined: &Examined<'_>, criteria: &Criteria<'_>) -> RuleVerdict {
    if !criteria.to_pdfx() && criteria.press().is_none() {
        return RuleVerdict::skip("no press is asked for");
    }
    RuleVerdict::Pass.or_remark(&examined.painted.knockout.found)
}
