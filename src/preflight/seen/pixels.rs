//! Where two pictures of the same size look different.
//!
//! Edges that lie a part of a pixel beside each other are told from figures that differ by adding up
//! what is lighter and what is darker within three pixels by three: along an edge that is shifted a
//! little the sum stays small, where ink is missing or too much it does not.

use resvg::tiny_skia::Pixmap;

/// Which mean difference of nine pixels is seen, of 255: an edge between black and white that is a
/// third of a pixel aside stays below.
const SEEN: u16 = 28;
/// Bytes of a pixel: red, green, blue, and how opaque it is, which is not compared.
const BYTES: usize = 4;
/// How many such places within a region count; one pixel alone has nine.
const LEAST_PLACES: usize = 5;
/// Places nearer than this many pixels are one region.
const CELL: usize = 8;

/// A region in which two pictures look different, in pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Region {
    pub left: usize,
    pub top: usize,
    /// Behind the last pixel.
    pub right: usize,
    pub bottom: usize,
    /// How many places of it differ.
    pub places: usize,
}

impl Region {
    /// All of a picture.
    pub(super) fn whole(picture: &Pixmap) -> Self {
        let (right, bottom) = (picture.width() as usize, picture.height() as usize);
        Self { left: 0, top: 0, right, bottom, places: 0 }
    }

    /// Whether they have a pixel in common.
    pub(super) fn meets(&self, other: &Self) -> bool {
        self.left < other.right
            && other.left < self.right
            && self.top < other.bottom
            && other.top < self.bottom
    }
}

/// A rectangle of pixels: left, top, right, bottom.
pub(super) type Area = [usize; 4];

/// The regions within `area` in which the pictures look different, from the top down.
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
    // Of the last three rows, what three pixels side by side are lighter together, four bytes a pixel,
    // and whether they differ at all.
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
        // Rows of edges that lie aside by a hair are many, rows in which something is seen are few.
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

/// By how much three pixels side by side are lighter than they ought to be, for each but the ends, byte
/// by byte. `lighter` is room for the same of single pixels.
fn sum_of_three(sums: &mut [i16], lighter: &mut [i16], ought: &[u8], is: &[u8]) {
    for ((lighter, ought), is) in lighter.iter_mut().zip(ought).zip(is) {
        *lighter = i16::from(*is).wrapping_sub(i16::from(*ought));
    }
    let inner = sums.len() - BYTES;
    let three = lighter.iter().zip(&lighter[BYTES..]).zip(&lighter[2 * BYTES..]);
    // Three differences of bytes are within three bits of the bound of 16.
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

/// Places that lie near to each other as one region each.
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

/// By how much the pixels of one colour may differ, of 255.
const FLAT: u8 = 24;

/// Whether a picture has one colour all over within a region.
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

/// Part of a picture.
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
    fn what_is_missing_added_or_moved_by_more_than_a_pixel_is_found_where_it_is() {
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
    fn edges_a_quarter_of_a_pixel_aside_are_the_same() {
        let bar = [20.0, 10.0, 5.0, 20.0];
        for other in [[20.25, 10.0, 5.0, 20.0], [20.0, 10.2, 5.0, 20.0], [19.9, 10.0, 5.2, 20.0]] {
            assert!(found(&[bar], &[other]).is_empty(), "{other:?}");
        }
    }

    /// Nine pixels at a time, as the figures are defined.
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
    fn rows_of_bytes_tell_the_same_places_as_nine_pixels_at_a_time() {
        // Any numbers: Knuth's for a generator of 64 bits.
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
            // From a few specks to noise all over, light and heavy.
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
    fn only_the_area_that_is_asked_for_is_looked_at() {
        let bar = [20.0, 10.0, 4.0, 4.0];
        assert!(regions(&drawn(&[bar]), &drawn(&[]), [30, 0, 60, 40]).is_empty());
    }

    #[test]
    fn one_colour_all_over_is_reported_from_ink() {
        let picture = drawn(&[[20.0, 10.0, 4.0, 4.0]]);
        let of =
            |left, right| is_flat(&picture, &Region { left, top: 8, right, bottom: 16, places: 1 });
        assert!(of(2, 10) && !of(16, 22));
    }
}
