//! How many cards reach each number, held against how many should.

use std::ops::RangeInclusive;

/// Cards that show each number or more, and by how many these miss what they should be.
#[derive(Clone, Debug)]
pub(super) struct Thresholds {
    /// `at_least[t]`, to the highest number that can be shown.
    at_least: Vec<usize>,
    missed: u32,
}

impl Thresholds {
    /// Of one number for each card. Numbers end where `ranges` do; those below 2 are reached by every
    /// card that is not a critical failure, and no limit is on them.
    pub fn new(shown: impl Iterator<Item = usize>, ranges: &[RangeInclusive<usize>]) -> Self {
        let mut at_least = vec![0; ranges.len()];
        shown.for_each(|number| at_least[number] += 1);
        for t in (1..at_least.len()).rev() {
            at_least[t - 1] += at_least[t];
        }
        let missed = (2..ranges.len()).map(|t| miss(at_least[t], &ranges[t])).sum();
        Self { at_least, missed }
    }

    /// By how many cards the thresholds from 2 up miss their ranges, squared and summed.
    pub fn missed(&self) -> u32 {
        self.missed
    }

    /// A card that showed `from` shows `to`: only the thresholds between the two are looked at, for a
    /// large die has hundreds.
    pub fn change(&mut self, from: usize, to: usize, ranges: &[RangeInclusive<usize>]) {
        let crossed = (from.min(to) + 1).max(2)..(from.max(to) + 1).max(2);
        for (count, range) in self.at_least[crossed.clone()].iter_mut().zip(&ranges[crossed]) {
            self.missed -= miss(*count, range);
            *count = if to > from { *count + 1 } else { *count - 1 };
            self.missed += miss(*count, range);
        }
    }
}

/// The square of the cards by which a count lies outside its range.
fn miss(count: usize, range: &RangeInclusive<usize>) -> u32 {
    let cards = range.start().saturating_sub(count) + count.saturating_sub(*range.end());
    (cards * cards) as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Draws;

    #[test]
    fn changed_card_by_card_they_are_those_of_the_numbers_then_shown() {
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
