//! Gradients and tiling patterns.

use hayro_interpret::kurbo::Shape;
use hayro_interpret::pattern::{ShadingPattern, TilingPattern};
use hayro_interpret::{BlendMode, DrawMode, ImageData, ImageDrawProps, LumaData, kurbo};
use resvg::tiny_skia;
use resvg::tiny_skia::{FilterQuality, Path, PathBuilder, Pixmap, SpreadMode, Transform};

use super::canvas::Canvas;
use super::shapes::{bounds_of, fill_rule, kurbo_rect, place, stroke};
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

impl Canvas {
    pub(super) fn stencil(
        &mut self,
        luma: &LumaData,
        [red, green, blue, alpha]: [u8; 4],
        props: &ImageDrawProps<'_>,
        blend: BlendMode,
    ) -> bool {
        let of = |part: &u8| (u16::from(*part) * u16::from(alpha) / 255) as u8;
        let data: Vec<u8> =
            luma.data.iter().flat_map(|part| [red, green, blue, of(part)]).collect();
        let Some(pixels) = straight(&data, [luma.width, luma.height]) else { return false };
        self.picture(&pixels, luma.scale_factors, props.transform, blend);
        true
    }

    pub(super) fn raster(
        &mut self,
        colours: &ImageData,
        alpha: Option<&LumaData>,
        props: &ImageDrawProps<'_>,
        blend: BlendMode,
    ) -> bool {
        let size = [colours.width(), colours.height()];
        let hidden = |index: usize| match alpha {
            None => 255,
            Some(alpha) => {
                // A mask may have another resolution than its image.
                let [x, y] = [index % size[0] as usize, index / size[0] as usize];
                let x = x * alpha.width as usize / size[0] as usize;
                let y = y * alpha.height as usize / size[1] as usize;
                alpha.data.get(y * alpha.width as usize + x).copied().unwrap_or(255)
            }
        };
        let data: Vec<u8> = match colours {
            ImageData::Rgb(rgb) => rgb
                .data
                .chunks_exact(3)
                .enumerate()
                .flat_map(|(index, part)| [part[0], part[1], part[2], hidden(index)])
                .collect(),
            ImageData::Luma(luma) => luma
                .data
                .iter()
                .enumerate()
                .flat_map(|(index, &part)| [part, part, part, hidden(index)])
                .collect(),
        };
        let Some(pixels) = straight(&data, size) else { return false };
        self.picture(&pixels, colours.scale_factors(), props.transform, blend);
        true
    }

    /// Pixels of one unit each, first row on top.
    fn picture(
        &mut self,
        pixels: &Pixmap,
        scale: (f32, f32),
        transform: kurbo::Affine,
        blend: BlendMode,
    ) {
        let [width, height] = [pixels.width() as f32 * scale.0, pixels.height() as f32 * scale.1];
        let Some(area) = tiny_skia::Rect::from_xywh(0.0, 0.0, width, height) else { return };
        let shader = tiny_skia::Pattern::new(
            pixels.as_ref(),
            SpreadMode::Pad,
            FilterQuality::Bilinear,
            1.0,
            Transform::from_scale(scale.0, scale.1),
        );
        let mode = DrawMode::Fill(hayro_interpret::FillRule::NonZero);
        let area = PathBuilder::from_rect(area);
        self.shade(&area, place(transform), shader, blend, &mode);
    }
}

/// Converts unpremultiplied colours with alpha to a pixmap.
pub(super) fn straight(data: &[u8], [width, height]: [u32; 2]) -> Option<Pixmap> {
    let mut pixmap = Pixmap::new(width, height)?;
    for (pixel, parts) in pixmap.pixels_mut().iter_mut().zip(data.chunks_exact(4)) {
        let straight = tiny_skia::ColorU8::from_rgba(parts[0], parts[1], parts[2], parts[3]);
        *pixel = straight.premultiply();
    }
    Some(pixmap)
}
