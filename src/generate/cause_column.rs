//! Stage 1, cause grid: one column alone, until every check of every level stands at its limit.
//!
//! A column is five dice a card. Each row alone must be a die, and the best of rows 1 to L must be
//! the best of L dice. Rows keep their own counts while values change places inside a row; where a
//! row's rounding is a tie, a move may let it fall the other way.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use crate::deck::DECK_SIZE;
use crate::random::Draws;

use super::above_the_die;
use super::patience::Patience;
use super::plan::CausePlan;
use super::promise::Promise;
use super::thresholds::Thresholds;

/// A solved column: `cells[row][card]`, 0 for a critical failure.
#[derive(Clone, Debug)]
pub(super) struct CauseColumnDeal {
    pub cells: Vec<Vec<u16>>,
    /// Cards by which thresholds miss their ranges, squared and summed; 0 at the limit.
    pub cost: u32,
}

/// The outcome of a check of `level` on a column of cells: 0 if the cell of that level is a critical
/// failure, else the best number of rows 1 to `level`.
pub(super) fn outcome(cells: &[Vec<u16>], card: usize, level: usize) -> u16 {
    if cells[level - 1][card] == 0 {
        return 0;
    }
    cells[..level].iter().map(|row| row[card]).max().unwrap_or(0)
}

/// Moves of one search before it starts again with other ties.
const MOVES: u64 = 150_000;
/// How often it starts again under the same plan.
const STARTS: usize = 3;

/// After how many starts with room in several rows, none nearer than the best, it gives up.
const IDLE_STARTS: usize = 8;

/// Solves the column, or comes as near as the moves take it. Where that is not the limit, each row
/// below the first is given room in turn at the thresholds that were missed, then all of them at
/// ever more thresholds: a check reads the best of several rows, and only the first row by itself.
pub(super) fn solve(plan: &CausePlan, draws: &mut Draws) -> CauseColumnDeal {
    solve_while(plan, draws, &Patience::endless())
}

/// As [`solve`]. When nobody waits any more, the column is left as it is.
pub(super) fn solve_while(
    plan: &CausePlan,
    draws: &mut Draws,
    patience: &Patience<'_>,
) -> CauseColumnDeal {
    let solved = at_limit(plan, draws, patience);
    if solved.cost > 0 { solved } else { above_the_die::nearer(plan, solved, draws, patience) }
}

fn at_limit(plan: &CausePlan, draws: &mut Draws, patience: &Patience<'_>) -> CauseColumnDeal {
    let mut search = |plan: &CausePlan| search(plan, draws, MOVES, patience);
    let mut best = search(plan);
    for _ in 1..STARTS {
        best = nearer(best, || search(plan));
    }
    let missed = missed_thresholds(plan, &best.cells);
    for row in (1..plan.rows).rev() {
        best = nearer(best, || search(&plan.with_room(row, &missed)));
    }
    let mut missed: BTreeSet<usize> = missed.into_iter().collect();
    let mut idle = 0;
    while best.cost > 0 && idle < IDLE_STARTS && !patience.is_over() {
        let room: Vec<usize> = missed.iter().copied().collect();
        let roomy = (1..plan.rows).fold(plan.clone(), |plan, row| plan.with_room(row, &room));
        let next = search(&roomy);
        missed.extend(missed_thresholds(plan, &next.cells));
        idle = if next.cost < best.cost { 0 } else { idle + 1 };
        best = nearer(best, || next);
    }
    best
}

/// Moves of a column that is shown at once: a tenth of a second is the most that an edit may take.
const QUICK_MOVES: u64 = 20_000;

/// The column as near to its limit as a few moves take it: rows and critical failures have their counts,
/// and a check may miss its own by a card.
pub(super) fn quick(plan: &CausePlan, draws: &mut Draws) -> CauseColumnDeal {
    search(plan, draws, QUICK_MOVES, &Patience::endless())
}

/// The nearer of a deal and, if it is not at the limit, the next.
fn nearer(best: CauseColumnDeal, next: impl FnOnce() -> CauseColumnDeal) -> CauseColumnDeal {
    if best.cost == 0 {
        return best;
    }
    let next = next();
    if next.cost < best.cost { next } else { best }
}

fn missed_thresholds(plan: &CausePlan, cells: &[Vec<u16>]) -> Vec<usize> {
    let reached = |level: usize, t: usize| {
        let reaches = |&card: &usize| usize::from(outcome(cells, card, level)) >= t;
        (0..DECK_SIZE).filter(reaches).count()
    };
    (2..=usize::from(plan.die.sides()))
        .filter(|&t| {
            (1..=plan.rows)
                .any(|level| !plan.level_counts[level - 1][t].contains(&reached(level, t)))
        })
        .collect()
}

