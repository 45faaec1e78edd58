//! Where two pictures of the same size look different.
//!
//! Edges that lie a part of a pixel beside each other are told from figures that differ by adding up
//! what is lighter and what is darker within three pixels by three: along an edge that is shifted a
//! little the sum stays small, where ink is missing or too much it does not.

use resvg::tiny_skia::Pixmap;

/// Which mean difference of nine pixels is seen, of 255: an edge between black and white that is a
/// third of a pixel aside stays below.
const SEEN: i32 = 28;
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
    // Of the last three rows, what three pixels side by side are lighter together, and whether they
    // differ at all.
    let mut rows: [Vec<[i32; 3]>; 3] = [0; 3].map(|_| vec![[0; 3]; across]);
    let mut differs = [false; 3];
    for y in top..bottom {
        let last = (y - top) % 3;
        let ought = &expected.data()[row(expected, y)];
        let is = &found.data()[row(found, y)];
        let before = std::mem::replace(&mut differs[last], ought != is);
        if differs[last] {
            sum_of_three(&mut rows[last], ought, is);
        } else if before {
            rows[last].fill([0; 3]);
        }
        if y < top + 2 || differs == [false; 3] {
            continue;
        }
        for x in 1..across - 1 {
            let sum = |channel: usize| rows.iter().map(|row| row[x][channel]).sum::<i32>().abs();
            seen[(y - 1 - top) * across + x] = (0..3).any(|channel| sum(channel) > 9 * SEEN);
        }
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

/// By how much three pixels side by side are lighter than they ought to be, for each but the ends.
fn sum_of_three(sums: &mut [[i32; 3]], ought: &[u8], is: &[u8]) {
    let single = |x: usize| {
        let at = x * 4;
        [0, 1, 2].map(|channel| i32::from(is[at + channel]) - i32::from(ought[at + channel]))
    };
    let (mut before, mut here) = (single(0), single(1));
    for x in 1..sums.len() - 1 {
        let next = single(x + 1);
        sums[x] = [0, 1, 2].map(|channel| before[channel] + here[channel] + next[channel]);
        (before, here) = (here, next);
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

    #[test]
    fn only_the_area_that_is_asked_for_is_looked_at() {
        let bar = [20.0, 10.0, 4.0, 4.0];
        assert!(regions(&drawn(&[bar]), &drawn(&[]), [30, 0, 60, 40]).is_empty());
    }

    #[test]
    fn one_colour_all_over_is_told_from_ink() {
        let picture = drawn(&[[20.0, 10.0, 4.0, 4.0]]);
        let of =
            |left, right| is_flat(&picture, &Region { left, top: 8, right, bottom: 16, places: 1 });
        assert!(of(2, 10) && !of(16, 22));
    }
}
