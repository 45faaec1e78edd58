//! Content streams as lists of printpdf operators, for scenes and for the pages that show them.

use std::sync::Arc;

use kurbo::PathEl;
use printpdf::{
    Codepoint, Color, CurTransMat, DictItem, ExtendedGraphicsStateId, FontId, Line, LineCapStyle,
    LineDashPattern, LineJoinStyle, LinePoint, Op, PaintMode, PdfFontHandle, Polygon, PolygonRing,
    Pt, TextItem, TextMatrix, WindingOrder, XObjectId, XObjectTransform,
};

use crate::face::{Cmyk, Ink};
use crate::geometry::{Affine, Mm, Point, Rect, Size, point};
use crate::render::Turn;
use crate::render::scene::{
    Fill, FillRule, GlyphRun, Gradient, Group, Item, LineCap, LineJoin, Paint, Raster, RasterInks,
    Shape, Stroke,
};

use super::document::{Page, Picture};
use super::fonts::FontSet;
use super::resources::{Form, Overprint, Pixels, PlacedGradient, Resources, Spot};

/// Black alone, in percent of the four inks.
const BLACK: [f64; 4] = [0.0, 0.0, 0.0, 100.0];

/// A part of a picture.
pub(super) enum Part<'a> {
    /// Items written here.
    Items(&'a [Item]),
    /// A call of a form of the file.
    Form(usize),
}