fn search(
    plan: &CausePlan,
    draws: &mut Draws,
    moves: u64,
    patience: &Patience<'_>,
) -> CauseColumnDeal {
    let mut search = Search::new(plan, draws);
    let mut best = search.deal();
    for step in 0..moves {
        if search.cost == 0 || patience.is_over_at(step) {
            break;
        }
        search.step(draws);
        if search.cost < best.cost {
            best = search.deal();
        }
    }
    best
}

/// Makes this many moves of the search, whether or not the limit is reached on the way, and says how
/// many: for measuring.
pub(super) fn make_moves(plan: &CausePlan, draws: &mut Draws, moves: u64) -> u64 {
    let mut search = Search::new(plan, draws);
    for _ in 0..moves {
        search.step(draws);
    }
    moves
}

/// Cells of a column on their way to the limit.
#[derive(Clone)]
pub(super) struct Search<'a> {
    plan: &'a CausePlan,
    pub cells: Vec<Vec<u16>>,
    /// Cards free to change, by row.
    free: Vec<Vec<usize>>,
    /// What stands at a limit of its own: the best of rows 1 to each level, and what the plan promises.
    held: Vec<Held<'a>>,
    /// `row_at_least[row][t]`.
    row_at_least: Vec<Vec<usize>>,
    /// As in [`CauseColumnDeal`].
    pub cost: u32,
}

impl<'a> Search<'a> {
    fn new(plan: &'a CausePlan, draws: &mut Draws) -> Self {
        let mut cells = Vec::new();
        for row in 0..plan.rows {
            let mut values = plan.row_values(row, draws);
            let mut line: Vec<Option<u16>> = plan.pinned[row].clone();
            for pin in line.iter().flatten() {
                if let Some(place) = values.iter().position(|value| value == pin) {
                    values.swap_remove(place);
                } else {
                    values.pop();
                }
            }
            draws.shuffle(&mut values);
            for cell in line.iter_mut().filter(|cell| cell.is_none()) {
                *cell = values.pop();
            }
            cells.push(line.into_iter().flatten().collect::<Vec<u16>>());
        }
        Self::of(plan, cells)
    }

    /// From these cells on.
    pub fn of(plan: &'a CausePlan, cells: Vec<Vec<u16>>) -> Self {
        let sides = usize::from(plan.die.sides());
        let unpinned = |pins: &Vec<Option<u16>>| {
            (0..DECK_SIZE).filter(|&card| pins[card].is_none()).collect::<Vec<usize>>()
        };
        let free = plan.pinned.iter().map(unpinned).collect();
        let row_at_least = cells
            .iter()
            .map(|row| {
                (0..=sides).map(|t| row.iter().filter(|&&v| usize::from(v) >= t).count()).collect()
            })
            .collect();
        let best = (1..).zip(&plan.level_counts).map(|(level, ranges)| (level, None, &ranges[..]));
        let promised = plan.promises.iter().flat_map(|promise| {
            (2..=plan.rows).map(move |level| (level, Some(promise), promise.ranges(level)))
        });
        let held = best.chain(promised);
        let held = held.map(|(level, promise, ranges)| Held::of(&cells, level, promise, ranges));
        let held = held.collect();
        let mut search = Self { plan, cells, free, held, row_at_least, cost: 0 };
        search.cost = search.missed();
        search
    }

    fn missed(&self) -> u32 {
        self.held.iter().map(|held| held.thresholds.missed()).sum()
    }

    fn deal(&self) -> CauseColumnDeal {
        CauseColumnDeal { cells: self.cells.clone(), cost: self.cost }
    }

    /// Tries one move, and says whether it was made.
    pub fn step(&mut self, draws: &mut Draws) -> bool {
        let row = draws.below(self.plan.rows);
        if self.free[row].len() < 2 {
            return false;
        }
        if draws.happens(1, 8) { self.try_tie(row, draws) } else { self.try_swap(row, draws) }
    }

    fn try_swap(&mut self, row: usize, draws: &mut Draws) -> bool {
        let (one, other) = draws.two_below(self.free[row].len());
        let (one, other) = (self.free[row][one], self.free[row][other]);
        let (a, b) = (self.cells[row][one], self.cells[row][other]);
        a != b && self.try_change(row, &[(one, b), (other, a)], draws)
    }

