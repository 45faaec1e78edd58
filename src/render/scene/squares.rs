//! Divides a picture into small squares and finds those that an item touches.

use kurbo::{BezPath, PathEl, Shape as _};
use resvg::tiny_skia::{
    FillRule as Rule, LineCap as Cap, LineJoin as Join, Mask, Path, PathBuilder, Stroke as Pen,
    StrokeDash, Transform,
};

use crate::geometry::{Affine, Point, Size};

use super::{Clip, FillRule, GlyphRun, LineCap, LineJoin, Stroke};

/// Squares a millimetre: 0.125 mm is the usual misregistration of plates.
const PER_MM: f64 = 8.0;

/// The most squares of a picture; a larger one is divided into larger squares.
const MOST: f64 = 1_000_000.0;

/// The coverage in 255ths from which a square hides everything below.
const WHOLE: u8 = 250;

/// The squares of a picture, indexed row by row from the upper left one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Squares {
    pub per_mm: f32,
    /// Squares in a row, and rows.
    pub width: usize,
    pub height: usize,
}

/// Touched squares in index order, each with whether it is fully covered.
pub(super) type TouchedSquares = Vec<(u32, bool)>;

impl Squares {
    /// The squares of a picture of this size.
    pub(super) fn new(size: Size) -> Self {
        let (width, height) = (size.width.0, size.height.0);
        let per_mm = PER_MM.min((MOST / (width * height).max(1.0)).sqrt());
        let squares = |mm: f64| (mm * per_mm).ceil().max(1.0) as usize;
        Self { per_mm: per_mm as f32, width: squares(width), height: squares(height) }
    }

    /// The squares that a filled outline touches within its clips.
    pub(super) fn filled(
        &self,
        outline: &BezPath,
        rule: FillRule,
        clips: &[Mask],
    ) -> TouchedSquares {
        path(outline).map_or_else(TouchedSquares::new, |path| self.touched(&path, rule, clips))
    }

    /// The squares that a stroked outline touches within its clips.
    pub(super) fn stroked(
        &self,
        outline: &BezPath,
        stroke: &Stroke,
        clips: &[Mask],
    ) -> TouchedSquares {
        let pen = pen(stroke);
        let dashed = |path: Path| match &pen.dash {
            Some(dash) => path.dash(dash, self.per_mm),
            None => Some(path),
        };
        let line = path(outline).and_then(dashed).and_then(|path| path.stroke(&pen, self.per_mm));
        line.map_or_else(TouchedSquares::new, |line| self.touched(&line, FillRule::NonZero, clips))
    }

    fn touched(&self, path: &Path, rule: FillRule, clips: &[Mask]) -> TouchedSquares {
        let bounds = path.bounds();
        let squares = |from: f32, to: f32, most: usize| {
            let low = (from * self.per_mm).floor().max(0.0) as usize;
            let high = (to * self.per_mm).ceil().max(0.0) as usize;
            low.min(most)..high.min(most)
        };
        let columns = squares(bounds.left(), bounds.right(), self.width);
        let rows = squares(bounds.top(), bounds.bottom(), self.height);
        let Some(mut mask) = Mask::new(columns.len() as u32, rows.len() as u32) else {
            return TouchedSquares::new();
        };
        let (x, y) = (columns.start as f32, rows.start as f32);
        let place = Transform::from_row(self.per_mm, 0.0, 0.0, self.per_mm, -x, -y);
        mask.fill_path(path, skia_rule(rule), true, place);
        let mut touched = TouchedSquares::new();
        for (row, covered) in rows.zip(mask.data().chunks_exact(columns.len())) {
            let first = row * self.width + columns.start;
            for (at, &covered) in covered.iter().enumerate() {
                let mut least = covered;
                for clip in clips {
                    least = least.min(clip.data()[first + at]);
                }
                if least > 0 {
                    touched.push(((first + at) as u32, least >= WHOLE));
                }
            }
        }
        touched
    }

    /// The squares of the unit square, mapped to millimetres.
    pub(super) fn unit(&self, to_mm: Affine, clips: &[Mask]) -> TouchedSquares {
        let square = to_mm * kurbo::Rect::new(0.0, 0.0, 1.0, 1.0).to_path(0.1);
        path(&square)
            .map_or_else(TouchedSquares::new, |path| self.touched(&path, FillRule::NonZero, clips))
    }

    /// The squares of a box that is sure to contain these glyphs.
    pub(super) fn letters(&self, run: &GlyphRun) -> impl Iterator<Item = usize> {
        let last = run.glyphs.last().map_or(0.0, |glyph| glyph.at_em);
        let [along_x, along_y, up_x, up_y] = run.axes.map(|axis| axis * run.size_mm);
        let to_mm = Affine::new([
            along_x * (last + 1.4),
            along_y * (last + 1.4),
            up_x * 1.4,
            up_y * 1.4,
            run.origin.x - 0.2 * along_x - 0.4 * up_x,
            run.origin.y - 0.2 * along_y - 0.4 * up_y,
        ]);
        self.unit(to_mm, &[]).into_iter().map(|(place, _)| place as usize)
    }

    /// The coverage of each square by a clip.
    pub(super) fn window(&self, clip: &Clip) -> Mask {
        let mut mask =
            Mask::new(self.width as u32, self.height as u32).expect("a picture has squares");
        if let Some(path) = path(&clip.outline) {
            let place = Transform::from_scale(self.per_mm, self.per_mm);
            mask.fill_path(&path, skia_rule(clip.rule), true, place);
        }
        mask
    }
}

fn path(outline: &BezPath) -> Option<Path> {
    let mut path = PathBuilder::new();
    let mm = |point: &Point| [point.x as f32, point.y as f32];
    for element in outline.elements() {
        match element {
            PathEl::MoveTo(to) => path.move_to(mm(to)[0], mm(to)[1]),
            PathEl::LineTo(to) => path.line_to(mm(to)[0], mm(to)[1]),
            PathEl::QuadTo(handle, to) => {
                let [[a, b], [x, y]] = [handle, to].map(mm);
                path.quad_to(a, b, x, y);
            }
            PathEl::CurveTo(first, second, to) => {
                let [[a, b], [c, d], [x, y]] = [first, second, to].map(mm);
                path.cubic_to(a, b, c, d, x, y);
            }
            PathEl::ClosePath => path.close(),
        }
    }
    path.finish()
}

fn skia_rule(rule: FillRule) -> Rule {
    match rule {
        FillRule::NonZero => Rule::Winding,
        FillRule::EvenOdd => Rule::EvenOdd,
    }
}

fn pen(stroke: &Stroke) -> Pen {
    let mut dashes: Vec<f32> = stroke.dashes_mm.iter().map(|&mm| mm as f32).collect();
    // A list of odd length is applied twice (PDF Reference 1.4, 4.3.2).
    if dashes.len() % 2 == 1 {
        dashes.extend_from_within(..);
    }
    let (line_join, miter_limit) = match stroke.join {
        LineJoin::Miter(limit) => (Join::Miter, limit as f32),
        LineJoin::Round => (Join::Round, 4.0),
        LineJoin::Bevel => (Join::Bevel, 4.0),
    };
    Pen {
        width: stroke.width_mm as f32,
        miter_limit,
        line_cap: match stroke.cap {
            LineCap::Butt => Cap::Butt,
            LineCap::Round => Cap::Round,
            LineCap::Square => Cap::Square,
        },
        line_join,
        dash: StrokeDash::new(dashes, stroke.dash_offset_mm as f32),
    }
}
