//! Gradients and tiling patterns.

use hayro_interpret::kurbo::{self, Shape};
use hayro_interpret::pattern::{ShadingPattern, TilingPattern};
use hayro_interpret::{BlendMode, DrawMode};
use resvg::tiny_skia::{self, FilterQuality, Path, SpreadMode, Transform};

use super::canvas::Canvas;
use super::images::straight;
use super::shapes::{bounds_of, fill_rule, kurbo_rect, stroke};
use super::undrawn::Undrawn;
use crate::preflight::limits::DRAWN_TILES;

impl Canvas {
    /// Paints a gradient: its colours are computed for each pixel of the path.
    pub(super) fn shading(
        &mut self,
        path: &Path,
        transform: Transform,
        pattern: &ShadingPattern,
        blend: BlendMode,
        mode: &DrawMode,
    ) {
        let reach = if let DrawMode::Stroke(props) = mode { props.line_width } else { 0.0 };
        let Some(bounds) = bounds_of(path, transform, reach) else { return };
        let area = bounds.inflate(1.0, 1.0).intersect(self.whole()).expand();
        // Sampling a gradient takes about as long as painting that many shapes.
        if area.width() < 1.0 || area.height() < 1.0 || !self.step() {
            return;
        }
        let cost = (area.area() / 256.0) as usize;
        self.steps = self.steps.saturating_sub(cost).max(1);
        let texture = pattern.encode().render_texture(area, 1.0);
        let Some(colours) = straight(&texture.data, [texture.width, texture.height]) else {
            return;
        };
        let windows = self.clips.len();
        if let Some(window) = &pattern.shading.clip_path {
            self.open(window, tiny_skia::FillRule::Winding);
        }
        if let Some(back) = transform.invert() {
            // The colours are on the pixel grid, whatever the transformation of the path.
            let place = back.pre_concat(Transform::from_translate(area.x0 as f32, area.y0 as f32));
            let shader = tiny_skia::Pattern::new(
                colours.as_ref(),
                SpreadMode::Pad,
                FilterQuality::Nearest,
                1.0,
                place,
            );
            self.shade(path, transform, shader, blend, mode);
        }
        self.clips.truncate(windows);
    }

    /// Paints a tiling pattern, each tile clipped to the path.
    pub(super) fn tiles<'a>(
        &mut self,
        path: &Path,
        transform: Transform,
        pattern: &TilingPattern<'a>,
        mode: &DrawMode,
    ) {
        let is_stroke = matches!(mode, DrawMode::Stroke(_));
        let outline = match mode {
            DrawMode::Stroke(props) => path.stroke(&stroke(props), 1.0),
            _ => Some(path.clone()),
        };
        let Some(outline) = outline.and_then(|outline| outline.transform(transform)) else {
            return;
        };
        let rule = match mode {
            DrawMode::Fill(rule) => fill_rule(*rule),
            _ => tiny_skia::FillRule::Winding,
        };
        let bounds = kurbo_rect(outline.bounds()).intersect(self.whole());
        let windows = self.clips.len();
        self.open_path(outline, rule);
        let back = pattern.matrix.inverse();
        let there = (back * bounds.to_path(0.1)).bounding_box();
        let steps = [f64::from(pattern.x_step), f64::from(pattern.y_step)];
        let range = |low: f64, high: f64, cell: [f64; 2], step: f64| {
            let ends = [(low - cell[1]) / step, (high - cell[0]) / step];
            [ends[0].min(ends[1]).floor(), ends[0].max(ends[1]).ceil()]
        };
        let cell = pattern.bbox;
        let [left, right] = range(there.x0, there.x1, [cell.x0, cell.x1], steps[0]);
        let [low, high] = range(there.y0, there.y1, [cell.y0, cell.y1], steps[1]);
        let count = (right - left + 1.0) * (high - low + 1.0);
        // A count that is not a number is also too large.
        if count.is_nan() || count > DRAWN_TILES.most as f64 {
            self.undrawn.insert(Undrawn::LimitExceeded(DRAWN_TILES));
        } else if bounds.area() > 0.0 {
            for row in low as i64..=high as i64 {
                for column in left as i64..=right as i64 {
                    if !self.step() {
                        break;
                    }
                    let shift = (column as f64 * steps[0], row as f64 * steps[1]);
                    let place = pattern.matrix * kurbo::Affine::translate(shift);
                    let inside = self.clips.len();
                    let _ = pattern.interpret(self, place, is_stroke);
                    self.clips.truncate(inside);
                }
            }
        }
        self.clips.truncate(windows);
    }
}
