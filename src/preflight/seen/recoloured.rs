//! Detection of faces that differ in their colours only, as in a file that was converted by another program.

use resvg::tiny_skia::Pixmap;

use super::pixels::{Area, regions};

/// The bits per channel by which colours are distinguished.
const BITS: u32 = 5;

/// Whether two pictures differ in their colours only: each colour of one always corresponds to the same colour of the
/// other, in both directions, so that nothing is hidden.
pub(super) fn is_recoloured(expected: &Pixmap, found: &Pixmap, area: Area) -> bool {
    let is_mapped = |from: &Pixmap, to: &Pixmap| {
        mapped(from, to, area).is_some_and(|mapped| regions(&mapped, to, area).is_empty())
    };
    is_mapped(expected, found) && is_mapped(found, expected)
}

/// Replaces each colour of a picture by the mean of the other picture's colours at its pixels.
fn mapped(from: &Pixmap, to: &Pixmap, [left, top, right, bottom]: Area) -> Option<Pixmap> {
    if [from.width(), from.height()] != [to.width(), to.height()] {
        return None;
    }
    let width = from.width() as usize;
    let place = |pixel: &[u8; 4]| {
        pixel[..3].iter().fold(0, |place, part| place << BITS | usize::from(part >> (8 - BITS)))
    };
    let mut sums = vec![[0_u64; 4]; 1 << (3 * BITS)];
    let rows = |y: usize| (y * width + left)..(y * width + right);
    let (own, other) = (from.data().as_chunks::<4>().0, to.data().as_chunks::<4>().0);
    for y in top..bottom {
        for (pixel, there) in own[rows(y)].iter().zip(&other[rows(y)]) {
            let sum = &mut sums[place(pixel)];
            for (sum, part) in sum.iter_mut().zip(&there[..3]) {
                *sum += u64::from(*part);
            }
            sum[3] += 1;
        }
    }
    let mut mapped = from.clone();
    let pixels = mapped.data_mut().as_chunks_mut::<4>().0;
    for y in top..bottom {
        for pixel in &mut pixels[rows(y)] {
            let [red, green, blue, count] = sums[place(pixel)];
            *pixel = [red / count, green / count, blue / count, 255].map(|part| part as u8);
        }
    }
    Some(mapped)
}

#[cfg(test)]
mod tests {
    use resvg::tiny_skia::{Color, Paint, Rect, Transform};

    use super::*;

    fn drawn(ground: [u8; 3], bars: &[([f32; 4], [u8; 3])]) -> Pixmap {
        let colour = |[red, green, blue]: [u8; 3]| Color::from_rgba8(red, green, blue, 255);
        let mut pixmap = Pixmap::new(60, 40).unwrap();
        pixmap.fill(colour(ground));
        for ([x, y, width, height], ink) in bars {
            let mut paint = Paint { anti_alias: true, ..Paint::default() };
            paint.set_color(colour(*ink));
            let bar = Rect::from_xywh(*x, *y, *width, *height).unwrap();
            pixmap.fill_rect(bar, &paint, Transform::identity(), None);
        }
        pixmap
    }

    #[test]
    fn other_inks_are_a_recolouring_hidden_or_missing_shapes_not() {
        let [one, two] = [[10.0, 10.0, 12.5, 8.0], [30.0, 20.5, 12.0, 8.0]];
        let own = drawn([250, 240, 200], &[(one, [0; 3]), (two, [20, 60, 160])]);
        let is_it = |other: &Pixmap| is_recoloured(&own, other, [0, 0, 60, 40]);
        assert!(is_it(&drawn([255, 255, 180], &[(one, [40, 30, 30]), (two, [0, 80, 200])])));
        assert!(!is_it(&drawn([255, 255, 180], &[(one, [40, 30, 30])])));
        assert!(!is_it(&drawn([255, 255, 180], &[(one, [40; 3]), (two, [255, 255, 180])])));
        assert!(!is_it(&drawn(
            [255, 255, 180],
            &[(one, [40; 3]), ([30.0, 5.0, 12.0, 8.0], [0, 80, 200])]
        )));
    }
}
