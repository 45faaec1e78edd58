//! A cache of drawn faces, shared by all pages on which they have the same subpixel offset.
//!
//! Pages are laid out so that faces are on whole pixels if possible, so most have the same offset. Cached faces are
//! run-length encoded, in a sixth of the pixels' bytes. A slanted face is drawn for its exact position, since rounding
//! the position would be visible, and cached for that position only: it recurs on the pages of a sheet, because backs
//! are turned alike for a printer.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use resvg::tiny_skia::Pixmap;

use super::pixels::Area;
use super::placed::FaceId;
use crate::geometry::Affine;

/// The steps of a pixel to which a face's corner is rounded: a shift by half a step is invisible.
const STEPS: f64 = 16.0;
/// The steps of the scale in pixels per millimetre: over a whole card, a step is a hundredth of a pixel.
const SCALE_STEPS: f64 = 10_000.0;
/// The limit on cached runs, of four bytes each: two decks of faces. Beyond it the cache is emptied.
const MOST_RUNS: usize = 6_000_000;
/// The slope of an edge above which a face is slanted: a tenth of a pixel over a whole card. At lower slopes the
/// smoothing of edges has no steps.
const ASLANT: f64 = 0.001;

/// Whether a face with this transformation to pixels is not at a right angle to them.
pub(super) fn is_slanted(place: &Affine) -> bool {
    let [a, b, ..] = place.as_coeffs();
    a.abs().min(b.abs()) > ASLANT
}

/// The renderer of a face.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Drawn {
    /// The PDF interpreter, with inks.
    Inked,
    /// The SVG renderer.
    Vector,
}

/// A face and its position relative to the pixel grid: equal for positions that differ by whole pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct SubpixelOffset {
    shown: FaceId,
    drawn: Drawn,
    /// In steps: the scale, and the position of the corner within a pixel.
    scale: [i64; 4],
    corner: [i64; 2],
}

/// A slanted face, by the bits of its transformation, and the window of the page in which it is visible.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct SlantedFace {
    shown: FaceId,
    drawn: Drawn,
    place: [u64; 6],
    window: Area,
}

/// The key of a cached face.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Key {
    Upright(SubpixelOffset),
    Slanted(SlantedFace),
}

impl Key {
    fn drawn(&self) -> Drawn {
        match self {
            Self::Upright(offset) => offset.drawn,
            Self::Slanted(aslant) => aslant.drawn,
        }
    }
}

/// The cached faces.
#[derive(Default)]
pub(super) struct FaceCache(Mutex<Faces>);

#[derive(Default)]
struct Faces {
    by_place: BTreeMap<Key, Arc<RunLengthFace>>,
    runs: usize,
}

/// Consecutive pixels of one colour. Paper is opaque, so they have no transparency.
#[derive(Clone, Copy)]
struct Run {
    rgb: [u8; 3],
    length: u8,
}

/// A whole face, run-length encoded.
struct RunLengthFace {
    /// The position of its pixels, relative to the pixel of its corner.
    at: [i64; 2],
    size: [usize; 2],
    /// The start of the runs of each row.
    rows: Vec<usize>,
    runs: Vec<Run>,
}

impl FaceCache {
    /// The part of a face inside a window of a page. `place` transforms its millimetres to pixels of the page,
    /// `size_mm` is its width and height; `draw` draws it if it is not cached.
    pub(super) fn window(
        &self,
        shown: FaceId,
        drawn: Drawn,
        place: &Affine,
        size_mm: [f64; 2],
        window: Area,
        draw: impl FnOnce(&Affine, [u32; 2]) -> Option<Pixmap>,
    ) -> Option<Pixmap> {
        if is_slanted(place) {
            let bits = place.as_coeffs().map(f64::to_bits);
            let key = Key::Slanted(SlantedFace { shown, drawn, place: bits, window });
            let [left, top, right, bottom] = window;
            let whole = self.known_or(key, || {
                let size = [(right - left) as u32, (bottom - top) as u32];
                let part =
                    draw(&place.then_translate((-(left as f64), -(top as f64)).into()), size)?;
                Some(RunLengthFace::pack(&part, [left as i64, top as i64]))
            });
            return whole?.cut([0, 0], window);
        }
        let [a, b, c, d, x, y] = place.as_coeffs();
        let scale = [a, b, c, d].map(|part| (part * SCALE_STEPS).round() as i64);
        let steps = [x, y].map(|part| (part * STEPS).round() as i64);
        let corner = steps.map(|step| step.rem_euclid(STEPS as i64));
        let pixel = steps.map(|step| step.div_euclid(STEPS as i64));
        let offset = SubpixelOffset { shown, drawn, scale, corner };
        let whole = self.known_or(Key::Upright(offset), || offset.whole(size_mm, draw));
        whole?.cut(pixel, window)
    }

    /// The cached face, or a newly drawn one that is then cached.
    fn known_or(
        &self,
        key: Key,
        draw: impl FnOnce() -> Option<RunLengthFace>,
    ) -> Option<Arc<RunLengthFace>> {
        let known = self.lock().by_place.get(&key).cloned();
        if known.is_some() {
            return known;
        }
        let whole = Arc::new(draw()?);
        self.keep(key, &whole);
        Some(whole)
    }

