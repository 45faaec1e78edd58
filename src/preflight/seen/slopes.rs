//! How one picture lies upon another that shows the same: parts of a pixel aside, and a little turned or stretched,
//! as pages are that make up for what a printer does.

use resvg::tiny_skia::Pixmap;

use crate::geometry::Affine;

/// Ways in which a face may lie otherwise than expected: to the right, down, turned, wider, higher.
const KINDS: usize = 5;
/// How far it may be turned, in parts of a circle's radius, or stretched, in parts of itself.
const MOST_SLANT: f64 = 0.01;

/// What carries a picture to where it lies in another of the same size, both in pixels of theirs; `None` if that is
/// more than a pixel, or cannot be told. It is the change that explains best by the slopes of the picture what is
/// lighter and darker (Lucas and Kanade), and leaves about a fifth of the way where edges are sharp.
pub(super) fn change(own: &Pixmap, there: &Pixmap) -> Option<Affine> {
    let (width, height) = (own.width() as usize, own.height() as usize);
    if there.width() as usize != width || there.height() as usize != height || height < 3 {
        return None;
    }
    let middle = [width / 2, height / 2].map(|half| half as i64);
    let sums = sums(own.data(), there.data(), [width, height], middle);
    let [right, down, turn, wider, higher] = solved(sums)?;
    // The whole pixels were found before, and no correction of a printer is larger.
    let is_near = [right, down].iter().all(|part| part.abs() <= 1.0)
        && [turn, wider, higher].iter().all(|part| part.abs() <= MOST_SLANT);
    let [x, y] = middle.map(|half| half as f64);
    is_near.then(|| {
        let aside = right - wider * x + turn * y;
        let below = down - turn * x - higher * y;
        Affine::new([1.0 + wider, turn, -turn, 1.0 + higher, aside, below])
    })
}

/// What the slopes of a row of pixels come to, each product added up over its pixels and their three colours: as it is,
/// times how far the pixel is aside of the middle, and times the square of that.
#[derive(Clone, Copy, Default)]
struct Products {
    /// Of the slopes to the right and down with themselves and each other.
    right: [i64; 3],
    both: [i64; 3],
    down: [i64; 3],
    /// Of the slopes with what has become darker; not times the square.
    right_darker: [i64; 2],
    down_darker: [i64; 2],
}

impl Products {
    /// Those of the row that begins at this byte of both pictures.
    fn of_row(own: &[u8], there: &[u8], row: usize, width: usize, middle: i64) -> Self {
        let mut sums = Self::default();
        for x in 1..width - 1 {
            let place = row + x * 4;
            let (mut right_right, mut both, mut down_down) = (0, 0, 0);
            let (mut right_darker, mut down_darker) = (0, 0);
            for part in place..place + 3 {
                let right = i64::from(own[part + 4]) - i64::from(own[part - 4]);
                let down = i64::from(own[part + width * 4]) - i64::from(own[part - width * 4]);
                let darker = 2 * (i64::from(own[part]) - i64::from(there[part]));
                right_right += right * right;
                both += right * down;
                down_down += down * down;
                right_darker += right * darker;
                down_darker += down * darker;
            }
            if right_right == 0 && down_down == 0 {
                continue;
            }
            let aside = x as i64 - middle;
            let square = aside * aside;
            for (sum, product) in [
                (&mut sums.right, right_right),
                (&mut sums.both, both),
                (&mut sums.down, down_down),
            ] {
                sum[0] += product;
                sum[1] += product * aside;
                sum[2] += product * square;
            }
            for (sum, product) in
                [(&mut sums.right_darker, right_darker), (&mut sums.down_darker, down_darker)]
            {
                sum[0] += product;
                sum[1] += product * aside;
            }
        }
        sums
    }
}

