//! A page being painted: draws paths, clips and groups to pixels.

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};

use hayro_interpret::kurbo::{BezPath, Rect};
use hayro_interpret::pattern::Pattern;
use hayro_interpret::{BlendMode, DrawMode, MaskType, Paint, SoftMask, kurbo};
use resvg::tiny_skia;
use resvg::tiny_skia::{
    FillRule, FilterQuality, LineJoin, Mask, Path, PathBuilder, Pixmap, PixmapPaint, Shader,
    Stroke, Transform,
};

use super::shapes::{
    blend_mode, bounds_of, colour, fill_rule, kurbo_rect, path_of, stroke, upright,
};
use super::undrawn::Undrawn;
use crate::preflight::limits::{DRAWN_GROUPS, DRAWN_STEPS};

/// A page being painted, initially white.
pub(super) struct Canvas {
    layers: Vec<Layer>,
    /// For each open group, whether it is a layer; groups without an effect are not.
    groups: Vec<bool>,
    pub(super) clips: Vec<Clip>,
    /// The outlines of letters by the interpreter's keys.
    pub(super) letters: BTreeMap<u128, Option<Path>>,
    pub(super) steps: usize,
    pub(super) undrawn: BTreeSet<Undrawn>,
}

/// A transparency group, composited when it ends.
struct Layer {
    pixmap: Pixmap,
    opacity: f32,
    blend: tiny_skia::BlendMode,
    mask: Option<Mask>,
}

impl Canvas {
    /// Starts with this pixmap.
    pub(super) fn on(pixmap: Pixmap) -> Self {
        let blend = tiny_skia::BlendMode::SourceOver;
        Self {
            layers: vec![Layer { pixmap, opacity: 1.0, blend, mask: None }],
            groups: Vec::new(),
            clips: Vec::new(),
            letters: BTreeMap::new(),
            steps: DRAWN_STEPS.most,
            undrawn: BTreeSet::new(),
        }
    }

    /// The finished picture, and what could not be drawn.
    pub(super) fn finish(mut self) -> (Pixmap, BTreeSet<Undrawn>) {
        while !self.groups.is_empty() {
            self.lay_down();
        }
        (self.layers.swap_remove(0).pixmap, self.undrawn)
    }

    fn size(&self) -> [u32; 2] {
        let pixmap = &self.layers[0].pixmap;
        [pixmap.width(), pixmap.height()]
    }

    /// The bounds of the page in pixels.
    pub(super) fn whole(&self) -> kurbo::Rect {
        let [width, height] = self.size().map(f64::from);
        kurbo::Rect::new(0.0, 0.0, width, height)
    }

    /// The bounds of the page with a margin of one pixel, which is not visible.
    fn frame(&self) -> kurbo::Rect {
        self.whole().inflate(1.0, 1.0)
    }

    /// Counts a step; `false` if the limit is exceeded.
    pub(super) fn step(&mut self) -> bool {
        match self.steps.checked_sub(1) {
            Some(left) => self.steps = left,
            None => {
                self.undrawn.insert(Undrawn::LimitExceeded(DRAWN_STEPS));
            }
        }
        self.steps > 0
    }

    /// Paints something with these bounds through the current clip.
    fn through(&mut self, bounds: kurbo::Rect, paint: impl FnOnce(&mut Pixmap, Option<&Mask>)) {
        let seen = bounds.intersect(self.whole());
        if !self.step() || seen.width() < 0.0 || seen.height() < 0.0 {
            return;
        }
        let Self { layers, clips, .. } = self;
        let pixmap = &mut layers.last_mut().expect("the paper is never taken away").pixmap;
        let Some(clip) = clips.last() else { return paint(pixmap, None) };
        match clip.shows(bounds) {
            Share::Nothing => {}
            Share::All => paint(pixmap, None),
            Share::Part => {
                let size = [pixmap.width(), pixmap.height()];
                if let Some(mask) = clip.mask(clips, size) {
                    paint(pixmap, Some(mask));
                }
            }
        }
    }

