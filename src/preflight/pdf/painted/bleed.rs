//! Whether the ground of each page runs on to the edge of the bleed.

use std::rc::Rc;

use super::super::colour::Inks;
use super::super::file::{Corners, Pdf, fixed, grown};
use super::super::walk::{Operation, Scope, States};
use super::area::Area;
use super::canvas::{Canvas, Painting, Part};
use super::paints::{Paint, Paints};
use crate::geometry::Mm;
use crate::ground::Rim;
use crate::preflight::report::{Fault, Faults};
use crate::preflight::rule::Criteria;
use lopdf::Dictionary;

/// Looks for ink in points along the cut and the bleed of each page.
#[derive(Default)]
pub(in crate::preflight::pdf) struct Bleed {
    /// Sides on which the ground ends short of the bleed.
    pub faults: Faults,
    /// Whether any page has a bleed to look at.
    pub is_any: bool,
    rims: Vec<Option<Rim>>,
    /// Of the page that is walked: which points have ink.
    inked: Vec<bool>,
    /// What is outside any of these is not painted.
    clips: States<Vec<Rc<Area>>>,
}

/// Whether a paint leaves ink anywhere; what is not known is taken for ink.
fn has_ink(paint: &Paint) -> bool {
    paint.inks.iter().any(|inks| match inks {
        Inks::Known(inks) => inks.iter().any(|ink| *ink > PAPER),
        Inks::AllPlates | Inks::Converted | Inks::Unknown(_) => true,
    })
}

/// What two rectangles have in common.
fn within(one: &Corners, other: &Corners) -> Corners {
    let low = |at: usize| one[at].max(other[at]);
    let high = |at: usize| one[at].min(other[at]);
    [low(0), low(1), high(2), high(3)]
}

/// Whether a point is on a line of this width along the parts.
fn is_on(parts: &[Part], [x, y]: [f64; 2], width: f64) -> bool {
    let reach = width / 2.0;
    parts.iter().any(|part| {
        part.points.windows(2).any(|ends| {
            let ([ax, ay], [bx, by]) = (ends[0], ends[1]);
            let (dx, dy) = (bx - ax, by - ay);
            let length = dx * dx + dy * dy;
            let along = if length > 0.0 { ((x - ax) * dx + (y - ay) * dy) / length } else { 0.0 };
            let along = along.clamp(0.0, 1.0);
            let (ex, ey) = (x - ax - along * dx, y - ay - along * dy);
            ex * ex + ey * ey <= reach * reach
        })
    })
}

/// Thinner lines are ornament, in points: 0.7 mm.
const THINNEST_GROUND: f64 = 2.0;
/// As little ink as paper.
const PAPER: f64 = 0.005;

impl Bleed {
    pub(in crate::preflight::pdf) fn new(pdf: &Pdf, criteria: &Criteria<'_>) -> Self {
        let press = criteria.press();
        let wanted = criteria.to_pdfx() || press.is_some();
        let rim = |page: &Dictionary| {
            let trim = pdf.page_box(page, "TrimBox")?;
            // Boxes of other sizes than are asked for are told by the rules for boxes.
            let media = pdf.page_box(page, "MediaBox")?;
            let own = pdf.page_box(page, "BleedBox");
            let asked = press.map(|press| grown(&trim, press.bleed.points()));
            let bleed = within(&own.or(asked)?, &media);
            let bleed = asked.map_or(bleed, |asked| within(&bleed, &asked));
            Rim::new(trim, bleed, Mm::from_points(1.0).0, true)
        };
        let rims: Vec<Option<Rim>> =
            pdf.pages().map(|(_, page)| rim(page).filter(|_| wanted)).collect();
        Self { is_any: rims.iter().any(Option::is_some), rims, ..Self::default() }
    }

    fn rim(&self, page: u32) -> Option<&Rim> {
        self.rims.get(page as usize - 1)?.as_ref()
    }

    /// Paints the points for which this holds, as far as the clips let it.
    fn paint(&mut self, page: u32, has_ink: bool, covers: impl Fn([f64; 2]) -> bool) {
        let Self { rims, inked, clips, .. } = self;
        let Some(Some(rim)) = rims.get(page as usize - 1) else { return };
        let clips = clips.now();
        for (point, inked) in rim.points().iter().zip(inked) {
            if *inked != has_ink && covers(*point) && clips.iter().all(|clip| clip.has(*point)) {
                *inked = has_ink;
            }
        }
    }

    /// Takes a path that is painted or narrows the clip.
    pub(super) fn path(&mut self, page: u32, canvas: &Canvas, painting: Painting, paints: &Paints) {
        if self.rim(page).is_none() {
            return;
        }
        let state = paints.now();
        if painting.fill || painting.clip.is_some() {
            let even_odd = painting.even_odd || painting.clip == Some(true);
            let area = Area { parts: canvas.parts.clone(), even_odd };
            if painting.fill {
                self.paint(page, has_ink(&state.fill), |point| area.has(point));
            }
            if painting.clip.is_some() {
                self.clips.now_mut().push(Rc::new(area));
            }
        }
        let width = state.line_width();
        if painting.stroke && width >= THINNEST_GROUND {
            self.paint(page, has_ink(&state.line), |point| is_on(&canvas.parts, point, width));
        }
    }

    pub(super) fn operator(
        &mut self,
        scope: &Scope<'_>,
        operation: &Operation<'_>,
        canvas: &Canvas,
    ) {
        if self.rim(scope.page).is_none() {
            return;
        }
        match operation.operator {
            "q" => self.clips.save(),
            "Q" => self.clips.restore(),
            // What is in a picture or a gradient is not looked at: both are taken for ink.
            "sh" => self.paint(scope.page, true, |_| true),
            "BI" => self.square(scope, canvas),
            "Do" if scope.image(operation).is_some() => self.square(scope, canvas),
            _ => {}
        }
    }

    /// The unit square, on which pictures are painted.
    fn square(&mut self, scope: &Scope<'_>, canvas: &Canvas) {
        let area = Area {
            parts: vec![Part::rectangle([0.0, 0.0, 1.0, 1.0], &canvas.place())],
            even_odd: false,
        };
        self.paint(scope.page, true, |point| area.has(point));
    }

    /// A stream begins; the canvas is in it already.
    pub(super) fn enter(&mut self, scope: &Scope<'_>, form: Option<&Dictionary>, canvas: &Canvas) {
        let points = self.rim(scope.page).map_or(0, |rim| rim.points().len());
        let clips = self.clips.enter(form);
        match form {
            None => self.inked = vec![false; points],
            Some(form) => {
                if let Some(bounds) = fixed::<4>(&scope.pdf.file, form, "BBox") {
                    let parts = vec![Part::rectangle(bounds, &canvas.place())];
                    clips.push(Rc::new(Area { parts, even_odd: false }));
                }
            }
        }
    }

    pub(super) fn leave(&mut self, page: u32) {
        if self.clips.leave()
            && let Some(Some(rim)) = self.rims.get(page as usize - 1)
        {
            for reason in rim.faults(|point| self.inked[point]) {
                self.faults.add(Fault::on(page, reason));
            }
        }
    }
}
