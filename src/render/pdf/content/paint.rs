//! The inks and the pen that a stream sets before it paints.

use std::sync::Arc;

use printpdf::{Cmyk, Color, DictItem, LineCapStyle, LineDashPattern, LineJoinStyle, Op, Pt};

use crate::face::Ink;
use crate::geometry::Mm;
use crate::render::pdf::points;
use crate::render::scene::{Gradient, LineCap, LineJoin, Paint, Stroke};

use super::resources::{PlacedGradient, gradient_name, place_of, spot_name};
use super::stream::Stream;

/// The state a line is drawn with.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Pen {
    width: Option<f32>,
    cap: Option<LineCap>,
    join: Option<LineJoin>,
    dashes: Option<(Vec<f32>, f32)>,
}

impl Stream<'_, '_> {
    pub(super) fn set_fill(&mut self, paint: &Paint) {
        if self.fill.as_ref() == Some(paint) {
            return;
        }
        self.fill = Some(paint.clone());
        match paint {
            Paint::Flat(Ink::Process(cmyk)) => {
                self.ops.push(Op::SetFillColor { col: process(cmyk.percent()) });
            }
            Paint::Flat(Ink::Spot { name, alternate }) => {
                let place = self.need_spot(name, alternate.percent());
                self.ops.push(Op::SetColorSpaceFill { id: spot_name(place) });
                self.operator("scn", vec![DictItem::Real(1.0)]);
            }
            Paint::Gradient(gradient) => {
                let name = self.need_gradient(gradient);
                self.ops.push(Op::SetColorSpaceFill { id: "Pattern".to_owned() });
                self.operator("scn", vec![name]);
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
                self.ops.push(Op::SetOutlineColor { col: process(cmyk.percent()) });
            }
            Paint::Flat(Ink::Spot { name, alternate }) => {
                let place = self.need_spot(name, alternate.percent());
                self.ops.push(Op::SetColorSpaceStroke { id: spot_name(place) });
                self.operator("SCN", vec![DictItem::Real(1.0)]);
            }
            Paint::Gradient(gradient) => {
                let name = self.need_gradient(gradient);
                self.ops.push(Op::SetColorSpaceStroke { id: "Pattern".to_owned() });
                self.operator("SCN", vec![name]);
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

    fn need_gradient(&mut self, gradient: &Arc<Gradient>) -> DictItem {
        let to_points = self.frame.space(gradient.to_mm);
        let placed = PlacedGradient { gradient: Arc::clone(gradient), to_points };
        let place = place_of(&mut self.writer.shared.gradients, placed);
        self.needs.gradients.insert(place);
        DictItem::Name(gradient_name(place).into_bytes())
    }

    pub(super) fn set_pen(&mut self, stroke: &Stroke) {
        self.set_line(&stroke.paint);
        let width = points(Mm(stroke.width_mm));
        if self.pen.width.replace(width) != Some(width) {
            self.ops.push(Op::SetOutlineThickness { pt: Pt(width) });
        }
        if self.pen.cap.replace(stroke.cap) != Some(stroke.cap) {
            let cap = match stroke.cap {
                LineCap::Butt => LineCapStyle::Butt,
                LineCap::Round => LineCapStyle::Round,
                LineCap::Square => LineCapStyle::ProjectingSquare,
            };
            self.ops.push(Op::SetLineCapStyle { cap });
        }
        if self.pen.join.replace(stroke.join) != Some(stroke.join) {
            let join = match stroke.join {
                LineJoin::Miter(_) => LineJoinStyle::Miter,
                LineJoin::Round => LineJoinStyle::Round,
                LineJoin::Bevel => LineJoinStyle::Bevel,
            };
            self.ops.push(Op::SetLineJoinStyle { join });
            if let LineJoin::Miter(limit) = stroke.join {
                #[expect(
                    clippy::cast_possible_truncation,
                    reason = "operators hold single precision"
                )]
                self.ops.push(Op::SetMiterLimit { limit: Pt(limit as f32) });
            }
        }
        let lengths: Vec<f32> = stroke.dashes_mm.iter().map(|&dash| points(Mm(dash))).collect();
        let dashes = (lengths, points(Mm(stroke.dash_offset_mm)));
        if self.pen.dashes.as_ref() != Some(&dashes) {
            let pattern = dashes.0.iter().copied().collect();
            let dash = LineDashPattern { offset: dashes.1, pattern };
            self.ops.push(Op::SetLineDashPattern { dash });
            self.pen.dashes = Some(dashes);
        }
    }
}

fn process(percent: [f64; 4]) -> Color {
    let [c, m, y, k] = percent.map(tint);
    Color::Cmyk(Cmyk { c, m, y, k, icc_profile: None })
}

/// Percent of an ink as a stream holds it, 0 to 1.
pub(in crate::render::pdf) fn tint(percent: f64) -> f32 {
    #[expect(clippy::cast_possible_truncation, reason = "operators hold single precision")]
    let single = (percent / 100.0) as f32;
    single
}
