//! Draws raster images.

use hayro_interpret::{BlendMode, DrawMode, ImageData, ImageDrawProps, LumaData, kurbo};
use resvg::tiny_skia::{self, FilterQuality, PathBuilder, Pixmap, SpreadMode, Transform};

use super::canvas::Canvas;
use super::shapes::place;

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
