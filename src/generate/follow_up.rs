//! The error of checks above the die: of one row alone, and of a whole column at every level.
//!
//! The follow-up cards of a row show the same row, so its values decide the odds, wherever they are. Three
//! cards decide every target number up to 3N. At a level the rows share their follow-up cards, so there the
//! positions matter too.

use crate::deck::CardNumbers;
use crate::dice::{DiceKind, Die, best_of_at_least, open_ended_at_least};

use super::plan::{ROWS, as_float};

/// The odds of one open-ended die at target numbers N + 1 to 3N, as the reference of a row. Every row of
/// closed dice has error 0.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct FollowUp {
    sides: usize,
    /// Draws of three cards out of [`FollowUp::unit`] that should reach each target number on average.
    dice: Vec<i128>,
    /// One card of the deck, in the same unit.
    unit: i128,
    /// The number of cards.
    cards: i128,
}

impl FollowUp {
    /// The odds of a die for a deck of `cards`.
    pub fn new(die: Die, kind: DiceKind, cards: usize) -> Self {
        let cards = cards as i128;
        let sides = usize::from(die.sides());
        // Denominators of three dice and of the second and third card.
        let unit = (sides as i128).pow(3) * (cards - 1) * (cards - 2);
        let highest = if kind == DiceKind::Closed { sides } else { 3 * sides };
        let dice = (sides + 1..=highest)
            .map(|t| {
                let chance = open_ended_at_least(die, t as u32);
                let whole = chance * num_rational::BigRational::from_integer(unit.into());
                i128::try_from(whole.to_integer()).unwrap_or(0) * cards
            })
            .collect();
        Self { sides, dice, unit, cards }
    }

    /// The largest difference between a row's chances and the die's in cards, minus half a
    /// card and at least 0; in a unit private to this function.
    pub fn beyond_half(&self, row: impl Iterator<Item = u16>) -> i128 {
        if self.dice.is_empty() {
            return 0;
        }
        let mut cards: Vec<(usize, i128)> = Vec::new();
        for value in row.map(usize::from) {
            match cards.iter_mut().find(|(known, _)| *known == value) {
                Some((_, count)) => *count += 1,
                None => cards.push((value, 1)),
            }
        }
        // Draws by their total above N, the second and third card counted in full.
        let mut draws = vec![0_i128; 2 * self.sides + 1];
        let mut count = |total: usize, ways: i128| {
            let over = total.saturating_sub(self.sides).min(2 * self.sides);
            draws[over] += ways;
        };
        for &(first, ways) in cards.iter().filter(|(value, _)| *value >= self.sides) {
            for &(second, cards_second) in &cards {
                let ways = ways * (cards_second - i128::from(second == first));
                if second < self.sides {
                    count(first + second, ways * (self.cards - 2));
                    continue;
                }
                for &(third, cards_third) in &cards {
                    let shown = i128::from(third == first) + i128::from(third == second);
                    count(first + second + third, ways * (cards_third - shown));
                }
            }
        }
        let scale = self.unit / ((self.cards - 1) * (self.cards - 2));
        let mut reached = 0;
        let mut worst = 0;
        for (draws, dice) in draws[1..].iter().zip(&self.dice).rev() {
            reached += draws * scale;
            worst = worst.max((reached - dice).abs());
        }
        (2 * worst - self.unit).max(0)
    }
}

/// The odds of the best of one to all rows' open-ended dice at target numbers N + 1 to 2N, as the reference
/// of columns. Two cards decide these; higher ones are rarer, and no column was seen with a larger error
/// there. Every column of closed dice has error 0.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct LevelFollowUps {
    die: Die,
    /// `due[level - 1][t - N - 1]`: the cards that should reach `t`.
    due: Vec<Vec<f64>>,
    /// The number of cards.
    cards: usize,
}