    fn fill(
        &mut self,
        path: &Path,
        rule: tiny_skia::FillRule,
        transform: Transform,
        paint: &tiny_skia::Paint<'_>,
    ) {
        let is_plain = matches!(paint.shader, Shader::SolidColor(_));
        let placed = is_plain.then(|| path.clone().transform(transform)).flatten();
        if let Some(rect) = placed.as_ref().and_then(upright) {
            return self.fill_upright(rect, paint);
        }
        let Some(bounds) = bounds_of(path, transform, 0.0) else { return };
        self.through(bounds, |pixmap, mask| {
            pixmap.fill_path(path, paint, rule, transform, mask);
        });
    }

    /// Fills an upright rectangle with one colour. Clipped by upright rectangles it is still a rectangle, so the
    /// backgrounds of faces do not need a mask of the size of the page.
    fn fill_upright(&mut self, rect: kurbo::Rect, paint: &tiny_skia::Paint<'_>) {
        let within = self.clips.last().and_then(Clip::rectangle).unwrap_or_else(|| self.frame());
        let seen = rect.intersect(within);
        let part = pixels(seen);
        self.through(seen, |pixmap, mask| {
            if let Some(part) = part {
                pixmap.fill_rect(part, paint, Transform::identity(), mask);
            }
        });
    }

    fn stroke(
        &mut self,
        path: &Path,
        stroke: &Stroke,
        transform: Transform,
        paint: &tiny_skia::Paint<'_>,
    ) {
        let furthest = match stroke.line_join {
            LineJoin::Miter | LineJoin::MiterClip => stroke.miter_limit.max(1.5),
            // The corner of a square cap.
            LineJoin::Round | LineJoin::Bevel => 1.5,
        };
        let reach = stroke.width.max(0.0) / 2.0 * furthest;
        let Some(bounds) = bounds_of(path, transform, reach) else { return };
        self.through(bounds, |pixmap, mask| {
            pixmap.stroke_path(path, paint, stroke, transform, mask);
        });
    }