/// The products of what a change of each kind makes of a pixel with each other, and last with what it has become, added
/// up over all pixels within the edge.
fn sums(
    own: &[u8],
    there: &[u8],
    [width, height]: [usize; 2],
    middle: [i64; 2],
) -> [[f64; KINDS + 1]; KINDS] {
    // In whole numbers: no order of adding up changes them.
    let mut sums = [[0_i128; KINDS + 1]; KINDS];
    for y in 1..height - 1 {
        let Products { right: r, both: b, down: d, right_darker, down_darker } =
            Products::of_row(own, there, y * width * 4, width, middle[0]);
        let below = y as i64 - middle[1];
        let square = below * below;
        let turned = [b[1] - r[0] * below, d[1] - b[0] * below];
        let rows: [[i64; KINDS + 1]; KINDS] = [
            [r[0], b[0], turned[0], r[1], b[0] * below, right_darker[0]],
            [b[0], d[0], turned[1], b[1], d[0] * below, down_darker[0]],
            [
                turned[0],
                turned[1],
                d[2] - 2 * b[1] * below + r[0] * square,
                b[2] - r[1] * below,
                d[1] * below - b[0] * square,
                down_darker[1] - right_darker[0] * below,
            ],
            [r[1], b[1], b[2] - r[1] * below, r[2], b[1] * below, right_darker[1]],
            [
                b[0] * below,
                d[0] * below,
                d[1] * below - b[0] * square,
                b[1] * below,
                d[0] * square,
                down_darker[0] * below,
            ],
        ];
        for (sums, row) in sums.iter_mut().zip(rows) {
            for (sum, own) in sums.iter_mut().zip(row) {
                *sum += i128::from(own);
            }
        }
    }
    sums.map(|row| row.map(|sum| sum as f64))
}

/// The unknowns of as many equations, each a row of factors and what they come to; `None` if they do not say.
fn solved(mut rows: [[f64; KINDS + 1]; KINDS]) -> Option<[f64; KINDS]> {
    for at in 0..KINDS {
        let most = (at..KINDS).max_by(|&one, &other| {
            rows[one][at].abs().total_cmp(&rows[other][at].abs()).then(other.cmp(&one))
        })?;
        rows.swap(at, most);
        let own = rows[at];
        for (_, row) in rows.iter_mut().enumerate().filter(|(place, _)| *place != at) {
            let times = row[at] / own[at];
            row.iter_mut().zip(own).for_each(|(number, other)| *number -= times * other);
        }
    }
    let mut found = [0.0; KINDS];
    (0..KINDS).for_each(|at| found[at] = rows[at][KINDS] / rows[at][at]);
    found.iter().all(|number| number.is_finite()).then_some(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The definition: each pixel's six numbers, each times each.
    fn literal(own: &[u8], there: &[u8], [width, height]: [usize; 2]) -> [[f64; 6]; 5] {
        let mut sums = [[0_i128; 6]; 5];
        let middle = [width / 2, height / 2].map(|half| half as i128);
        for y in 1..height - 1 {
            for x in 1..width - 1 {
                for colour in 0..3 {
                    let part = (y * width + x) * 4 + colour;
                    let of = |at: usize| i128::from(own[at]);
                    let right = of(part + 4) - of(part - 4);
                    let down = of(part + width * 4) - of(part - width * 4);
                    let [aside, below] = [x as i128 - middle[0], y as i128 - middle[1]];
                    let darker = 2 * (of(part) - i128::from(there[part]));
                    let turned = down * aside - right * below;
                    let row = [right, down, turned, right * aside, down * below, darker];
                    for (kind, sums) in sums.iter_mut().enumerate() {
                        for (sum, other) in sums.iter_mut().zip(row) {
                            *sum += row[kind] * other;
                        }
                    }
                }
            }
        }
        sums.map(|row| row.map(|sum| sum as f64))
    }

    #[test]
    fn products_row_by_row_are_those_of_every_pixel() {
        let size = [13, 9];
        // Numbers without a pattern, and pixels beside each other that are alike.
        let noise = |seed: u32| -> Vec<u8> {
            let bytes = 0..(size[0] * size[1] * 4) as u32;
            bytes.map(|at| ((at / 8 + seed).wrapping_mul(2_654_435_761) >> 24) as u8).collect()
        };
        let (own, there) = (noise(3), noise(5));
        let middle = [size[0] / 2, size[1] / 2].map(|half| half as i64);
        assert_eq!(literal(&own, &there, size), sums(&own, &there, size, middle));
        assert!(sums(&own, &there, size, middle).iter().flatten().all(|sum| *sum != 0.0));
    }
}
