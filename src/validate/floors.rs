//! Lower bounds of the dependence between the readings of one card, over all deals.
//!
//! *Whole cards.* A joint threshold error is n·k − p in n-ths of a card for n cards, where k is the whole number of
//! cards that pass both thresholds and p the product of the two counts: its distance from 0 is at least that
//! of p from a multiple of n. The same holds for correlations: with both readings written as whole steps
//! above their smallest value, Σij is whole, so the distance of n·Σij − Σi·Σj from 0 is at least that of
//! Σi·Σj from a multiple of n. Each pair is bounded separately; that all bounds can be reached together is
//! not claimed.
//!
//! *Kept grids.* If each grid and element is unchanged, and its whole cards are dealt anew, the squared joint
//! errors of two of them are tr(A·P·B·Pᵀ), A and B being the sums of u·uᵀ over their thresholds u, centred,
//! and P the deal. That is at least Σ λ↑(A)·λ↓(B) over the n − 1 dimensions other than the mean (von Neumann,
//! *Some matrix-inequalities and metrization of matric-space*, 1937; Finke, Burkard and Rendl, *Quadratic
//! assignment problems*, 1987). Whole cards bound the same sum. Every two of them are bounded separately, so
//! the larger of the two bounds is used for each pair before the pairs are added.
//!
//! Welch's bound does not help here: it is about the mean over all pairs of readings, which is dominated by
//! the pairs of one grid, and those are not counted.

use super::reach::Reach;
use crate::dice::whole_cards::to_whole_cards;

/// The lower bound of the sum of squared joint threshold errors, in squared cards, if each of `parts` is
/// unchanged and only its cards are dealt anew. A part is all thresholds of readings that move together;
/// `cards` is the size of the deck.
///
/// For each pair of parts it is the larger of the spectral and the whole-cards bound.
pub(super) fn least_squares_of_parts(parts: &[Vec<&Reach>], cards: usize) -> f64 {
    let spectra: Vec<Vec<f64>> = parts.iter().map(|part| spectrum(part, cards)).collect();
    let mut sum = 0.0;
    for one in 0..parts.len() {
        for other in one + 1..parts.len() {
            let spectral: f64 = spectra[one]
                .iter()
                .zip(spectra[other].iter().rev())
                .map(|(low, high)| low * high)
                .sum();
            sum += spectral.max(least_squares_of_whole_cards(&parts[one], &parts[other], cards));
        }
    }
    sum
}

/// The lower bound of the sum of squared joint threshold errors of two parts, in squared cards, from whole
/// numbers of cards at each pair of thresholds.
fn least_squares_of_whole_cards(one: &[&Reach], other: &[&Reach], cards: usize) -> f64 {
    let deck = cards as u64;
    let mut squares = 0_u64;
    for a in one {
        for b in other {
            let product = u64::from(a.cards.count_ones() * b.cards.count_ones());
            squares += to_whole_cards(product, deck).pow(2);
        }
    }
    squares as f64 / (cards * cards) as f64
}

/// The eigenvalues of Σ u·uᵀ over centred thresholds without that of the mean, ascending.
fn spectrum(part: &[&Reach], cards: usize) -> Vec<f64> {
    let share = |count: u32| f64::from(count) / cards as f64;
    let dimensions = cards.saturating_sub(1);
    let matrix: Vec<Vec<f64>> = if part.len() < cards {
        // With few thresholds: the matrix of their products has the same eigenvalues except for zeros.
        let product = |a: &Reach, b: &Reach| {
            let both = f64::from((a.cards & b.cards).count_ones());
            both - share(a.cards.count_ones()) * f64::from(b.cards.count_ones())
        };
        part.iter().map(|a| part.iter().map(|b| product(a, b)).collect()).collect()
    } else {
        let side = |reach: &Reach, card: usize| {
            f64::from(u8::from(reach.cards >> card & 1 == 1)) - share(reach.cards.count_ones())
        };
        let mut matrix = vec![vec![0.0; cards]; cards];
        for reach in part {
            for (one, row) in matrix.iter_mut().enumerate() {
                for (other, entry) in row.iter_mut().enumerate() {
                    *entry += side(reach, one) * side(reach, other);
                }
            }
        }
        matrix
    };
    // Negative only by rounding; that of the mean, and those of fewer thresholds, are 0.
    let mut values: Vec<f64> =
        eigenvalues(matrix).into_iter().rev().map(|value| value.max(0.0)).collect();
    values.resize(dimensions, 0.0);
    values.reverse();
    values
}