    /// Fills or strokes a path with a colour, gradient or pattern.
    pub(super) fn draw<'a>(
        &mut self,
        path: &Path,
        transform: Transform,
        paint: &Paint<'a>,
        blend: BlendMode,
        mode: &DrawMode,
    ) {
        if let DrawMode::FillAndStroke(rule, props) = mode {
            self.draw(path, transform, paint, blend, &DrawMode::Fill(*rule));
            self.draw(path, transform, paint, blend, &DrawMode::Stroke(props.clone()));
            return;
        }
        match paint {
            Paint::Color(color) => {
                let shader = Shader::SolidColor(colour(&color.to_rgba()));
                self.shade(path, transform, shader, blend, mode);
            }
            Paint::Pattern(pattern) => match &**pattern {
                Pattern::Shading(shading) => self.shading(path, transform, shading, blend, mode),
                Pattern::Tiling(tiling) => self.tiles(path, transform, tiling, mode),
            },
        }
    }

    pub(super) fn shade(
        &mut self,
        path: &Path,
        transform: Transform,
        shader: Shader<'_>,
        blend: BlendMode,
        mode: &DrawMode,
    ) {
        let paint =
            tiny_skia::Paint { shader, blend_mode: blend_mode(blend), ..Default::default() };
        match mode {
            DrawMode::Fill(rule) => self.fill(path, fill_rule(*rule), transform, &paint),
            DrawMode::Stroke(props) => self.stroke(path, &stroke(props), transform, &paint),
            DrawMode::FillAndStroke(..) | DrawMode::Invisible => {}
        }
    }

    pub(super) fn open(&mut self, window: &BezPath, rule: tiny_skia::FillRule) {
        match path_of(window) {
            Some(path) => self.open_path(path, rule),
            None => self.clips.push(Clip::shut()),
        }
    }

    pub(super) fn open_path(&mut self, path: Path, rule: tiny_skia::FillRule) {
        self.clips.push(Clip::within(self.clips.last(), self.frame(), path, rule));
    }

    /// Begins a group, which is composited as a whole.
    pub(super) fn lift(&mut self, opacity: f32, mask: Option<SoftMask<'_>>, blend: BlendMode) {
        let changes = opacity < 1.0 || mask.is_some() || blend != BlendMode::Normal;
        if !changes || self.layers.len() > DRAWN_GROUPS.most {
            if changes {
                self.undrawn.insert(Undrawn::LimitExceeded(DRAWN_GROUPS));
            }
            self.groups.push(false);
            return;
        }
        let [width, height] = self.size();
        let mask = mask.and_then(|mask| self.soft_mask(&mask));
        let pixmap = Pixmap::new(width, height).expect("the paper has this size");
        self.layers.push(Layer { pixmap, opacity, blend: blend_mode(blend), mask });
        self.groups.push(true);
    }

    fn soft_mask(&mut self, mask: &SoftMask<'_>) -> Option<Mask> {
        if !self.step() {
            return None;
        }
        let [width, height] = self.size();
        let mut pixmap = Pixmap::new(width, height)?;
        let luminosity = matches!(mask.mask_type(), MaskType::Luminosity);
        if luminosity {
            pixmap.fill(colour(&mask.background_color().to_rgba()));
        }
        let mut canvas = Self::on(pixmap);
        canvas.steps = self.steps;
        mask.interpret(&mut canvas);
        self.steps = canvas.steps;
        let (pixmap, undrawn) = canvas.finish();
        self.undrawn.extend(undrawn);
        let kind = match luminosity {
            true => tiny_skia::MaskType::Luminance,
            false => tiny_skia::MaskType::Alpha,
        };
        let mut pixels = Mask::from_pixmap(pixmap.as_ref(), kind);
        if let Some(curve) = mask.transfer_function() {
            curve.apply_to(pixels.data_mut());
        }
        Some(pixels)
    }

    pub(super) fn lay_down(&mut self) {
        if self.groups.pop() != Some(true) {
            return;
        }
        let Some(mut layer) = self.layers.pop() else { return };
        if let Some(mask) = &layer.mask {
            layer.pixmap.apply_mask(mask);
        }
        let paint = PixmapPaint {
            opacity: layer.opacity,
            blend_mode: layer.blend,
            quality: FilterQuality::Nearest,
        };
        let whole = self.whole();
        self.through(whole, |pixmap, mask| {
            pixmap.draw_pixmap(0, 0, layer.pixmap.as_ref(), &paint, Transform::identity(), mask);
        });
    }

    /// Runs a closure, inside a group if a soft mask is active.
    pub(super) fn masked<'a>(
        &mut self,
        mask: Option<SoftMask<'a>>,
        blend: BlendMode,
        paint: impl FnOnce(&mut Self, BlendMode),
    ) {
        match mask {
            None => paint(self, blend),
            Some(mask) => {
                self.lift(1.0, Some(mask), blend);
                paint(self, BlendMode::Normal);
                self.lay_down();
            }
        }
    }
}

/// The intersection of the open clips.
pub(super) struct Clip {
    /// The bounding box; nothing outside is painted.
    bounds: Rect,
    /// Whether all clips are upright rectangles, so that the bounds are exact.
    is_upright: bool,
    /// The path of the innermost clip; `None` if it is empty.
    path: Option<Path>,
    rule: FillRule,
    /// The mask, created when a shape crosses an edge of the clip.
    mask: OnceCell<Option<Mask>>,
}

/// How much of a shape is visible through the clip.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Share {
    Nothing,
    Part,
    All,
}

impl Clip {
    /// An empty clip, which hides everything.
    pub(super) fn shut() -> Self {
        Self {
            bounds: Rect::new(-2.0, -2.0, -1.0, -1.0),
            is_upright: true,
            path: None,
            rule: FillRule::Winding,
            mask: OnceCell::new(),
        }
    }

