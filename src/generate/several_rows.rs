//! Readings of several rows of one card beside the best of them: their sum and the lowest.
//!
//! The limits on checks decide the best of rows 1 to L and each row alone, not how the lower cells of a
//! card go together. Games that add dice up or count the lowest read just that.

use crate::deck::DECK_SIZE;

/// What the sum and the lowest of rows 1 to L would be if the rows had nothing to do with each other.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct SeveralRows {
    /// `sums[level - 2][t]`: the cards of 54 whose sum should be `t` or more.
    sums: Vec<Vec<f64>>,
    /// `lowest[level - 2][t]`: those of which no row should be below `t`.
    lowest: Vec<Vec<f64>>,
}

const CARDS: f64 = DECK_SIZE as f64;

impl SeveralRows {
    /// For rows with the values of `cells[row][card]`, wherever they stand.
    pub fn of(cells: &[Vec<u16>]) -> Self {
        let mut sum = counts(cells[0].iter().map(|&value| value.into()));
        let mut lowest = at_least(&sum);
        let (mut sums, mut lowests) = (Vec::new(), Vec::new());
        for row in &cells[1..] {
            let row = counts(row.iter().map(|&value| value.into()));
            sum = plus(&sum, &row);
            sums.push(at_least(&sum));
            lowest =
                lowest.iter().zip(at_least(&row)).map(|(one, two)| one * two / CARDS).collect();
            lowests.push(lowest.clone());
        }
        Self { sums, lowest: lowests }
    }

    /// The squared distances of the rows as they stand, over every level and threshold, in squared cards.
    pub fn error(&self, cells: &[Vec<u16>]) -> f64 {
        let mut sums: Vec<usize> = cells[0].iter().map(|&value| value.into()).collect();
        let mut lowest = sums.clone();
        let mut error = 0.0;
        let levels = self.sums.iter().zip(&self.lowest);
        for (row, (due_sums, due_lowest)) in cells[1..].iter().zip(levels) {
            for ((sum, lowest), &value) in sums.iter_mut().zip(&mut lowest).zip(row) {
                *sum += usize::from(value);
                *lowest = (*lowest).min(value.into());
            }
            error += distance(&sums, due_sums) + distance(&lowest, due_lowest);
        }
        error
    }
}

/// The squared distances of cards that reach each threshold from those that should.
fn distance(values: &[usize], due: &[f64]) -> f64 {
    let reached = at_least(&counts(values.iter().copied()));
    let reached = reached.into_iter().chain(std::iter::repeat(0.0));
    reached.zip(due).skip(1).map(|(cards, due)| (cards - due) * (cards - due)).sum()
}

/// How many cards show each value.
fn counts(values: impl Iterator<Item = usize>) -> Vec<f64> {
    let mut counts = Vec::new();
    for value in values {
        if counts.len() <= value {
            counts.resize(value + 1, 0.0);
        }
        counts[value] += 1.0;
    }
    counts
}

/// How many cards show each value or more.
fn at_least(counts: &[f64]) -> Vec<f64> {
    let mut cards = counts.to_vec();
    for value in (1..cards.len()).rev() {
        cards[value - 1] += cards[value];
    }
    cards
}

/// The cards by the sum of two readings that have nothing to do with each other.
fn plus(one: &[f64], other: &[f64]) -> Vec<f64> {
    let mut sum = vec![0.0; one.len() + other.len() - 1];
    for (x, cards) in one.iter().enumerate() {
        for (y, others) in other.iter().enumerate() {
            sum[x + y] += cards * others / CARDS;
        }
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Draws;

    /// By definition: every way to take a cell of each row from a card of its own.
    #[test]
    fn the_error_of_three_rows_is_that_of_the_definition() {
        let mut draws = Draws::new(1, "rows");
        let mut cell = || draws.below(7) as u16;
        let cells: Vec<Vec<u16>> = (0..3).map(|_| (0..54).map(|_| cell()).collect()).collect();
        let mut expected = 0.0;
        for level in 2..=3 {
            let read = |of: &dyn Fn(usize) -> usize| {
                let values = (0..level).map(|row| cells[row][of(row)]);
                (values.clone().sum::<u16>(), values.min().unwrap())
            };
            for t in 1..=18 {
                let (mut sums, mut lowest, mut due_sums, mut due_lowest) = (0.0, 0.0, 0.0, 0.0);
                for card in 0..54 {
                    let (sum, least) = read(&|_| card);
                    sums += f64::from(u8::from(sum >= t));
                    lowest += f64::from(u8::from(least >= t));
                }
                let third = if level == 3 { 54 } else { 1 };
                for cards in (0..54 * 54 * third).map(|n| [n % 54, n / 54 % 54, n / 54 / 54]) {
                    let (sum, least) = read(&|row| cards[row]);
                    due_sums += f64::from(u8::from(sum >= t)) / (54.0 * third as f64);
                    due_lowest += f64::from(u8::from(least >= t)) / (54.0 * third as f64);
                }
                expected += (sums - due_sums).powi(2) + (lowest - due_lowest).powi(2);
            }
        }
        let found = SeveralRows::of(&cells).error(&cells);
        assert!((found - expected).abs() < 1e-6 && found > 1.0, "{found} {expected}");
    }
}
