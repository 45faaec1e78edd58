//! Row constraints: other readings of several rows that a spec limits, the lowest of rows 1 to L and their
//! sum.

use std::ops::RangeInclusive;

use crate::dice::{CheckDice, DiceKind, Distribution, Pick, Probability, picked_at_least, share};
use crate::spec::CauseColumn;

use super::thresholds::Thresholds;

/// How several rows are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RowReading {
    /// The lowest number; a critical failure in the last row is 0, one above it is ignored.
    Lowest,
    /// The sum of ordinary dice: a critical failure counts as 1, a number above the maximum as the maximum.
    Sum,
}

/// One reading of rows 1 to each level from 2, and the cards that may reach each threshold of it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct RowConstraint {
    reading: RowReading,
    sides: u16,
    /// `ranges[level - 2][t]`: how many cards may show `t` or more.
    ranges: Vec<Vec<RangeInclusive<usize>>>,
}

impl RowConstraint {
    /// The constraints of a column of a deck of `cards`. `range` returns how many cards may reach a threshold, by its probability
    /// with dice.
    pub fn all(
        column: &CauseColumn,
        rows: u8,
        cards: usize,
        range: &dyn Fn(&Probability) -> RangeInclusive<usize>,
    ) -> Vec<Self> {
        let die = column.die;
        let lowest = |level: u8| {
            let most = cards - usize::from(column.critical[usize::from(level) - 1]);
            let dice = CheckDice { level, die };
            let at_least = |t| picked_at_least(dice, DiceKind::Closed, Pick::Lowest, t);
            ranges(at_least, i64::from(die.sides()), [cards, most], range)
        };
        let sum = |level: u8| {
            let highest = i64::from(level) * i64::from(die.sides());
            let sum = Distribution::die(die).times(level.into(), highest);
            ranges(|t| sum.at_least(t), highest, [cards; 2], range)
        };
        let constraint = |reading, ranges| Self { reading, sides: die.sides(), ranges };
        let lowest =
            column.lowest.then(|| constraint(RowReading::Lowest, (2..=rows).map(lowest).collect()));
        let sum = column.sum.then(|| constraint(RowReading::Sum, (2..=rows).map(sum).collect()));
        lowest.into_iter().chain(sum).collect()
    }

    /// The reading of rows 1 to a level on one card.
    pub fn read(&self, cells: impl Iterator<Item = u16> + Clone) -> usize {
        let sides = self.sides;
        match self.reading {
            RowReading::Sum => cells.map(|cell| usize::from(cell.clamp(1, sides))).sum(),
            RowReading::Lowest if cells.clone().last() == Some(0) => 0,
            RowReading::Lowest => {
                usize::from(cells.filter(|&cell| cell > 0).min().unwrap_or(0).min(sides))
            }
        }
    }

    /// How many cards may reach each threshold of a level, from 2.
    pub fn ranges(&self, level: usize) -> &[RangeInclusive<usize>] {
        &self.ranges[level - 2]
    }

    /// The cards by which the thresholds of all levels of `cells[row][card]` miss, squared.
    pub fn missed_by(&self, cells: &[Vec<u16>]) -> u32 {
        let levels = (2..=cells.len()).map(|level| {
            let shown = |card: usize| self.read(cells[..level].iter().map(|row| row[card]));
            Thresholds::new((0..cells[0].len()).map(shown), self.ranges(level)).missed()
        });
        levels.sum()
    }

    /// Whether exchanging some rows of two cards keeps the counts of every value at every level.
    pub fn keeps(
        &self,
        ours: &[u16],
        theirs: &[u16],
        is_exchanged: impl Fn(usize) -> bool,
    ) -> bool {
        let line = |own: &[u16], other: &[u16]| -> Vec<u16> {
            let rows = own.iter().zip(other).enumerate();
            rows.map(|(row, (&a, &b))| if is_exchanged(row) { b } else { a }).collect()
        };
        let (then, there) = (line(ours, theirs), line(theirs, ours));
        (2..=ours.len()).all(|level| {
            let read = |line: &[u16]| self.read(line[..level].iter().copied());
            let (was, were) = (read(ours), read(theirs));
            let (is, are) = (read(&then), read(&there));
            (is, are) == (was, were) || (is, are) == (were, was)
        })
    }
}

/// How many cards of a deck may reach each threshold up to `highest`, at most `most`.
fn ranges(
    at_least: impl Fn(i64) -> Probability,
    highest: i64,
    [cards, most]: [usize; 2],
    range: &dyn Fn(&Probability) -> RangeInclusive<usize>,
) -> Vec<RangeInclusive<usize>> {
    let most = Probability::from_integer(most.into());
    let of = |t| range(&share::ideal(cards, &at_least(t)).min(most.clone()));
    (0..=highest).map(of).collect()
}

#[cfg(test)]
mod tests {
    use super::super::cause_cells::CauseCells;
    use super::super::explosions::solve;
    use super::super::plan::{CausePlan, PlacedPins};
    use crate::random::Draws;
    use crate::spec::{Spec, preset};