    /// Adds a clip inside the open ones, or inside the whole frame.
    pub(super) fn within(open: Option<&Self>, frame: Rect, path: Path, rule: FillRule) -> Self {
        let (before, are_upright) =
            open.map_or((frame, true), |clip| (clip.bounds, clip.is_upright));
        Self {
            bounds: kurbo_rect(path.bounds()).intersect(before),
            is_upright: are_upright && upright(&path).is_some(),
            path: Some(path),
            rule,
            mask: OnceCell::new(),
        }
    }

    /// The clip as an upright rectangle, if it is one.
    pub(super) fn rectangle(&self) -> Option<Rect> {
        self.is_upright.then_some(self.bounds)
    }

    /// How much of a shape with these bounds can be visible.
    pub(super) fn shows(&self, bounds: Rect) -> Share {
        let own = self.bounds;
        let is_outside =
            bounds.x1 < own.x0 || bounds.x0 > own.x1 || bounds.y1 < own.y0 || bounds.y0 > own.y1;
        match self.is_upright && own.contains_rect(bounds) {
            _ if is_outside => Share::Nothing,
            true => Share::All,
            false => Share::Part,
        }
    }

    /// The mask of all open clips; `None` if nothing is visible. `open` are the clips up to and including this one.
    pub(super) fn mask(&self, open: &[Self], size: [u32; 2]) -> Option<&Mask> {
        self.mask.get_or_init(|| mask_of(open, size)).as_ref()
    }
}

fn mask_of(clips: &[Clip], [width, height]: [u32; 2]) -> Option<Mask> {
    // The last of the leading upright clips has the bounds of all of them.
    let upright = clips.iter().take_while(|clip| clip.is_upright).count();
    let rect = clips[..upright].last().map(|clip| pixels(clip.bounds).map(PathBuilder::from_rect));
    let first = rect.into_iter().map(|path| (path, FillRule::Winding));
    let others = clips[upright..].iter().map(|clip| (clip.path.clone(), clip.rule));
    let mut mask: Option<Mask> = None;
    for (path, rule) in first.chain(others) {
        let path = path?;
        match &mut mask {
            None => {
                let mut first = Mask::new(width, height)?;
                first.fill_path(&path, rule, true, Transform::identity());
                mask = Some(first);
            }
            Some(mask) => mask.intersect_path(&path, rule, true, Transform::identity()),
        }
    }
    mask
}

