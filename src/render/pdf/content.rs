//! From scenes to streams of operators.

use std::collections::BTreeSet;
use std::sync::Arc;

use printpdf::{
    Cmyk, Codepoint, Color, CurTransMat, DictItem, LineCapStyle, LineDashPattern, LineJoinStyle,
    Op, PdfFontHandle, Pt, TextItem, TextMatrix,
};

use crate::face::Ink;
use crate::render::length::{Affine, Mm, Point, Rect, Size};
use crate::render::scene::{
    FillRule, GlyphRun, Gradient, Group, Item, LineCap, LineJoin, Paint, Segment, Shape, Stroke,
};

use super::fonts::{FontSet, resource_name};
use super::{Page, Picture, points};

/// A part of a picture to be written.
pub(super) enum Part<'a> {
    /// Items written here.
    Items(&'a [Item]),
    /// A call of a form kept in this stream.
    Form(usize),
}

/// Operators and the resources they name.
pub(super) struct Body {
    pub ops: Vec<Op>,
    pub needs: Needs,
}

/// The resources a stream names.
#[derive(Clone, Debug, Default)]
pub(super) struct Needs {
    /// Fonts by place.
    pub fonts: BTreeSet<usize>,
    /// Forms by stream.
    pub forms: BTreeSet<usize>,
    /// Spot inks by place.
    pub spots: BTreeSet<usize>,
    /// Gradients by place.
    pub gradients: BTreeSet<usize>,
    /// Groups that show through, by place.
    pub groups: BTreeSet<usize>,
    /// Opacities by place.
    pub opacities: BTreeSet<usize>,
}

/// A gradient of the file and where its picture's space lies in the stream's.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct PlacedGradient {
    pub gradient: Arc<Gradient>,
    /// From the gradient's space to the points of the stream.
    pub to_points: [f32; 6],
}

/// A spot ink of the file.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Spot {
    /// The plate's name.
    pub name: String,
    /// Process inks in its stead, 0 to 1.
    pub alternate: [f32; 4],
}

/// The name of a form among the resources.
pub(super) fn form_name(stream: usize) -> String {
    format!("Form{stream}")
}

/// The name of a spot ink's colour space among the resources.
pub(super) fn spot_name(place: usize) -> String {
    format!("Spot{place}")
}

/// The name of a gradient's pattern among the resources.
pub(super) fn gradient_name(place: usize) -> String {
    format!("Gradient{place}")
}

/// The name of a group that shows through among the resources.
pub(super) fn group_name(place: usize) -> String {
    format!("Group{place}")
}

/// The name of an opacity's graphics state among the resources.
pub(super) fn opacity_name(place: usize) -> String {
    format!("Opacity{place}")
}

/// Writes streams; keeps what they name and share.
pub(super) struct Writer<'a> {
    fonts: &'a FontSet,
    shared: Shared,
}

/// What the streams of a file name and share, each by its place.
#[derive(Default)]
pub(super) struct Shared {
    pub spots: Vec<Spot>,
    pub gradients: Vec<PlacedGradient>,
    /// Groups that show through, each with the size of its picture.
    pub groups: Vec<(Body, Size)>,
    pub opacities: Vec<f32>,
}

impl<'a> Writer<'a> {
    pub(super) fn new(fonts: &'a FontSet) -> Self {
        Self { fonts, shared: Shared::default() }
    }

    pub(super) fn into_shared(self) -> Shared {
        self.shared
    }

