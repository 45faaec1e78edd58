//! Other readings of a column's rows: the lowest of several dice, as with a disadvantage, and the number of
//! dice in a pool that show the highest number.
//!
//! The generator optimises the *best* of rows 1 to L, as the rules read a check, and the lowest or the sum if
//! the spec requires it; these figures show the quality of the others. A CF in the exact cell is a critical
//! failure, a CF in a row above it is ignored, as in the odds. The dice are ordinary ones: up to the number
//! of its sides, an open-ended die gives the same results.

use num_traits::{One, Zero};
use schemars::JsonSchema;
use serde::Serialize;

use crate::deck::{Card, CauseCell, Deck};
use crate::dice::{
    CheckDice, DiceKind, Distribution, Pick, Probability, picked_at_least, successes,
};
use crate::spec::{CauseColumn, Spec};

use super::cdf::{Staircase, in_cards};

/// Rows 1 to `level` of a column in one reading.
#[derive(Clone, Debug, PartialEq, JsonSchema, Serialize)]
pub struct PoolTable {
    /// The column's sides.
    pub sides: u16,
    /// The number of rows read.
    pub level: u8,
    /// The reading.
    pub counts: PoolCounts,
    /// Whether the spec limits this reading.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub promised: bool,
    /// Cards at each number of 2 to the column's sides, at each number of successes from 1, or at each sum
    /// above the lowest.
    pub stairs: Staircase,
}

/// How several rows are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, JsonSchema, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum PoolCounts {
    /// The lowest number.
    Lowest,
    /// The number of rows with the die's highest number or more.
    Successes,
    /// The sum of ordinary dice: a CF counts 1, a number above the maximum as the maximum. Only if the spec
    /// requires it.
    Sum,
}

impl PoolTable {
    /// `lowest of 3d10`, `10s on 3d10`, or `sum of 3d10`.
    pub fn label(&self) -> String {
        let dice = format!("{}d{}", self.level, self.sides);
        match self.counts {
            PoolCounts::Lowest => format!("lowest of {dice}"),
            PoolCounts::Successes => format!("{} on {dice}", plural(self.sides)),
            PoolCounts::Sum => format!("sum of {dice}"),
        }
    }

    /// Where the error is largest: `lowest of 3d10 at 7`.
    pub fn worst_label(&self) -> String {
        match self.counts {
            PoolCounts::Lowest | PoolCounts::Sum => {
                format!("{} at {}", self.label(), self.stairs.worst_at)
            }
            PoolCounts::Successes => format!("{} or more {}", self.stairs.worst_at, self.label()),
        }
    }
}

/// `6s`
fn plural(sides: u16) -> String {
    format!("{sides}s")
}

/// Every column at every level from 2: the lowest, then the successes, then the required sums.
pub(super) fn tables(deck: &Deck, spec: Option<&Spec>) -> Vec<PoolTable> {
    let shape = &deck.layout().cause;
    let mut tables = Vec::new();
    for counts in [PoolCounts::Lowest, PoolCounts::Successes, PoolCounts::Sum] {
        for (column, &die) in shape.columns.iter().enumerate() {
            let asks = |asks: fn(&CauseColumn) -> bool| {
                spec.is_some_and(|spec| {
                    spec.cause.columns.iter().any(|it| it.die == die && asks(it))
                })
            };
            let promised = match counts {
                PoolCounts::Lowest => asks(|column| column.lowest),
                PoolCounts::Successes => false,
                PoolCounts::Sum => asks(|column| column.sum),
            };
            if counts == PoolCounts::Sum && !promised {
                continue;
            }
            for level in 2..=shape.rows {
                let cells = |card: &Card| card.cause.column(column)[..usize::from(level)].to_vec();
                let grid: Vec<Vec<CauseCell>> = deck.cards().iter().map(cells).collect();
                let stairs = match counts {
                    PoolCounts::Lowest => lowest_stairs(&grid, CheckDice { level, die }),
                    PoolCounts::Successes => success_stairs(&grid, CheckDice { level, die }),
                    PoolCounts::Sum => sum_stairs(&grid, CheckDice { level, die }),
                };
                tables.push(PoolTable { sides: die.sides(), level, counts, promised, stairs });
            }
        }
    }
    tables
}

fn lowest_stairs(grid: &[Vec<CauseCell>], dice: CheckDice) -> Staircase {
    let values: Vec<i64> = grid.iter().map(|cells| lowest(cells)).collect();
    let critical = values.iter().filter(|&&value| value == 0).count();
    let most = Probability::from_integer((grid.len() - critical).into());
    let ideal: Vec<Probability> = (2..=i64::from(dice.die.sides()))
        .map(|target| {
            let chance = picked_at_least(dice, DiceKind::Closed, Pick::Lowest, target);
            in_cards(grid.len(), &chance).min(most.clone())
        })
        .collect();
    Staircase::compare(2, &values, &ideal)
}

/// The lowest number of a card's rows; 0 on a critical failure.
fn lowest(cells: &[CauseCell]) -> i64 {
    match cells.last() {
        None | Some(CauseCell::CriticalFailure) => 0,
        Some(_) => cells.iter().filter_map(|cell| cell.number()).min().map_or(0, i64::from),
    }
}

