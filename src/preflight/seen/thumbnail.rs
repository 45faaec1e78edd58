//! Thumbnails of faces, to recognise the face at a place on a page.

use kurbo::Point;
use resvg::tiny_skia::Pixmap;

use crate::face::Format;
use crate::geometry::Affine;

/// The resolution of thumbnails, in pixels per millimetre.
pub(super) const SMALL: f64 = 2.0;
/// The distance of samples, and of the first one from the cut, in millimetres, as a margin for inexact cuts.
const STEP_MM: f64 = 0.5;
/// A pixel all of whose channels are at least this is bare paper.
const PAPER: u8 = 250;
/// The least contrast assumed for a face, per channel of a sample: places also show lines of the sheet and parts of
/// neighbouring cards.
const LEAST_CONTRAST: u64 = 8;
/// The blocks in each direction for which ink is recorded.
pub(super) const BLOCKS_ACROSS: usize = 6;
/// The total number of blocks.
pub(super) const BLOCKS: usize = BLOCKS_ACROSS * BLOCKS_ACROSS;

/// A small picture, blurred with the neighbours of each pixel, so that subpixel shifts do not matter.
pub(super) struct Blurred {
    width: usize,
    height: usize,
    pixels: Vec<[u8; 3]>,
}

impl Blurred {
    pub(super) fn from_pixmap(pixmap: &Pixmap) -> Self {
        let (width, height) = (pixmap.width() as usize, pixmap.height() as usize);
        let own: Vec<[u16; 3]> = pixmap
            .data()
            .as_chunks::<4>()
            .0
            .iter()
            .map(|&[red, green, blue, _]| [red, green, blue].map(u16::from))
            .collect();
        let mut pixels = Vec::with_capacity(own.len());
        for y in 0..height {
            let rows = y.saturating_sub(1)..(y + 2).min(height);
            for x in 0..width {
                let columns = x.saturating_sub(1)..(x + 2).min(width);
                let count = (rows.len() * columns.len()) as u16;
                let mut sum = [0_u16; 3];
                for row in rows.clone() {
                    for pixel in &own[row * width + columns.start..row * width + columns.end] {
                        sum.iter_mut().zip(pixel).for_each(|(sum, part)| *sum += part);
                    }
                }
                pixels.push(sum.map(|sum| (sum / count) as u8));
            }
        }
        Self { width, height, pixels }
    }

    /// The colour at a point, interpolated between four pixels; white outside.
    fn at(&self, Point { x, y }: Point) -> [u8; 3] {
        let (x, y) = (x - 0.5, y - 0.5);
        let (left, top) = (x.floor(), y.floor());
        let (right_share, down_share) = (x - left, y - top);
        let pixel = |x: f64, y: f64| -> [f64; 3] {
            let inside =
                (0.0..self.width as f64).contains(&x) && (0.0..self.height as f64).contains(&y);
            match inside {
                true => self.pixels[y as usize * self.width + x as usize].map(f64::from),
                false => [255.0; 3],
            }
        };
        let corners = [
            (pixel(left, top), (1.0 - right_share) * (1.0 - down_share)),
            (pixel(left + 1.0, top), right_share * (1.0 - down_share)),
            (pixel(left, top + 1.0), (1.0 - right_share) * down_share),
            (pixel(left + 1.0, top + 1.0), right_share * down_share),
        ];
        [0, 1, 2].map(|part| {
            let sum: f64 = corners.iter().map(|(colour, share)| colour[part] * share).sum();
            (sum + 0.5) as u8
        })
    }
}

/// The samples of a face, or of a place on a page, inside the cut, in rows.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Thumbnail {
    across: usize,
    samples: Vec<[u8; 3]>,
}

impl Thumbnail {
    /// Samples the face at this position in a picture.
    pub(super) fn new(picture: &Blurred, to_pixels: &Affine, format: Format) -> Self {
        let first = format.bleed_mm() + STEP_MM;
        let steps = |trim: f64| ((trim - STEP_MM) / STEP_MM) as usize;
        let [across, down] = [format.trim_width_mm(), format.trim_height_mm()].map(steps);
        let at = |step: usize| first + step as f64 * STEP_MM;
        let rows = (0..down).flat_map(|y| (0..across).map(move |x| Point::new(at(x), at(y))));
        let samples = rows.map(|point| picture.at(*to_pixels * point)).collect();
        Self { across, samples }
    }

