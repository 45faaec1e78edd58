//! Finds the regions in which two pictures of the same size differ visibly.
//!
//! Differences are summed over three by three pixels with their sign: for an edge that is shifted by part of a pixel
//! the sum is small, for missing or additional ink it is large.

use resvg::tiny_skia::Pixmap;

/// The mean difference of nine pixels that is visible, of 255: a black edge shifted by a third of a pixel stays below.
const SEEN: u16 = 28;
/// The bytes of a pixel: red, green, blue, and alpha, which is not compared.
const BYTES: usize = 4;
/// The least number of differing positions in a region; a single pixel affects nine.
const LEAST_PLACES: usize = 5;
/// Positions closer than this are one region, in pixels.
const CELL: usize = 8;

/// A region in which two pictures differ, in pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Region {
    pub left: usize,
    pub top: usize,
    /// Exclusive.
    pub right: usize,
    pub bottom: usize,
    /// The number of differing positions.
    pub places: usize,
}

impl Region {
    /// The whole picture.
    pub(super) fn whole(picture: &Pixmap) -> Self {
        let (right, bottom) = (picture.width() as usize, picture.height() as usize);
        Self { left: 0, top: 0, right, bottom, places: 0 }
    }

    /// Whether the regions overlap.
    pub(super) fn meets(&self, other: &Self) -> bool {
        self.left < other.right
            && other.left < self.right
            && self.top < other.bottom
            && other.top < self.bottom
    }
}

/// A rectangle of pixels: left, top, right, bottom.
pub(super) type Area = [usize; 4];

/// The regions within `area` in which the pictures differ, from top to bottom.
pub(super) fn regions(expected: &Pixmap, found: &Pixmap, area: Area) -> Vec<Region> {
    if expected.data() == found.data() {
        return Vec::new();
    }
    let width = expected.width().min(found.width()) as usize;
    let height = expected.height().min(found.height()) as usize;
    let [left, top] = [area[0], area[1]];
    let [right, bottom] = [area[2].min(width), area[3].min(height)];
    if right < left + 3 || bottom < top + 3 {
        return Vec::new();
    }
    let [across, down] = [right - left, bottom - top];
    let mut seen = vec![false; across * down];
    let row = |pixmap: &Pixmap, y: usize| {
        let start = y * pixmap.width() as usize;
        (start + left) * 4..(start + right) * 4
    };
    // Of the last three rows, the sums of differences of three adjacent pixels, four bytes per pixel, and whether
    // there are any differences.
    let mut rows: [Vec<i16>; 3] = [0; 3].map(|_| vec![0; across * BYTES]);
    let mut lighter = vec![0; across * BYTES];
    let mut differs = [false; 3];
    let mut is_any_seen = false;
    for y in top..bottom {
        let last = (y - top) % 3;
        let ought = &expected.data()[row(expected, y)];
        let is = &found.data()[row(found, y)];
        let before = std::mem::replace(&mut differs[last], ought != is);
        if differs[last] {
            sum_of_three(&mut rows[last], &mut lighter, ought, is);
        } else if before {
            rows[last].fill(0);
        }
        if y < top + 2 || differs == [false; 3] {
            continue;
        }
        sum_of_rows(&mut lighter, &rows);
        // Many rows have slightly shifted edges, few have visible differences.
        if lighter.iter().fold(0, |most, sum| sum.unsigned_abs().max(most)) <= 9 * SEEN {
            continue;
        }
        for (x, pixel) in lighter.chunks_exact(BYTES).enumerate().take(across - 1).skip(1) {
            let is_seen = pixel[..3].iter().any(|sum| sum.unsigned_abs() > 9 * SEEN);
            seen[(y - 1 - top) * across + x] = is_seen;
            is_any_seen |= is_seen;
        }
    }
    if !is_any_seen {
        return Vec::new();
    }
    grouped(&seen, across)
        .into_iter()
        .filter(|region| region.places >= LEAST_PLACES)
        .map(|region| Region {
            left: region.left + left,
            top: region.top + top,
            right: region.right + left,
            bottom: region.bottom + top,
            ..region
        })
        .collect()
}

