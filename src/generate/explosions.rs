//! Improves checks above the die: chooses the solution of a column whose follow-up cards are nearest to dice
//! at every level.
//!
//! These odds depend on which rows are exceptional on which cards, which the limits on checks up to the die
//! leave open. So a solved column moves on among other solutions; after dealing, cells that differ only above
//! the die are exchanged.

use crate::dice::share;
use crate::random::Draws;

use super::cancel::Cancel;
use super::cause_cells::CauseCells;
use super::cause_column::{CauseColumnDeal, Search, at_limit};
use super::follow_up::LevelFollowUps;
use super::plan::CausePlan;
use super::several_rows::SeveralRows;

/// An error below this, in cards, is not reduced further.
const NEAR: f64 = 0.5;

/// Moves of a walk among solutions.
const WALK: u64 = 6_000;

/// After this number of moves without improvement, the walk restarts from the best solution.
const ASTRAY: u64 = 500;

/// Exchanges tried after dealing.
const SETTLE: u64 = 40_000;

/// Solves the column as [`at_limit`] does, then improves it above the die.
pub(super) fn solve(plan: &CausePlan, draws: &mut Draws) -> CauseColumnDeal {
    solve_while(plan, draws, &Cancel::endless())
}

/// As [`solve`], with cancellation, which leaves the column at its present state.
pub(super) fn solve_while(
    plan: &CausePlan,
    draws: &mut Draws,
    cancel: &Cancel<'_>,
) -> CauseColumnDeal {
    let solved = at_limit(plan, draws, cancel);
    if solved.cost > 0 { solved } else { nearer(plan, solved, draws, cancel) }
}

/// Improves a column at its limit. If half a card is not reached, a row below the first may have one
/// exceptional cell more or fewer than its own rounding, if that brings the column nearer by more than it
/// moves the row away: a row of d10 holds five for 5.4, and five rows together 25 for 27. Cancellation leaves
/// the column at its present state.
fn nearer(
    plan: &CausePlan,
    solved: CauseColumnDeal,
    draws: &mut Draws,
    cancel: &Cancel<'_>,
) -> CauseColumnDeal {
    let mut best = walk(plan, solved.cells, draws, cancel);
    for row in (1..plan.rows).rev() {
        if best.error <= NEAR || cancel.is_over() {
            break;
        }
        let Some(roomy) = plan.with_exceptional_room(row) else { break };
        let next = walk(&roomy, best.cells.clone(), draws, cancel);
        if next.error < best.error && is_rounding(plan, &next.cells[row]) {
            best = next;
        }
    }
    CauseColumnDeal { cells: best.cells, cost: 0 }
}

/// Whether the exceptional cells of a row are one in N cards, rounded down or up. Where the sides divide the deck,
/// that is one number.
fn is_rounding(plan: &CausePlan, row: &[u16]) -> bool {
    let sides = plan.die.sides();
    let exceptional = row.iter().filter(|&&value| value >= sides).count();
    share::one_in(sides.into(), plan.cards).contains(&exceptional)
}

/// A solution, and its error above the die.
struct Solution {
    cells: Vec<Vec<u16>>,
    error: f64,
}

fn walk(
    plan: &CausePlan,
    cells: Vec<Vec<u16>>,
    draws: &mut Draws,
    cancel: &Cancel<'_>,
) -> Solution {
    let mut search = Search::from_cells(plan, cells);
    let mut best = search.clone();
    let mut least = plan.level_follow_ups.error(&best.cells);
    let mut since = 0;
    for _ in 0..WALK {
        if least <= NEAR || cancel.is_over() {
            break;
        }
        let changed = search.step(draws);
        since += 1;
        if changed
            && search.cost == 0
            && let Some(error) = plan.level_follow_ups.error_within(&search.cells, least)
        {
            (best, least, since) = (search.clone(), error, 0);
        }
        if since >= ASTRAY {
            (search, since) = (best.clone(), 0);
        }
    }
    Solution { cells: best.cells, error: least }
}

