//! Target numbers above the column's die: follow-up cards against open-ended dice.
//!
//! An exceptional cell (N or more) lets the player draw a follow-up card, which adds its **same cell**, and
//! so on while that is exceptional; a CF there counts 0 and ends it. Every exceptional cell among the rows
//! continues on the same follow-up cards, and the best total counts. A draw can only add, so the chance to
//! reach a target is that of a player who always draws.
//!
//! Cards are drawn without replacement, so the odds are counted over ordered draws. Three cards decide every
//! target number up to 3N: a cell that is exceptional on all three has reached 3N, any other has stopped. So
//! the counts over n · (n − 1) · (n − 2) draws of n cards are exact, without truncation.

use schemars::JsonSchema;
use serde::Serialize;

use crate::deck::{CauseCell, Deck};
use crate::dice::{Die, Probability, best_of_at_least};

use super::Amount;
use super::cdf::in_cards;
use super::thresholds::CheckReading;

/// One way to read a column with follow-up cards, at target numbers N + 1 to 3N.
#[derive(Clone, Debug, PartialEq, JsonSchema, Serialize)]
pub struct FollowUpTable {
    /// The column's sides N.
    pub sides: u16,
    /// The rows that are read and followed.
    #[serde(flatten)]
    pub reading: CheckReading,
    /// The chance to reach each target number from N + 1 up, times the number of cards, to six decimals.
    pub cards: Vec<f64>,
    /// The same for the best of as many open-ended dice.
    pub dice: Vec<f64>,
    /// The largest distance between the two, in cards.
    pub error: Amount,
    /// The first target number with the largest error.
    pub worst_at: u32,
}

impl FollowUpTable {
    /// Where the error is largest: `3d10 at TN 14`, `d10 row 2 at TN 12`.
    pub fn worst_label(&self) -> String {
        format!("{} at TN {}", self.reading.label(self.sides), self.worst_at)
    }
}

/// Draws of the second and third card for each first one of `cards`.
const fn follow_ups(cards: usize) -> u64 {
    (cards as u64 - 1) * (cards as u64 - 2)
}

/// The columns of open-ended dice: every row alone, then every column at every level.
pub(super) fn tables(deck: &Deck) -> Vec<FollowUpTable> {
    let shape = &deck.layout().cause;
    let readings = (1..=shape.rows)
        .map(CheckReading::Row)
        .chain((1..=shape.rows).map(CheckReading::Level))
        .collect::<Vec<_>>();
    let mut tables = Vec::new();
    let columns = shape.columns.iter().enumerate();
    for (column, &die) in columns.filter(|(_, die)| !deck.layout().closed.contains(die)) {
        let grid: Vec<&[CauseCell]> =
            deck.cards().iter().map(|card| card.cause.column(column)).collect();
        for &reading in &readings {
            tables.push(table(die, reading, &grid));
        }
    }
    tables
}

fn table(die: Die, reading: CheckReading, grid: &[&[CauseCell]]) -> FollowUpTable {
    let sides = u32::from(die.sides());
    let (rows, dice) = match reading {
        CheckReading::Row(row) => (usize::from(row) - 1..usize::from(row), 1),
        CheckReading::Level(level) => (0..usize::from(level), level),
    };
    let reach = draws_reaching(grid, rows, sides);
    let (mut cards, mut ideals) = (Vec::new(), Vec::new());
    let (mut error, mut worst_at) = (Probability::from_integer(0.into()), sides + 1);
    for target in sides + 1..=3 * sides {
        let draws = reach[(target - sides) as usize];
        let achieved = Probability::new(draws.into(), follow_ups(grid.len()).into());
        let ideal = in_cards(grid.len(), &best_of_at_least(die, dice, target));
        let distance = Amount::exact(&achieved - &ideal);
        if !distance.is_within(&error) {
            error = distance.size().into_fraction();
            worst_at = target;
        }
        cards.push(Amount::exact(achieved).to_f64());
        ideals.push(Amount::exact(ideal).to_f64());
    }
    let error = Amount::exact(error);
    FollowUpTable { sides: die.sides(), reading, cards, dice: ideals, error, worst_at }
}

