//! Other readings of several rows of one card: their sum and the lowest.
//!
//! The limits on checks cover the best of rows 1 to L and each row alone, not the combination of a card's
//! lower cells. Games that add dice or count the lowest read just that, and so does the ladder die: four rows
//! in thirds are four Fudge dice.

use crate::deck::GridShape;
use crate::dice::Die;

use super::outcome::cause_cell;

/// The weight of one card of error of the ladder die against one of a sum or the lowest: one reading against
/// the thresholds of eight.
const LADDER: f64 = 8.0;

/// The cost of an end of the ladder die that is on no card: no botch, or no critical success. It exceeds the
/// gain of all exchanges for other readings.
const NO_END: f64 = 100.0;

/// The expected sum and lowest of rows 1 to L with independent rows.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct SeveralRows {
    /// `sums[level - 2][t]`: the expected number of cards whose sum is `t` or more.
    sums: Vec<Vec<f64>>,
    /// `lowest[level - 2][t]`: the expected number without a row below `t`.
    lowest: Vec<Vec<f64>>,
    /// The ladder die, if the column is read so.
    ladder: Option<Ladder>,
}

/// Four rows as Fudge dice.
#[derive(Clone, Debug, PartialEq)]
struct Ladder {
    column: Die,
    /// The rows, from 0.
    rows: [usize; 4],
    /// `due[t]`: the expected number of cards whose four dice add up to `t - 4` or more.
    due: Vec<f64>,
}

impl Ladder {
    /// For a column with this number of rows, if its numbers come in thirds.
    fn new(column: Die, rows: usize, cards: f64) -> Option<Self> {
        let shape = GridShape { columns: vec![column], rows: u8::try_from(rows).ok()? };
        let rows = shape.fudge_rows().filter(|_| column.sides().is_multiple_of(3))?;
        let one = vec![cards / 3.0; 3];
        let due = at_least(&(1..rows.len()).fold(one.clone(), |sum, _| plus(&sum, &one, cards)));
        Some(Self { column, rows: rows.map(|row| usize::from(row) - 1), due })
    }

    fn error(&self, cells: &[Vec<u16>]) -> f64 {
        let mut sums = vec![0; cells[0].len()];
        for row in self.rows {
            for (sum, &cell) in sums.iter_mut().zip(&cells[row]) {
                let face = cause_cell(cell).fudge(self.column);
                *sum += usize::from((face + 1).unsigned_abs());
            }
        }
        let missing = [0, 2 * self.rows.len()].iter().filter(|&end| !sums.contains(end)).count();
        distance(&sums, &self.due) + NO_END * missing as f64
    }
}

impl SeveralRows {
    /// For the rows of a column with the values of `cells[row][card]`, in any order.
    pub fn new(die: Die, cells: &[Vec<u16>]) -> Self {
        let cards = cells[0].len() as f64;
        let mut sum = counts(cells[0].iter().map(|&value| value.into()));
        let mut lowest = at_least(&sum);
        let (mut sums, mut lowests) = (Vec::new(), Vec::new());
        for row in &cells[1..] {
            let row = counts(row.iter().map(|&value| value.into()));
            sum = plus(&sum, &row, cards);
            sums.push(at_least(&sum));
            lowest =
                lowest.iter().zip(at_least(&row)).map(|(one, two)| one * two / cards).collect();
            lowests.push(lowest.clone());
        }
        Self { sums, lowest: lowests, ladder: Ladder::new(die, cells.len(), cards) }
    }

    /// The squared errors of the rows, over every level and threshold, in squared cards: the sum of those of
    /// the levels, and of those of the ladder die [`LADDER`] times.
    pub fn error(&self, cells: &[Vec<u16>], levels: &[f64]) -> f64 {
        let ladder = self.ladder.as_ref().map_or(0.0, |ladder| LADDER * ladder.error(cells));
        levels.iter().fold(ladder, |sum, level| sum + level)
    }

    /// The squared errors at each level from 2.
    pub fn levels(&self, cells: &[Vec<u16>]) -> Vec<f64> {
        (2..=cells.len()).map(|level| self.level(cells, level)).collect()
    }

