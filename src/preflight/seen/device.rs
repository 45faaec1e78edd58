//! The output device of the PDF interpreter: paints paths, letters, pictures, clips and groups on a canvas.
//! painted on paper.

use hayro_interpret::font::{Glyph, GlyphRun};
use hayro_interpret::kurbo::BezPath;
use hayro_interpret::{
    BlendMode, ClipPath, Device, DrawMode, DrawProps, Image, ImageDrawProps, Paint, SoftMask,
};

use super::canvas::Canvas;
use super::shapes::{fill_rule, path_of, place};
use super::undrawn::Undrawn;
use crate::preflight::limits::DRAWN_PICTURE;

impl<'a> Device<'a> for Canvas {
    fn draw_path(&mut self, path: &BezPath, props: DrawProps<'a>, mode: &DrawMode) {
        let Some(path) = path_of(path) else { return };
        let transform = place(props.transform);
        self.masked(props.soft_mask, props.blend_mode, |canvas, blend| {
            canvas.draw(&path, transform, &props.paint, blend, mode);
        });
    }

    fn push_clip_path(&mut self, window: &ClipPath) {
        self.open(&window.path, fill_rule(window.fill));
    }

    fn push_transparency_group(
        &mut self,
        opacity: f32,
        mask: Option<SoftMask<'a>>,
        blend: BlendMode,
    ) {
        self.lift(opacity, mask, blend);
    }

    fn draw_glyph_run(&mut self, run: &GlyphRun<'_, 'a>, props: DrawProps<'a>, mode: &DrawMode) {
        if matches!(mode, DrawMode::Invisible) {
            return;
        }
        let DrawProps { transform, paint, soft_mask, blend_mode } = props;
        self.masked(soft_mask, blend_mode, |canvas, blend| {
            for glyph in run.glyphs() {
                match &**glyph {
                    Glyph::Outline(letter) => {
                        let key = letter.identifier().cache_key();
                        let known = canvas.letters.entry(key);
                        let outline = known.or_insert_with(|| path_of(&letter.outline())).clone();
                        let own = place(glyph.transform());
                        // The stroke width depends on the text matrix, not on the letter's own transformation.
                        let Some(outline) = outline.and_then(|outline| outline.transform(own))
                        else {
                            continue;
                        };
                        canvas.draw(&outline, place(transform), &paint, blend, mode);
                    }
                    Glyph::Type3(letter) => {
                        if canvas.step() {
                            letter.interpret(canvas, transform, glyph.transform(), &paint);
                        }
                    }
                }
            }
        });
    }

    fn draw_image(&mut self, image: Image<'a, '_>, props: ImageDrawProps<'a>) {
        let pixels = u64::from(image.width()) * u64::from(image.height());
        if pixels > DRAWN_PICTURE.most as u64 {
            self.undrawn.insert(Undrawn::LimitExceeded(DRAWN_PICTURE));
        }
        if pixels > DRAWN_PICTURE.most as u64 || !self.step() {
            return;
        }
        self.masked(props.soft_mask.clone(), props.blend_mode, |canvas, blend| {
            let mut drawn = false;
            match &image {
                Image::Stencil(stencil) => stencil.with_stencil(
                    |luma, paint| {
                        let colour = match paint {
                            Paint::Color(colour) => colour.to_rgba().to_rgba8(),
                            Paint::Pattern(_) => [0, 0, 0, 255],
                        };
                        drawn = canvas.stencil(&luma, colour, &props, blend);
                    },
                    None,
                ),
                Image::Raster(raster) => raster.with_rgba(
                    |colours, alpha| drawn = canvas.raster(&colours, alpha.as_ref(), &props, blend),
                    None,
                ),
            }
            if !drawn {
                canvas.undrawn.insert(Undrawn::Picture);
            }
        });
    }

    fn pop_clip(&mut self) {
        self.clips.pop();
    }

    fn pop_transparency_group(&mut self) {
        self.lay_down();
    }
}