    /// The stream of a picture whose window's lower left corner is the origin.
    pub(super) fn picture(&mut self, parts: &[Part<'_>], window: &Rect) -> Body {
        let mut stream = Stream::new(
            self,
            Frame { left: window.x, bottom: window.bottom(), size: window.size() },
        );
        for part in parts {
            match part {
                Part::Items(items) => items.iter().for_each(|item| stream.item(item)),
                Part::Form(form) => {
                    stream.call(*form);
                }
            }
        }
        stream.into_body()
    }

    /// The stream of a page: its pictures, then its furniture.
    pub(super) fn page(
        &mut self,
        page: &Page<'_>,
        pictures: &[Picture<'_>],
        forms: &[usize],
    ) -> Body {
        let frame = Frame { left: Mm::ZERO, bottom: page.size.height, size: page.size };
        let mut stream = Stream::new(self, frame);
        if let Some(map) = &page.correction {
            stream.ops.push(Op::SaveGraphicsState);
            stream.ops.push(Op::SetTransformationMatrix { matrix: frame.map(map) });
        }
        for placement in &page.placements {
            let window = pictures[placement.picture].window;
            let lower_left = Point { x: placement.corner.x, y: placement.corner.y + window.height };
            let upper_right = Point { x: placement.corner.x + window.width, y: placement.corner.y };
            // Turned by half a circle, the window's own origin comes to lie in the opposite corner.
            let (sign, origin) =
                if placement.turned { (-1.0, upper_right) } else { (1.0, lower_left) };
            let [x, y] = frame.point(origin);
            let matrix = CurTransMat::Raw([sign, 0.0, 0.0, sign, x, y]);
            stream.ops.push(Op::SaveGraphicsState);
            stream.ops.push(Op::SetTransformationMatrix { matrix });
            stream.call(forms[placement.picture]);
            stream.ops.push(Op::RestoreGraphicsState);
        }
        if let Some(furniture) = page.furniture {
            furniture.items.iter().for_each(|item| stream.item(item));
        }
        if page.correction.is_some() {
            stream.ops.push(Op::RestoreGraphicsState);
        }
        stream.into_body()
    }

    fn spot(&mut self, name: &str, alternate: [f32; 4]) -> usize {
        place_of(&mut self.shared.spots, Spot { name: name.to_owned(), alternate })
    }
}

/// Where a thing stands in a list; it is added if it is not there.
fn place_of<T: PartialEq>(list: &mut Vec<T>, thing: T) -> usize {
    list.iter().position(|known| *known == thing).unwrap_or_else(|| {
        list.push(thing);
        list.len() - 1
    })
}

/// From millimetres downward to points upward.
#[derive(Clone, Copy)]
struct Frame {
    left: Mm,
    bottom: Mm,
    size: Size,
}

impl Frame {
    fn point(&self, point: Point) -> [f32; 2] {
        [points(point.x - self.left), points(self.bottom - point.y)]
    }

    /// A map of millimetres downward as one of points upward.
    fn map(self, map: &Affine) -> CurTransMat {
        let origin = map.apply(Point { x: self.left, y: self.bottom });
        let [x, y] = [origin.x - self.left, self.bottom - origin.y].map(|l| single(l.points()));
        let [a, b, c, d, ..] = map.0;
        let [a, b, c, d] = [a, -b, -c, d].map(single);
        CurTransMat::Raw([a, b, c, d, x, y])
    }

    /// A map of any space to the picture's millimetres as one to the points of the stream.
    fn space(&self, [a, b, c, d, e, f]: [f64; 6]) -> [f32; 6] {
        let scale = Mm(1.0).points();
        let [e, f] = [e - self.left.0, self.bottom.0 - f];
        [a, -b, c, -d, e, f].map(|part| single(part * scale))
    }
}

/// A stream in the making. What the graphics state holds is tracked, so that nothing is said twice;
/// at the start it is unknown, because a form inherits the state of its caller.
struct Stream<'w, 'a> {
    writer: &'w mut Writer<'a>,
    frame: Frame,
    ops: Vec<Op>,
    needs: Needs,
    fill: Option<Paint>,
    line: Option<Paint>,
    pen: Pen,
    font: Option<(usize, f32)>,
}

/// The state a line is drawn with.
#[derive(Clone, Debug, Default, PartialEq)]
struct Pen {
    width: Option<f32>,
    cap: Option<LineCap>,
    join: Option<LineJoin>,
    dashes: Option<(Vec<f32>, f32)>,
}

impl<'w, 'a> Stream<'w, 'a> {
    fn new(writer: &'w mut Writer<'a>, frame: Frame) -> Self {
        let (ops, needs) = (Vec::new(), Needs::default());
        Self { writer, frame, ops, needs, fill: None, line: None, pen: Pen::default(), font: None }
    }

    fn into_body(self) -> Body {
        Body { ops: self.ops, needs: self.needs }
    }

    /// Paints a form. It leaves the graphics state as it was.
    fn call(&mut self, form: usize) {
        self.needs.forms.insert(form);
        self.operator("Do", vec![DictItem::Name(form_name(form).into_bytes())]);
    }

    fn item(&mut self, item: &Item) {
        match item {
            Item::Shape(shape) => self.shape(shape),
            Item::Text(run) => self.run(run),
            Item::Group(group) => self.group(group),
        }
    }

    /// Paints items through windows, and if they show through as a form of their own, so that they
    /// do so as one.
    fn group(&mut self, group: &Group) {
        let before = (self.fill.clone(), self.line.clone(), self.pen.clone(), self.font);
        self.ops.push(Op::SaveGraphicsState);
        for clip in &group.clips {
            self.outline(&clip.outline);
            let clips = if clip.rule == FillRule::NonZero { "W" } else { "W*" };
            self.operator(clips, Vec::new());
            self.operator("n", Vec::new());
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
            self.operator("gs", vec![DictItem::Name(opacity_name(state).into_bytes())]);
            self.operator("Do", vec![DictItem::Name(group_name(form).into_bytes())]);
        }
        self.ops.push(Op::RestoreGraphicsState);
        (self.fill, self.line, self.pen, self.font) = before;
    }

    fn outline(&mut self, outline: &[Segment]) {
        for segment in outline {
            let reals = |points: &[Point]| {
                points.iter().flat_map(|&p| self.frame.point(p)).map(DictItem::Real).collect()
            };
            let (key, operands) = match *segment {
                Segment::Move(to) => ("m", reals(&[to])),
                Segment::Line(to) => ("l", reals(&[to])),
                Segment::Curve(first, second, to) => ("c", reals(&[first, second, to])),
                Segment::Close => ("h", Vec::new()),
            };
            self.operator(key, operands);
        }
    }

    fn shape(&mut self, shape: &Shape) {
        if let Some(fill) = &shape.fill {
            self.set_fill(&fill.paint);
        }
        if let Some(stroke) = &shape.stroke {
            self.set_pen(stroke);
        }
        self.outline(&shape.outline);
        let rule = shape.fill.as_ref().map(|fill| fill.rule);
        let paint = match (rule, &shape.stroke) {
            (Some(FillRule::NonZero), None) => "f",
            (Some(FillRule::EvenOdd), None) => "f*",
            (Some(FillRule::NonZero), Some(_)) => "B",
            (Some(FillRule::EvenOdd), Some(_)) => "B*",
            (None, Some(_)) => "S",
            (None, None) => "n",
        };
        self.operator(paint, Vec::new());
    }

    fn set_fill(&mut self, paint: &Paint) {
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

    fn set_pen(&mut self, stroke: &Stroke) {
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

    /// Shows glyphs. Each run has its own text object, which keeps printpdf from joining the cells
    /// of a grid row into one line of text.
    fn run(&mut self, run: &GlyphRun) {
        self.set_fill(&Paint::Flat(run.ink.clone()));
        let (place, face) = self.writer.fonts.face(run);
        self.needs.fonts.insert(place);
        let mut pen = 0.0;
        let mut codes: Vec<Codepoint> = Vec::with_capacity(run.glyphs.len());
        for glyph in &run.glyphs {
            // Where the viewer's pen stands against where the glyph belongs, in thousandths of an
            // em; below a twentieth it is rounding, a ten-thousandth of a millimetre on a card.
            let off = pen - glyph.at_em * 1000.0;
            if off.abs() >= 0.05
                && let Some(previous) = codes.last_mut()
            {
                let kern = (off * 100.0).round() / 100.0;
                #[expect(
                    clippy::cast_possible_truncation,
                    reason = "operators hold single precision"
                )]
                let single = kern as f32;
                previous.offset = single;
                pen -= kern;
            }
            let embedded = face.embedded(glyph.id);
            codes.push(Codepoint::with_cid(embedded, 0.0, glyph.text.clone()));
            pen += face.advance(embedded);
        }
        let size = points(Mm(run.size_mm));
        let [x, y] = self.frame.point(run.origin);
        let [right_x, right_y, up_x, up_y] = run.axes;
        #[expect(clippy::cast_possible_truncation, reason = "operators hold single precision")]
        let axes = [right_x, -right_y, up_x, -up_y].map(|axis| axis as f32 + 0.0);
        let matrix = TextMatrix::Raw([axes[0], axes[1], axes[2], axes[3], x, y]);
        self.ops.push(Op::StartTextSection);
        if self.font.replace((place, size)) != Some((place, size)) {
            let font = PdfFontHandle::External(printpdf::FontId(resource_name(place)));
            self.ops.push(Op::SetFont { font, size: Pt(size) });
        }
        self.ops.push(Op::SetTextMatrix { matrix });
        self.ops.push(Op::ShowText { items: vec![TextItem::GlyphIds(codes)] });
        self.ops.push(Op::EndTextSection);
    }

    fn operator(&mut self, key: &str, value: Vec<DictItem>) {
        self.ops.push(Op::Unknown { key: key.to_owned(), value });
    }
}

fn process(percent: [f64; 4]) -> Color {
    let [c, m, y, k] = percent.map(tint);
    Color::Cmyk(Cmyk { c, m, y, k, icc_profile: None })
}

/// A factor as a stream holds it.
fn single(factor: f64) -> f32 {
    #[expect(clippy::cast_possible_truncation, reason = "operators hold single precision")]
    let single = factor as f32;
    // A negative zero would be written as "-0".
    single + 0.0
}

/// Percent of an ink as a stream holds it, 0 to 1.
pub(super) fn tint(percent: f64) -> f32 {
    #[expect(clippy::cast_possible_truncation, reason = "operators hold single precision")]
    let single = (percent / 100.0) as f32;
    single
}
