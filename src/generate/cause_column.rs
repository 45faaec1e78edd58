//! Stage 1, cause grid: solves one column so that every check of every level is at its limit.
//!
//! A column is one die per row on each card. Each row alone must match a die, and the best of rows 1 to L the
//! best of L dice. Exchanging values inside a row keeps its counts; where the rounding of a row is a tie, a
//! move may change it.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use crate::random::Draws;

use super::cancel::Cancel;
use super::outcome::outcome;
use super::plan::CausePlan;
use super::row_constraints::RowConstraint;
use super::thresholds::Thresholds;

/// A solved column: `cells[row][card]`, 0 for a critical failure.
#[derive(Clone, Debug)]
pub(super) struct CauseColumnDeal {
    pub cells: Vec<Vec<u16>>,
    /// The cards by which thresholds miss their ranges, squared and summed; 0 at the limit.
    pub cost: u32,
}

/// The parameters of a search before it restarts with other ties.
#[derive(Clone, Copy)]
struct Walk {
    moves: u64,
    /// A rise of d is accepted once in this number times 4^d moves.
    once_in: usize,
    /// Whether it starts as in [`with_tops_together`].
    tops_together: bool,
}

/// The default walk.
const BRISK: Walk = Walk { moves: 150_000, once_in: 8, tops_together: false };
/// The number of restarts under the same plan.
const STARTS: usize = 3;

/// The number of starts with room in several rows, without improvement, after which the search stops.
const IDLE_STARTS: usize = 8;

/// Moves of a patient walk times the sides of its die: a move costs more the more thresholds it passes. A
/// d100 needs this many; larger dice have no longer walks, or one column of d1000 would take an hour.
const PATIENT_WORK: u64 = 400_000_000;

/// A walk that seldom accepts a rise. With many sides every number of every level is a threshold, and a brisk
/// walk stays a dozen cards above the limit.
fn patient(plan: &CausePlan) -> Walk {
    let moves = patient_moves(u64::from(plan.die.sides()));
    Walk { moves, once_in: 64, tops_together: true }
}

fn patient_moves(sides: u64) -> u64 {
    (400 * sides * sides).min(PATIENT_WORK / sides)
}

/// The number of patient walks.
const PATIENT_STARTS: usize = 6;

/// Solves the column, or comes as near as the moves allow. If the limit is not reached, each row below the
/// first is given room in turn at the missed thresholds, then all of them at ever more thresholds: a check
/// reads the best of several rows, and only the first row alone. With further row constraints, a row may at
/// last hold another number of exceptional cells.
pub(super) fn at_limit(
    plan: &CausePlan,
    draws: &mut Draws,
    cancel: &Cancel<'_>,
) -> CauseColumnDeal {
    let mut search = |plan: &CausePlan, walk| search(plan, draws, walk, cancel);
    let mut best = search(plan, BRISK);
    for _ in 1..STARTS {
        best = nearer(best, || search(plan, BRISK));
    }
    let missed = missed_thresholds(plan, &best.cells);
    for row in (1..plan.rows).rev() {
        best = nearer(best, || search(&plan.with_room(row, &missed), BRISK));
    }
    let mut missed: BTreeSet<usize> = missed.into_iter().collect();
    let (mut idle, mut tried) = (0, 0);
    while best.cost > 0 && tried < PATIENT_STARTS && !cancel.is_over() {
        let is_brisk = idle < IDLE_STARTS;
        let (walk, room) = match is_brisk {
            true => (BRISK, missed.iter().copied().collect()),
            // A gain at one number is a loss at the next, so a walk has room at all of them.
            false => (patient(plan), plan.thresholds()),
        };
        let next = search(&plan.with_room_below(&room), walk);
        missed.extend(missed_thresholds(plan, &next.cells));
        idle = if is_brisk && next.cost < best.cost { 0 } else { idle + 1 };
        tried += usize::from(!is_brisk);
        best = nearer(best, || next);
    }
    if plan.constraints.is_empty() {
        return best;
    }
    // If each row holds its own share of the highest number, their lowest may need one more or one fewer.
    for row in (1..plan.rows).rev() {
        let Some(roomy) = plan.with_exceptional_room(row) else { break };
        let roomy = roomy.with_room_below(&plan.thresholds());
        for walk in [BRISK, patient(plan)] {
            best = nearer(best, || search(&roomy, walk));
        }
    }
    best
}

/// Moves of a column in a preview: an edit may take at most a tenth of a second.
const QUICK_MOVES: u64 = 20_000;

