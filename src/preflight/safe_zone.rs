//! Safe zone of a picture: finds letter-like shapes too close to the edge.
//!
//! Pixels do not say which shapes are text. This module looks for connected areas of black, or of paper in a coloured
//! background, that have the size and the stroke width of letters; ornament is larger, smaller, thinner or coloured.
//! It is a heuristic, tuned so that the built-in themes, with their frames and stars up to the edge, do not trigger it.

use crate::geometry::Mm;

/// Pixels as red, green, blue.
pub(super) struct Raster<'p> {
    pub width: usize,
    pub height: usize,
    pub rgb: &'p [u8],
    pub dpi: f64,
}

/// A letter-like area, in pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Figure {
    pub left: usize,
    pub top: usize,
    pub width: usize,
    pub height: usize,
    /// The distance from the nearest edge of the picture.
    pub from_edge: usize,
}

/// The longer side of a letter in millimetres: from digits of 6 points to the largest titles.
const LETTER_MM: std::ops::RangeInclusive<f64> = 1.45..=7.0;
/// The least shorter side in millimetres, so that a 1 is a letter but a line is not.
const THINNEST_MM: f64 = 0.3;
/// The least share of its bounding box that a letter covers; outlines and rays cover less.
const LEAST_COVER: f64 = 0.2;
/// The least mean stroke width of a letter in millimetres; pieces of thin curves have less.
const THINNEST_STROKE_MM: f64 = 0.12;
/// Tolerance for overshoot of letters and blur of edges, in millimetres.
const SLACK_MM: f64 = 0.35;

/// Finds the letter-like areas closer to the edge than `live_px`.
pub(super) fn too_near(raster: &Raster<'_>, live_px: f64) -> Vec<Figure> {
    let black = |rgb: &[u8]| {
        let (least, most) = span(rgb);
        most < 70 && most - least < 12
    };
    let paper = |rgb: &[u8]| span(rgb).0 > 235;
    let mut found = areas(raster, live_px, black);
    found.extend(areas(raster, live_px, paper));
    found
}

fn span(rgb: &[u8]) -> (u8, u8) {
    (rgb[0].min(rgb[1]).min(rgb[2]), rgb[0].max(rgb[1]).max(rgb[2]))
}

fn areas(raster: &Raster<'_>, live_px: f64, belongs: impl Fn(&[u8]) -> bool) -> Vec<Figure> {
    let mut open: Vec<bool> = raster.rgb.chunks_exact(3).map(&belongs).collect();
    let px = |mm: f64| Mm(mm).inches() * raster.dpi;
    let mut found = Vec::new();
    for start in 0..open.len() {
        if !open[start] {
            continue;
        }
        let (figure, cover) = flood(raster, &mut open, start);
        let [short, long] = {
            let sides = [figure.width as f64, figure.height as f64];
            [sides[0].min(sides[1]), sides[0].max(sides[1])]
        };
        let letter = (px(*LETTER_MM.start())..=px(*LETTER_MM.end())).contains(&long)
            && short >= px(THINNEST_MM)
            && cover as f64 >= LEAST_COVER * (figure.width * figure.height) as f64
            && cover as f64 >= long * px(THINNEST_STROKE_MM);
        // An area that touches the edge of the picture is background.
        if letter
            && figure.from_edge > 0
            && (figure.from_edge as f64) < live_px - px(SLACK_MM)
            && !is_rhombus(raster, &figure, &belongs)
        {
            found.push(figure);
        }
    }
    found
}

/// Whether the figure is inside the rhombus through the midpoints of its sides: a star is, a letter is not.
fn is_rhombus(raster: &Raster<'_>, figure: &Figure, belongs: impl Fn(&[u8]) -> bool) -> bool {
    let halves = [figure.width, figure.height].map(|side| side as f64 / 2.0);
    // Half a pixel in each direction.
    let slack = 0.5 / halves[0] + 0.5 / halves[1];
    (0..figure.height).all(|down| {
        let start = ((figure.top + down) * raster.width + figure.left) * 3;
        let row = raster.rgb[start..start + figure.width * 3].chunks_exact(3);
        row.enumerate().all(|(right, pixel)| {
            let pixel_centre = [right, down].map(|at| at as f64 + 0.5);
            let off = [0, 1].map(|axis| (pixel_centre[axis] - halves[axis]).abs() / halves[axis]);
            off[0] + off[1] <= 1.0 + slack || !belongs(pixel)
        })
    })
}

