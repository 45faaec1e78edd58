//! The operators of one stream: shapes, groups, pictures, and calls of other streams.

use kurbo::PathEl;

use crate::geometry::{Point, Rect, point};
use crate::render::scene::{Fill, FillRule, Group, Item, Paint, Raster, RasterInks, Shape, Stroke};

use super::frame::Frame;
use super::operators::Operators;
use super::pen::{Pen, tint};
use super::resources::{
    Body, Needs, Overprint, Pixels, form_name, group_name, opacity_name, place_of, raster_name,
};
use super::writer::Writer;

/// A stream in the making. What the graphics state holds is tracked, so that nothing is said twice;
/// at the start it is unknown, because a form inherits the state of its caller. Only overprinting is
/// ended before a form is called, so that every stream begins without.
pub(super) struct Stream<'w, 'a> {
    pub(super) writer: &'w mut Writer<'a>,
    pub(super) frame: Frame,
    pub(super) ops: Operators,
    pub(super) needs: Needs,
    pub(super) fill: Option<Paint>,
    pub(super) line: Option<Paint>,
    pub(super) pen: Pen,
    pub(super) font: Option<(usize, f32)>,
    over: Overprint,
    is_all_over: bool,
}

impl<'w, 'a> Stream<'w, 'a> {
    pub(super) fn new(writer: &'w mut Writer<'a>, frame: Frame) -> Self {
        let (ops, needs) = (Operators::default(), Needs::default());
        let (pen, over) = (Pen::default(), Overprint::Nothing);
        Self {
            writer,
            frame,
            ops,
            needs,
            fill: None,
            line: None,
            pen,
            font: None,
            over,
            is_all_over: false,
        }
    }

    pub(super) fn into_body(self) -> Body {
        Body { operators: self.ops.into_bytes(), needs: self.needs }
    }

    /// Paints a form. It leaves the graphics state as it was.
    pub(super) fn call(&mut self, form: usize) {
        self.overprint(Overprint::Nothing);
        self.needs.forms.insert(form);
        self.ops.name(&form_name(form), "Do");
    }

    pub(super) fn item(&mut self, item: &Item) {
        match item {
            Item::Shape(shape) => self.shape(shape),
            Item::Text(run) => self.run(run),
            Item::Group(group) => self.group(group),
            Item::Raster(raster) => self.raster(raster),
        }
    }

    /// From here on everything overprints, whatever is said later.
    pub(super) fn overprint_all(&mut self) {
        self.overprint(Overprint::All);
        self.is_all_over = true;
    }

    /// From here on only this overprints.
    pub(super) fn overprint(&mut self, what: Overprint) {
        if self.over == what || self.is_all_over {
            return;
        }
        self.over = what;
        self.needs.overprints.insert(what);
        self.ops.name(&what.name(), "gs");
    }

    /// Paints items through windows, and if they show through as a form of their own, so that they
    /// do so as one.
    fn group(&mut self, group: &Group) {
        let before = (self.fill.clone(), self.line.clone(), self.pen.clone(), self.font, self.over);
        self.ops.plain("q");
        for clip in &group.clips {
            self.outline(clip.outline.elements());
            let clips = if clip.rule == FillRule::NonZero { "W" } else { "W*" };
            self.ops.plain(clips);
            self.ops.plain("n");
        }
        if group.opacity == 1.0 {
            group.items.iter().for_each(|item| self.item(item));
        } else {
            let mut inner = Stream::new(&mut *self.writer, self.frame);
            group.items.iter().for_each(|item| inner.item(item));
            let body = inner.into_body();
            let shared = &mut self.writer.shared;
            shared.groups.push((body, self.frame.size));
            let form = shared.groups.len() - 1;
            let state = place_of(&mut shared.opacities, tint(group.opacity * 100.0));
            self.needs.groups.insert(form);
            self.needs.opacities.insert(state);
            self.overprint(Overprint::Nothing);
            self.ops.name(&opacity_name(state), "gs");
            self.ops.name(&group_name(form), "Do");
        }
        self.ops.plain("Q");
        (self.fill, self.line, self.pen, self.font, self.over) = before;
    }

    /// Shows a picture of pixels: the unit square, mapped to where it lies (PDF Reference 1.4, 4.8.3).
    fn raster(&mut self, raster: &Raster) {
        let spot = match &raster.inks {
            RasterInks::Ramp(ramp) => self.spot_of(&ramp.black().ink),
            RasterInks::Own { .. } | RasterInks::Colour { .. } => None,
        };
        let pixels = Pixels { png: raster.png.clone(), inks: raster.inks.clone(), spot };
        let place = place_of(&mut self.writer.shared.rasters, pixels);
        self.needs.rasters.insert(place);
        self.overprint(Overprint::Nothing);
        self.ops.plain("q");
        self.ops.reals(&self.frame.space(raster.to_mm), "cm");
        self.ops.name(&raster_name(place), "Do");
        self.ops.plain("Q");
    }

    /// From here on nothing is painted outside a rectangle.
    pub(super) fn within(&mut self, rect: &Rect) {
        self.outline(&[
            PathEl::MoveTo(point(rect.x, rect.y)),
            PathEl::LineTo(point(rect.right(), rect.y)),
            PathEl::LineTo(point(rect.right(), rect.bottom())),
            PathEl::LineTo(point(rect.x, rect.bottom())),
            PathEl::ClosePath,
        ]);
        self.ops.plain("W");
        self.ops.plain("n");
    }

    fn outline(&mut self, outline: &[PathEl]) {
        for segment in outline {
            let (points, key): (&[Point], &str) = match segment {
                PathEl::MoveTo(to) => (&[*to], "m"),
                PathEl::LineTo(to) => (&[*to], "l"),
                PathEl::CurveTo(first, second, to) => (&[*first, *second, *to], "c"),
                PathEl::QuadTo(..) => unreachable!("outlines have cubic curves alone"),
                PathEl::ClosePath => (&[], "h"),
            };
            let reals: Vec<f32> = points.iter().flat_map(|&p| self.frame.point(p)).collect();
            self.ops.reals(&reals, key);
        }
    }

    fn shape(&mut self, shape: &Shape) {
        // One operator for both would lay a line that overprints on what is below the fill instead of on
        // the fill (PDF Reference 1.4, 7.6.3).
        match (&shape.fill, &shape.stroke) {
            (Some(fill), Some(stroke)) if fill.overprints != stroke.overprints => {
                self.painted(shape.outline.elements(), Some(fill), None);
                self.painted(shape.outline.elements(), None, Some(stroke));
            }
            (fill, stroke) => {
                self.painted(shape.outline.elements(), fill.as_ref(), stroke.as_ref())
            }
        }
    }

    fn painted(&mut self, outline: &[PathEl], fill: Option<&Fill>, stroke: Option<&Stroke>) {
        let overprints = fill.is_some_and(|fill| fill.overprints)
            || stroke.is_some_and(|stroke| stroke.overprints);
        self.overprint(if overprints { Overprint::All } else { Overprint::Nothing });
        if let Some(fill) = fill {
            self.set_fill(&fill.paint);
        }
        if let Some(stroke) = stroke {
            self.set_pen(stroke);
        }
        self.outline(outline);
        let paint = match (fill.map(|fill| fill.rule), stroke) {
            (Some(FillRule::NonZero), None) => "f",
            (Some(FillRule::EvenOdd), None) => "f*",
            (Some(FillRule::NonZero), Some(_)) => "B",
            (Some(FillRule::EvenOdd), Some(_)) => "B*",
            (None, Some(_)) => "S",
            (None, None) => "n",
        };
        self.ops.plain(paint);
    }
}