/// Rounds through all pairs of axes. The off-diagonal entries shrink quadratically: eight rounds suffice for
/// 54 axes, so this limit is never reached.
const MOST_ROUNDS: usize = 40;

/// The eigenvalues, ascending. `matrix` is square and symmetric.
pub(super) fn eigenvalues(mut matrix: Vec<Vec<f64>>) -> Vec<f64> {
    let size = matrix.len();
    for _ in 0..MOST_ROUNDS {
        let (mut beside, mut on) = (0.0, 0.0);
        for (place, row) in matrix.iter().enumerate() {
            beside += row[place + 1..].iter().map(|entry| entry * entry).sum::<f64>();
            on += row[place] * row[place];
        }
        // The error of the eigenvalues is then below the last digits of the diagonal.
        if beside <= on * 1e-26 {
            break;
        }
        for one in 0..size {
            for other in one + 1..size {
                rotate(&mut matrix, one, other);
            }
        }
    }
    let mut values: Vec<f64> = (0..size).map(|place| matrix[place][place]).collect();
    values.sort_unstable_by(f64::total_cmp);
    values
}

/// Rotates two axes so that their common entry becomes zero.
fn rotate(matrix: &mut [Vec<f64>], one: usize, other: usize) {
    let common = matrix[one][other];
    if common == 0.0 {
        return;
    }
    let slope = (matrix[other][other] - matrix[one][one]) / (2.0 * common);
    let sign = if slope < 0.0 { -1.0 } else { 1.0 };
    let tangent = sign / (slope.abs() + (slope * slope + 1.0).sqrt());
    let cosine = 1.0 / (tangent * tangent + 1.0).sqrt();
    let sine = tangent * cosine;
    for row in matrix.iter_mut() {
        let (a, b) = (row[one], row[other]);
        row[one] = cosine * a - sine * b;
        row[other] = sine * a + cosine * b;
    }
    let (above, below) = matrix.split_at_mut(other);
    for (a, b) in above[one].iter_mut().zip(&mut below[0]) {
        (*a, *b) = (cosine * *a - sine * *b, sine * *a + cosine * *b);
    }
}

#[cfg(test)]
mod tests {
    use super::super::correlation::covariance;
    use super::super::reach::reach;
    use super::*;
    use crate::dice::whole_cards::{least_covariance, steps};
    use crate::random::Draws;

    /// Every permutation of 0 to n − 1.
    fn orders(n: usize) -> Vec<Vec<usize>> {
        (0..n).fold(vec![Vec::new()], |shorter, last| {
            let insert = |order: &Vec<usize>| {
                let order = order.clone();
                (0..=order.len()).map(move |at| {
                    let mut longer = order.clone();
                    longer.insert(at, last);
                    longer
                })
            };
            shorter.iter().flat_map(insert).collect()
        })
    }

    fn dealt(values: &[i64], order: &[usize]) -> Vec<i64> {
        order.iter().map(|&card| values[card]).collect()
    }