/// Solves the column with few moves: rows and critical failures have their counts, and a check may miss its
/// limit by a card.
pub(super) fn quick(plan: &CausePlan, draws: &mut Draws) -> CauseColumnDeal {
    let walk = Walk { moves: QUICK_MOVES, ..BRISK };
    search(plan, draws, walk, &Cancel::endless())
}

/// The better of a deal and, if it is not at the limit, the next.
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
        (0..plan.cards).filter(reaches).count()
    };
    (2..=usize::from(plan.die.sides()))
        .filter(|&t| {
            (1..=plan.rows)
                .any(|level| !plan.level_counts[level - 1][t].contains(&reached(level, t)))
        })
        .collect()
}

fn search(plan: &CausePlan, draws: &mut Draws, walk: Walk, cancel: &Cancel<'_>) -> CauseColumnDeal {
    let mut search = Search::new(plan, draws, walk);
    let mut best = search.deal();
    for step in 0..walk.moves {
        if search.cost == 0 || cancel.is_over_at(step) {
            break;
        }
        search.step(draws);
        if search.cost < best.cost {
            best = search.deal();
        }
    }
    best
}

/// Benchmark: makes this many moves, whether or not the limit is reached, and returns their number.
pub(super) fn make_moves(plan: &CausePlan, draws: &mut Draws, moves: u64) -> u64 {
    let mut search = Search::new(plan, draws, BRISK);
    for _ in 0..moves {
        search.step(draws);
    }
    moves
}

/// The cells of a column during the search.
#[derive(Clone)]
pub(super) struct Search<'a> {
    plan: &'a CausePlan,
    pub cells: Vec<Vec<u16>>,
    /// Cards free to change, by row.
    free: Vec<Vec<usize>>,
    /// The readings with limits of their own: the best of rows 1 to each level, and those of the plan's row
    /// constraints.
    held: Vec<ThresholdState<'a>>,
    /// `row_at_least[row][t]`.
    row_at_least: Vec<Vec<usize>>,
    /// As in [`CauseColumnDeal`].
    pub cost: u32,
    /// As in [`Walk`].
    once_in: usize,
}

impl<'a> Search<'a> {
    fn new(plan: &'a CausePlan, draws: &mut Draws, walk: Walk) -> Self {
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
        let cells = if walk.tops_together { with_tops_together(plan, cells) } else { cells };
        Self { once_in: walk.once_in, ..Self::from_cells(plan, cells) }
    }

    /// Starts from these cells.
    pub fn from_cells(plan: &'a CausePlan, cells: Vec<Vec<u16>>) -> Self {
        let sides = usize::from(plan.die.sides());
        let unpinned = |pins: &Vec<Option<u16>>| {
            (0..pins.len()).filter(|&card| pins[card].is_none()).collect::<Vec<usize>>()
        };
        let free = plan.pinned.iter().map(unpinned).collect();
        let row_at_least = cells
            .iter()
            .map(|row| {
                (0..=sides).map(|t| row.iter().filter(|&&v| usize::from(v) >= t).count()).collect()
            })
            .collect();
        let best = (1..).zip(&plan.level_counts).map(|(level, ranges)| (level, None, &ranges[..]));
        let promised = plan.constraints.iter().flat_map(|constraint| {
            (2..=plan.rows).map(move |level| (level, Some(constraint), constraint.ranges(level)))
        });
        let held = best.chain(promised);
        let held = held.map(|(level, constraint, ranges)| {
            ThresholdState::new(&cells, level, constraint, ranges)
        });
        let held = held.collect();
        let once_in = BRISK.once_in;
        let mut search = Self { plan, cells, free, held, row_at_least, cost: 0, once_in };
        search.cost = search.missed();
        search
    }

    fn missed(&self) -> u32 {
        self.held.iter().map(|held| held.thresholds.missed()).sum()
    }

    fn deal(&self) -> CauseColumnDeal {
        CauseColumnDeal { cells: self.cells.clone(), cost: self.cost }
    }

    /// Tries one move, and returns whether it was accepted.
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

    /// Changes the rounding of a tie in the row: one card's value goes up or down by one.
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