/// Exchanges cells of a dealt column that do not affect checks up to its die: where that brings checks above
/// it nearer to dice, or keeps these and improves the sum, the lowest and the ladder die of several rows.
/// Other readings of the cards do not change.
pub(super) fn settle(column: &mut CauseCells, follow_ups: &LevelFollowUps, draws: &mut Draws) {
    let mut cells = column.by_row();
    let several = SeveralRows::new(follow_ups.die(), &cells);
    // An error below [`NEAR`] counts as zero.
    let least = follow_ups.rows(&cells).max(NEAR);
    let largest = |levels: &[f64]| levels.iter().copied().fold(least, f64::max);
    let mut levels: Vec<f64> =
        (1..=cells.len()).map(|level| follow_ups.level(&cells, level)).collect();
    let mut several_levels = several.levels(&cells);
    let (mut above, mut rows) = (largest(&levels), several.error(&cells, &several_levels));
    for _ in 0..SETTLE {
        let (one, other) = draws.two_below(column.cards());
        let set = column.set(draws.below(column.sets()));
        if column.exchange(set, one, other) != Some(0) {
            continue;
        }
        let swap = |cells: &mut [Vec<u16>]| {
            let exchanged = cells.iter_mut().enumerate().filter(|(row, _)| set.has(*row));
            exchanged.for_each(|(_, row)| row.swap(one, other));
        };
        swap(&mut cells);
        // Levels above the first exchanged row do not change.
        let first = set.first();
        let next_several = several_levels.iter().zip(2..);
        let next_several: Vec<f64> = next_several
            .map(|(&it, level)| if level > first { several.level(&cells, level) } else { it })
            .collect();
        let next_rows = several.error(&cells, &next_several);
        let farther = next_rows > rows;
        // The exchange is refused if one level has a larger error than all had before.
        let next = levels.iter().zip(1..).map(|(&it, level)| {
            let it = if level > first { follow_ups.level(&cells, level) } else { it };
            (it <= above).then_some(it)
        });
        let next: Option<Vec<f64>> = if farther && above <= least { None } else { next.collect() };
        let next_above = next.as_deref().map_or(f64::INFINITY, largest);
        if let Some(next) = next
            && (next_above < above || next_above == above && !farther)
        {
            (levels, several_levels) = (next, next_several);
            (above, rows) = (next_above, next_rows);
            column.swap_rows(set, one, other);
        } else {
            swap(&mut cells);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spec::preset;

    use super::super::plan::PlacedPins;

    /// Five rows with five tens each have an error of 0.76 cards at TN 20, since at most 25 cells find four
    /// others in their row; a row with six reduces it.
    #[test]
    fn true_dice_columns_are_near_dice_above_the_die() {
        let spec = preset("true-dice").unwrap().spec().unwrap();
        let pins = PlacedPins::place(&spec, &mut Draws::new(1, "pin groups")).unwrap();
        for column in &spec.cause.columns {
            let plan = CausePlan::new(&spec, column, &pins);
            let solved = solve(&plan, &mut Draws::new(1, "column"));
            let error = plan.level_follow_ups.error(&solved.cells);
            assert!(solved.cost == 0 && error <= 0.75, "{}: {error}", plan.die);
        }
    }

    #[test]
    fn settling_changes_only_checks_above_the_die() {
        let spec = preset("true-dice").unwrap().spec().unwrap();
        let pins = PlacedPins::place(&spec, &mut Draws::new(1, "pin groups")).unwrap();
        // Of d4, d6 and d10; with seeds for which the exchanges below increase the error.
        for (column, seed) in [(0, 2), (1, 1), (3, 4)] {
            let plan = CausePlan::new(&spec, &spec.cause.columns[column], &pins);
            let mut draws = Draws::new(seed, "column");
            let solved = solve(&plan, &mut draws);
            let mut column = CauseCells::new(solved, &plan);
            // Random exchanges of the same kind, whatever their effect above the die.
            for _ in 0..20_000 {
                let (one, other) = draws.two_below(column.cards());
                let rows = column.set(draws.below(column.sets()));
                if column.exchange(rows, one, other) == Some(0) {
                    column.swap_rows(rows, one, other);
                }
            }
            let spoilt = column.clone();
            settle(&mut column, &plan.level_follow_ups, &mut draws);
            let error = |column: &CauseCells| plan.level_follow_ups.error(&column.by_row());
            assert!(error(&column) < error(&spoilt), "{} {}", error(&column), error(&spoilt));
            let several = SeveralRows::new(plan.die, &spoilt.by_row());
            let rows = |column: &CauseCells| {
                let cells = column.by_row();
                several.error(&cells, &several.levels(&cells))
            };
            assert!(rows(&column) < rows(&spoilt), "{} {}", rows(&column), rows(&spoilt));
            for (level, card) in (1..=plan.rows).flat_map(|l| (0..54).map(move |c| (l, c))) {
                assert_eq!(spoilt.outcome(level, card), column.outcome(level, card));
            }
        }
    }
}