    /// The squared errors at one level from 2, which depends on the rows up to it.
    pub fn level(&self, cells: &[Vec<u16>], level: usize) -> f64 {
        let mut sums = vec![0; cells[0].len()];
        let mut lowest = vec![usize::MAX; cells[0].len()];
        for row in &cells[..level] {
            for ((sum, lowest), &value) in sums.iter_mut().zip(&mut lowest).zip(row) {
                *sum += usize::from(value);
                *lowest = (*lowest).min(value.into());
            }
        }
        distance(&sums, &self.sums[level - 2]) + distance(&lowest, &self.lowest[level - 2])
    }
}

/// The squared differences between the cards that reach each threshold and the expected numbers; no value
/// exceeds the last threshold.
fn distance(values: &[usize], due: &[f64]) -> f64 {
    let mut reached = vec![0_u32; due.len()];
    values.iter().for_each(|&value| reached[value] += 1);
    for value in (1..reached.len()).rev() {
        reached[value - 1] += reached[value];
    }
    let thresholds = reached.into_iter().zip(due).skip(1);
    thresholds.map(|(cards, due)| (f64::from(cards) - due) * (f64::from(cards) - due)).sum()
}

/// The number of cards with each value.
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

/// The number of cards with each value or more.
fn at_least(counts: &[f64]) -> Vec<f64> {
    let mut cards = counts.to_vec();
    for value in (1..cards.len()).rev() {
        cards[value - 1] += cards[value];
    }
    cards
}

/// The expected number of `cards` by the sum of two independent readings.
fn plus(one: &[f64], other: &[f64], cards: f64) -> Vec<f64> {
    let mut sum = vec![0.0; one.len() + other.len() - 1];
    for (x, ours) in one.iter().enumerate() {
        for (y, theirs) in other.iter().enumerate() {
            sum[x + y] += ours * theirs / cards;
        }
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Draws;

    fn square(distance: f64) -> f64 {
        distance * distance
    }

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
                expected += square(sums - due_sums) + square(lowest - due_lowest);
            }
        }
        let several = SeveralRows::new(Die::new(6).unwrap(), &cells);
        let found = several.error(&cells, &several.levels(&cells));
        assert!((found - expected).abs() < 1e-6 && found > 1.0, "{found} {expected}");
    }

    /// By definition: the 81 throws of four Fudge dice, and the cards.
    #[test]
    fn the_error_of_the_ladder_die_is_that_of_the_definition() {
        let mut draws = Draws::new(2, "rows");
        let mut cell = || draws.below(14) as u16;
        let cells: Vec<Vec<u16>> = (0..5).map(|_| (0..54).map(|_| cell()).collect()).collect();
        let face = |cell: u16| match cell {
            0..=4 => -1,
            5..=8 => 0,
            _ => 1,
        };
        let mut expected = 0.0;
        for t in -3..=4 {
            let read = |card: usize| [0, 1, 3, 4].map(|row| face(cells[row][card]));
            let shown = (0..54).filter(|&card| read(card).iter().sum::<i32>() >= t).count();
            let throws = (0..81).map(|n| [n % 3 - 1, n / 3 % 3 - 1, n / 9 % 3 - 1, n / 27 - 1]);
            let due = throws.filter(|throw| throw.iter().sum::<i32>() >= t).count();
            expected += square(shown as f64 - due as f64 * 54.0 / 81.0);
        }
        let shows =
            |end| (0..54).any(|card| [0, 1, 3, 4].iter().all(|&r| face(cells[r][card]) == end));
        expected += [-1, 1].iter().filter(|&&end| !shows(end)).count() as f64 * NO_END;
        let found = Ladder::new(Die::new(12).unwrap(), 5, 54.0).unwrap().error(&cells);
        assert!((found - expected).abs() < 1e-6 && found > 1.0, "{found} {expected}");
        assert_eq!(None, Ladder::new(Die::new(10).unwrap(), 5, 54.0));
        assert_eq!(None, Ladder::new(Die::new(12).unwrap(), 3, 54.0));
    }
}