    /// Removes the faces of one renderer.
    pub(super) fn forget(&self, drawn: Drawn) {
        let mut faces = self.lock();
        faces.by_place.retain(|key, _| key.drawn() != drawn);
        faces.runs = faces.by_place.values().map(|whole| whole.runs.len()).sum();
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Faces> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn keep(&self, key: Key, whole: &Arc<RunLengthFace>) {
        let mut faces = self.lock();
        if faces.runs + whole.runs.len() > MOST_RUNS {
            *faces = Faces::default();
        }
        if faces.by_place.insert(key, Arc::clone(whole)).is_none() {
            faces.runs += whole.runs.len();
        }
    }
}

impl SubpixelOffset {
    /// Draws the whole face.
    fn whole(
        &self,
        [width, height]: [f64; 2],
        draw: impl FnOnce(&Affine, [u32; 2]) -> Option<Pixmap>,
    ) -> Option<RunLengthFace> {
        let [a, b, c, d] = self.scale.map(|part| part as f64 / SCALE_STEPS);
        let [x, y] = self.corner.map(|part| part as f64 / STEPS);
        let place = Affine::new([a, b, c, d, x, y]);
        let area = place.transform_rect_bbox(kurbo::Rect::new(0.0, 0.0, width, height)).expand();
        let size = [area.width(), area.height()].map(|side| side.max(1.0) as u32);
        let pixmap = draw(&place.then_translate(-area.origin().to_vec2()), size)?;
        Some(RunLengthFace::pack(&pixmap, [area.x0 as i64, area.y0 as i64]))
    }
}

impl RunLengthFace {
    fn pack(pixmap: &Pixmap, at: [i64; 2]) -> Self {
        let size = [pixmap.width() as usize, pixmap.height() as usize];
        let (mut rows, mut runs) = (Vec::with_capacity(size[1]), Vec::new());
        for row in pixmap.data().chunks_exact(size[0] * 4) {
            rows.push(runs.len());
            let mut open: Option<Run> = None;
            for &[red, green, blue, _] in row.as_chunks().0 {
                let rgb = [red, green, blue];
                match &mut open {
                    Some(run) if run.rgb == rgb && run.length < u8::MAX => run.length += 1,
                    _ => runs.extend(open.replace(Run { rgb, length: 1 })),
                }
            }
            runs.extend(open);
        }
        runs.shrink_to_fit();
        Self { at, size, rows, runs }
    }