/// Removes the connected area of a pixel from `open`; returns its bounding box and pixel count.
fn flood(raster: &Raster<'_>, open: &mut [bool], start: usize) -> (Figure, usize) {
    let (width, height) = (raster.width, raster.height);
    let (mut left, mut right) = (start % width, start % width);
    let (mut top, mut bottom) = (start / width, start / width);
    let mut cover = 0;
    let mut next = vec![start];
    open[start] = false;
    while let Some(place) = next.pop() {
        cover += 1;
        let (x, y) = (place % width, place / width);
        (left, right) = (left.min(x), right.max(x));
        (top, bottom) = (top.min(y), bottom.max(y));
        for row in y.saturating_sub(1)..=(y + 1).min(height - 1) {
            for column in x.saturating_sub(1)..=(x + 1).min(width - 1) {
                let neighbour = row * width + column;
                if open[neighbour] {
                    open[neighbour] = false;
                    next.push(neighbour);
                }
            }
        }
    }
    let from_edge = left.min(top).min(width - 1 - right).min(height - 1 - bottom);
    let (width, height) = (right - left + 1, bottom - top + 1);
    (Figure { left, top, width, height, from_edge }, cover)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The letters found on a white or blue picture of 600 × 600 pixels at 300 dpi with a block on it.
    fn found(ground: [u8; 3], ink: [u8; 3], at: [usize; 4]) -> Vec<Figure> {
        let [left, top, width, height] = at;
        found_where(ground, ink, |x, y| {
            (left..left + width).contains(&x) && (top..top + height).contains(&y)
        })
    }

    fn found_where(
        ground: [u8; 3],
        ink: [u8; 3],
        is_ink: impl Fn(usize, usize) -> bool,
    ) -> Vec<Figure> {
        let pixel = |place: usize| if is_ink(place % 600, place / 600) { ink } else { ground };
        let rgb: Vec<u8> = (0..600 * 600).flat_map(pixel).collect();
        too_near(&Raster { width: 600, height: 600, rgb: &rgb, dpi: 300.0 }, 75.0)
    }

    const BLUE: [u8; 3] = [20, 60, 120];
    const WHITE: [u8; 3] = [255; 3];
    const BLACK: [u8; 3] = [0; 3];

    #[test]
    fn black_and_white_letters_near_the_edge_are_found() {
        for (ground, ink) in [(WHITE, BLACK), (BLUE, WHITE)] {
            assert_eq!(1, found(ground, ink, [50, 300, 12, 24]).len());
            assert_eq!(48, found(ground, ink, [540, 300, 12, 24])[0].from_edge);
            assert!(found(ground, ink, [80, 300, 12, 24]).is_empty());
        }
    }

    #[test]
    fn ornament_is_not_a_letter() {
        for at in [[50, 300, 8, 8], [50, 300, 2, 60], [50, 100, 12, 300], [0, 300, 12, 24]] {
            assert!(found(WHITE, BLACK, at).is_empty(), "{at:?}");
        }
        assert!(found(WHITE, BLUE, [50, 300, 12, 24]).is_empty());
        // A thin slanted line, and one as wide as a digit's stroke.
        let leaning = |width: usize| {
            found_where(WHITE, BLACK, |x, y| {
                let start = 20 + y.saturating_sub(300) / 6;
                (300..324).contains(&y) && (start..start + width).contains(&x)
            })
        };
        assert_eq!([0, 1], [leaning(1).len(), leaning(3).len()]);
        // A star with four points is a rhombus, an o is not.
        let round = |bent: fn(f64) -> f64| {
            found_where(BLUE, WHITE, |x, y| {
                let off = [(x as f64 - 55.5) / 6.0, (y as f64 - 308.5) / 9.0];
                off.map(|part| bent(part.abs())).iter().sum::<f64>() <= 1.0
            })
        };
        assert_eq!([0, 1], [round(|part| part).len(), round(|part| part * part).len()]);
    }
}