    /// The squared joint threshold errors of two readings, in squared cards, by counting.
    fn squares(x: &[i64], y: &[i64]) -> (f64, f64) {
        let cards = x.len() as f64;
        let thresholds = |values: &[i64]| {
            let mut distinct = values.to_vec();
            distinct.sort_unstable();
            distinct.dedup();
            distinct.split_off(1)
        };
        let (mut sum, mut worst) = (0.0, 0.0_f64);
        for a in thresholds(x) {
            for b in thresholds(y) {
                let count = |holds: &dyn Fn(usize) -> bool| {
                    (0..x.len()).filter(|&card| holds(card)).count() as f64
                };
                let both = count(&|card| x[card] >= a && y[card] >= b);
                let error =
                    both - count(&|card| x[card] >= a) * count(&|card| y[card] >= b) / cards;
                sum += error * error;
                worst = worst.max(error.abs());
            }
        }
        (sum, worst)
    }

    fn whole_cards(x: &[i64], y: &[i64]) -> (f64, f64) {
        let cards = x.len() as u64;
        let (mut sum, mut worst) = (0.0, 0.0_f64);
        for a in reach(x) {
            for b in reach(y) {
                let product = u64::from(a.cards.count_ones() * b.cards.count_ones());
                let least = to_whole_cards(product, cards) as f64 / cards as f64;
                sum += least * least;
                worst = worst.max(least);
            }
        }
        (sum, worst)
    }

    #[test]
    fn deals_of_seven_cards_keep_the_whole_cards_bound() {
        let mut draws = Draws::new(11, "floors");
        let orders = orders(7);
        assert_eq!(5040, orders.len());
        let mut met = 0;
        for values in [2, 3, 4, 7] {
            let x: Vec<i64> = (0..7).map(|_| 3 * draws.below(values) as i64 - 4).collect();
            let y: Vec<i64> = (0..7).map(|card| card % 3).collect();
            let (least, least_worst) = whole_cards(&x, &y);
            let (i, j) = (steps(&x), steps(&y));
            let floor = least_covariance(&i, &j);
            let (mut nearest, mut best, mut lowest) = (i128::MAX, f64::MAX, f64::MAX);
            for order in &orders {
                let y = dealt(&y, order);
                let (sum, worst) = squares(&x, &y);
                (best, lowest) = (best.min(sum), lowest.min(worst));
                nearest = nearest.min(covariance(&i, &dealt(&j, order)).abs());
            }
            assert!(best >= least - 1e-9 && lowest >= least_worst - 1e-9, "{best} {least}");
            assert!(nearest >= floor, "{nearest} {floor}");
            met += usize::from(nearest == floor);
        }
        assert!(met > 0, "some pairs reach the bound");
    }

    #[test]
    fn a_correlation_is_the_same_in_steps() {
        let values = [-7, 5, 5, 11, -1];
        assert_eq!(vec![0, 2, 2, 3, 1], steps(&values));
        assert_eq!(vec![0, 0], steps(&[9, 9]));
        let other = [1, 2, 3, 4, 7];
        let scale = covariance(&values, &other);
        assert_eq!(scale, 6 * covariance(&steps(&values), &other));
    }

