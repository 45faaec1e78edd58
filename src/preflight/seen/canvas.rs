//! White paper under the brush: paths, windows and groups as pixels.

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};

use hayro_interpret::kurbo::{self, BezPath};
use hayro_interpret::pattern::Pattern;
use hayro_interpret::{BlendMode, DrawMode, MaskType, Paint, SoftMask};
use resvg::tiny_skia::{
    self, FilterQuality, Mask, Path, Pixmap, PixmapPaint, Shader, Stroke, Transform,
};

use super::shapes::{
    blend_mode, bounds_of, colour, fill_rule, is_upright, kurbo_rect, path_of, stroke,
};
use super::undrawn::Undrawn;
use crate::preflight::limits::{DRAWN_GROUPS, DRAWN_STEPS};

/// A page under the brush.
pub(super) struct Canvas {
    layers: Vec<Layer>,
    /// Of each group that is open, whether it is a layer: one that changes nothing is none.
    groups: Vec<bool>,
    pub(super) clips: Vec<Clip>,
    /// The outlines of letters by what the interpreter calls them.
    pub(super) letters: BTreeMap<u128, Option<Path>>,
    pub(super) steps: usize,
    pub(super) undrawn: BTreeSet<Undrawn>,
}

/// What is painted together before it is laid over what is below.
struct Layer {
    pixmap: Pixmap,
    opacity: f32,
    blend: tiny_skia::BlendMode,
    mask: Option<Mask>,
}

/// All windows that are open, the last of them upon the others.
pub(super) struct Clip {
    /// Nothing outside is painted.
    bounds: kurbo::Rect,
    /// Whether all of them are upright rectangles, so that their bounds say it all.
    upright: bool,
    path: Option<Path>,
    rule: tiny_skia::FillRule,
    /// Made when something lies across an edge.
    mask: OnceCell<Option<Mask>>,
}

impl Canvas {
    /// Paints on this.
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

    /// The picture, and what could not be drawn.
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

    /// The whole of it in pixels.
    pub(super) fn whole(&self) -> kurbo::Rect {
        let [width, height] = self.size().map(f64::from);
        kurbo::Rect::new(0.0, 0.0, width, height)
    }

    /// Counts a step; `false` if there have been too many.
    pub(super) fn step(&mut self) -> bool {
        match self.steps.checked_sub(1) {
            Some(left) => self.steps = left,
            None => {
                self.undrawn.insert(Undrawn::Past(DRAWN_STEPS));
            }
        }
        self.steps > 0
    }

    /// Paints something that covers these bounds, through the windows that are open.
    fn through(&mut self, bounds: kurbo::Rect, paint: impl FnOnce(&mut Pixmap, Option<&Mask>)) {
        let seen = bounds.intersect(self.whole());
        if !self.step() || seen.width() < 0.0 || seen.height() < 0.0 {
            return;
        }
        let Self { layers, clips, .. } = self;
        let pixmap = &mut layers.last_mut().expect("the paper is never taken away").pixmap;
        let Some(clip) = clips.last() else { return paint(pixmap, None) };
        let outside = bounds.x1 < clip.bounds.x0
            || bounds.x0 > clip.bounds.x1
            || bounds.y1 < clip.bounds.y0
            || bounds.y0 > clip.bounds.y1;
        if outside {
            return;
        }
        if clip.upright && clip.bounds.contains_rect(bounds) {
            return paint(pixmap, None);
        }
        let size = [pixmap.width(), pixmap.height()];
        let mask = clip.mask.get_or_init(|| mask_of(clips, size));
        if let Some(mask) = mask {
            paint(pixmap, Some(mask));
        }
    }

    fn fill(
        &mut self,
        path: &Path,
        rule: tiny_skia::FillRule,
        transform: Transform,
        paint: &tiny_skia::Paint<'_>,
    ) {
        let Some(bounds) = bounds_of(path, transform, 0.0) else { return };
        self.through(bounds, |pixmap, mask| {
            pixmap.fill_path(path, paint, rule, transform, mask);
        });
    }

    fn stroke(
        &mut self,
        path: &Path,
        stroke: &Stroke,
        transform: Transform,
        paint: &tiny_skia::Paint<'_>,
    ) {
        let reach = stroke.width.max(0.0) * stroke.miter_limit.max(1.5);
        let Some(bounds) = bounds_of(path, transform, reach) else { return };
        self.through(bounds, |pixmap, mask| {
            pixmap.stroke_path(path, paint, stroke, transform, mask);
        });
    }

    /// Fills or strokes a path with whatever it is painted with.
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
            // A window without an area shows nothing.
            None => self.clips.push(Clip {
                bounds: kurbo::Rect::new(-2.0, -2.0, -1.0, -1.0),
                upright: true,
                path: None,
                rule,
                mask: OnceCell::new(),
            }),
        }
    }

    pub(super) fn open_path(&mut self, path: Path, rule: tiny_skia::FillRule) {
        let (before, all_upright) = match self.clips.last() {
            Some(clip) => (clip.bounds, clip.upright),
            None => (self.whole().inflate(1.0, 1.0), true),
        };
        let bounds = kurbo_rect(path.bounds()).intersect(before);
        let upright = all_upright && is_upright(&path);
        self.clips.push(Clip { bounds, upright, path: Some(path), rule, mask: OnceCell::new() });
    }

    /// Begins a group: what is painted from here on is laid down as one.
    pub(super) fn lift(&mut self, opacity: f32, mask: Option<SoftMask<'_>>, blend: BlendMode) {
        let changes = opacity < 1.0 || mask.is_some() || blend != BlendMode::Normal;
        if !changes || self.layers.len() > DRAWN_GROUPS.most {
            if changes {
                self.undrawn.insert(Undrawn::Past(DRAWN_GROUPS));
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

    /// Does something within a group of its own where a mask lies over it.
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

/// Every open window as one.
fn mask_of(clips: &[Clip], [width, height]: [u32; 2]) -> Option<Mask> {
    let mut mask: Option<Mask> = None;
    for clip in clips {
        let path = clip.path.as_ref()?;
        match &mut mask {
            None => {
                let mut first = Mask::new(width, height)?;
                first.fill_path(path, clip.rule, true, Transform::identity());
                mask = Some(first);
            }
            Some(mask) => mask.intersect_path(path, clip.rule, true, Transform::identity()),
        }
    }
    mask
}