/// Sums of signed differences of three adjacent pixels, for all pixels but the first and last, by byte. `lighter` is a
/// buffer for the differences of single pixels.
fn sum_of_three(sums: &mut [i16], lighter: &mut [i16], ought: &[u8], is: &[u8]) {
    for ((lighter, ought), is) in lighter.iter_mut().zip(ought).zip(is) {
        *lighter = i16::from(*is).wrapping_sub(i16::from(*ought));
    }
    let inner = sums.len() - BYTES;
    let three = lighter.iter().zip(&lighter[BYTES..]).zip(&lighter[2 * BYTES..]);
    // Three differences of bytes cannot overflow 16 bits.
    for (sum, ((before, here), next)) in sums[BYTES..inner].iter_mut().zip(three) {
        *sum = before.wrapping_add(*here).wrapping_add(*next);
    }
}

/// The sum of three rows.
fn sum_of_rows(sums: &mut [i16], [one, two, three]: &[Vec<i16>; 3]) {
    for (((sum, one), two), three) in sums.iter_mut().zip(one).zip(two).zip(three) {
        *sum = one.wrapping_add(*two).wrapping_add(*three);
    }
}

/// Groups neighbouring positions to regions.
fn grouped(seen: &[bool], across: usize) -> Vec<Region> {
    let down = seen.len() / across;
    let (columns, lines) = (across.div_ceil(CELL), down.div_ceil(CELL));
    let mut cells: Vec<Option<Region>> = vec![None; columns * lines];
    for (index, _) in seen.iter().enumerate().filter(|(_, seen)| **seen) {
        let (x, y) = (index % across, index / across);
        let cell = &mut cells[(y / CELL) * columns + x / CELL];
        let here = Region { left: x, top: y, right: x + 1, bottom: y + 1, places: 1 };
        *cell = Some(cell.map_or(here, |cell| joined(cell, here)));
    }
    let mut found = Vec::new();
    for start in 0..cells.len() {
        let Some(mut region) = cells[start].take() else { continue };
        let mut next = vec![start];
        while let Some(cell) = next.pop() {
            let (x, y) = (cell % columns, cell / columns);
            for line in y.saturating_sub(1)..=(y + 1).min(lines - 1) {
                for column in x.saturating_sub(1)..=(x + 1).min(columns - 1) {
                    if let Some(beside) = cells[line * columns + column].take() {
                        region = joined(region, beside);
                        next.push(line * columns + column);
                    }
                }
            }
        }
        found.push(region);
    }
    found
}

fn joined(one: Region, other: Region) -> Region {
    Region {
        left: one.left.min(other.left),
        top: one.top.min(other.top),
        right: one.right.max(other.right),
        bottom: one.bottom.max(other.bottom),
        places: one.places + other.places,
    }
}

/// The tolerance for pixels of one colour, of 255.
const FLAT: u8 = 24;

/// Whether a region of a picture has a single colour.
pub(super) fn is_flat(pixmap: &Pixmap, region: &Region) -> bool {
    let width = pixmap.width() as usize;
    let mut span = [[255_u8, 0]; 3];
    for y in region.top..region.bottom.min(pixmap.height() as usize) {
        for x in region.left..region.right.min(width) {
            let pixel = &pixmap.data()[(y * width + x) * 4..][..3];
            for (span, part) in span.iter_mut().zip(pixel) {
                *span = [span[0].min(*part), span[1].max(*part)];
            }
        }
        if span.iter().any(|[least, most]| most.saturating_sub(*least) >= FLAT) {
            return false;
        }
    }
    true
}

/// Crops a picture.
pub(super) fn cut(pixmap: &Pixmap, [left, top, right, bottom]: Area) -> Option<Pixmap> {
    let mut part = Pixmap::new((right - left) as u32, (bottom - top) as u32)?;
    let width = pixmap.width() as usize;
    for (row, y) in part.data_mut().chunks_exact_mut((right - left) * 4).zip(top..bottom) {
        row.copy_from_slice(&pixmap.data()[(y * width + left) * 4..(y * width + right) * 4]);
    }
    Some(part)
}

#[cfg(test)]
mod tests {
    use resvg::tiny_skia::{Color, Paint, Rect, Transform};

    use super::*;

    /// A white picture with black bars.
    fn drawn(bars: &[[f32; 4]]) -> Pixmap {
        let mut pixmap = Pixmap::new(60, 40).unwrap();
        pixmap.fill(Color::WHITE);
        for [x, y, width, height] in bars {
            let bar = Rect::from_xywh(*x, *y, *width, *height).unwrap();
            let paint = Paint { anti_alias: true, ..Paint::default() };
            pixmap.fill_rect(bar, &paint, Transform::identity(), None);
        }
        pixmap
    }