    /// The number of [`BLOCKS`] with ink.
    pub(super) fn inked_blocks(&self) -> usize {
        let down = self.samples.len() / self.across.max(1);
        let mut inked = [false; BLOCKS];
        for (at, sample) in self.samples.iter().enumerate() {
            if sample.iter().any(|part| *part < PAPER) {
                let (x, y) = (at % self.across, at / self.across);
                inked[y * BLOCKS_ACROSS / down * BLOCKS_ACROSS + x * BLOCKS_ACROSS / self.across] =
                    true;
            }
        }
        inked.into_iter().filter(|inked| *inked).count()
    }

    /// The difference between a place and this face, as a share of the face's contrast: about zero for the same face,
    /// more than one for bare paper.
    pub(super) fn off(&self, place: &Self) -> f64 {
        let least = LEAST_CONTRAST * self.samples.as_flattened().len() as u64;
        self.apart(place) as f64 / self.contrast().max(least) as f64
    }

    /// The sum of differences over all samples and channels. It ranks faces, because the share of contrast favours
    /// faces with more contrast.
    pub(super) fn apart(&self, other: &Self) -> u64 {
        let pairs = self.samples.as_flattened().iter().zip(other.samples.as_flattened());
        pairs.map(|(one, other)| u64::from(one.abs_diff(*other))).sum()
    }

    fn contrast(&self) -> u64 {
        let count = self.samples.len().max(1) as u64;
        let mean = [0, 1, 2].map(|part| {
            let sum: u64 = self.samples.iter().map(|sample| u64::from(sample[part])).sum();
            (sum / count) as u8
        });
        let off = |sample: &[u8; 3]| -> u64 {
            sample.iter().zip(mean).map(|(part, mean)| u64::from(part.abs_diff(mean))).sum()
        };
        self.samples.iter().map(off).sum()
    }

    /// The thumbnail mirrored.
    pub(super) fn mirrored(&self) -> Self {
        let mirrored = |row: &[[u8; 3]]| row.iter().rev().copied().collect::<Vec<_>>();
        let samples = self.samples.chunks(self.across.max(1)).flat_map(mirrored).collect();
        Self { across: self.across, samples }
    }

    /// The thumbnail upside down.
    pub(super) fn turned_over(&self) -> Self {
        Self { across: self.across, samples: self.samples.iter().rev().copied().collect() }
    }
}

#[cfg(test)]
mod tests {
    use resvg::tiny_skia::{Color, Paint, Rect, Transform};

    use super::*;

    /// The thumbnail of a face with a bar at this place.
    fn seen(bar: [f32; 4], to_pixels: &Affine) -> Thumbnail {
        let mut pixmap = Pixmap::new(300, 300).unwrap();
        pixmap.fill(Color::WHITE);
        let [a, b, c, d, e, f] = to_pixels.as_coeffs().map(|part| part as f32);
        let [x, y, wide, high] = bar;
        let paint = Paint { anti_alias: true, ..Paint::default() };
        let bar = Rect::from_xywh(x, y, wide, high).unwrap();
        pixmap.fill_rect(bar, &paint, Transform::from_row(a, b, c, d, e, f), None);
        Thumbnail::new(&Blurred::from_pixmap(&pixmap), to_pixels, Format::POKER)
    }

    #[test]
    fn a_face_is_recognised_at_any_position() {
        let [bar, other] = [[10.0, 20.0, 30.0, 8.0], [10.0, 60.0, 30.0, 8.0]];
        let own = seen(bar, &Affine::scale(SMALL));
        let elsewhere = Affine::scale(SMALL).then_translate((21.3, 11.7).into());
        assert!(own.off(&seen(bar, &elsewhere)) < 0.15, "{}", own.off(&seen(bar, &elsewhere)));
        assert!(own.off(&seen(other, &elsewhere)) > 0.8);
        let over = own.turned_over();
        assert_eq!(own, over.turned_over());
        assert!(own.off(&over) > 0.8 && own.off(&own.mirrored()) > 0.1);
        let blocks = |bar| seen(bar, &elsewhere).inked_blocks();
        assert_eq!([6, 24], [blocks([0.0, 20.0, 69.0, 0.3]), blocks([0.0, 0.0, 69.0, 60.0])]);
    }
}
