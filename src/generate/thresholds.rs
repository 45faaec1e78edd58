//! The number of cards that reach each value, compared with its range.

use std::ops::RangeInclusive;

/// Cards that show each number or more, and their distance from the ranges.
#[derive(Clone, Debug)]
pub(super) struct Thresholds {
    /// `at_least[t]`, up to the highest possible number.
    at_least: Vec<usize>,
    missed: u32,
}

impl Thresholds {
    /// From one number per card. Numbers end where `ranges` do; those below 2 are on every card without a
    /// critical failure, and have no limit.
    pub fn new(shown: impl Iterator<Item = usize>, ranges: &[RangeInclusive<usize>]) -> Self {
        let mut at_least = vec![0; ranges.len()];
        shown.for_each(|number| at_least[number] += 1);
        for t in (1..at_least.len()).rev() {
            at_least[t - 1] += at_least[t];
        }
        let missed = (2..ranges.len()).map(|t| miss(at_least[t], &ranges[t])).sum();
        Self { at_least, missed }
    }

    /// The cards by which the thresholds from 2 up miss their ranges, squared and summed.
    pub fn missed(&self) -> u32 {
        self.missed
    }

    /// Changes a card from `from` to `to`. Only the thresholds between are updated, since a large die has
    /// hundreds.
    pub fn change(&mut self, from: usize, to: usize, ranges: &[RangeInclusive<usize>]) {
        let crossed = (from.min(to) + 1).max(2)..(from.max(to) + 1).max(2);
        for (count, range) in self.at_least[crossed.clone()].iter_mut().zip(&ranges[crossed]) {
            self.missed -= miss(*count, range);
            *count = if to > from { *count + 1 } else { *count - 1 };
            self.missed += miss(*count, range);
        }
    }
}

/// The squared distance of a count from its range.
fn miss(count: usize, range: &RangeInclusive<usize>) -> u32 {
    let cards = range.start().saturating_sub(count) + count.saturating_sub(*range.end());
    (cards * cards) as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Draws;

    #[test]
    fn updated_counts_equal_recomputed_ones() {
        let mut draws = Draws::new(1, "thresholds");
        for _ in 0..50 {
            let numbers = 2 + draws.below(30);
            let mut shown: Vec<usize> = (0..54).map(|_| draws.below(numbers)).collect();
            let range = |_| {
                let start = draws.below(54);
                start..=start + draws.below(4)
            };
            let ranges: Vec<RangeInclusive<usize>> = (0..numbers).map(range).collect();
            let mut changed = Thresholds::new(shown.iter().copied(), &ranges);
            for _ in 0..100 {
                let (card, to) = (draws.below(54), draws.below(numbers));
                changed.change(shown[card], to, &ranges);
                shown[card] = to;
            }
            // By definition.
            let reach = |t: usize| shown.iter().filter(|&&number| number >= t).count() as i64;
            let outside = |t: usize| {
                let (low, high) = (*ranges[t].start() as i64, *ranges[t].end() as i64);
                (low - reach(t)).max(reach(t) - high).max(0).pow(2)
            };
            let expected: i64 = (2..numbers).map(outside).sum();
            assert_eq!(expected, i64::from(changed.missed()));
            assert_eq!(expected, i64::from(Thresholds::new(shown.into_iter(), &ranges).missed()));
        }
    }
}