impl LevelFollowUps {
    /// The odds of the rows of a column of a deck of `cards`.
    pub fn new(die: Die, kind: DiceKind, rows: u8, cards: usize) -> Self {
        let sides = die.sides();
        let whole = num_rational::BigRational::from_integer(cards.into());
        let times = if kind == DiceKind::Closed { 1 } else { 2 };
        let targets = || u32::from(sides) + 1..=times * u32::from(sides);
        let line = |level| {
            targets().map(|t| as_float(&(best_of_at_least(die, level, t) * &whole))).collect()
        };
        Self { die, due: (1..=rows).map(line).collect(), cards }
    }

    /// The die of the column.
    pub fn die(&self) -> Die {
        self.die
    }

    /// The largest error of a column, `cells[row][card]`, at any level and of any single row, in cards.
    pub fn error(&self, cells: &[Vec<u16>]) -> f64 {
        self.error_within(cells, f64::INFINITY).unwrap_or(f64::INFINITY)
    }

    /// The same, or `None` if it is more than `most`.
    pub fn error_within(&self, cells: &[Vec<u16>], most: f64) -> Option<f64> {
        let levels = (1..=cells.len()).map(|level| self.level(cells, level));
        let all = levels.chain(cells.chunks(1).map(|row| self.level(row, 1)));
        all.into_iter().try_fold(0.0, |worst: f64, error| {
            let worst = worst.max(error);
            (worst <= most).then_some(worst)
        })
    }

    /// The largest error of the rows of a column, each read alone, which does not depend on positions.
    pub fn rows(&self, cells: &[Vec<u16>]) -> f64 {
        cells.chunks(1).map(|row| self.level(row, 1)).fold(0.0, f64::max)
    }

    /// The error at one level from 1, which depends on the rows up to it.
    pub fn level(&self, cells: &[Vec<u16>], level: usize) -> f64 {
        let due = &self.due[level - 1];
        if due.is_empty() {
            return 0.0;
        }
        let draws = draws_above(self.die.sides(), &cells[..level]);
        let mut reached = 0;
        let lines = draws[1..].iter().zip(due).rev();
        lines
            .map(|(draws, due)| {
                reached += draws;
                (f64::from(reached) / (self.cards as f64 - 1.0) - due).abs()
            })
            .fold(0.0, f64::max)
    }
}

