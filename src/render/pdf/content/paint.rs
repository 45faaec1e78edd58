//! The inks and the pen that a stream sets before it paints.

use std::sync::Arc;

use crate::face::Ink;
use crate::geometry::Mm;
use crate::render::pdf::points::points;
use crate::render::scene::{Gradient, LineCap, LineJoin, Paint, Stroke};

use super::pen::tint;
use super::resources::{PlacedGradient, gradient_name, place_of, spot_name};
use super::stream::Stream;

impl Stream<'_, '_> {
    pub(super) fn set_fill(&mut self, paint: &Paint) {
        if self.fill.as_ref() == Some(paint) {
            return;
        }
        self.fill = Some(paint.clone());
        match paint {
            Paint::Flat(Ink::Process(cmyk)) => {
                self.ops.reals(&cmyk.percent().map(tint), "k");
            }
            Paint::Flat(Ink::Spot { name, alternate }) => {
                let place = self.need_spot(name, alternate.percent());
                self.ops.name(&spot_name(place), "cs");
                self.ops.reals(&[1.0], "scn");
            }
            Paint::Gradient(gradient) => {
                let name = self.need_gradient(gradient);
                self.ops.name("Pattern", "cs");
                self.ops.name(&name, "scn");
            }
        }
    }

    fn set_line(&mut self, paint: &Paint) {
        if self.line.as_ref() == Some(paint) {
            return;
        }
        self.line = Some(paint.clone());
        match paint {
            Paint::Flat(Ink::Process(cmyk)) => {
                self.ops.reals(&cmyk.percent().map(tint), "K");
            }
            Paint::Flat(Ink::Spot { name, alternate }) => {
                let place = self.need_spot(name, alternate.percent());
                self.ops.name(&spot_name(place), "CS");
                self.ops.reals(&[1.0], "SCN");
            }
            Paint::Gradient(gradient) => {
                let name = self.need_gradient(gradient);
                self.ops.name("Pattern", "CS");
                self.ops.name(&name, "SCN");
            }
        }
    }

    /// The place of a spot ink that a picture of pixels is in.
    pub(super) fn spot_of(&mut self, ink: &Ink) -> Option<usize> {
        match ink {
            Ink::Spot { name, alternate } => {
                Some(self.writer.spot(name, alternate.percent().map(tint)))
            }
            Ink::Process(_) => None,
        }
    }

    fn need_spot(&mut self, name: &str, percent: [f64; 4]) -> usize {
        let place = self.writer.spot(name, percent.map(tint));
        self.needs.spots.insert(place);
        place
    }

    fn need_gradient(&mut self, gradient: &Arc<Gradient>) -> String {
        let to_points = self.frame.space(gradient.to_mm);
        let placed = PlacedGradient { gradient: Arc::clone(gradient), to_points };
        let place = place_of(&mut self.writer.shared.gradients, placed);
        self.needs.gradients.insert(place);
        gradient_name(place)
    }

    pub(super) fn set_pen(&mut self, stroke: &Stroke) {
        self.set_line(&stroke.paint);
        let width = points(Mm(stroke.width_mm));
        if self.pen.width.replace(width) != Some(width) {
            self.ops.reals(&[width], "w");
        }
        if self.pen.cap.replace(stroke.cap) != Some(stroke.cap) {
            let cap = match stroke.cap {
                LineCap::Butt => 0,
                LineCap::Round => 1,
                LineCap::Square => 2,
            };
            self.ops.whole(cap, "J");
        }
        if self.pen.join.replace(stroke.join) != Some(stroke.join) {
            let join = match stroke.join {
                LineJoin::Miter(_) => 0,
                LineJoin::Round => 1,
                LineJoin::Bevel => 2,
            };
            self.ops.whole(join, "j");
            if let LineJoin::Miter(limit) = stroke.join {
                #[expect(
                    clippy::cast_possible_truncation,
                    reason = "operators hold single precision"
                )]
                self.ops.reals(&[limit as f32], "M");
            }
        }
        let lengths: Vec<f32> = stroke.dashes_mm.iter().map(|&dash| points(Mm(dash))).collect();
        let dashes = (lengths, points(Mm(stroke.dash_offset_mm)));
        if self.pen.dashes.as_ref() != Some(&dashes) {
            self.ops.dashes(&dashes.0, dashes.1);
            self.pen.dashes = Some(dashes);
        }
    }
}
