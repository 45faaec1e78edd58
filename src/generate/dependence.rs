//! The dependence of readings, by definition: what a search reports and the limits of a spec refer to.

use super::readings::Reading;

/// Dependence over all pairs of readings that are read together, as in the validator, in floating point.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Dependence {
    /// The largest |r|.
    pub worst_r: f64,
    /// The root mean square of r.
    pub rms_r: f64,
    /// The largest joint threshold error, in cards.
    pub worst_error: f64,
    /// The root mean square of the joint threshold errors, in cards.
    pub rms_error: f64,
}

impl Dependence {
    /// The figures of these pairs.
    pub(super) fn new<'r>(pairs: impl Iterator<Item = (&'r Reading, &'r Reading)>) -> Self {
        let mut figures = Self::default();
        let mut cards = 1;
        let (mut count, mut thresholds, mut worst, mut squares) = (0_u64, 0_u64, 0, 0_u64);
        for (x, y) in pairs {
            cards = x.cards();
            let r = r(x, y);
            figures.worst_r = figures.worst_r.max(r.abs());
            figures.rms_r += r * r;
            count += 1;
            each_error(x, y, |error| {
                worst = worst.max(error);
                squares += u64::from(error) * u64::from(error);
                thresholds += 1;
            });
        }
        let card = cards as f64;
        figures.rms_r = (figures.rms_r / count.max(1) as f64).sqrt();
        figures.worst_error = f64::from(worst) / card;
        figures.rms_error = (squares as f64 / thresholds.max(1) as f64).sqrt() / card;
        figures
    }
}

/// Pearson's r of two readings; 0 if one of them is constant.
fn r(x: &Reading, y: &Reading) -> f64 {
    let products: i64 = x.values.iter().zip(&y.values).map(|(x, y)| x * y).sum();
    let covariance = x.cards() as i64 * products - x.sum * y.sum;
    let spread = x.spread as f64 * y.spread as f64;
    if spread > 0.0 { covariance as f64 / spread.sqrt() } else { 0.0 }
}

/// The size of n·#(X ≥ a and Y ≥ b) − #(X ≥ a)·#(Y ≥ b) for every pair of thresholds: the joint
/// threshold error in n-ths of a card.
fn each_error(x: &Reading, y: &Reading, mut describe: impl FnMut(u32)) {
    let (height, width) = (x.at_least.len(), y.at_least.len());
    let mut cards = vec![0; (height + 1) * (width + 1)];
    for (&a, &b) in x.levels.iter().zip(&y.levels) {
        cards[usize::from(a) * (width + 1) + usize::from(b)] += 1;
    }
    // Row by row from the highest threshold of X: the cards that reach it, by their level in Y.
    let mut reach = vec![0; width + 1];
    for (cards, nx) in cards.chunks_exact(width + 1).skip(1).zip(&x.at_least).rev() {
        reach.iter_mut().zip(cards).for_each(|(sum, cards)| *sum += cards);
        let mut both = 0;
        for (reach, ny) in reach[1..].iter().zip(&y.at_least).rev() {
            both += reach;
            describe((x.cards() as i32 * both - nx * ny).unsigned_abs());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Draws;

    #[test]
    fn errors_and_correlations_are_those_of_the_definition() {
        let mut draws = Draws::new(1, "readings");
        let mut reading = |values| Reading::new((0..54).map(|_| draws.below(values) as i64 - 2));
        let (x, y) = (reading(6), reading(12));
        let mut errors = Vec::new();
        for a in 1..=x.at_least.len() {
            for b in 1..=y.at_least.len() {
                let reaches = |reading: &Reading, card: usize, threshold| {
                    usize::from(reading.levels[card]) >= threshold
                };
                let both = |card: &usize| reaches(&x, *card, a) && reaches(&y, *card, b);
                let count = (0..54).filter(both).count() as i32;
                let error = f64::from(54 * count - x.at_least[a - 1] * y.at_least[b - 1]);
                errors.push(error.abs() / 54.0);
            }
        }
        let mean = |values: &[i64]| values.iter().sum::<i64>() as f64 / 54.0;
        let (mx, my) = (mean(&x.values), mean(&y.values));
        let moment = |one: &Reading, m: f64, other: &Reading, n: f64| {
            let terms = one.values.iter().zip(&other.values);
            terms.map(|(&x, &y)| (x as f64 - m) * (y as f64 - n)).sum::<f64>()
        };
        let r = moment(&x, mx, &y, my) / (moment(&x, mx, &x, mx) * moment(&y, my, &y, my)).sqrt();
        let found = Dependence::new([(&x, &y)].into_iter());
        let squares: f64 = errors.iter().map(|error| error * error).sum();
        let near = |one: f64, other: f64| assert!((one - other).abs() < 1e-9, "{one} {other}");
        near(r.abs(), found.worst_r);
        near(r.abs(), found.rms_r);
        near(errors.iter().copied().fold(0.0, f64::max), found.worst_error);
        near((squares / errors.len() as f64).sqrt(), found.rms_error);
    }
}