    /// The pixels inside a window of the page, with the face's corner in `pixel`; white where the window extends beyond
    /// the face.
    fn cut(&self, pixel: [i64; 2], [left, top, right, bottom]: Area) -> Option<Pixmap> {
        let mut part = Pixmap::new((right - left) as u32, (bottom - top) as u32)?;
        part.data_mut().fill(255);
        let start = [pixel[0] + self.at[0], pixel[1] + self.at[1]];
        let (left, right) = (left as i64 - start[0], right as i64 - start[0]);
        for (y, row) in part.data_mut().chunks_exact_mut((right - left) as usize * 4).enumerate() {
            let Ok(own) = usize::try_from(top as i64 + y as i64 - start[1]) else { continue };
            if own >= self.size[1] {
                continue;
            }
            let end = self.rows.get(own + 1).copied().unwrap_or(self.runs.len());
            let mut x = 0_i64;
            for Run { rgb: [red, green, blue], length } in &self.runs[self.rows[own]..end] {
                let (from, to) = (x.max(left), (x + i64::from(*length)).min(right));
                x += i64::from(*length);
                if from < to {
                    let (pixels, _) = row.as_chunks_mut();
                    pixels[(from - left) as usize..(to - left) as usize]
                        .fill([*red, *green, *blue, 255]);
                }
            }
        }
        Some(part)
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use resvg::tiny_skia::{Color, Paint, Rect, Transform};

    use super::*;
    use crate::face::{BackPlace, Extra};
    use crate::geometry::Point;

    const SIZE_MM: [f64; 2] = [20.0, 30.0];

    /// Draws a face of bars and slanted shapes at its position.
    fn draw(place: &Affine, [width, height]: [u32; 2]) -> Option<Pixmap> {
        let mut pixmap = Pixmap::new(width, height)?;
        pixmap.fill(Color::from_rgba8(240, 230, 220, 255));
        let [a, b, c, d, x, y] = place.as_coeffs().map(|part| part as f32);
        let place = Transform::from_row(a, b, c, d, x, y);
        for (at, colour) in [(2.0, 0), (7.3, 90), (13.1, 180)] {
            let bar = Rect::from_xywh(at, at + 1.0, 4.2, 9.7)?;
            let mut paint = Paint { anti_alias: true, ..Paint::default() };
            paint.set_color_rgba8(colour, 10, 60, 255);
            pixmap.fill_rect(bar, &paint, place.pre_concat(Transform::from_skew(0.1, 0.0)), None);
        }
        Some(pixmap)
    }

    #[test]
    fn a_cached_face_equals_a_fresh_drawing() {
        let kept = FaceCache::default();
        let drawings = Cell::new(0);
        let places = [
            Affine::new([6.0, 0.0, 0.0, 6.0, 3.0, 9.0]),
            Affine::new([6.0, 0.0, 0.0, 6.0, 47.0, 1.0]),
            Affine::new([6.0, 0.0, 0.0, 6.0, 47.5, 1.25]),
            Affine::new([-6.0, 0.0, 0.0, -6.0, 150.0, 260.0]),
            Affine::new([0.0, 6.0, -6.0, 0.0, 200.0, 8.0]),
            Affine::new([-6.0, 0.0, 0.0, -6.0, 190.0, 200.0]),
        ];
        for place in places {
            let window = [30, 20, 130, 150];
            let cut = kept.window(
                FaceId::Back(BackPlace::FIRST),
                Drawn::Vector,
                &place,
                SIZE_MM,
                window,
                |own, size| {
                    drawings.set(drawings.get() + 1);
                    draw(own, size)
                },
            );
            let shifted = place.then_translate((-30.0, -20.0).into());
            let fresh = draw(&shifted, [100, 130]).unwrap();
            let mut cut = cut.unwrap();
            // Outside the face the paper is white.
            let back = place.inverse();
            let width = cut.width();
            let is_inside = |x: u32, y: u32| {
                let Point { x, y } = back * Point::new(f64::from(x) + 30.5, f64::from(y) + 20.5);
                x > 0.1 && y > 0.1 && x < SIZE_MM[0] - 0.1 && y < SIZE_MM[1] - 0.1
            };
            let mut compared = 0;
            for (index, (one, other)) in cut.pixels_mut().iter().zip(fresh.pixels()).enumerate() {
                if is_inside(index as u32 % width, index as u32 / width) {
                    assert_eq!(one, other, "{place:?} at {index}");
                    compared += 1;
                }
            }
            assert!(compared > 3_000, "{place:?}");
        }
        // The second has the offset of the first, the last that of the fourth.
        assert_eq!(4, drawings.get());
    }

    #[test]
    fn a_slanted_face_is_drawn_once_for_its_exact_position() {
        let kept = FaceCache::default();
        let drawings = Cell::new(0);
        let back = FaceId::Back(BackPlace::FIRST);
        // A shift by a sixty-fourth of a pixel moves the steps of an edge with a low slope.
        for (count, shift) in [(1, 0.0), (2, 1.0 / 64.0), (2, 0.0), (2, 1.0 / 64.0)] {
            let place = Affine::new([6.0, 0.026, -0.026, 6.0, 3.02 + shift, 9.01]);
            let window = [10, 20, 90, 150];
            let cut = kept.window(back, Drawn::Vector, &place, SIZE_MM, window, |own, size| {
                drawings.set(drawings.get() + 1);
                draw(own, size)
            });
            let fresh = draw(&place.then_translate((-10.0, -20.0).into()), [80, 130]).unwrap();
            assert_eq!(fresh.data(), cut.unwrap().data());
            assert_eq!(count, drawings.get());
        }
    }

    #[test]
    fn faces_of_different_renderers_are_cached_separately() {
        let kept = FaceCache::default();
        let place = Affine::new([6.0, 0.0, 0.0, 6.0, 0.0, 0.0]);
        let drawings = Cell::new(0);
        let extra = FaceId::Extra(Extra::Instruction);
        for (shown, drawn) in [
            (FaceId::Back(BackPlace::FIRST), Drawn::Vector),
            (FaceId::Back(BackPlace::FIRST), Drawn::Inked),
            (extra, Drawn::Vector),
        ] {
            for _ in 0..2 {
                kept.window(shown, drawn, &place, SIZE_MM, [0, 0, 10, 10], |own, size| {
                    drawings.set(drawings.get() + 1);
                    draw(own, size)
                });
            }
        }
        assert_eq!(3, drawings.get());
    }

    #[test]
    fn the_cache_stays_within_its_limit() {
        let kept = FaceCache::default();
        // Each pixel has another colour: as many runs as pixels.
        let noise = |_: &Affine, [width, height]: [u32; 2]| {
            let mut pixmap = Pixmap::new(width, height)?;
            for (index, pixel) in pixmap.data_mut().chunks_exact_mut(4).enumerate() {
                pixel.copy_from_slice(&[index as u8, (index >> 8) as u8, 0, 255]);
            }
            Some(pixmap)
        };
        for step in 0..16 {
            let place = Affine::new([40.0, 0.0, 0.0, 40.0, f64::from(step) / STEPS, 0.0]);
            kept.window(
                FaceId::Back(BackPlace::FIRST),
                Drawn::Vector,
                &place,
                SIZE_MM,
                [0, 0, 9, 9],
                noise,
            )
            .unwrap();
            assert!(kept.lock().runs <= MOST_RUNS);
        }
        assert!(kept.lock().by_place.len() < 16);
    }
}