/// For target numbers N to 3N: the number of ordered draws of three cards that reach each.
fn draws_reaching(grid: &[&[CauseCell]], rows: std::ops::Range<usize>, sides: u32) -> Vec<u64> {
    let top = 3 * sides;
    let mut by_total = vec![0_u64; (top - sides) as usize + 1];
    let mut count = |total: u32, draws: u64| {
        if let Some(over) = total.min(top).checked_sub(sides) {
            by_total[over as usize] += draws;
        }
    };
    for (i, first) in grid.iter().enumerate() {
        // A CF in the cell of the level is the outcome, whatever the rows above show.
        if first[rows.end - 1] == CauseCell::CriticalFailure {
            continue;
        }
        let cells = rows.clone().map(|row| (row, u32::from(first[row].value())));
        let (best, running) = split(cells, sides);
        if running.is_empty() {
            count(best, follow_ups(grid.len()));
            continue;
        }
        for (j, second) in grid.iter().enumerate().filter(|(j, _)| *j != i) {
            let (best, running) = follow(best, &running, second, sides);
            if running.is_empty() || best >= top {
                count(best, grid.len() as u64 - 2);
                continue;
            }
            for (_, third) in grid.iter().enumerate().filter(|(k, _)| *k != i && *k != j) {
                count(follow(best, &running, third, sides).0, 1);
            }
        }
    }
    for total in (0..by_total.len() - 1).rev() {
        by_total[total] += by_total[total + 1];
    }
    by_total
}

/// The best of the cells, and those that may be followed.
fn split(cells: impl Iterator<Item = (usize, u32)>, sides: u32) -> (u32, Vec<(usize, u32)>) {
    let mut best = 0;
    let mut running = Vec::new();
    for (row, value) in cells {
        best = best.max(value);
        if value >= sides {
            running.push((row, value));
        }
    }
    (best, running)
}

/// The best total after one more card, and the rows that continue with their totals.
fn follow(
    best: u32,
    running: &[(usize, u32)],
    card: &[CauseCell],
    sides: u32,
) -> (u32, Vec<(usize, u32)>) {
    let mut best = best;
    let mut still = Vec::new();
    for &(row, total) in running {
        let added = u32::from(card[row].value());
        best = best.max(total + added);
        if added >= sides {
            still.push((row, total + added));
        }
    }
    (best, still)
}

/// Test helper: the number of cards of 54 that reach `target` in a check without follow-up.
#[cfg(test)]
fn without_follow_ups(grid: &[&[CauseCell]], row: usize, target: u32) -> Probability {
    let reached = grid.iter().filter(|cells| u32::from(cells[row].value()) >= target).count();
    Probability::from_integer(reached.into())
}

#[cfg(test)]
mod tests {
    use super::super::tests::fixtures;
    use super::*;

    /// By definition, card by card, with every ordered draw of three.
    fn by_definition(grid: &[&[CauseCell]], rows: usize, sides: u32, target: u32) -> u64 {
        let mut draws = 0;
        for (i, first) in grid.iter().enumerate() {
            for (j, second) in grid.iter().enumerate().filter(|(j, _)| *j != i) {
                for (_, third) in grid.iter().enumerate().filter(|(k, _)| *k != i && *k != j) {
                    if first[rows - 1] == CauseCell::CriticalFailure {
                        continue;
                    }
                    let reached = (0..rows).any(|row| {
                        let [a, b, c] = [first, second, third].map(|c| u32::from(c[row].value()));
                        let total = match (a >= sides, b >= sides) {
                            (false, _) => a,
                            (true, false) => a + b,
                            (true, true) => a + b + c,
                        };
                        total >= target
                    });
                    draws += u64::from(reached);
                }
            }
        }
        draws
    }

    #[test]
    fn the_counts_agree_with_the_definition() {
        let deck = fixtures::deck();
        for (column, rows, sides) in [(0, 3, 4), (1, 1, 6), (3, 5, 10)] {
            let grid: Vec<&[CauseCell]> =
                deck.cards().iter().map(|card| card.cause.column(column)).collect();
            let reach = draws_reaching(&grid, 0..rows, sides);
            for target in [sides, sides + 1, sides + 3, 2 * sides, 2 * sides + 1, 3 * sides] {
                let expected = by_definition(&grid, rows, sides, target);
                assert_eq!(expected, reach[(target - sides) as usize], "{rows}d{sides} {target}");
            }
        }
    }

    #[test]
    fn the_first_target_needs_no_follow_up() {
        let deck = fixtures::deck();
        let grid: Vec<&[CauseCell]> = deck.cards().iter().map(|c| c.cause.column(4)).collect();
        let reach = draws_reaching(&grid, 1..2, 12);
        let cards = Probability::new(reach[0].into(), follow_ups(grid.len()).into());
        assert_eq!(without_follow_ups(&grid, 1, 12), cards);
    }
}