    fn found(one: &[[f32; 4]], other: &[[f32; 4]]) -> Vec<Region> {
        regions(&drawn(one), &drawn(other), [0, 0, 60, 40])
    }

    #[test]
    fn missing_added_and_moved_shapes_are_located() {
        let bar = [20.0, 10.0, 2.0, 4.0];
        for (one, other) in [(vec![bar], vec![]), (vec![], vec![bar])] {
            let [region] = found(&one, &other).try_into().unwrap();
            assert!(region.left >= 18 && region.right <= 24, "{region:?}");
            assert!(region.top >= 8 && region.bottom <= 16, "{region:?}");
        }
        assert!(!found(&[bar], &[[22.0, 10.0, 2.0, 4.0]]).is_empty());
        assert_eq!(2, found(&[bar, [40.0, 30.0, 3.0, 3.0]], &[]).len());
    }

    #[test]
    fn edges_shifted_by_a_quarter_pixel_are_equal() {
        let bar = [20.0, 10.0, 5.0, 20.0];
        for other in [[20.25, 10.0, 5.0, 20.0], [20.0, 10.2, 5.0, 20.0], [19.9, 10.0, 5.2, 20.0]] {
            assert!(found(&[bar], &[other]).is_empty(), "{other:?}");
        }
    }

    /// The definition of the differences, computed from nine pixels at a time.
    fn one_by_one(
        expected: &Pixmap,
        found: &Pixmap,
        [left, top, right, bottom]: Area,
    ) -> Vec<bool> {
        let part = |pixmap: &Pixmap, x: usize, y: usize, channel: usize| {
            i32::from(pixmap.data()[(y * pixmap.width() as usize + x) * 4 + channel])
        };
        let is_seen = |x: usize, y: usize| {
            (0..3).any(|channel| {
                let nine = (y - 1..=y + 1).flat_map(|y| (x - 1..=x + 1).map(move |x| (x, y)));
                let lighter =
                    nine.map(|(x, y)| part(found, x, y, channel) - part(expected, x, y, channel));
                lighter.sum::<i32>().abs() > 9 * 28
            })
        };
        let is_inner = |x, y| x > left && x + 1 < right && y > top && y + 1 < bottom;
        let places = (top..bottom).flat_map(|y| (left..right).map(move |x| (x, y)));
        places.map(|(x, y)| is_inner(x, y) && is_seen(x, y)).collect()
    }

    #[test]
    fn sums_by_row_agree_with_the_definition() {
        // Pseudo-random numbers from Knuth's 64-bit generator.
        let mut state = 7_u64;
        let mut next = move || {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (state >> 56) as u8
        };
        let mut reported = 0;
        for round in 0..40 {
            let expected = drawn(&[[20.0, 10.0, 15.0, 9.0]]);
            let mut found = expected.clone();
            // From a few specks to noise everywhere, light and heavy.
            for pixel in found.data_mut().chunks_exact_mut(4) {
                if next() < 6 * round {
                    let by = next() >> (round % 4);
                    pixel[..3].iter_mut().for_each(|part| *part = part.wrapping_add(by));
                }
            }
            let area = [3, 2, 57, 38];
            let across = area[2] - area[0];
            let places = grouped(&one_by_one(&expected, &found, area), across);
            let places: usize = places
                .iter()
                .map(|region| region.places)
                .filter(|count| *count >= LEAST_PLACES)
                .sum();
            let regions = regions(&expected, &found, area);
            assert_eq!(
                places,
                regions.iter().map(|region| region.places).sum::<usize>(),
                "{round}"
            );
            reported += usize::from(places > 0);
        }
        assert!((10..40).contains(&reported), "{reported} rounds differ");
    }

    #[test]
    fn only_the_given_area_is_compared() {
        let bar = [20.0, 10.0, 4.0, 4.0];
        assert!(regions(&drawn(&[bar]), &drawn(&[]), [30, 0, 60, 40]).is_empty());
    }

    #[test]
    fn a_single_colour_is_flat() {
        let picture = drawn(&[[20.0, 10.0, 4.0, 4.0]]);
        let of =
            |left, right| is_flat(&picture, &Region { left, top: 8, right, bottom: 16, places: 1 });
        assert!(of(2, 10) && !of(16, 22));
    }
}