    fn plan(cause: &str) -> CausePlan {
        let text = preset("true-dice").unwrap().spec;
        let grid = "columns = [\"d4\", \"d6\", \"d8\", \"d10\", \"d12\"]\nrows = 5";
        assert!(text.contains(grid));
        let text = text.replacen(grid, cause, 1);
        let spec = Spec::read("deck.toml", &text, &mut |_| Ok(String::new()));
        let spec = spec.unwrap_or_else(|problems| panic!("{problems}"));
        let pins = PlacedPins::place(&spec, &mut Draws::new(1, "pin groups")).unwrap();
        CausePlan::new(&spec, &spec.cause.columns[0], &pins)
    }

    /// The largest threshold error of the best, the lowest and the sum of rows 1 to each level, in cards
    /// times the number of throws of as many ordinary dice, by enumeration.
    fn farthest(cells: &[Vec<u16>], sides: usize) -> [Vec<(usize, usize)>; 3] {
        type Read = fn(&[usize]) -> usize;
        let reads: [Read; 3] = [
            |faces| faces.iter().copied().max().unwrap(),
            |faces| faces.iter().copied().min().unwrap(),
            |faces| faces.iter().sum(),
        ];
        reads.map(|read| {
            let levels = (1..=cells.len()).map(|level| {
                let throws = sides.pow(level as u32);
                let face = |throw: usize, place: usize| throw / sides.pow(place as u32) % sides + 1;
                let thrown = (0..throws)
                    .map(|throw| read(&(0..level).map(|at| face(throw, at)).collect::<Vec<_>>()));
                let shown = (0..54).map(|card| {
                    read(&cells[..level].iter().map(|row| row[card].into()).collect::<Vec<_>>())
                });
                let (thrown, shown): (Vec<usize>, Vec<usize>) = (thrown.collect(), shown.collect());
                let off = (2..=sides * level).map(|t| {
                    let reach = |values: &[usize]| values.iter().filter(|&&it| it >= t).count();
                    (reach(&shown) * throws).abs_diff(reach(&thrown) * 54)
                });
                (off.max().unwrap(), throws)
            });
            levels.collect()
        })
    }

    #[test]
    fn solved_columns_keep_all_row_constraints() {
        let mut draws = Draws::new(5, "specs");
        let mut solved = [0; 2];
        for _ in 0..12 {
            let (sides, rows) = (2 + draws.below(5), 1 + draws.below(3));
            let (lowest, sum) = (draws.happens(1, 2), draws.happens(1, 2));
            let closed = draws.happens(1, 2);
            let list = |key: &str, is: bool| {
                if is { format!("\n{key} = [\"d{sides}\"]") } else { String::new() }
            };
            let cause = format!(
                "columns = [\"d{sides}\"]\nrows = {rows}{}{}{}",
                list("closed", closed),
                list("lowest", lowest),
                list("sum", sum)
            );
            let plan = plan(&cause);
            let deal = solve(&plan, &mut Draws::new(1, "column"));
            let capped = |row: &Vec<u16>| row.iter().map(|&it| it.min(sides as u16)).collect();
            let cells: Vec<Vec<u16>> = deal.cells.iter().map(capped).collect();
            let far = farthest(&cells, sides);
            let asked = [true, lowest, sum];
            let within = far.iter().zip(asked).all(|(levels, is_asked)| {
                !is_asked || levels.iter().all(|(off, throws)| 2 * off <= *throws)
            });
            assert_eq!(deal.cost == 0, within, "{cause}: {} {far:?}", deal.cost);
            solved[usize::from(lowest || sum)] += u32::from(within);
        }
        assert!(solved.iter().all(|&count| count > 2), "{solved:?}");
    }

    #[test]
    fn the_lowest_of_two_rows_keeps_half_a_card() {
        for die in ["d10", "d20"] {
            let plan = plan(&format!("columns = [\"{die}\"]\nrows = 2\nlowest = [\"{die}\"]"));
            assert_eq!(0, solve(&plan, &mut Draws::new(5, "cause")).cost, "{die}");
        }
    }

    #[test]
    fn exchanges_of_cells_keep_row_constraints() {
        let plan =
            plan("columns = [\"d6\"]\nrows = 3\nlowest = [\"d6\"]\ncritical = { d6 = [2, 1, 1] }");
        let mut draws = Draws::new(2, "column");
        let solved = solve(&plan, &mut draws);
        assert_eq!(0, solved.cost);
        let mut column = CauseCells::new(solved, &plan);
        let mut made = 0;
        for _ in 0..20_000 {
            let (one, other) = draws.two_below(54);
            let rows = column.set(draws.below(column.sets()));
            if column.exchange(rows, one, other).is_some() {
                column.swap_rows(rows, one, other);
                made += 1;
            }
        }
        assert!(made > 100, "{made}");
        assert_eq!(0, plan.constraints[0].missed_by(&column.by_row()));
    }
}