/// Draws of two cards from rows that are read together, by the excess of the best total over `sides`, which
/// is at most `sides`.
///
/// Most first cards continue in one row only, where they show the maximum: each adds the numbers of that row,
/// which are counted once for all. For the others the best of the rows is computed on all second cards at
/// once.
fn draws_above(sides: u16, cells: &[Vec<u16>]) -> Vec<u32> {
    let cards = cells[0].len();
    let mut draws = vec![0_u32; usize::from(sides) + 1];
    let over = |total: u16| total.saturating_sub(sides).min(sides);
    let mut alone = [0_u32; ROWS];
    for card in (0..cards).filter(|&card| cells[cells.len() - 1][card] > 0) {
        let running = cells.iter().fold(0, |set, row| set << 1 | u32::from(row[card] >= sides));
        if running == 0 {
            continue;
        }
        let first = cells.len() - 1 - running.trailing_zeros() as usize;
        if running.is_power_of_two() && cells[first][card] == sides {
            alone[first] += 1;
            continue;
        }
        let mut totals = [0_u16; CardNumbers::MOST];
        let totals = &mut totals[..cards];
        for row in cells.iter().filter(|row| row[card] >= sides) {
            for (total, next) in totals.iter_mut().zip(row) {
                *total = (*total).max(next.saturating_add(row[card]));
            }
        }
        for &mut total in &mut *totals {
            draws[usize::from(over(total))] += 1;
        }
        draws[usize::from(over(totals[card]))] -= 1;
    }
    for (row, cards) in cells.iter().zip(alone).filter(|(_, cards)| *cards > 0) {
        row.iter().for_each(|&next| draws[usize::from(next.min(sides))] += cards);
        // The first card itself is not among the second ones.
        draws[usize::from(sides)] -= cards;
    }
    draws
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Draws;

    /// By definition: every ordered draw of two different cards, read by the rules.
    #[test]
    fn the_error_of_a_column_is_the_largest_over_all_draws() {
        let die = Die::new(6).unwrap();
        let mut draws = Draws::new(1, "column");
        let mut cell = || draws.below(8) as u16;
        let cells: Vec<Vec<u16>> = (0..3).map(|_| (0..54).map(|_| cell()).collect()).collect();
        let mut worst = 0.0_f64;
        let read = [&cells[..1], &cells[1..2], &cells[2..], &cells[..2], &cells[..]];
        for (rows, target) in read.iter().flat_map(|rows| (7..=12).map(move |t| (rows, t))) {
            let mut reached = 0;
            for (one, two) in (0..54).flat_map(|one| (0..54).map(move |two| (one, two))) {
                let total = |row: &Vec<u16>| row[one] + if row[one] >= 6 { row[two] } else { 0 };
                let counts = one != two && rows[rows.len() - 1][one] != 0;
                reached += u32::from(counts && rows.iter().any(|row| total(row) >= target));
            }
            let dice = best_of_at_least(die, rows.len() as u8, target.into());
            let due = as_float(&(dice * num_rational::BigRational::from_integer(54.into())));
            worst = worst.max((f64::from(reached) / 53.0 - due).abs());
        }
        let found = LevelFollowUps::new(die, DiceKind::OpenEnded, 3, 54).error(&cells);
        assert!(worst > 0.1 && (found - worst).abs() < 1e-12, "{found} {worst}");
    }

    fn row(counts: &[(u16, usize)]) -> impl Iterator<Item = u16> {
        counts.iter().flat_map(|&(value, cards)| vec![value; cards]).collect::<Vec<_>>().into_iter()
    }

    fn beyond(sides: u16, counts: &[(u16, usize)]) -> f64 {
        let odds = FollowUp::new(Die::new(sides).unwrap(), DiceKind::OpenEnded, 54);
        odds.beyond_half(row(counts)) as f64 / (2 * odds.unit) as f64
    }

    /// With m cards that print the maximum, TN N + 1 is reached on m cards exactly.
    #[test]
    fn nine_sixes_in_a_d6_row_are_near_enough_and_ten_not() {
        let even: Vec<(u16, usize)> = (1..=6).map(|value| (value, 9)).collect();
        assert!(beyond(6, &even) < 1e-9);
        let mut rich = even;
        (rich[0].1, rich[5].1) = (8, 10);
        assert!(beyond(6, &rich) > 0.4);
    }

    /// The two ways to round the ordinary values of a d4 row with 13 fours: 0.559 and 0.5 cards.
    #[test]
    fn ties_decide_whether_a_d4_row_keeps_half_a_card() {
        assert!(beyond(4, &[(1, 13), (2, 14), (3, 14), (4, 13)]) < 1e-9);
        let far = beyond(4, &[(1, 14), (2, 13), (3, 14), (4, 13)]);
        assert!((far - 0.059).abs() < 0.001, "{far}");
    }

    /// By definition: every ordered draw of three different cards.
    #[test]
    fn counting_by_value_is_counting_by_card() {
        let counts = [(0, 2), (1, 3), (2, 5), (3, 14), (4, 15), (5, 4), (6, 1), (7, 10)];
        let values: Vec<u16> = row(&counts).collect();
        let odds = FollowUp::new(Die::new(5).unwrap(), DiceKind::OpenEnded, 54);
        let mut reached = [0_i128; 11];
        for i in 0..54 {
            for j in (0..54).filter(|j| *j != i) {
                for k in (0..54).filter(|k| *k != i && *k != j) {
                    let mut total = values[i];
                    if values[i] >= 5 {
                        total += values[j];
                        if values[j] >= 5 {
                            total += values[k];
                        }
                    }
                    for t in 6..=15.min(total) {
                        reached[usize::from(t) - 5] += 1;
                    }
                }
            }
        }
        let scale = odds.unit / (53 * 52);
        let misses = reached[1..].iter().zip(&odds.dice).map(|(r, dice)| (r * scale - dice).abs());
        let expected = (2 * misses.max().unwrap() - odds.unit).max(0);
        assert_eq!(expected, odds.beyond_half(values.into_iter()));
        assert!(expected > 0);
    }
}