    /// Lets a tie of the row's rounding fall the other way: one card's value goes up or down by one.
    fn try_tie(&mut self, row: usize, draws: &mut Draws) -> bool {
        let sides = self.plan.die.sides();
        let card = self.free[row][draws.below(self.free[row].len())];
        let value = self.cells[row][card];
        let up = draws.happens(1, 2);
        if value == 0 || value > sides || (up && value == sides) || (!up && value == 1) {
            return false;
        }
        // Going up crosses the threshold above the value, going down the one at the value.
        let threshold = usize::from(if up { value + 1 } else { value });
        let now = self.row_at_least[row][threshold];
        let then = if up { now + 1 } else { now - 1 };
        if !self.plan.row_counts[row][threshold].contains(&then) {
            return false;
        }
        let changed = if up { value + 1 } else { value - 1 };
        let line = self.cells[row].iter().copied();
        let tipped = line.clone().zip(0..).map(|(v, at)| if at == card { changed } else { v });
        let follow_up = &self.plan.follow_up;
        let roomy = threshold == usize::from(sides) && self.plan.exceptional_room == Some(row);
        if !roomy && follow_up.beyond_half(tipped) > follow_up.beyond_half(line) {
            return false;
        }
        let made = self.try_change(row, &[(card, changed)], draws);
        if made {
            self.row_at_least[row][threshold] = then;
        }
        made
    }

    /// Makes the changes; takes them back unless the cost falls, stays, or luck allows the rise.
    fn try_change(&mut self, row: usize, changes: &[(usize, u16)], draws: &mut Draws) -> bool {
        let before = self.cost;
        let old: Vec<(usize, u16)> =
            changes.iter().map(|&(card, _)| (card, self.cells[row][card])).collect();
        self.apply(row, changes);
        let rise = self.cost.saturating_sub(before);
        // A rise of d is let through once in 8·4^d times.
        let kept = rise == 0 || (rise < 8 && draws.below(8 << (2 * rise)) == 0);
        if !kept {
            self.apply(row, &old);
        }
        kept
    }

    fn apply(&mut self, row: usize, changes: &[(usize, u16)]) {
        for &(card, value) in changes {
            for held in self.held.iter_mut().filter(|held| held.level > row) {
                let from = held.shown(&self.cells, card);
                let was = std::mem::replace(&mut self.cells[row][card], value);
                let to = held.shown(&self.cells, card);
                self.cells[row][card] = was;
                held.thresholds.change(from, to, held.ranges);
            }
            self.cells[row][card] = value;
        }
        self.cost = self.missed();
    }
}

/// One reading of rows 1 to a level, and how its thresholds stand.
#[derive(Clone)]
struct Held<'a> {
    level: usize,
    /// The best of the rows where nothing is promised.
    promise: Option<&'a Promise>,
    ranges: &'a [RangeInclusive<usize>],
    thresholds: Thresholds,
}

impl<'a> Held<'a> {
    fn of(
        cells: &[Vec<u16>],
        level: usize,
        promise: Option<&'a Promise>,
        ranges: &'a [RangeInclusive<usize>],
    ) -> Self {
        let none = Thresholds::of(std::iter::empty(), ranges);
        let mut held = Self { level, promise, ranges, thresholds: none };
        let shown = (0..DECK_SIZE).map(|card| held.shown(cells, card));
        held.thresholds = Thresholds::of(shown, ranges);
        held
    }

    /// What a card shows, numbers above the die counted as its maximum.
    fn shown(&self, cells: &[Vec<u16>], card: usize) -> usize {
        match self.promise {
            Some(promise) => promise.read(cells[..self.level].iter().map(|row| row[card])),
            None => usize::from(outcome(cells, card, self.level)).min(self.ranges.len() - 1),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::plan::PlacedPins;
    use super::*;
    use crate::spec::{Spec, preset};

    /// Columns that the first starts do not bring to the limit.
    #[test]
    fn columns_reach_their_limit_after_further_starts() {
        for rows in [3, 4] {
            let text = preset("true-dice").unwrap().spec;
            let text = text
                .replace(r#"["d4", "d6", "d8", "d10", "d12"]"#, "[\"d20\"]")
                .replace("rows = 5", &format!("rows = {rows}"));
            let spec = Spec::read("deck.toml", &text, &mut |_| Ok(String::new())).unwrap();
            let pins = PlacedPins::place(&spec, &mut Draws::new(1, "pin groups")).unwrap();
            let plan = CausePlan::new(&spec.cause.columns[0], spec.cause.rows, &pins);
            let first = search(&plan, &mut Draws::new(1, "cause d20"), MOVES, &Patience::endless());
            assert_ne!(0, first.cost, "{rows} rows");
            let solved = solve(&plan, &mut Draws::new(1, "cause d20"));
            assert_eq!(
                (0, true),
                (solved.cost, missed_thresholds(&plan, &solved.cells).is_empty())
            );
        }
    }
}
