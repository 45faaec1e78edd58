//! Faces drawn once and kept for every page of every file on which they lie alike.
//!
//! Pages are laid out so that their faces lie on whole pixels where they can, so most lie alike.
//! What is kept is packed by runs of one colour: a sixth of the pixels' bytes. A face that lies aslant is drawn just
//! there, for the steps in which places are told would show, and kept for those that lie so to the last digit: on every
//! page of a sheet, backs are turned alike for a printer.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use resvg::tiny_skia::Pixmap;

use super::pixels::Area;
use super::placed::FaceId;
use crate::geometry::Affine;

/// Steps of a pixel to which a face's corner is told: a shift by half of one is seen nowhere.
const STEPS: f64 = 16.0;
/// The same of the pixels a millimetre: over a whole card, it is the hundredth part of a pixel.
const SCALE_STEPS: f64 = 10_000.0;
/// Runs that are kept, of four bytes each: two decks of faces. Past that all are let go.
const MOST_RUNS: usize = 6_000_000;
/// Pixels by which an edge a millimetre long rises: over a whole card, a tenth of a pixel. Where an edge is less
/// aslant, its smoothing has no steps.
const ASLANT: f64 = 0.001;

/// Whether a face that is carried so to pixels lies beside the quarter turns.
pub(super) fn lies_aslant(place: &Affine) -> bool {
    let [a, b, ..] = place.as_coeffs();
    a.abs().min(b.abs()) > ASLANT
}

/// How a face is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Drawn {
    /// By the interpreter of PDF, in inks.
    Inked,
    /// As a program for SVG does.
    Vector,
}

/// A face and how it lies on its pixels: the same for all places that differ by whole pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct SubpixelOffset {
    shown: FaceId,
    drawn: Drawn,
    /// In steps: how a millimetre of the face lies, and its corner within a pixel.
    scale: [i64; 4],
    corner: [i64; 2],
}

/// A face that lies aslant, by the bits of its place, and the window of the page in which it is seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct SlantedFace {
    shown: FaceId,
    drawn: Drawn,
    place: [u64; 6],
    window: Area,
}

/// What is kept of a face.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Key {
    Upright(SubpixelOffset),
    Slanted(SlantedFace),
}

impl Key {
    fn drawn(&self) -> Drawn {
        match self {
            Self::Upright(lying) => lying.drawn,
            Self::Slanted(aslant) => aslant.drawn,
        }
    }
}

/// The faces drawn so far.
#[derive(Default)]
pub(super) struct FaceCache(Mutex<Faces>);

#[derive(Default)]
struct Faces {
    by_place: BTreeMap<Key, Arc<RunLengthFace>>,
    runs: usize,
}

/// Pixels of one colour side by side. On paper nothing is transparent.
#[derive(Clone, Copy)]
struct Run {
    rgb: [u8; 3],
    length: u8,
}

/// A whole face as runs of one colour.
struct RunLengthFace {
    /// Where its pixels begin, counted from the pixel in which its corner lies.
    at: [i64; 2],
    size: [usize; 2],
    /// Where the runs of each row begin.
    rows: Vec<usize>,
    runs: Vec<Run>,
}

impl FaceCache {
    /// The part of a face that lies within a window of a page. `place` goes from its millimetres to
    /// the pixels of the page, `size_mm` is its width and height; `draw` draws it where it has not
    /// been drawn so before.
    pub(super) fn window(
        &self,
        shown: FaceId,
        drawn: Drawn,
        place: &Affine,
        size_mm: [f64; 2],
        window: Area,
        draw: impl FnOnce(&Affine, [u32; 2]) -> Option<Pixmap>,
    ) -> Option<Pixmap> {
        if lies_aslant(place) {
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
        let lying = SubpixelOffset { shown, drawn, scale, corner };
        let whole = self.known_or(Key::Upright(lying), || lying.whole(size_mm, draw));
        whole?.cut(pixel, window)
    }

    /// What is kept, or else what is drawn and kept from now on.
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

    /// Lets go what was drawn in one way.
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

    /// The pixels within a window of the page on which the face's corner lies in `pixel`; white
    /// where the window reaches beyond.
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

    /// A face of bars and slants, drawn where it lies.
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
    fn a_window_of_a_face_that_was_kept_is_what_would_be_drawn_there() {
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
            // Beyond the face the paper is white.
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
        // The second lies as the first does, the last as the fourth.
        assert_eq!(4, drawings.get());
    }

    #[test]
    fn a_face_that_lies_aslant_is_drawn_to_the_last_digit_where_it_lies_and_once() {
        let kept = FaceCache::default();
        let drawings = Cell::new(0);
        let back = FaceId::Back(BackPlace::FIRST);
        // A sixty-fourth of a pixel moves the steps of an edge that rises by so little.
        for (count, aside) in [(1, 0.0), (2, 1.0 / 64.0), (2, 0.0), (2, 1.0 / 64.0)] {
            let place = Affine::new([6.0, 0.026, -0.026, 6.0, 3.02 + aside, 9.01]);
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
    fn faces_that_are_drawn_otherwise_are_kept_apart() {
        let kept = FaceCache::default();
        let place = Affine::new([6.0, 0.0, 0.0, 6.0, 0.0, 0.0]);
        let drawings = Cell::new(0);
        let extra = FaceId::Extra(Extra::ALL[0]);
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
    fn what_is_kept_stays_within_its_measure() {
        let kept = FaceCache::default();
        // Each pixel another colour: as many runs as pixels.
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
