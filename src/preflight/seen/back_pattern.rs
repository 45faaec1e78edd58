//! How a back looks, small and in full, and where on a page something looks so.

use resvg::tiny_skia::Pixmap;

use super::pixels::cut;
use super::pixels::{Area, regions};
use super::slopes::change;
use super::standing::Shown;
use crate::face::Format;
use crate::geometry::{Affine, Point};

/// Cells of the small pictures that are looked at in each place.
const SAMPLES: usize = 120;
/// A place fits if its squared differences from the back are less than this share of those that the back has
/// from its own mean colour: bare paper has more than all of them.
const FITS: f64 = 0.6;
/// The same where the place is told to the part of a pixel. A back with a plate too many has less, another card
/// in the same frame has more.
const FITS_EXACTLY: f64 = 0.35;
/// Squared differences from the mean, for each cell and colour: a back of one colour all over has no place that
/// could be told.
const LEAST_CONTRAST: i64 = 9;
/// Pixels of a row from one to the next by which the place is told in the full pictures.
const STRIDE: usize = 25;
/// Of those, how many are looked at between two questions whether a place is still the best.
const BETWEEN: usize = 60;

/// A picture in cells of several pixels, each the mean of itself and its eight neighbours: a back half a cell aside
/// looks nearly the same.
pub(super) struct Small {
    across: usize,
    down: usize,
    cells: Vec<[i32; 3]>,
}

impl Small {
    pub fn of(pixmap: &Pixmap, cell: usize) -> Self {
        let width = pixmap.width() as usize;
        let (across, down) = (width / cell, pixmap.height() as usize / cell);
        let mut sums = vec![[0_i32; 3]; across * down];
        for (y, row) in pixmap.data().chunks_exact(width * 4).take(down * cell).enumerate() {
            for (x, pixel) in row.chunks_exact(4).take(across * cell).enumerate() {
                let sum = &mut sums[y / cell * across + x / cell];
                for (sum, part) in sum.iter_mut().zip(pixel) {
                    *sum += i32::from(*part);
                }
            }
        }
        let mut cells = vec![[0; 3]; sums.len()];
        for y in 1..down.saturating_sub(1) {
            for x in 1..across.saturating_sub(1) {
                let mut whole = [0; 3];
                for row in y - 1..=y + 1 {
                    for sum in &sums[row * across + x - 1..=row * across + x + 1] {
                        whole.iter_mut().zip(sum).for_each(|(whole, part)| *whole += part);
                    }
                }
                cells[y * across + x] = whole.map(|sum| sum / (9 * (cell * cell) as i32));
            }
        }
        Self { across, down, cells }
    }
}

/// A back as it lies on a page in one of the quarter turns, cut.
pub(super) struct Pattern {
    pub shown: Shown,
    /// From its millimetres to its pixels.
    pub place: Affine,
    pub full: Pixmap,
    /// Its size in cells.
    size: [usize; 2],
    /// Some of its cells, from all over it.
    samples: Vec<([usize; 2], [i32; 3])>,
    /// Their squared differences from their mean.
    contrast: i64,
    /// The pixels by which the place is told, with their colours: each sixtieth, and again from the next, so that
    /// what differs anywhere is met soon.
    points: Vec<([usize; 2], [u8; 3])>,
    /// Their squared differences from their mean.
    full_contrast: u64,
}

impl Pattern {
    pub fn of(
        format: Format,
        shown: Shown,
        turned: &Affine,
        cell: usize,
        look: &mut impl FnMut(Shown, &Affine, Area) -> Option<Pixmap>,
    ) -> Option<Self> {
        let bleed = format.bleed_mm();
        let trim = [format.trim_width_mm(), format.trim_height_mm()];
        let corners = [(bleed, bleed), (bleed + trim[0], bleed + trim[1])];
        let [one, other] = corners.map(|corner| *turned * Point::from(corner));
        let area = kurbo::Rect::from_points(one, other);
        let place = turned.then_translate(-area.origin().to_vec2());
        let pixels = [area.width(), area.height()].map(|side| side.floor() as usize);
        let full = look(shown, &place, [0, 0, pixels[0], pixels[1]])?;
        let small = Small::of(&full, cell);
        let (across, down) = (small.across.checked_sub(2)?, small.down.checked_sub(2)?);
        let all = across * down;
        // Steps by the golden ratio spread any number of them evenly.
        let step = (all as f64 * 0.618_034) as usize | 1;
        let mut samples: Vec<([usize; 2], [i32; 3])> = (0..all.min(SAMPLES))
            .map(|number| {
                let at = number * step % all;
                let [x, y] = [1 + at % across, 1 + at / across];
                ([x, y], small.cells[y * small.across + x])
            })
            .collect();
        samples.dedup();
        let contrast = contrast(samples.iter().map(|(_, sample)| sample.map(i64::from)));
        let points = points(&full);
        let full_contrast =
            self::contrast(points.iter().map(|(_, colour)| colour.map(i64::from))) as u64;
        let size = [small.across, small.down];
        let is_told = contrast >= 3 * LEAST_CONTRAST * samples.len() as i64 && contrast > 0;
        is_told.then_some(Self {
            shown,
            place,
            full,
            size,
            samples,
            contrast,
            points,
            full_contrast,
        })
    }

    /// Whether one cannot be told from the other.
    pub fn looks_like(&self, other: &Self) -> bool {
        let size = [self.full.width(), self.full.height()];
        let area = [0, 0, size[0] as usize, size[1] as usize];
        size == [other.full.width(), other.full.height()]
            && regions(&self.full, &other.full, area).is_empty()
    }

