//! The numeric readings of a card, whose mutual dependence is minimised.

/// The weight of a reading with normal errors.
pub(super) const EVEN: i32 = 4;

/// One quantity on all cards.
#[derive(Clone, Debug)]
pub(super) struct Reading {
    /// Its value on each card, for correlation.
    pub values: Vec<i64>,
    /// Its index among the different values, from 0: thresholds are between levels.
    pub levels: Vec<u8>,
    /// `at_least[a]`: cards of level `a + 1` or more, one entry a threshold.
    pub at_least: Vec<i32>,
    /// n·Σx² − (Σx)².
    pub spread: i64,
    /// Σx.
    pub sum: i64,
}

impl Reading {
    pub fn new(values: impl IntoIterator<Item = i64>) -> Self {
        let values: Vec<i64> = values.into_iter().collect();
        let mut distinct = values.clone();
        distinct.sort_unstable();
        distinct.dedup();
        let level = |value: &i64| distinct.binary_search(value).unwrap_or(0) as u8;
        let levels: Vec<u8> = values.iter().map(level).collect();
        let at_least = (1..distinct.len())
            .map(|a| levels.iter().filter(|&&level| usize::from(level) >= a).count() as i32)
            .collect();
        let sum: i64 = values.iter().sum();
        let squares: i64 = values.iter().map(|value| value * value).sum();
        let spread = values.len() as i64 * squares - sum * sum;
        Self { values, levels, at_least, spread, sum }
    }

    /// The weight of this reading's squared joint errors, in parts of [`EVEN`]. A reading of few values has
    /// few thresholds and little weight in the sum, but its errors are as large as others and later the
    /// hardest to reduce, so they get a higher weight.
    pub fn weight(&self) -> i32 {
        match self.at_least.len() {
            0..=3 => 12,
            4..=6 => 8,
            7..=12 => 5,
            13..=24 => EVEN,
            _ => 3,
        }
    }

    /// The number of cards.
    pub fn cards(&self) -> usize {
        self.values.len()
    }

    /// Exchanges the values of two cards.
    pub fn swap(&mut self, one: usize, other: usize) {
        self.values.swap(one, other);
        self.levels.swap(one, other);
    }
}

/// Sine and cosine of the twelve clock hours in units of 1/10,000 (√3/2 as 0.8660), so that sums are whole
/// numbers.
pub(super) fn clock_vector(hour: i64) -> (i64, i64) {
    const SINE: [i64; 12] =
        [0, 5000, 8660, 10_000, 8660, 5000, 0, -5000, -8660, -10_000, -8660, -5000];
    let hour = hour.rem_euclid(12) as usize;
    (SINE[hour], SINE[(hour + 3) % 12])
}
