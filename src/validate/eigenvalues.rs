//! The eigenvalues of a symmetric matrix.
//!
//! Jacobi, *Über ein leichtes Verfahren, die in der Theorie der Säkularstörungen vorkommenden Gleichungen
//! numerisch aufzulösen*, 1846: rotations in the plane of two axes, each of which zeroes one off-diagonal
//! entry. It needs only sums, products, quotients and square roots, which are the same on every machine.

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
