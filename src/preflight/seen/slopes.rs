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
    let (own, there) = (own.data(), there.data());
    // What a change of each kind makes of a pixel, and last what it has become.
    let mut sums = [[0.0; KINDS + 1]; KINDS];
    let middle = [width / 2, height / 2].map(|half| half as i64);
    for y in 1..height - 1 {
        for x in 1..width - 1 {
            let place = (y * width + x) * 4;
            let [aside, below] = [x as i64 - middle[0], y as i64 - middle[1]];
            for part in place..place + 3 {
                let slope =
                    |before: usize, behind: usize| i64::from(own[behind]) - i64::from(own[before]);
                let right = slope(part - 4, part + 4);
                let down = slope(part - width * 4, part + width * 4);
                if right == 0 && down == 0 {
                    continue;
                }
                let darker = 2 * (i64::from(own[part]) - i64::from(there[part]));
                let turned = down * aside - right * below;
                let row = [right, down, turned, right * aside, down * below, darker];
                let row = row.map(|number| number as f64);
                for (kind, sums) in sums.iter_mut().enumerate() {
                    sums.iter_mut().zip(row).for_each(|(sum, other)| *sum += row[kind] * other);
                }
            }
        }
    }
    let [right, down, turn, wider, higher] = solved(sums)?;
    // The whole pixels were found before, and no correction of a printer is larger.
    let is_near = [right, down].iter().all(|part| part.abs() <= 1.0)
        && [turn, wider, higher].iter().all(|part| part.abs() <= MOST_SLANT);
    let [x, y] = middle.map(|half| half as f64);
    is_near.then(|| {
        let aside = right - wider * x + turn * y;
        let below = down - turn * x - higher * y;
        Affine([1.0 + wider, turn, -turn, 1.0 + higher, aside, below])
    })
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