fn success_stairs(grid: &[Vec<CauseCell>], dice: CheckDice) -> Staircase {
    let succeeds = |cell: &&CauseCell| cell.is_highest(dice.die.sides());
    let values: Vec<i64> =
        grid.iter().map(|cells| cells.iter().filter(succeeds).count() as i64).collect();
    let one = Probability::new(One::one(), dice.die.sides().into());
    let chances = successes(dice.level, &one);
    let ideal: Vec<Probability> = (1..chances.len())
        .map(|least| chances[least..].iter().fold(Probability::zero(), |a, b| a + b))
        .map(|chance| in_cards(grid.len(), &chance))
        .collect();
    Staircase::compare(1, &values, &ideal)
}

fn sum_stairs(grid: &[Vec<CauseCell>], dice: CheckDice) -> Staircase {
    let face = |cell: &CauseCell| i64::from(cell.value().clamp(1, dice.die.sides()));
    let values: Vec<i64> = grid.iter().map(|cells| cells.iter().map(face).sum()).collect();
    let (level, sides) = (i64::from(dice.level), i64::from(dice.die.sides()));
    let sum = Distribution::die(dice.die).times(dice.level.into(), level * sides);
    let ideal: Vec<Probability> = (level + 1..=level * sides)
        .map(|least| in_cards(grid.len(), &sum.at_least(least)))
        .collect();
    Staircase::compare(level + 1, &values, &ideal)
}

#[cfg(test)]
mod tests {
    use super::super::tests::fixtures;
    use super::*;

    /// Every throw of `level` dice, counted by its reading.
    fn throws(sides: i64, level: u32, read: impl Fn(&[i64]) -> i64) -> Vec<i64> {
        (0..sides.pow(level))
            .map(|throw| {
                let face = |place: u32| throw / sides.pow(place) % sides + 1;
                read(&(0..level).map(face).collect::<Vec<i64>>())
            })
            .collect()
    }

    /// A spec that requires every sum.
    fn all_sums() -> Spec {
        let mut spec = crate::spec::preset("future-imperfect").unwrap().spec().unwrap();
        spec.cause.columns.iter_mut().for_each(|column| column.sum = true);
        spec
    }

    #[test]
    fn tables_agree_with_counting_cards_and_throws() {
        let deck = fixtures::deck();
        let tables = tables(&deck, Some(&all_sums()));
        assert_eq!(3 * 5 * 4, tables.len());
        for table in tables {
            if table.level > 3 || table.sides > 8 {
                continue;
            }
            let sides = i64::from(table.sides);
            let level = usize::from(table.level);
            let column = deck.layout().cause.columns.iter().position(|d| d.sides() == table.sides);
            let of_card = |card: &Card| {
                let cells = &card.cause.column(column.unwrap())[..level];
                let numbers = || cells.iter().filter_map(|cell| cell.number().map(i64::from));
                match table.counts {
                    _ if table.counts == PoolCounts::Lowest
                        && cells[level - 1] == CauseCell::CriticalFailure =>
                    {
                        0
                    }
                    PoolCounts::Lowest => numbers().min().unwrap(),
                    PoolCounts::Sum => cells
                        .iter()
                        .map(|cell| cell.number().map_or(1, |number| i64::from(number).min(sides)))
                        .sum(),
                    PoolCounts::Successes => {
                        numbers().filter(|&number| number >= sides).count() as i64
                    }
                }
            };
            let thrown = throws(sides, table.level.into(), |faces| match table.counts {
                PoolCounts::Lowest => *faces.iter().min().unwrap(),
                PoolCounts::Sum => faces.iter().sum(),
                PoolCounts::Successes => faces.iter().filter(|&&face| face == sides).count() as i64,
            });
            for (place, (&cards, &dice)) in
                table.stairs.cards.iter().zip(&table.stairs.dice).enumerate()
            {
                let least = table.stairs.from + place as i64;
                let counted = deck.cards().iter().filter(|card| of_card(card) >= least).count();
                let share = thrown.iter().filter(|&&value| value >= least).count() as f64;
                assert_eq!(counted, cards, "{} {least}", table.label());
                let share = 54.0 * share / thrown.len() as f64;
                // Dice do not fail critically: the comparison is with the other cards.
                assert!((share - dice).abs() < 1e-6 || dice < share, "{} {least}", table.label());
            }
        }
    }

    #[test]
    fn a_critical_failure_above_the_exact_cell_is_not_the_lowest() {
        let cell =
            |value| if value == 0 { CauseCell::CriticalFailure } else { CauseCell::Number(value) };
        assert_eq!(3, lowest(&[0, 7, 3].map(cell)));
        assert_eq!(0, lowest(&[7, 3, 0].map(cell)));
    }

    #[test]
    fn labels_name_the_reading() {
        let tables = tables(&fixtures::deck(), None);
        assert_eq!(2 * 5 * 4, tables.len());
        assert_eq!("lowest of 2d4", tables[0].label());
        assert_eq!("4s on 2d4", tables[20].label());
    }
}