/// The operators of a picture; its window's lower left corner is the origin.
pub(super) fn picture(
    parts: &[Part<'_>],
    window: &Rect,
    fonts: &FontSet,
    resources: &mut Resources,
) -> Form {
    let frame = Frame { left: window.x, bottom: window.bottom() };
    let mut content = Content::new(frame, window.size(), fonts, resources);
    for part in parts {
        match part {
            Part::Items(items) => items.iter().for_each(|item| content.item(item)),
            Part::Form(form) => content.call(&Resources::form_name(*form)),
        }
    }
    Form { size: window.size(), ops: content.ops, is_group: false }
}

/// The operators of a page: its pictures, as these forms, then its furniture.
pub(super) fn page(
    page: &Page<'_>,
    pictures: &[Picture<'_>],
    forms: &[usize],
    fonts: &FontSet,
    resources: &mut Resources,
) -> Vec<Op> {
    let frame = Frame { left: Mm::ZERO, bottom: page.size.height };
    let mut content = Content::new(frame, page.size, fonts, resources);
    if let Some(map) = &page.correction {
        content.save();
        content.transform(frame.map(map));
    }
    for placement in &page.placements {
        let Rect { width, height, .. } = pictures[placement.picture].window;
        let (left, top) = (Mm(placement.corner.x), Mm(placement.corner.y));
        // The window's origin, its lower left corner, is at a corner of the place that depends on the turn.
        let ([a, b, c, d], origin) = match placement.turn {
            Turn::Upright => ([1.0, 0.0, 0.0, 1.0], point(left, top + height)),
            Turn::Right => ([0.0, -1.0, 1.0, 0.0], point(left, top)),
            Turn::Over => ([-1.0, 0.0, 0.0, -1.0], point(left + width, top)),
            Turn::Left => ([0.0, 1.0, -1.0, 0.0], point(left + height, top + width)),
        };
        let [x, y] = frame.point(origin);
        content.save();
        if let Some(within) = &placement.within {
            content.clip(&rectangle(within), FillRule::NonZero);
        }
        content.transform([a, b, c, d, x, y]);
        content.call(&Resources::form_name(forms[placement.picture]));
        content.restore();
    }
    if let Some(furniture) = page.furniture {
        if page.is_furniture_overprinting {
            content.overprint(Overprint::All);
            content.overprints_all = true;
        }
        furniture.items.iter().for_each(|item| content.item(item));
    }
    if page.correction.is_some() {
        content.restore();
    }
    content.ops
}

/// A content stream under construction. The graphics state is tracked, so that nothing is set twice. At the
/// start it is unknown, because a form inherits the state of its caller. Only overprinting is switched off
/// before a form is called, so that every stream begins without it.
struct Content<'r> {
    fonts: &'r FontSet,
    resources: &'r mut Resources,
    frame: Frame,
    size: Size,
    ops: Vec<Op>,
    state: State,
    /// Whether everything overprints, whatever the items say.
    overprints_all: bool,
}

/// The known graphics state.
#[derive(Clone, Default)]
struct State {
    fill: Option<Paint>,
    stroke: Option<Paint>,
    width: Option<f32>,
    cap: Option<LineCap>,
    join: Option<LineJoin>,
    dashes: Option<(Vec<f32>, f32)>,
    font: Option<(usize, f32)>,
    overprint: Overprint,
}

impl<'r> Content<'r> {
    fn new(frame: Frame, size: Size, fonts: &'r FontSet, resources: &'r mut Resources) -> Self {
        Self {
            fonts,
            resources,
            frame,
            size,
            ops: Vec::new(),
            state: State::default(),
            overprints_all: false,
        }
    }

    fn save(&mut self) {
        self.ops.push(Op::SaveGraphicsState);
    }

    fn restore(&mut self) {
        self.ops.push(Op::RestoreGraphicsState);
    }

    fn transform(&mut self, matrix: [f32; 6]) {
        self.ops.push(Op::SetTransformationMatrix { matrix: CurTransMat::Raw(matrix) });
    }

    /// Paints a form or an image, which preserves the graphics state.
    fn call(&mut self, name: &str) {
        self.overprint(Overprint::Nothing);
        let transform = XObjectTransform { no_auto_scale: true, ..XObjectTransform::default() };
        self.ops.push(Op::UseXobject { id: XObjectId(name.to_owned()), transform });
    }

    fn item(&mut self, item: &Item) {
        match item {
            Item::Shape(shape) => self.shape(shape),
            Item::Text(run) => self.text(run),
            Item::Group(group) => self.group(group),
            Item::Raster(raster) => self.raster(raster),
        }
    }

    /// Sets what overprints from here on.
    fn overprint(&mut self, what: Overprint) {
        if self.state.overprint == what || self.overprints_all {
            return;
        }
        self.state.overprint = what;
        self.load(what.name().to_owned());
    }

    fn load(&mut self, graphics_state: String) {
        self.ops.push(Op::LoadGraphicsState { gs: ExtendedGraphicsStateId(graphics_state) });
    }

    /// Paints clipped items. A group with opacity becomes a form, so that it is composited as one.
    fn group(&mut self, group: &Group) {
        let before = self.state.clone();
        self.save();
        for clip in &group.clips {
            self.clip(clip.outline.elements(), clip.rule);
        }
        if group.opacity == 1.0 {
            group.items.iter().for_each(|item| self.item(item));
        } else {
            let mut inner = Content::new(self.frame, self.size, self.fonts, &mut *self.resources);
            group.items.iter().for_each(|item| inner.item(item));
            let form = Form { size: self.size, ops: inner.ops, is_group: true };
            let form = self.resources.add_form(form);
            let state = self.resources.opacity_name(tint(group.opacity * 100.0));
            self.overprint(Overprint::Nothing);
            self.load(state);
            self.call(&Resources::form_name(form));
        }
        self.restore();
        self.state = before;
    }

    /// Paints an image: the unit square, mapped to its place (PDF Reference 1.4, 4.8.3).
    fn raster(&mut self, raster: &Raster) {
        let spot = match &raster.inks {
            RasterInks::Ramp(ramp) => spot(&ramp.black().ink),
            RasterInks::Own { .. } | RasterInks::Colour { .. } => None,
        };
        let pixels = Pixels { png: raster.png.clone(), inks: raster.inks.clone(), spot };
        let name = self.resources.image_name(pixels);
        self.save();
        self.transform(self.frame.space(raster.to_mm));
        self.call(&name);
        self.restore();
    }

    fn shape(&mut self, shape: &Shape) {
        if let Some(fill) = &shape.fill {
            self.fill(shape.outline.elements(), fill);
        }
        if let Some(stroke) = &shape.stroke {
            self.stroke(shape.outline.elements(), stroke);
        }
    }

    fn fill(&mut self, outline: &[PathEl], fill: &Fill) {
        self.overprint(if fill.overprints { Overprint::All } else { Overprint::Nothing });
        self.set_fill(&fill.paint);
        self.polygon(outline, PaintMode::Fill, fill.rule);
    }

    fn stroke(&mut self, outline: &[PathEl], stroke: &Stroke) {
        self.overprint(if stroke.overprints { Overprint::All } else { Overprint::Nothing });
        self.set_pen(stroke);
        for Subpath { points, is_closed } in self.frame.subpaths(outline) {
            self.ops.push(Op::DrawLine { line: Line { points, is_closed } });
        }
    }

    /// Clips everything that follows to an outline.
    fn clip(&mut self, outline: &[PathEl], rule: FillRule) {
        self.polygon(outline, PaintMode::Clip, rule);
    }

    fn polygon(&mut self, outline: &[PathEl], mode: PaintMode, rule: FillRule) {
        let subpaths = self.frame.subpaths(outline).into_iter();
        let rings = subpaths.map(|subpath| PolygonRing { points: subpath.points }).collect();
        let winding_order = match rule {
            FillRule::NonZero => WindingOrder::NonZero,
            FillRule::EvenOdd => WindingOrder::EvenOdd,
        };
        self.ops.push(Op::DrawPolygon { polygon: Polygon { rings, mode, winding_order } });
    }

    fn set_fill(&mut self, paint: &Paint) {
        if self.state.fill.as_ref() == Some(paint) {
            return;
        }
        self.state.fill = Some(paint.clone());
        match self.colour(paint) {
            Colour::Process(col) => self.ops.push(Op::SetFillColor { col }),
            Colour::Special { space, operand } => self.ops.extend([
                Op::SetColorSpaceFill { id: space },
                Op::Unknown { key: "scn".to_owned(), value: vec![operand] },
            ]),
        }
    }

    fn set_stroke(&mut self, paint: &Paint) {
        if self.state.stroke.as_ref() == Some(paint) {
            return;
        }
        self.state.stroke = Some(paint.clone());
        match self.colour(paint) {
            Colour::Process(col) => self.ops.push(Op::SetOutlineColor { col }),
            Colour::Special { space, operand } => self.ops.extend([
                Op::SetColorSpaceStroke { id: space },
                Op::Unknown { key: "SCN".to_owned(), value: vec![operand] },
            ]),
        }
    }

    fn colour(&mut self, paint: &Paint) -> Colour {
        match paint {
            Paint::Flat(ink) => match spot(ink) {
                Some(spot) => {
                    let space = self.resources.spot_name(spot);
                    Colour::Special { space, operand: DictItem::Real(1.0) }
                }
                None => Colour::Process(process(&ink.process())),
            },
            Paint::Gradient(gradient) => {
                let name = self.gradient_name(gradient).into_bytes();
                let operand = DictItem::Name(name);
                Colour::Special { space: "Pattern".to_owned(), operand }
            }
        }
    }

    fn gradient_name(&mut self, gradient: &Arc<Gradient>) -> String {
        let to_points = self.frame.space(gradient.to_mm);
        self.resources.gradient_name(PlacedGradient { gradient: Arc::clone(gradient), to_points })
    }

    fn set_pen(&mut self, stroke: &Stroke) {
        self.set_stroke(&stroke.paint);
        let width = points(Mm(stroke.width_mm));
        if self.state.width.replace(width) != Some(width) {
            self.ops.push(Op::SetOutlineThickness { pt: Pt(width) });
        }
        if self.state.cap.replace(stroke.cap) != Some(stroke.cap) {
            let cap = match stroke.cap {
                LineCap::Butt => LineCapStyle::Butt,
                LineCap::Round => LineCapStyle::Round,
                LineCap::Square => LineCapStyle::ProjectingSquare,
            };
            self.ops.push(Op::SetLineCapStyle { cap });
        }
        if self.state.join.replace(stroke.join) != Some(stroke.join) {
            let join = match stroke.join {
                LineJoin::Miter(_) => LineJoinStyle::Miter,
                LineJoin::Round => LineJoinStyle::Round,
                LineJoin::Bevel => LineJoinStyle::Bevel,
            };
            self.ops.push(Op::SetLineJoinStyle { join });
            if let LineJoin::Miter(limit) = stroke.join {
                self.ops.push(Op::SetMiterLimit { limit: Pt(single(limit)) });
            }
        }
        let lengths: Vec<f32> = stroke.dashes_mm.iter().map(|&dash| points(Mm(dash))).collect();
        let dashes = (lengths, points(Mm(stroke.dash_offset_mm)));
        if self.state.dashes.as_ref() != Some(&dashes) {
            let dash = LineDashPattern::new(dashes.1, &dashes.0);
            self.ops.push(Op::SetLineDashPattern { dash });
            self.state.dashes = Some(dashes);
        }
    }

    /// Shows glyphs. Each run has its own text object, so that readers do not join the cells of a grid row to
    /// one line of text.
    ///
    /// Text in black alone overprints, so that its letters have no pale rim where plates are misregistered.
    fn text(&mut self, run: &GlyphRun) {
        let is_black = matches!(&run.ink, Ink::Process(inks) if inks.percent() == BLACK);
        self.overprint(if is_black { Overprint::Fills } else { Overprint::Nothing });
        self.set_fill(&Paint::Flat(run.ink.clone()));
        let (place, font) = self.fonts.font(run);
        let mut pen = 0.0;
        let mut glyphs: Vec<Codepoint> = Vec::with_capacity(run.glyphs.len());
        for glyph in &run.glyphs {
            // The distance between the viewer's pen and the glyph's position, in thousandths of an em. Less
            // than a twentieth is rounding, 0.0001 mm on a card.
            let distance = pen - glyph.at_em * 1000.0;
            if distance.abs() >= 0.05
                && let Some(previous) = glyphs.last_mut()
            {
                let kern = (distance * 100.0).round() / 100.0;
                previous.offset = single(kern);
                pen -= kern;
            }
            let id = font.embedded(glyph.id);
            glyphs.push(Codepoint::with_cid(id, 0.0, glyph.text.clone()));
            pen += font.advance(id);
        }
        let size = points(Mm(run.size_mm));
        let [x, y] = self.frame.point(run.origin);
        let [right_x, right_y, up_x, up_y] = run.axes;
        let [a, b, c, d] = [right_x, -right_y, up_x, -up_y].map(single);
        self.ops.push(Op::StartTextSection);
        if self.state.font.replace((place, size)) != Some((place, size)) {
            let font = PdfFontHandle::External(FontId(Resources::font_name(place)));
            self.ops.push(Op::SetFont { font, size: Pt(size) });
        }
        self.ops.extend([
            Op::SetTextMatrix { matrix: TextMatrix::Raw([a, b, c, d, x, y]) },
            Op::ShowText { items: vec![TextItem::GlyphIds(glyphs)] },
            Op::EndTextSection,
        ]);
    }
}

/// A colour operator and its operands.
enum Colour {
    Process(Color),
    /// A colour space of the resources and its operand: a tint or a pattern.
    Special {
        space: String,
        operand: DictItem,
    },
}

fn process(inks: &Cmyk) -> Color {
    let [c, m, y, k] = inks.percent().map(tint);
    Color::Cmyk(printpdf::Cmyk::new(c, m, y, k, None))
}

fn spot(ink: &Ink) -> Option<Spot> {
    match ink {
        Ink::Spot { name, alternate } => {
            Some(Spot { name: name.clone(), alternate: alternate.percent().map(tint) })
        }
        Ink::Process(_) => None,
    }
}

fn rectangle(rect: &Rect) -> [PathEl; 5] {
    [
        PathEl::MoveTo(point(rect.x, rect.y)),
        PathEl::LineTo(point(rect.right(), rect.y)),
        PathEl::LineTo(point(rect.right(), rect.bottom())),
        PathEl::LineTo(point(rect.x, rect.bottom())),
        PathEl::ClosePath,
    ]
}

/// The map from millimetres downward to points upward.
#[derive(Clone, Copy)]
struct Frame {
    left: Mm,
    bottom: Mm,
}

/// Connected segments of an outline, in points.
struct Subpath {
    points: Vec<LinePoint>,
    is_closed: bool,
}

impl Frame {
    fn point(&self, point: Point) -> [f32; 2] {
        [points(Mm(point.x) - self.left), points(self.bottom - Mm(point.y))]
    }

    /// Converts a map of millimetres downward to one of points upward.
    fn map(self, map: &Affine) -> [f32; 6] {
        let origin = *map * point(self.left, self.bottom);
        let [x, y] =
            [Mm(origin.x) - self.left, self.bottom - Mm(origin.y)].map(|l| single(l.points()));
        let [a, b, c, d, ..] = map.as_coeffs();
        let [a, b, c, d] = [a, -b, -c, d].map(single);
        [a, b, c, d, x, y]
    }

    /// Converts a map of any space to the picture's millimetres to one to the points of the stream.
    fn space(&self, map: Affine) -> [f32; 6] {
        let [a, b, c, d, e, f] = map.as_coeffs();
        let scale = Mm(1.0).points();
        let [e, f] = [e - self.left.0, self.bottom.0 - f];
        [a, -b, c, -d, e, f].map(|part| single(part * scale))
    }

    /// An outline in the form of printpdf: the two handles of a curve are marked, its end is not.
    fn subpaths(&self, outline: &[PathEl]) -> Vec<Subpath> {
        let mut subpaths: Vec<Subpath> = Vec::new();
        let vertex = |point: Point, bezier: bool| {
            let [x, y] = self.point(point);
            LinePoint { p: printpdf::Point { x: Pt(x), y: Pt(y) }, bezier }
        };
        for element in outline {
            if let PathEl::MoveTo(to) = *element {
                subpaths.push(Subpath { points: vec![vertex(to, false)], is_closed: false });
                continue;
            }
            let Some(open) = subpaths.last_mut() else { continue };
            match *element {
                PathEl::MoveTo(_) => {}
                PathEl::LineTo(to) => open.points.push(vertex(to, false)),
                PathEl::CurveTo(first, second, to) => {
                    let curve = [vertex(first, true), vertex(second, true), vertex(to, false)];
                    open.points.extend(curve);
                }
                PathEl::QuadTo(..) => unreachable!("outlines have cubic curves alone"),
                PathEl::ClosePath => open.is_closed = true,
            }
        }
        subpaths
    }
}

/// A length in points, rounded to a thousandth of a point (0.35 micrometres).
pub(super) fn points(length: Mm) -> f32 {
    single((length.points() * 1e3).round() / 1e3)
}

/// A percentage of an ink as in the file, 0 to 1.
pub(super) fn tint(percent: f64) -> f32 {
    single(percent / 100.0)
}

/// A number as in the file: in single precision, and never `-0`.
pub(super) fn single(number: f64) -> f32 {
    #[expect(clippy::cast_possible_truncation, reason = "PDF numbers hold single precision")]
    let single = number as f32;
    single + 0.0
}