    /// Makes the changes; reverts them unless the cost falls, stays, or the rise is accepted.
    fn try_change(&mut self, row: usize, changes: &[(usize, u16)], draws: &mut Draws) -> bool {
        let before = self.cost;
        let old: Vec<(usize, u16)> =
            changes.iter().map(|&(card, _)| (card, self.cells[row][card])).collect();
        self.apply(row, changes);
        let rise = self.cost.saturating_sub(before);
        let kept = rise == 0 || (rise < 8 && draws.below(self.once_in << (2 * rise)) == 0);
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

/// Moves exceptional cells onto the same cards as often as the best of the rows requires: of two d100, one
/// card in 54 has the highest number, though each row has it once. A walk cannot get there, since on the way
/// every number just below is missed.
fn with_tops_together(plan: &CausePlan, mut cells: Vec<Vec<u16>>) -> Vec<Vec<u16>> {
    let top = plan.die.sides();
    let mut has: Vec<bool> = cells[0].iter().map(|&cell| cell >= top).collect();
    for (row, line) in cells.iter_mut().enumerate().skip(1) {
        let most = *plan.level_counts[row][usize::from(top)].end();
        let is_free = |card: usize| plan.pinned[row][card].is_none();
        let own = (0..line.len()).filter(|&card| line[card] >= top);
        let mut alone: Vec<usize> = own.filter(|&card| !has[card]).collect();
        while has.iter().filter(|has| **has).count() + alone.len() > most {
            let from = alone.iter().position(|&card| is_free(card));
            let to = (0..line.len()).find(|&card| has[card] && line[card] < top && is_free(card));
            let (Some(from), Some(to)) = (from, to) else { break };
            line.swap(alone.swap_remove(from), to);
        }
        has.iter_mut().zip(line).for_each(|(has, cell)| *has |= *cell >= top);
    }
    cells
}

/// One reading of rows 1 to a level, with the counts of its thresholds.
#[derive(Clone)]
struct ThresholdState<'a> {
    level: usize,
    /// The row constraint; `None` for the best of the rows.
    constraint: Option<&'a RowConstraint>,
    ranges: &'a [RangeInclusive<usize>],
    thresholds: Thresholds,
}

impl<'a> ThresholdState<'a> {
    fn new(
        cells: &[Vec<u16>],
        level: usize,
        constraint: Option<&'a RowConstraint>,
        ranges: &'a [RangeInclusive<usize>],
    ) -> Self {
        let none = Thresholds::new(std::iter::empty(), ranges);
        let mut held = Self { level, constraint, ranges, thresholds: none };
        let shown = (0..cells[0].len()).map(|card| held.shown(cells, card));
        held.thresholds = Thresholds::new(shown, ranges);
        held
    }

    /// The reading of a card; numbers above the die count as its maximum.
    fn shown(&self, cells: &[Vec<u16>], card: usize) -> usize {
        match self.constraint {
            Some(constraint) => constraint.read(cells[..self.level].iter().map(|row| row[card])),
            None => usize::from(outcome(cells, card, self.level)).min(self.ranges.len() - 1),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::explosions::solve;
    use super::super::plan::PlacedPins;
    use super::*;
    use crate::spec::{Spec, preset};

    /// The plan of one dN column.
    fn plan(sides: u16, rows: u8) -> CausePlan {
        let text = preset("true-dice").unwrap().spec;
        let text = text
            .replace(r#"["d4", "d6", "d8", "d10", "d12"]"#, &format!("[\"d{sides}\"]"))
            .replace("rows = 5", &format!("rows = {rows}"));
        let spec = Spec::read("deck.toml", &text, &mut |_| Ok(String::new())).unwrap();
        let pins = PlacedPins::place(&spec, &mut Draws::new(1, "pin groups")).unwrap();
        CausePlan::new(&spec, &spec.cause.columns[0], &pins)
    }

    /// Columns that reach the limit only after several starts.
    #[test]
    fn columns_reach_their_limit_after_further_starts() {
        for rows in [3, 4] {
            let plan = plan(20, rows);
            let first = search(&plan, &mut Draws::new(1, "cause d20"), BRISK, &Cancel::endless());
            assert_ne!(0, first.cost, "{rows} rows");
            let solved = solve(&plan, &mut Draws::new(1, "cause d20"));
            assert_eq!(
                (0, true),
                (solved.cost, missed_thresholds(&plan, &solved.cells).is_empty())
            );
        }
    }

    /// Each row has its highest number on one card, and so have both rows together.
    #[test]
    fn a_column_of_d100_reaches_its_limit() {
        let plan = plan(100, 2);
        let deal = solve(&plan, &mut Draws::new(1, "cause d100"));
        assert_eq!((0, true), (deal.cost, missed_thresholds(&plan, &deal.cells).is_empty()));
        let tops = |card: &usize| (0..2).any(|row| deal.cells[row][*card] >= 100);
        assert_eq!(1, (0..54).filter(tops).count());
    }

    #[test]
    fn a_d1000_takes_no_more_work_than_a_d100() {
        let work = |sides: u64| patient_moves(sides) * sides;
        assert_eq!(PATIENT_WORK, work(100));
        assert_eq!((691_200, PATIENT_WORK), (work(12), work(1_000)));
        assert!((2..=1_000).all(|sides| work(sides) <= PATIENT_WORK));
    }
}
