//! Heuristic recognition of words among shapes, by their heights and positions.

use super::super::file::Corners;

/// A probable word.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Word {
    /// Its font size in points, rather too large than too small.
    pub size: f64,
    /// The index of the shape that is its first letter.
    pub first: usize,
    /// The number of consecutive shapes that are its letters.
    pub letters: usize,
}

/// Fewer shapes in a row are ornament.
const FEWEST: usize = 3;
/// The least height of capitals, ascenders and digits, and that of small letters, in ems, of common typefaces.
const TALL_EM: f64 = 0.66;
const SMALL_EM: f64 = 0.5;
/// The least ratio of tall letters to small ones.
const TALLER: f64 = 1.15;
/// The tolerance for the baseline, and the largest gap between letters, in heights of the taller one.
const FOOT: f64 = 0.3;
const APART: f64 = 1.0;
/// Shapes with smaller differences in size are equal, in points: rows of equal shapes are ornament.
const SAME_POINTS: f64 = 0.05;

/// Finds words among shapes in painting order, horizontal or vertical.
pub(super) fn words(shapes: &[Corners]) -> Vec<Word> {
    let level = found(shapes, |bounds| bounds);
    // Text that runs upward; for text that runs downward, tops and baselines are exchanged.
    let turned = found(shapes, |[left, low, right, high]| [low, -right, high, -left]);
    level.into_iter().chain(turned).collect()
}

fn found(shapes: &[Corners], seen: impl Fn(Corners) -> Corners) -> Vec<Word> {
    let seen: Vec<Corners> = shapes.iter().map(|shape| seen(*shape)).collect();
    let mut first = 0;
    let rows = seen.chunk_by(follow).map(|row| {
        first += row.len();
        Some(Word { size: size(row)?, first: first - row.len(), letters: row.len() })
    });
    rows.flatten().collect()
}

fn height([_, low, _, high]: &Corners) -> f64 {
    high - low
}

/// Whether two shapes are next to each other like letters of a word.
fn follow(one: &Corners, next: &Corners) -> bool {
    let tall = f64::max(height(one), height(next));
    let gap = f64::max(next[0] - one[2], one[0] - next[2]);
    (one[1] - next[1]).abs() <= FOOT * tall && (-FOOT * tall..=APART * tall).contains(&gap)
}

/// The font size of a row of shapes, if it is text.
fn size(row: &[Corners]) -> Option<f64> {
    let first = row.first().filter(|_| row.len() >= FEWEST)?;
    let sides = |shape: &Corners| [shape[2] - shape[0], height(shape)];
    let differs = |shape: &Corners| {
        let ([width, height], [other_width, other_height]) = (sides(first), sides(shape));
        (width - other_width).abs() > SAME_POINTS || (height - other_height).abs() > SAME_POINTS
    };
    if !row.iter().any(differs) {
        return None;
    }
    let tallest = row.iter().map(height).fold(0.0, f64::max);
    let lowest = row.iter().map(height).fold(f64::INFINITY, f64::min);
    let em = if tallest >= TALLER * lowest { TALL_EM } else { SMALL_EM };
    Some(tallest / em)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Shapes of these widths and heights on one baseline, from the left.
    fn row(shapes: &[[f64; 2]]) -> Vec<Corners> {
        let mut x = 20.0;
        let shape = |&[width, height]: &[f64; 2]| {
            let left = x;
            x += width + 0.6;
            [left, 50.0, left + width, 50.0 + height]
        };
        shapes.iter().map(shape).collect()
    }

    #[test]
    fn tall_and_small_letters_on_a_line_are_a_word() {
        let mut shapes = vec![[10.0, 200.0, 12.0, 202.0]];
        shapes.extend(row(&[[2.0, 3.1], [2.9, 3.1], [3.0, 3.1], [2.9, 4.2]]));
        let found = words(&shapes);
        assert_eq!(1, found.len(), "{found:?}");
        assert!((found[0].size - 4.2 / 0.66).abs() < 1e-9 && found[0].first == 1, "{found:?}");
    }

    #[test]
    fn vertical_words_are_found() {
        let up = |[left, low, right, high]: Corners| [-high, left, -low, right];
        let letters = row(&[[2.0, 3.0], [2.9, 3.0], [3.0, 3.0], [2.9, 4.0]]);
        let shapes: Vec<Corners> = letters.into_iter().map(up).collect();
        assert_eq!([Word { size: 4.0 / 0.66, first: 0, letters: 4 }], *words(&shapes));
    }

    #[test]
    fn equal_few_or_scattered_shapes_are_not_a_word() {
        assert!(words(&row(&[[1.5, 1.5]; 9])).is_empty());
        assert!(words(&row(&[[2.0, 3.1], [2.9, 4.2]])).is_empty());
        let stars = [[10.0, 10.0, 12.0, 12.5], [40.0, 60.0, 43.0, 63.0], [80.0, 20.0, 81.5, 21.5]];
        assert!(words(&stars).is_empty());
    }
}