    /// The places of a page in which it fits, by their corner in cells, and how far they are from it; of those
    /// that `may_be`.
    pub fn places<'p>(
        &'p self,
        page: &'p Small,
        may_be: impl Fn([usize; 2]) -> bool + 'p,
    ) -> impl Iterator<Item = (f64, [usize; 2])> + 'p {
        let contrast = self.contrast as f64;
        let rows = 0..(page.down + 1).saturating_sub(self.size[1]);
        let columns = 0..(page.across + 1).saturating_sub(self.size[0]);
        // Few samples say little, so at first more is let pass.
        let share = |taken: usize| 0.25 + 0.75 * taken as f64 / self.samples.len() as f64;
        let most: Vec<i64> =
            (1..=self.samples.len()).map(|taken| (contrast * FITS * share(taken)) as i64).collect();
        rows.flat_map(move |y| columns.clone().map(move |x| [x, y])).filter_map(move |[x, y]| {
            if !may_be([x, y]) {
                return None;
            }
            let mut off = 0_i64;
            for (([right, down], sample), most) in self.samples.iter().zip(&most) {
                let own = &page.cells[(y + down) * page.across + x + right];
                let parts = own.iter().zip(sample).map(|(own, part)| i64::from(own - part));
                off += parts.map(|part| part * part).sum::<i64>();
                if off > *most {
                    return None;
                }
            }
            Some((off as f64 / contrast, [x, y]))
        })
    }

    /// From its pixels to those of a page, near to where its cells were found; nothing if it fits nowhere
    /// there.
    pub fn exactly(&self, drawn: &Pixmap, [x, y]: [usize; 2], cell: usize) -> Option<Affine> {
        let reach = cell as i64;
        let most = (self.full_contrast as f64 * FITS_EXACTLY) as u64;
        let aside =
            (-reach..=reach).flat_map(|down| (-reach..=reach).map(move |right| [right, down]));
        let mut aside: Vec<[i64; 2]> = aside.collect();
        // From the middle outward: the best is near, and whatever follows is soon seen to be worse.
        aside.sort_by_key(|[right, down]| right.abs() + down.abs());
        let mut best = (most, None);
        for [right, down] in aside {
            let at = [x as i64 + right, y as i64 + down];
            if let Some(off) = self.off(drawn, at, best.0) {
                best = (off, Some(at));
            }
        }
        let at = best.1?;
        let beyond = self.beyond(drawn, at).unwrap_or_default();
        Some(beyond.then_translate((at[0] as f64, at[1] as f64).into()))
    }

    /// The squared differences from a page where its corner lies so, if they are less than `most`.
    fn off(&self, drawn: &Pixmap, [x, y]: [i64; 2], most: u64) -> Option<u64> {
        let (width, height) = (self.full.width() as usize, self.full.height() as usize);
        let across = drawn.width() as usize;
        let [x, y] = [usize::try_from(x).ok()?, usize::try_from(y).ok()?];
        if x + width > across || y + height > drawn.height() as usize {
            return None;
        }
        let mut off = 0_u64;
        for points in self.points.chunks(BETWEEN) {
            for ([right, down], own) in points {
                let there = &drawn.data()[((y + down) * across + x + right) * 4..][..3];
                let parts = own.iter().zip(there);
                off +=
                    parts.map(|(own, there)| u64::from(own.abs_diff(*there)).pow(2)).sum::<u64>();
            }
            if off >= most {
                return None;
            }
        }
        (off < most).then_some(off)
    }

    /// How it lies on the page, if not quite as its corner here says.
    fn beyond(&self, drawn: &Pixmap, at: [i64; 2]) -> Option<Affine> {
        let (width, height) = (self.full.width() as usize, self.full.height() as usize);
        let corner = [usize::try_from(at[0]).ok()?, usize::try_from(at[1]).ok()?];
        let window = [corner[0], corner[1], corner[0] + width, corner[1] + height];
        let is_inside = window[2] <= drawn.width() as usize && window[3] <= drawn.height() as usize;
        let there = if is_inside { cut(drawn, window)? } else { return None };
        change(&self.full, &there)
    }
}

/// Pixels spread over a picture with their colours, some of every row and of every column, so that lines of every
/// direction are met.
fn points(full: &Pixmap) -> Vec<([usize; 2], [u8; 3])> {
    let (width, height) = (full.width() as usize, full.height() as usize);
    let spread = |row: usize| (row * 7 % STRIDE..width).step_by(STRIDE).map(move |x| [x, row]);
    let all: Vec<[usize; 2]> = (0..height).flat_map(spread).collect();
    let coloured = |at: &[usize; 2]| {
        let pixel = &full.data()[(at[1] * width + at[0]) * 4..][..3];
        (*at, [pixel[0], pixel[1], pixel[2]])
    };
    (0..BETWEEN).flat_map(|start| all.iter().skip(start).step_by(BETWEEN)).map(coloured).collect()
}

/// The squared differences of colours from their mean.
fn contrast(colours: impl Iterator<Item = [i64; 3]>) -> i64 {
    let (mut count, mut sum, mut squares) = (0, [0; 3], 0);
    for colour in colours {
        count += 1;
        sum.iter_mut().zip(colour).for_each(|(sum, part)| *sum += part);
        squares += colour.iter().map(|part| part * part).sum::<i64>();
    }
    squares - sum.iter().map(|sum| sum * sum / count.max(1)).sum::<i64>()
}