    #[test]
    fn deals_of_two_parts_keep_the_kept_grids_bound() {
        let mut draws = Draws::new(12, "floors");
        let orders = orders(6);
        let mut raised = 0;
        for _ in 0..12 {
            // Two readings of each part, which move together.
            let mut part = |values: usize| -> [Vec<i64>; 2] {
                [(); 2].map(|()| (0..6).map(|_| draws.below(values) as i64).collect())
            };
            let (one, other) = (part(6), part(4));
            let reaches = |part: &[Vec<i64>; 2]| -> Vec<Reach> {
                part.iter().flat_map(|values| reach(values)).collect()
            };
            let parts = [reaches(&one), reaches(&other)];
            let parts = parts.each_ref().map(|part| part.iter().collect());
            let floor = least_squares_of_parts(&parts, 6);
            let whole_cards = least_squares_of_whole_cards(&parts[0], &parts[1], 6);
            assert!(floor >= whole_cards, "{floor} {whole_cards}");
            raised += usize::from(floor == whole_cards);
            let best = orders
                .iter()
                .map(|order| {
                    let pairs = one.iter().flat_map(|x| other.iter().map(move |y| (x, y)));
                    pairs.map(|(x, y)| squares(x, &dealt(y, order)).0).sum::<f64>()
                })
                .fold(f64::MAX, f64::min);
            assert!(best >= floor - 1e-9, "{best} {floor}");
        }
        assert!((1..12).contains(&raised), "each bound is the larger one for some parts: {raised}");
        // If each card is an event of its own, all deals are equivalent and reach the bound.
        let each: Vec<Reach> =
            (0..6).map(|card| Reach { threshold: card, cards: 1 << card }).collect();
        let some = reach(&[0, 0, 1, 1, 2, 5]);
        let dependent = |a: &Reach, b: &Reach| {
            let [a, b, both] = [a.cards, b.cards, a.cards & b.cards].map(u128::count_ones);
            let error = f64::from(both) - f64::from(a * b) / 6.0;
            error * error
        };
        let exact: f64 = each.iter().flat_map(|a| some.iter().map(move |b| dependent(a, b))).sum();
        let floor = least_squares_of_parts(&[each.iter().collect(), some.iter().collect()], 6);
        assert!((exact - floor).abs() < 1e-9, "{exact} {floor}");
    }

    #[test]
    fn few_thresholds_have_the_same_spectrum() {
        let values: Vec<i64> = (0..6).map(|card| card * card % 4).collect();
        let reaches = reach(&values);
        let few: Vec<&Reach> = reaches.iter().collect();
        // As many copies as make the other computation the shorter one.
        let many: Vec<&Reach> = std::iter::repeat_n(&few, 6).flatten().copied().collect();
        assert!(few.len() < 6 && many.len() >= 6);
        for (one, six) in spectrum(&few, 6).iter().zip(spectrum(&many, 6)) {
            assert!((6.0 * one - six).abs() < 1e-9, "{one} {six}");
        }
    }
}

#[cfg(test)]
mod eigenvalues_tests {
    use super::*;
    use crate::random::Draws;

    #[test]
    fn textbook_matrices_have_their_eigenvalues() {
        let near = |matrix: &[&[f64]], expected: &[f64]| {
            let found = eigenvalues(matrix.iter().map(|row| row.to_vec()).collect());
            assert_eq!(expected.len(), found.len());
            assert!(found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-12), "{found:?}");
        };
        near(&[], &[]);
        near(&[&[2.0, 1.0], &[1.0, 2.0]], &[1.0, 3.0]);
        // The second difference of four points: 2 − 2·cos(kπ/5).
        let root = 5.0_f64.sqrt();
        near(
            &[
                &[2.0, -1.0, 0.0, 0.0],
                &[-1.0, 2.0, -1.0, 0.0],
                &[0.0, -1.0, 2.0, -1.0],
                &[0.0, 0.0, -1.0, 2.0],
            ],
            &[(3.0 - root) / 2.0, (5.0 - root) / 2.0, (3.0 + root) / 2.0, (5.0 + root) / 2.0],
        );
    }

    #[test]
    fn eigenvalues_keep_trace_and_sum_of_squares() {
        let mut draws = Draws::new(7, "eigenvalues");
        let size = 54;
        let drawn: Vec<f64> = (0..size * size).map(|_| draws.below(41) as f64 - 20.0).collect();
        let entry = |one: usize, other: usize| drawn[one.min(other) * size + one.max(other)];
        let row = |one| (0..size).map(|other| entry(one, other)).collect();
        let matrix: Vec<Vec<f64>> = (0..size).map(row).collect();
        let trace: f64 = (0..size).map(|place| matrix[place][place]).sum();
        let squares: f64 = matrix.iter().flatten().map(|entry| entry * entry).sum();
        let values = eigenvalues(matrix);
        assert!((values.iter().sum::<f64>() - trace).abs() < 1e-9);
        assert!((values.iter().map(|value| value * value).sum::<f64>() - squares).abs() < 1e-6);
    }
}