/// Converts a rectangle to the rasterizer's type; `None` if it is empty.
pub(super) fn pixels(rect: Rect) -> Option<tiny_skia::Rect> {
    let [left, top, right, bottom] = [rect.x0, rect.y0, rect.x1, rect.y1].map(|side| side as f32);
    tiny_skia::Rect::from_ltrb(left, top, right, bottom)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use resvg::tiny_skia::PathBuilder;

    use super::*;

    const SIDE: u32 = 24;

    fn rectangle([x, y, width, height]: [f32; 4]) -> Path {
        PathBuilder::from_rect(tiny_skia::Rect::from_xywh(x, y, width, height).unwrap())
    }

    fn white() -> Pixmap {
        let mut paper = Pixmap::new(SIDE, SIDE).unwrap();
        paper.fill(tiny_skia::Color::WHITE);
        paper
    }

    fn red() -> tiny_skia::Paint<'static> {
        let red = tiny_skia::Color::from_rgba8(200, 40, 60, 255);
        tiny_skia::Paint { shader: Shader::SolidColor(red), ..Default::default() }
    }

    /// Clips by one mask for each window, as the specification defines it.
    fn through_masks(path: &Path, windows: &[Path]) -> Pixmap {
        let winding = tiny_skia::FillRule::Winding;
        let whole = Transform::identity();
        let mut mask = Mask::new(SIDE, SIDE).unwrap();
        mask.fill_path(&rectangle([0.0, 0.0, SIDE as f32, SIDE as f32]), winding, false, whole);
        for window in windows {
            mask.intersect_path(window, winding, true, whole);
        }
        let mut paper = white();
        paper.fill_path(path, &red(), winding, whole, Some(&mask));
        paper
    }

    fn on_canvas(path: &Path, windows: &[Path]) -> Pixmap {
        let mut canvas = Canvas::on(white());
        for window in windows {
            canvas.open_path(window.clone(), tiny_skia::FillRule::Winding);
        }
        canvas.fill(path, tiny_skia::FillRule::Winding, Transform::identity(), &red());
        canvas.finish().0
    }

    /// A coordinate in quarters of a pixel, the resolution of the rasterizer.
    fn edge(from: u32, to: u32) -> impl Strategy<Value = f32> {
        (from * 4..to * 4).prop_map(|quarters| quarters as f32 / 4.0)
    }

    fn any_rectangle() -> impl Strategy<Value = [f32; 4]> {
        let side = || edge(1, 22);
        [side(), side(), edge(1, 12), edge(1, 12)]
    }

    proptest! {
        #[test]
        fn clipped_shapes_look_as_through_a_mask_for_each_clip(
            shape in any_rectangle(),
            windows in prop::collection::vec(any_rectangle(), 0..4),
            is_round in any::<bool>(),
        ) {
            let path = match is_round {
                true => PathBuilder::from_circle(shape[0], shape[1], shape[2]).unwrap(),
                false => rectangle(shape),
            };
            let windows: Vec<Path> = windows.into_iter().map(rectangle).collect();
            let [fast, slow] = [on_canvas(&path, &windows), through_masks(&path, &windows)];
            let edges: Vec<[f32; 4]> = windows.iter().chain([&path]).map(|path| {
                let bounds = path.bounds();
                [bounds.left(), bounds.top(), bounds.right(), bounds.bottom()]
            }).collect();
            for (index, (one, other)) in fast.pixels().iter().zip(slow.pixels()).enumerate() {
                // Where edges of two shapes cross one row or column of pixels, the masks multiply their coverages,
                // and the rectangle has the exact one.
                let [x, y] = [index as u32 % SIDE, index as u32 / SIDE].map(|at| at as f32);
                let crossing = |at: f32, sides: [usize; 2]| {
                    let within = |edge: &f32| at < *edge && *edge < at + 1.0;
                    edges.iter().filter(|edges| sides.iter().any(|side| within(&edges[*side]))).count()
                };
                if crossing(x, [0, 2]) > 1 || crossing(y, [1, 3]) > 1 {
                    continue;
                }
                let far = one.green().abs_diff(other.green());
                prop_assert!(far <= 6, "{x} {y}: {one:?} {other:?}");
            }
        }
    }

    #[test]
    fn degenerate_paths_are_not_rectangles() {
        let path = |points: &[[f32; 2]]| {
            let mut builder = PathBuilder::new();
            builder.move_to(points[0][0], points[0][1]);
            for [x, y] in &points[1..] {
                builder.line_to(*x, *y);
            }
            builder.close();
            builder.finish().unwrap()
        };
        let corners = [[1.0, 2.0], [9.0, 2.0], [9.0, 7.0], [1.0, 7.0], [1.0, 2.0]];
        assert_eq!(Some(kurbo::Rect::new(1.0, 2.0, 9.0, 7.0)), upright(&path(&corners)));
        assert!(upright(&path(&corners[..4])).is_some());
        assert!(upright(&path(&corners[..3])).is_none());
        assert!(upright(&path(&[corners[0], corners[1], corners[2], corners[1]])).is_none());
        assert!(upright(&path(&[[1.0, 2.0], [9.0, 2.5], [9.0, 7.0], [1.0, 7.0]])).is_none());
        let mut two = PathBuilder::new();
        for [from, to] in [[corners[0], corners[1]], [corners[3], corners[2]]] {
            two.move_to(from[0], from[1]);
            two.line_to(to[0], to[1]);
        }
        assert!(upright(&two.finish().unwrap()).is_none());
    }
}
